"""The user's folder for evenings, unless somebody says otherwise; imports nothing that may fail to load."""

from __future__ import annotations

from pathlib import Path

import platformdirs

CLIPS, DECKS, RECORDINGS, WRONG_CLIPS = "clips", "decks", "recordings", "wrong-clips"


def own_data() -> Path:
    """The folder; it may not be there yet."""
    return Path(platformdirs.user_data_dir("kibitz", appauthor=False))
