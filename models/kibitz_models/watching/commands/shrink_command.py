"""`kibitz shrink`: recorded rounds that take less room."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import track

from kibitz_models.progress import CONSOLE
from kibitz_vision.recording.frame_file import stored_frames
from kibitz_vision.recording.recorded_round import recorded_in
from kibitz_vision.recording.shrink import shrink as shrink_one


def shrink(
    folders: Annotated[
        list[Path], typer.Argument(help="Folders of recorded rounds, or one that holds them.", metavar="FOLDER...")
    ],
) -> None:
    """Make the pictures of recorded rounds into films, when the evening is over: they take a fraction of the room.

    Interrupt at any time: a round is as it was, or done.

    Example: kibitz shrink round-2026-11-28-2031
    """
    for path in recorded_in(folders):
        before = _size(path)
        total = len(stored_frames(path))
        for _ in track(shrink_one(path), path.name, total=total, transient=True, console=CONSOLE):
            pass
        typer.echo(f"{path}: {before / 1e6:.0f} MB before, {_size(path) / 1e6:.0f} MB now.")


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.iterdir())
