"""Where the page and the evenings are, unless somebody says otherwise; imports nothing that may fail to load."""

from __future__ import annotations

from pathlib import Path

import platformdirs

DEFAULT_PORT = 8765


def own_data() -> Path:
    """The user's folder for evenings."""
    return Path(platformdirs.user_data_dir("kibitz", appauthor=False))
