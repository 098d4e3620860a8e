"""How much two outlines have in common, and what lies in one."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

Outline = NDArray[np.floating]
"""A convex outline, shape (n, 2), in any order of its corners and any unit."""


def shared_area(first: Outline, second: Outline) -> float:
    """Area of what both cover, in square units of the outlines."""
    both, _ = cv2.intersectConvexConvex(_hull(first), _hull(second))
    return float(both)


def iou(first: Outline, second: Outline) -> float:
    """Area of what both cover over the area of what either covers, 0 to 1."""
    both = shared_area(first, second)
    return both / max(_area(first) + _area(second) - both, 1e-6)


def share_of_smaller(first: Outline, second: Outline) -> float:
    """Share of the smaller one that the other covers, 0 to 1."""
    return shared_area(first, second) / max(min(_area(first), _area(second)), 1e-6)


def contains(outline: Outline, point: Sequence[float] | NDArray[np.floating]) -> bool:
    """Whether a point (x, y) lies in an outline or on its border."""
    return cv2.pointPolygonTest(_hull(outline), (float(point[0]), float(point[1])), measureDist=False) >= 0


def _area(outline: Outline) -> float:
    return float(cv2.contourArea(_hull(outline)))


def _hull(outline: Outline) -> NDArray[np.float32]:
    return np.asarray(cv2.convexHull(np.asarray(outline, np.float32)), np.float32)
