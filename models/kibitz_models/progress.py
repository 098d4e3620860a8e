"""Progress bars that leave standard output to the results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from rich.console import Console
from rich.progress import track

T = TypeVar("T")
CONSOLE = Console(stderr=True)


def follow(things: Sequence[T], description: str) -> Iterable[T]:
    """The things one by one, with a bar on standard error that goes away at the end."""
    return track(things, description=description, transient=True, console=CONSOLE, disable=not CONSOLE.is_terminal)
