"""Parts of a page that are drawn anew only when what they show has changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from nicegui import ui

T = TypeVar("T")
_NOTHING = object()
"""What a region shows before its first value, which may well be None."""


class Region(Generic[T]):
    """A box on the page and how a value is drawn in it; everything else on the page keeps its state and focus."""

    def __init__(self, draw: Callable[[T], None], classes: str = "") -> None:
        self._box = ui.element("div").classes(classes)
        self._draw = draw
        self._shown: object = _NOTHING

    def show(self, value: T) -> None:
        """Draw a value unless it is what the region shows already."""
        if value == self._shown:
            return
        self._shown = value
        self._box.clear()
        with self._box:
            self._draw(value)
