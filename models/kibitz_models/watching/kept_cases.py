"""Failing cases that become tests: rounds whose sheet is not exact; of clips see `kibitz_vision.clips.wrong_clips`."""

from __future__ import annotations

import shutil
from pathlib import Path

from kibitz_scoring.errors import InputError


def keep_round(recording: Path, folder: Path) -> Path:
    """Copy the folder of a recorded round, which holds its right sheet, to others; `InputError` where that fails."""
    target = folder / recording.resolve().name
    try:
        if not target.exists():
            shutil.copytree(recording, target)
    except OSError as error:
        raise InputError(f"{target} cannot be written ({error}); expected a folder with room in it.") from error
    return target
