"""Card edges: straight edges of what lies over a place whose bare table is known, where those of a card are."""

from __future__ import annotations

import numpy as np

from kibitz_vision.patches import CARD_AREA, MARGIN_MM, MM_PER_PX, Mask

_FILLED = 0.75
_STRAIGHT = 0.6
_SLOPES = np.linspace(-0.14, 0.14, 9)
_OFF_PX = 0.8
_EDGE_PX = round(MARGIN_MM / MM_PER_PX)
_INWARD_PX = 6
"""A card may lie so much to a side of its place."""

Edges = tuple[bool, bool, bool, bool]
"""Whether the far, the near, the left and the right edge are seen."""


def edges_of(over: Mask) -> Edges:
    """Which edges are seen of what lies over a place (height, width), none where that is not filled."""
    if over[CARD_AREA].mean() < _FILLED:
        return False, False, False, False
    return _has_edge(over), _has_edge(over[::-1]), _has_edge(over.T), _has_edge(over.T[::-1])


def is_corner(edges: Edges) -> bool:
    """Whether two of them meet."""
    far, near, left, right = edges
    return (far or near) and (left or right)


def _has_edge(over: Mask) -> bool:
    """Whether a straight edge is where the first rows go over from the table to a card, maybe next to another card."""
    strip = over[: _EDGE_PX + _INWARD_PX + 1, _EDGE_PX + 2 : -_EDGE_PX - 2]
    bare = np.logical_or.accumulate(~strip)
    begins = bare[:-2] & strip[1:-1] & strip[2:]
    seen = begins.any(axis=0)
    if seen.mean() < _STRAIGHT:
        return False
    steps = np.arange(strip.shape[1]) - strip.shape[1] / 2
    rows = (begins.argmax(axis=0) - _SLOPES[:, None] * steps)[:, seen]
    near = np.abs(rows - np.median(rows, axis=1, keepdims=True)) <= _OFF_PX
    return bool(near.sum(axis=1).max() >= _STRAIGHT * strip.shape[1])
