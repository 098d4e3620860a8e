"""Micro motion: by how much a card lies otherwise than one did before, also where the two look the same.

No two cards are laid down in exactly the same place: a card that lies as before was not taken, or only tilted.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz_vision.geometry import CARD_HEIGHT_MM
from kibitz_vision.table.patches import CARD_AREA, LIKE, MM_PER_PX, Atlas, portion

_NUDGED_MM = 0.25
"""A card that nobody took up seems to have moved by less."""
BRUSHED_MM, LAID_MM = 0.5, 0.8
"""So far off lies a card that is perhaps, and one that is surely not only tilted."""
_SMOOTH_PX = 1.0
_EDGE = 3
_ROUNDS, _SLIP_ROUNDS, _EXACT_MM = 3, 8, 0.005
_SLIPPED_MM = 9.0
_SAME_CARD, _SAME_PATCH = 0.9, 0.85
"""Shares of a card, and of it with the table around it, that look the same once it is moved back."""
_DOUBTFUL_LEVELS = 10.0
"""A pixel so much brighter or darker counts half: it may show something else."""
_STIFF_PX, _STIFF_TURN = 50.0, 20000.0
"""What keeps a patch without any texture in its place."""

_Picture = NDArray[np.float32]


def shows_micro_motion(moved_mm: float | None) -> bool:
    """Whether a card lies surely otherwise than one that looks the same did; None where they do not look the same."""
    return moved_mm is not None and moved_mm >= _NUDGED_MM


def micro_motion_mm(before: Atlas, now: Atlas) -> float:
    """How far what a patch shows has moved since another of the same place, turns as what they move an edge by.

    Gradient descent on a shift and a turn (Lucas and Kanade, 1981), robust against what covers a part.
    """
    return _far_mm(_moved(_smooth(before), _smooth(now), _ROUNDS))


def has_slipped(before: Atlas, now: Atlas) -> bool:
    """Whether a patch shows what another of the same place does, moved and turned by a little."""
    one, other = _smooth(before), _smooth(now)
    moved = _moved(one, other, _SLIP_ROUNDS)
    if _far_mm(moved) > _SLIPPED_MM:
        return False
    like = np.abs(one - _warped(other, *_grid(one), moved)).max(-1) < LIKE
    return portion(like[CARD_AREA]) >= _SAME_CARD and portion(like) >= _SAME_PATCH


def _moved(one: _Picture, other: _Picture, rounds: int) -> NDArray[np.float64]:
    across, down = _grid(one)
    moved = np.zeros(3)
    for _ in range(rounds):
        step = _step(one, _warped(other, across, down, moved), across, down)
        moved += step
        if _far_mm(step) < _EXACT_MM:
            break
    return moved


def _far_mm(moved: NDArray[np.float64]) -> float:
    return float(np.hypot(*moved[:2])) * MM_PER_PX + abs(float(moved[2])) * CARD_HEIGHT_MM / 2


def _grid(picture: _Picture) -> tuple[_Picture, _Picture]:
    """How far to the right of the middle each pixel is, and how far below."""
    height, width = picture.shape[:2]
    down, across = np.mgrid[0:height, 0:width].astype(np.float32)
    return across - (width - 1) / 2, down - (height - 1) / 2


def _smooth(patch: Atlas) -> _Picture:
    return np.asarray(cv2.GaussianBlur(patch.astype(np.float32), (0, 0), _SMOOTH_PX), np.float32)


def _warped(picture: _Picture, across: _Picture, down: _Picture, moved: NDArray[np.float64]) -> _Picture:
    cos, sin = np.cos(moved[2]), np.sin(moved[2])
    x = (picture.shape[1] - 1) / 2 + cos * across - sin * down + moved[0]
    y = (picture.shape[0] - 1) / 2 + sin * across + cos * down + moved[1]
    x, y = x.astype(np.float32), y.astype(np.float32)
    return np.asarray(cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.float32)


def _step(one: _Picture, other: _Picture, across: _Picture, down: _Picture) -> NDArray[np.float64]:
    """By how much (x px, y px, turn) the other has to be moved on to look like the first."""
    inner = np.s_[_EDGE:-_EDGE, _EDGE:-_EDGE]
    slope_y, slope_x = np.gradient(other, axis=0)[inner], np.gradient(other, axis=1)[inner]
    off: _Picture = (one - other)[inner]
    off -= np.median(off, axis=(0, 1)).astype(np.float32)
    turning = slope_y * across[inner][..., None] - slope_x * down[inner][..., None]
    slopes = np.stack([slope_x, slope_y, turning], -1).reshape(-1, 3).astype(np.float64)
    wanted = off.reshape(-1)
    weighed = slopes / (1 + (wanted / _DOUBTFUL_LEVELS) ** 2)[:, None]
    stiff = np.diag([_STIFF_PX, _STIFF_PX, _STIFF_TURN])
    return np.asarray(np.linalg.solve(weighed.T @ slopes + stiff, weighed.T @ wanted), np.float64)
