"""The demo: pictures of tables at the reveal that come with Kibitz, read live like any other."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from kibitz_scoring.errors import InputError


def demo_folder() -> Path:
    """Folder of the demo pictures."""
    return Path(str(files("kibitz_server") / "demo"))


def demo_pictures() -> tuple[Path, ...]:
    """The demo pictures in their order."""
    return tuple(sorted(demo_folder().glob("*.jpg")))


def demo_picture(name: str) -> Path:
    """Demo picture of this file name; `InputError` where there is none."""
    for path in demo_pictures():
        if path.name == name:
            return path
    raise InputError(f"'{name}' is no demo picture: expected {', '.join(path.name for path in demo_pictures())}.")
