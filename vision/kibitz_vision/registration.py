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
    `most`: share of all corners that has to agree on another stand. `look_every_ms`: the time between two looks.
    `rest_px`, `rest_ms`: it stands again when it moved no further than this for so long.
    """

    corners: int = 120
    still_px: float = 1.2
    most: float = 0.4
    look_every_ms: float = 90.0
    rest_px: float = 0.6
    rest_ms: float = 340.0


_FEWEST = 12
"""With fewer corners nothing is said."""
_SCARCE = 0.6
"""Where fewer of the corners are in their places, those that the picture shows now are followed instead."""
_QUALITY, _APART_PX = 0.02, 9.0
_WINDOW_PX, _LEVELS = (15, 15), 3
_INLIER_PX = 1.0
_SPREAD = 0.5
"""Corners that agree have to reach over so much of what all of them span: a hand of cards alone does not."""


@dataclass(slots=True, eq=False)
class CameraWatch:
    """Follows a camera from picture to picture of one size, each `scale` times smaller than its full size."""

    scale: float = 1.0
    settings: RegistrationSettings = field(default_factory=RegistrationSettings)
    _reference: Image | None = field(default=None, init=False)
    _corners: Corners = field(default_factory=lambda: np.zeros((0, 2), np.float32), init=False)
    _last: Registration = field(default=Registration(Stand.STILL, np.eye(3), 1.0), init=False)
    _looked_ms: float = field(default=float("-inf"), init=False)
    _elsewhere: Homography | None = field(default=None, init=False)
    _since_ms: float = field(default=0.0, init=False)

    def look(self, picture: Image, at_ms: float) -> Registration:
        """How the camera stands in a picture (h, w, 3) of that time, against where it stood when it was last still."""
        if at_ms - self._looked_ms < self.settings.look_every_ms:
            return Registration(_since(self._last.stand), np.eye(3), self._last.confidence)
        self._looked_ms = at_ms
        grey = np.ascontiguousarray(picture[..., 1])
        if self._reference is None:
            self._follow_from(grey)
        else:
            self._last = self._judge(grey, self._reference, at_ms)
        return self._last

    def _judge(self, grey: Image, reference: Image, at_ms: float) -> Registration:
        if len(self._corners) < _FEWEST:
            self._follow_from(grey)
            return Registration(Stand.STILL, np.eye(3), 0.0)
        now, found = _track(reference, grey, self._corners)
        off_px = np.linalg.norm(now - self._corners, axis=1) * self.scale
        at_home = float(np.mean(found & (off_px < self.settings.still_px)))
        if at_home >= self.settings.most:
            self._elsewhere = None
            if at_home < _SCARCE:
                self._follow_from(grey)
            return Registration(Stand.STILL, np.eye(3), at_home)
        moved, share = _agreed(self._corners[found], now[found])
        share *= float(found.mean())
        if moved is None or share < self.settings.most:
            return Registration(_since(self._last.stand), np.eye(3), max(at_home, share))
        return self._moving(moved, share, grey, at_ms)

    def _moving(self, moved: Homography, share: float, grey: Image, at_ms: float) -> Registration:
        """The camera stands elsewhere: at rest there if it has done so for a while."""
        if self._elsewhere is None or self._apart_px(self._elsewhere, moved) > self.settings.rest_px:
            self._elsewhere, self._since_ms = moved, at_ms
        if at_ms - self._since_ms < self.settings.rest_ms:
            return Registration(Stand.MOVING, np.eye(3), share)
        self._elsewhere = None
        self._follow_from(grey)
        return Registration(Stand.MOVED, _enlarged(moved, self.scale), share)

    def _apart_px(self, one: Homography, other: Homography) -> float:
        corners = self._corners.astype(np.float64)
        return float(np.median(np.linalg.norm(project(corners, one) - project(corners, other), axis=1))) * self.scale

    def _follow_from(self, grey: Image) -> None:
        corners = cv2.goodFeaturesToTrack(grey, self.settings.corners, _QUALITY, _APART_PX)
        self._reference = grey
        self._corners = np.zeros((0, 2), np.float32) if corners is None else np.asarray(corners[:, 0], np.float32)


def _since(stand: Stand) -> Stand:
    """What is said of a camera when nothing else is known: where it moved to, it now is still."""
    return Stand.MOVING if stand is Stand.MOVING else Stand.STILL


def _track(reference: Image, grey: Image, corners: Corners) -> tuple[Corners, NDArray[np.bool_]]:
    """Where corners (n, 2) of the reference are now, in the light of the reference, and which were found."""
    gain = float(reference.mean()) / max(float(grey.mean()), 1.0)
    lit = cv2.convertScaleAbs(grey, alpha=gain)
    now, found, _ = cv2.calcOpticalFlowPyrLK(
        reference, lit, corners[:, None], np.empty_like(corners[:, None]), winSize=_WINDOW_PX, maxLevel=_LEVELS
    )
    return np.asarray(now[:, 0], np.float32), np.asarray(found[:, 0], bool)


def _agreed(corners: Corners, now: Corners) -> tuple[Homography | None, float]:
    """The homography that most corners followed, and their share; None where only a part of the picture did."""
    if len(corners) < _FEWEST:
        return None, 0.0
    moved, inliers = cv2.findHomography(corners, now, cv2.RANSAC, _INLIER_PX)
    if moved is None:
        return None, 0.0
    inside = inliers[:, 0].astype(bool)
    if not inside.any() or (np.ptp(corners[inside], axis=0) < _SPREAD * np.ptp(corners, axis=0)).any():
        return None, 0.0
    return np.asarray(moved, np.float64), float(inside.mean())


def _enlarged(moved: Homography, scale: float) -> Homography:
    """A homography between pictures made `scale` times smaller, for their full size; pixels have their middle at 0."""
    shift = (scale - 1) / 2
    full: Homography = np.array([[scale, 0, shift], [0, scale, shift], [0, 0, 1.0]])
    enlarged: Homography = full @ moved @ inverse(full)
    return enlarged
