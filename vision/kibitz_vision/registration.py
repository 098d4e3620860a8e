"""Whether the camera still stands as it did: where most corners of the picture went, the camera went."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz_vision.detections import Image
from kibitz_vision.geometry import Homography, inverse, project

Corners = NDArray[np.float32]
"""Points of a picture, shape (n, 2)."""


class Stand(StrEnum):
    """What the camera does."""

    STILL = "still"
    MOVING = "moving"
    MOVED = "moved"
    """It came to rest elsewhere: said once, then it is still there."""


@dataclass(frozen=True, slots=True, eq=False)
class Registration:
    """How the camera stands in one picture.

    `image_from_before`: where it moved, pixels now from pixels before, in full size; the identity otherwise.
    `confidence`: share of the followed corners (0 to 1) that agree; low where hands cover much or the light is off.
    """

    stand: Stand
    image_from_before: Homography
    confidence: float


@dataclass(frozen=True, slots=True)
class RegistrationSettings:
    """When the camera counts as moved.

    `corners`: how many are followed at most. `still_px`: those that are no further off, in full size, have not moved.
    `most`: share of all corners that has to agree on another stand, `most_at_first` before it is one.
    `look_every_ms`: the time between two looks.
    `tend_every_ms`: the time between two searches for more corners where they are scarce.
    `rest_px`, `rest_ms`: it stands again when it moved no further than this for so long. `lost_ms`: after so long
    without a sign of it, it stands where it was seen last.
    """

    corners: int = 120
    still_px: float = 1.2
    most: float = 0.4
    most_at_first: float = 0.5
    look_every_ms: float = 90.0
    tend_every_ms: float = 600.0
    rest_px: float = 0.6
    rest_ms: float = 340.0
    lost_ms: float = 800.0


_FEWEST = 12
"""With fewer corners that proved themselves nothing is said."""
_PROVEN, _GIVEN_UP, _MOST_PROOF = 4, -20, 40
"""A corner is trusted once it was in its place so many times more than not, and given up when it was away for long."""
_SCARCE = 0.75
_OVER_NOISE = 12.0
"""How much more of a corner it has to be than the picture is on the whole: grain and stripes are none."""
_QUALITY, _APART_PX = 0.005, 7.0
_SURELY = 3
"""Looks that have to agree before a stand counts whose signs are gone."""
_CELLS = 8, 5
_EVENLY = np.full((1, 3), 1 / 3)
"""Weights of the colours: backs are as often blue as red."""
_WINDOW_PX, _LEVELS = (15, 15), 3
_UNLIKE_LEVELS = 20.0
_SAMPLE_PX = 4
_INLIER_PX = 1.0
_MOST_PERSPECTIVE, _MOST_STRETCHED = 0.1, 0.12
_SPREAD = 0.5
"""Corners that agree have to reach over so much of what all of them span: a hand of cards alone does not."""


@dataclass(frozen=True, slots=True, eq=False)
class _Followed:
    """Corners: where they are in the picture that is the reference, where their place is, and how they proved it."""

    reference: Image
    there: Corners
    places: Corners
    proof: NDArray[np.int64]

    @property
    def trusted(self) -> NDArray[np.bool_]:
        return self.proof >= _PROVEN

    def taking(self, chosen: NDArray[np.bool_]) -> _Followed:
        return _Followed(self.reference, self.there[chosen], self.places[chosen], self.proof[chosen])


@dataclass(slots=True, eq=False)
class CameraWatch:
    """Follows a camera from picture to picture of one size, each `scale` times smaller than its full size."""

    scale: float = 1.0
    settings: RegistrationSettings = field(default_factory=RegistrationSettings)
    _followed: _Followed | None = field(default=None, init=False)
    _last: Registration = field(default=Registration(Stand.STILL, np.eye(3), 0.0), init=False)
    _looked_ms: float = field(default=float("-inf"), init=False)
    _tended_ms: float = field(default=float("-inf"), init=False)
    _elsewhere: Homography | None = field(default=None, init=False)
    _since_ms: float = field(default=0.0, init=False)
    _agreed_ms: float = field(default=0.0, init=False)
    _agreed: int = field(default=0, init=False)

    def look(self, picture: Image, at_ms: float) -> Registration:
        """How the camera stands in a picture (h, w, 3) of that time, against where it stood when it was last still."""
        if at_ms - self._looked_ms < self.settings.look_every_ms:
            return Registration(_since(self._last.stand), np.eye(3), self._last.confidence)
        self._looked_ms = at_ms
        grey = np.asarray(cv2.transform(picture, _EVENLY), np.uint8)
        if self._followed is None:
            self._followed = _topped_up(_nothing(grey), self.settings.corners)
        else:
            self._last = self._judge(grey, self._followed, at_ms)
        return self._last

    def _judge(self, grey: Image, followed: _Followed, at_ms: float) -> Registration:
        now, found = _track(followed, grey)
        home = found & (np.linalg.norm(now - followed.places, axis=1) * self.scale < self.settings.still_px)
        trusted = followed.trusted
        if trusted.sum() < _FEWEST:
            self._tend(grey, followed, now, home)
            return Registration(_since(self._last.stand), np.eye(3), 0.0)
        at_home = float(home[trusted].mean())
        if at_home >= self.settings.most:
            self._elsewhere, self._agreed = None, 0
            self._tend(grey, followed, now, home)
            return Registration(Stand.STILL, np.eye(3), at_home)
        first = now, home
        moved, agreed = _agreed(followed.places, now, trusted & found & ~home)
        if agreed[trusted].mean() < self.settings.most:
            now, found = _track(followed, grey, _shift(followed.reference, grey))
            moved, agreed = _agreed(followed.places, now, trusted & found & ~home)
        share = float(agreed[trusted].mean())
        least = self.settings.most if self._last.stand is Stand.MOVING else self.settings.most_at_first
        if moved is None or share < max(least, 2 * at_home):
            if self._last.stand is not Stand.MOVING:
                self._tend(grey, followed, *first)
            return self._unsure(grey, max(at_home, share), at_ms)
        self._agreed_ms = at_ms
        self._agreed += 1
        if self._elsewhere is None:
            # One look may be mistaken: the next one has to say so, too.
            self._elsewhere, self._since_ms = moved, at_ms
            return Registration(_since(self._last.stand), np.eye(3), at_home)
        if not self._rests(moved, self._elsewhere, followed.places, at_ms):
            return Registration(Stand.MOVING, np.eye(3), share)
        return self._stands(moved, _Followed(grey, now, now, followed.proof).taking(agreed), share)

    def _unsure(self, grey: Image, confidence: float, at_ms: float) -> Registration:
        """Corners are neither in their places nor together elsewhere: cards were turned, or a hand is before them."""
        if self._last.stand is Stand.MOVING and self._elsewhere is not None:
            if at_ms - self._agreed_ms < self.settings.lost_ms:
                return Registration(Stand.MOVING, np.eye(3), confidence)
            if self._agreed >= _SURELY:
                # What told where it went is gone: where it was seen last has to do.
                return self._stands(self._elsewhere, _nothing(grey), confidence)
        self._elsewhere, self._agreed = None, 0
        return Registration(Stand.STILL, np.eye(3), confidence)

    def _stands(self, moved: Homography, followed: _Followed, share: float) -> Registration:
        self._elsewhere, self._agreed = None, 0
        self._followed = _topped_up(followed, self.settings.corners)
        return Registration(Stand.MOVED, _enlarged(moved, self.scale), share)

    def _rests(self, moved: Homography, before: Homography, corners: Corners, at_ms: float) -> bool:
        """Whether the camera has stood elsewhere for a while, at one and the same stand."""
        if _apart(before, moved, corners) * self.scale > self.settings.rest_px:
            self._elsewhere, self._since_ms = moved, at_ms
        return at_ms - self._since_ms >= self.settings.rest_ms

    def _tend(self, grey: Image, followed: _Followed, now: Corners, home: NDArray[np.bool_]) -> None:
        """Note which corners are in their places; where too few of them are left, take others of this picture."""
        proof = np.clip(followed.proof + np.where(home, 1, -1), _GIVEN_UP, _MOST_PROOF)
        kept = _Followed(followed.reference, followed.there, followed.places, proof)
        scarce = (proof > _GIVEN_UP).sum() < _SCARCE * self.settings.corners
        if scarce and self._looked_ms - self._tended_ms >= self.settings.tend_every_ms:
            self._tended_ms = self._looked_ms
            # A corner keeps its place through all references, so that nothing can creep away unnoticed.
            kept = _Followed(grey, now, followed.places, proof).taking(home)
            kept = _topped_up(kept, self.settings.corners)
        self._followed = kept


def _since(stand: Stand) -> Stand:
    """What is said of a camera when nothing else is known: where it moved to, it now is still."""
    return Stand.MOVING if stand is Stand.MOVING else Stand.STILL


def _nothing(grey: Image) -> _Followed:
    none = np.zeros((0, 2), np.float32)
    return _Followed(grey, none, none, np.zeros(0, np.int64))


def _topped_up(followed: _Followed, count: int) -> _Followed:
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
    return _Followed(
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


def _shift(reference: Image, grey: Image) -> tuple[float, float]:
    """By how many px a picture as a whole is off, roughly: corners that went far are looked for there."""
    small = [cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA) for picture in (reference, grey)]
    before, now = (np.asarray(picture, np.float32) for picture in small)
    (x, y), _ = cv2.phaseCorrelate(before, now, cv2.createHanningWindow(before.shape[::-1], cv2.CV_32F))
    return 2 * x, 2 * y


def _track(
    followed: _Followed, grey: Image, shift: tuple[float, float] = (0.0, 0.0)
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


def _agreed(places: Corners, now: Corners, asked: NDArray[np.bool_]) -> tuple[Homography | None, NDArray[np.bool_]]:
    """The homography that most of the asked corners followed, and which; None where a part of the picture did."""
    nobody = np.zeros(len(places), bool)
    if asked.sum() < _FEWEST:
        return None, nobody
    moved, inliers = cv2.findHomography(places[asked], now[asked], cv2.RANSAC, _INLIER_PX)
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


def _apart(one: Homography, other: Homography, corners: Corners) -> float:
    """How far apart two homographies bring corners, the median in px."""
    points = corners.astype(np.float64)
    return float(np.median(np.linalg.norm(project(points, one) - project(points, other), axis=1)))


def _enlarged(moved: Homography, scale: float) -> Homography:
    """A homography between pictures made `scale` times smaller, for their full size; pixels have their middle at 0."""
    shift = (scale - 1) / 2
    full: Homography = np.array([[scale, 0, shift], [0, scale, shift], [0, 0, 1.0]])
    enlarged: Homography = full @ moved @ inverse(full)
    return enlarged
