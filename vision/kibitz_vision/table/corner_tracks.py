"""Corner tracks: corners of a picture that are followed through those after it, and the movement most of them made."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz_vision.detections import Image
from kibitz_vision.geometry import Homography, project

Corners = NDArray[np.float32]
"""Points of a picture, shape (n, 2)."""

FEWEST = 12
"""With fewer corners that proved themselves nothing is said."""
_PROVEN = 4
"""A corner is trusted once it was in its place so many times more than not."""
_OVER_NOISE = 12.0
"""How much more of a corner it has to be than the picture is on the whole: grain and stripes are none."""
_QUALITY, _APART_PX = 0.005, 7.0
_CELLS = 8, 5
_WINDOW_PX, _LEVELS = (15, 15), 3
_UNLIKE_LEVELS = 20.0
_SAMPLE_PX = 4
_TRIES = 500
"""In so many a third of the corners that agree is found with 99.5 %; no smaller share counts."""
_INLIER_PX = 1.0
_MOST_PERSPECTIVE, _MOST_STRETCHED = 0.1, 0.12
_SPREAD = 0.5
"""Corners that agree have to reach over so much of what all of them span: a hand of cards alone does not."""


@dataclass(frozen=True, slots=True, eq=False)
class Followed:
    """Corners: where they are in the picture that is the reference, where their place is, and how they proved it."""

    reference: Image
    there: Corners
    places: Corners
    proof: NDArray[np.int64]

    @property
    def trusted(self) -> NDArray[np.bool_]:
        """Which of them are known to stand still."""
        return self.proof >= _PROVEN

    def taking(self, chosen: NDArray[np.bool_]) -> Followed:
        """Only some of them."""
        return Followed(self.reference, self.there[chosen], self.places[chosen], self.proof[chosen])


def nothing(grey: Image) -> Followed:
    """A picture in which no corner is followed yet."""
    none = np.zeros((0, 2), np.float32)
    return Followed(grey, none, none, np.zeros(0, np.int64))


def topped_up(followed: Followed, count: int) -> Followed:
    """The same corners and more of the reference, spread over the picture: no part of it may outvote the rest."""
    grey = followed.reference
    cornered = cv2.cornerMinEigenVal(grey, 3)
    free = np.asarray(cornered > _OVER_NOISE * np.median(cornered), np.uint8)
    for x, y in followed.there:
        cv2.circle(free, (round(float(x)), round(float(y))), round(_APART_PX), 0, -1)
    found = cv2.goodFeaturesToTrack(grey, 4 * count, _QUALITY, _APART_PX, mask=free)
    corners = np.zeros((0, 2), np.float32) if found is None else np.asarray(found[:, 0], np.float32)
    room = _room(np.concatenate([followed.there, corners]), grey.shape, len(followed.there), count)
    more = corners[room]
    return Followed(
        grey,
        np.concatenate([followed.there, more]),
        np.concatenate([followed.places, more]),
        np.concatenate([followed.proof, np.zeros(len(more), np.int64)]),
    )


def _room(corners: Corners, shape: tuple[int, ...], kept: int, count: int) -> NDArray[np.int64]:
    """Which of the corners after the first `kept`, best first, find room in their cell of the picture."""
    cells = (corners / (shape[1], shape[0]) * _CELLS).astype(int) @ (1, 100)
    most = -(-2 * count // (_CELLS[0] * _CELLS[1]))
    number = np.array([int((cells[:index] == cell).sum()) for index, cell in enumerate(cells)], int)
    chosen: NDArray[np.int64] = np.flatnonzero(number[kept:] < most)[: max(0, count - kept)]
    return chosen


def shift(reference: Image, grey: Image) -> tuple[float, float]:
    """By how many px a picture as a whole is off, roughly: corners that went far are looked for there."""
    small = [cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA) for picture in (reference, grey)]
    before, now = (np.asarray(picture, np.float32) for picture in small)
    (x, y), _ = cv2.phaseCorrelate(before, now, cv2.createHanningWindow(before.shape[::-1], cv2.CV_32F))
    return 2 * x, 2 * y


def track(
    followed: Followed, grey: Image, shift: tuple[float, float] = (0.0, 0.0)
) -> tuple[Corners, NDArray[np.bool_]]:
    """Where the corners are now, in the light of the reference, and which were found."""
    if not len(followed.there):
        return followed.there, np.zeros(0, bool)
    # Hands cover less than half of the picture: the median pixel tells the light.
    before, now_lit = (picture[::_SAMPLE_PX, ::_SAMPLE_PX].astype(np.float32) for picture in (followed.reference, grey))
    lit = cv2.convertScaleAbs(grey, alpha=float(np.median(before / np.maximum(now_lit, 1.0))))
    there = followed.there[:, None]
    now, found, unlike = cv2.calcOpticalFlowPyrLK(
        followed.reference,
        lit,
        there,
        there + np.asarray(shift, np.float32),
        winSize=_WINDOW_PX,
        maxLevel=_LEVELS,
        flags=cv2.OPTFLOW_USE_INITIAL_FLOW,
    )
    return np.asarray(now[:, 0], np.float32), np.asarray((found[:, 0] > 0) & (unlike[:, 0] < _UNLIKE_LEVELS), bool)


def agreed_on(places: Corners, now: Corners, asked: NDArray[np.bool_]) -> tuple[Homography | None, NDArray[np.bool_]]:
    """The homography that most of the asked corners followed, and which; None where a part of the picture did."""
    nobody = np.zeros(len(places), bool)
    if asked.sum() < FEWEST:
        return None, nobody
    moved, inliers = cv2.findHomography(places[asked], now[asked], cv2.RANSAC, _INLIER_PX, maxIters=_TRIES)
    if moved is None or not inliers.any() or not _like_a_bump(np.asarray(moved, np.float64), places):
        return None, nobody
    agreed = nobody.copy()
    agreed[asked] = inliers[:, 0] > 0
    if (np.ptp(places[agreed], axis=0) < _SPREAD * np.ptp(places[asked], axis=0)).any():
        return None, nobody
    return np.asarray(moved, np.float64), agreed


def _like_a_bump(moved: Homography, places: Corners) -> bool:
    """Whether the picture kept its shape, all but: that it is stretched says that what agrees does so by chance."""
    size = float(np.ptp(places, axis=0).max())
    if np.abs(moved[2, :2]).max() * size > _MOST_PERSPECTIVE:
        return False
    stretched = np.linalg.svd(moved[:2, :2], compute_uv=False)
    return bool(np.abs(np.log(np.maximum(stretched, 1e-6))).max() < _MOST_STRETCHED)


def apart(one: Homography, other: Homography, corners: Corners) -> float:
    """How far apart two homographies bring corners, the median in px."""
    points = corners.astype(np.float64)
    return float(np.median(np.linalg.norm(project(points, one) - project(points, other), axis=1)))
