"""Parts of a page that are drawn anew only when what they show has changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from nicegui import ui

T = TypeVar("T")
_NOTHING = object()
"""What a region shows before its first value, which may well be None."""


class Region(Generic[T]):
    """A box on the page and how a value is drawn in it; everything else on the page keeps its state and focus."""

    def __init__(self, draw: Callable[[T], object], classes: str = "") -> None:
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


def shown_while(draw: Callable[[], object], classes: str = "") -> Region[bool]:
    """A region of what is drawn while it is shown True, and of nothing else."""
    return Region(lambda is_there: draw() if is_there else None, classes)


class Rows(Generic[T]):
    """A box with a row for each of several values: one that changes or goes leaves the others as they are.

    In a single region of all of them a tap on one would be lost as another one changes.
    """

    def __init__(self, draw: Callable[[T], None], box: ui.element, tag: str = "div") -> None:
        self._draw = draw
        self._box = box
        self._tag = tag
        self._rows: dict[Any, tuple[ui.element, Region[T]]] = {}

    def show(self, values: Mapping[Any, T]) -> None:
        """Draw what is new or changed in its place among the others, and take away what is not there any more."""
        for key in self._rows.keys() - values.keys():
            row, _ = self._rows.pop(key)
            row.delete()
        for number, (key, value) in enumerate(values.items()):
            if key not in self._rows:
                with self._box, ui.element(self._tag).classes("kept-row") as row:
                    self._rows[key] = row, Region(self._draw)
                row.move(target_index=number)
            self._rows[key][1].show(value)
