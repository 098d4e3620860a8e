"""Measured figures as a JSON file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from kibitz_scoring.errors import InputError


def write_figures(path: Path, figures: dict[str, Any]) -> None:
    """Write them, making the folder; `InputError` where that cannot be."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path} cannot be written ({error.strerror}): expected a folder with room in it.") from error
