"""Card edges: straight edges of what lies over a place whose bare table is known, where those of a card are."""

from __future__ import annotations

import numpy as np

from kibitz_vision.table.patches import CARD_AREA, MARGIN_MM, MM_PER_PX, Mask, portion

_FILLED = 0.75
_STRAIGHT, _NEXT_TO_CORNER, _PART = 0.6, 0.9, 2
"""Share of an edge that is on one line where an edge is seen; of the half of it next to a corner more."""
_SLOPES = np.linspace(-0.14, 0.14, 9)
_OFF_PX = 0.8
_EDGE_PX = round(MARGIN_MM / MM_PER_PX)
_INWARD_PX = 6
"""A card may lie so much to a side of its place."""

Edges = tuple[bool, bool, bool, bool]
"""Whether the far, the near, the left and the right edge are seen."""


def edges_of(over: Mask) -> Edges:
    """Which edges are seen of what lies over a place (height, width), none where that is not filled."""
    if portion(over[CARD_AREA]) < _FILLED:
        return False, False, False, False
    return _has_edge(over), _has_edge(over[::-1]), _has_edge(over.T), _has_edge(over.T[::-1])


def has_corner(over: Mask, edges: Edges) -> bool:
    """Whether two edges meet of what lies over a place: one of those that are seen, and at least the end of another."""
    far, near, left, right = edges
    return any(
        _meets(sides, across)
        for sides, across in (((left, right), (over, over[::-1])), ((far, near), (over.T, over.T[::-1])))
    )


def _meets(sides: tuple[bool, bool], across: tuple[Mask, Mask]) -> bool:
    """Whether an edge across, of whose two views the first rows hold it, begins at one of the sides that are seen."""
    first, last = sides
    return any((first and _begins(over)) or (last and _begins(over[:, ::-1])) for over in across)


def _has_edge(over: Mask) -> bool:
    """Whether a straight edge is where the first rows go over from the table to a card, maybe next to another card."""
    return _straight(_strip(over)) >= _STRAIGHT


def _begins(over: Mask) -> bool:
    """Whether the first part of such an edge is seen, or enough of all of it."""
    strip = _strip(over)
    return _straight(strip[:, : strip.shape[1] // _PART]) >= _NEXT_TO_CORNER or _straight(strip) >= _STRAIGHT


def _strip(over: Mask) -> Mask:
    return over[: _EDGE_PX + _INWARD_PX + 1, _EDGE_PX + 2 : -_EDGE_PX - 2]


def _straight(strip: Mask) -> float:
    """Share of the columns whose change from table to card lies on one line."""
    bare = np.logical_or.accumulate(~strip)
    begins = bare[:-2] & strip[1:-1] & strip[2:]
    seen: Mask = np.logical_or.reduce(begins)
    if portion(seen) < _STRAIGHT:
        return 0.0
    steps = np.arange(strip.shape[1]) - strip.shape[1] / 2
    rows = (begins.argmax(axis=0) - _SLOPES[:, None] * steps)[:, seen]
    in_order = np.sort(rows, axis=1)
    middle = (in_order[:, (rows.shape[1] - 1) // 2] + in_order[:, rows.shape[1] // 2]) / 2
    near = np.abs(rows - middle[:, None]) <= _OFF_PX
    return float(near.sum(axis=1).max() / strip.shape[1])
