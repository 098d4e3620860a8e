"""Further views of a card that one look left in doubt, and what all looks say together."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kibitz_vision.detections import Quad
from kibitz_vision.reading.corners.index_corners import index_quad

VIEWS, UPRIGHT_VIEWS = 8, 4
"""Further views of a doubtful card, and the first of them, which show it upright."""
CORNER_WEIGHT = 0.5
"""How much a corner counts beside the whole card, whose look already holds it."""
JOKERS_CORNER = 0.06
"""How likely a joker's corner, which holds no index, is to look like the index that the reader says it is."""
SHOWS_FACE = 0.3
"""From this probability of a card with an index on, as three upright views show it, it is no joker on its side."""


def further_views(quad: Quad) -> tuple[Quad, ...]:
    """The card from its other end, a little larger (errors of the outline then differ), its two index corners; and
    the same from both sides."""
    centre = quad.mean(0)
    larger = np.asarray((quad - centre) * 1.06 + centre, np.float32)
    lying = np.roll(quad, 1, 0)
    return (np.roll(quad, 2, 0), larger, *_corners(quad), lying, np.roll(quad, 3, 0), *_corners(lying))


def _corners(quad: Quad) -> tuple[Quad, Quad]:
    return index_quad(quad, turned=False), index_quad(quad, turned=True)


def together(rows: NDArray[np.float32], has_index: NDArray[np.bool_], misread: float) -> NDArray[np.float32]:
    """One row from the first look and those at the further views."""
    upright = _with_corners(rows[:3].mean(0), rows[3:5], has_index, misread)
    best = upright
    if len(rows) > 1 + UPRIGHT_VIEWS:
        # Tilt can make a card's long side the shorter one: it then reads better from the side.
        lying = _with_corners(rows[5:7].mean(0), rows[7:9], has_index, misread)
        # An ace looks like a joker from its side.
        shows_face = rows[:3].mean(0)[:-2][has_index].max() > SHOWS_FACE
        is_false_joker = shows_face and not has_index[lying[:-2].argmax()]
        best = lying if lying[:-2].max() > upright[:-1].max() and not is_false_joker else upright
    return np.asarray(best / best.sum(), np.float32)


def _with_corners(
    row: NDArray[np.float32], corners: NDArray[np.float32], has_index: NDArray[np.bool_], misread: float
) -> NDArray[np.float32]:
    """A row weighed by what two index corners say, not made to add up to 1; one that cannot be read says nothing."""
    read = corners[:, :-2].sum(1, keepdims=True)
    mute = corners[:, -2:].sum(1, keepdims=True) / (corners.shape[1] - 2)
    said = np.hstack([corners[:, :-2], np.zeros((len(corners), 2), np.float32)]) + mute + misread * read
    said[:, :-2][:, ~has_index] = JOKERS_CORNER
    return np.asarray(row * np.prod(said, 0) ** CORNER_WEIGHT, np.float32)
