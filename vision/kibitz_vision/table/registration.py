"""Whether the camera still stands as it did: where most corners of the picture went, the camera went."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz_vision.detections import Image
from kibitz_vision.geometry import Homography, inverse
from kibitz_vision.table.corner_tracks import (
    FEWEST,
    Corners,
    Followed,
    agreed_on,
    apart,
    nothing,
    shift,
    topped_up,
    track,
)


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


_SCALE = 2.0
"""The pictures are so many times smaller than what the camera sends."""
_CORNERS = 120
"""So many are followed at most."""
_STILL_PX = 1.2
"""Corners that are no further off, in full size, have not moved."""
_LEAST, _LEAST_AT_FIRST = 0.4, 0.5
"""Share of all corners that has to agree on another stand, and before it is one."""
_LOOK_EVERY_MS, _TEND_EVERY_MS = 90.0, 600.0
"""The time between two looks, and between two searches for more corners where they are scarce."""
_REST_PX, _REST_MS, _LOST_MS = 0.6, 340.0, 800.0
"""It stands again when it moved no further than this for so long; after so long without a sign of it, it stands where
it was seen last.
"""
_GIVEN_UP, _MOST_PROOF = -20, 40
"""A corner is given up when it was away for long."""
_SCARCE = 0.75
_SURELY = 3
"""Looks that have to agree before a stand counts whose signs are gone."""
_EVENLY = np.full((1, 3), 1 / 3)
"""Weights of the colours: backs are as often blue as red."""
_AT_HOME, _CLEARLY, _MOST = 0.85, 0.2, 0.65
"""A camera that is turned a little leaves many corners in their places; this share more agree on where it stands."""


@dataclass(slots=True, eq=False)
class CameraWatch:
    """Follows a camera from picture to picture of one size, each half as wide and high as its full size."""

    _followed: Followed | None = field(default=None, init=False)
    _last: Registration = field(default=Registration(Stand.STILL, np.eye(3), 0.0), init=False)
    _looked_ms: float = field(default=float("-inf"), init=False)
    _tended_ms: float = field(default=float("-inf"), init=False)
    _elsewhere: Homography | None = field(default=None, init=False)
    _since_ms: float = field(default=0.0, init=False)
    _agreed_ms: float = field(default=0.0, init=False)
    _agreed: int = field(default=0, init=False)

    def look(self, picture: Image, at_ms: float) -> Registration:
        """How the camera stands in a picture (h, w, 3) of that time, against where it stood when it was last still."""
        if at_ms - self._looked_ms < _LOOK_EVERY_MS:
            return Registration(_since(self._last.stand), np.eye(3), self._last.confidence)
        self._looked_ms = at_ms
        grey = np.asarray(cv2.transform(picture, _EVENLY), np.uint8)
        if self._followed is None:
            self._followed = topped_up(nothing(grey), _CORNERS)
        else:
            self._last = self._judge(grey, self._followed, at_ms)
        return self._last

    def _judge(self, grey: Image, followed: Followed, at_ms: float) -> Registration:
        now, found = track(followed, grey)
        home = found & (np.linalg.norm(now - followed.places, axis=1) * _SCALE < _STILL_PX)
        trusted = followed.trusted
        if trusted.sum() < FEWEST:
            self._tend(grey, followed, now, home)
            return Registration(_since(self._last.stand), np.eye(3), 0.0)
        at_home = float(home[trusted].mean())
        moved, agreed = self._turned(followed.places, now, trusted & found, at_home)
        if moved is None and at_home >= _LEAST:
            self._elsewhere, self._agreed = None, 0
            self._tend(grey, followed, now, home)
            return Registration(Stand.STILL, np.eye(3), at_home)
        first = now, home
        if moved is None:
            moved, agreed = agreed_on(followed.places, now, trusted & found & ~home)
            if agreed[trusted].mean() < _LEAST:
                now, found = track(followed, grey, shift(followed.reference, grey))
                moved, agreed = agreed_on(followed.places, now, trusted & found & ~home)
            moved = moved if agreed[trusted].mean() >= 2 * at_home else None
        share = float(agreed[trusted].mean())
        if moved is None or share < self._least:
            if self._last.stand is not Stand.MOVING:
                self._tend(grey, followed, *first)
            return self._unsure(grey, max(at_home, share), at_ms)
        return self._away(moved, Followed(grey, now, now, followed.proof).taking(agreed), share, at_ms)

    @property
    def _least(self) -> float:
        return _LEAST if self._last.stand is Stand.MOVING else _LEAST_AT_FIRST

    def _away(self, moved: Homography, followed: Followed, share: float, at_ms: float) -> Registration:
        """Most corners agree on where the camera stands now, and that is elsewhere."""
        self._agreed_ms = at_ms
        self._agreed += 1
        if self._elsewhere is None:
            # One look may be mistaken: the next one has to say so, too.
            self._elsewhere, self._since_ms = moved, at_ms
            return Registration(_since(self._last.stand), np.eye(3), share)
        if not self._rests(moved, self._elsewhere, followed.places, at_ms):
            return Registration(Stand.MOVING, np.eye(3), share)
        return self._stands(moved, followed, share)

    def _turned(
        self, places: Corners, now: Corners, asked: NDArray[np.bool_], at_home: float
    ) -> tuple[Homography | None, NDArray[np.bool_]]:
        """The homography that explains better than rest where all corners are: turned a little, many stay at home."""
        moved, agreed = agreed_on(places, now, asked) if at_home < _AT_HOME else (None, asked)
        if moved is None or apart(np.eye(3), moved, places) * _SCALE < _STILL_PX:
            return None, agreed
        is_clear = agreed.sum() >= 2 * FEWEST and agreed[asked].mean() >= max(at_home + _CLEARLY, _MOST)
        return (moved if is_clear else None), agreed

    def _unsure(self, grey: Image, confidence: float, at_ms: float) -> Registration:
        """Corners are neither in their places nor together elsewhere: cards were turned, or a hand is before them."""
        if self._last.stand is Stand.MOVING and self._elsewhere is not None:
            if at_ms - self._agreed_ms < _LOST_MS:
                return Registration(Stand.MOVING, np.eye(3), confidence)
            if self._agreed >= _SURELY:
                # What told where it went is gone: where it was seen last has to do.
                return self._stands(self._elsewhere, nothing(grey), confidence)
        self._elsewhere, self._agreed = None, 0
        return Registration(Stand.STILL, np.eye(3), confidence)

    def _stands(self, moved: Homography, followed: Followed, share: float) -> Registration:
        self._elsewhere, self._agreed = None, 0
        self._followed = topped_up(followed, _CORNERS)
        return Registration(Stand.MOVED, _enlarged(moved), share)

    def _rests(self, moved: Homography, before: Homography, corners: Corners, at_ms: float) -> bool:
        """Whether the camera has stood elsewhere for a while, at one and the same stand."""
        if apart(before, moved, corners) * _SCALE > _REST_PX:
            self._elsewhere, self._since_ms = moved, at_ms
        return at_ms - self._since_ms >= _REST_MS

    def _tend(self, grey: Image, followed: Followed, now: Corners, home: NDArray[np.bool_]) -> None:
        """Note which corners are in their places; where too few of them are left, take others of this picture."""
        proof = np.clip(followed.proof + np.where(home, 1, -1), _GIVEN_UP, _MOST_PROOF)
        kept = Followed(followed.reference, followed.there, followed.places, proof)
        scarce = (proof > _GIVEN_UP).sum() < _SCARCE * _CORNERS
        if scarce and self._looked_ms - self._tended_ms >= _TEND_EVERY_MS:
            self._tended_ms = self._looked_ms
            # A corner keeps its place through all references, so that nothing can creep away unnoticed.
            kept = Followed(grey, now, followed.places, proof).taking(home)
            kept = topped_up(kept, _CORNERS)
        self._followed = kept


def _since(stand: Stand) -> Stand:
    """What is said of a camera when nothing else is known: where it moved to, it now is still."""
    return Stand.MOVING if stand is Stand.MOVING else Stand.STILL


def _enlarged(moved: Homography) -> Homography:
    """A homography between the smaller pictures, for their full size; pixels have their middle at 0."""
    shift = (_SCALE - 1) / 2
    full: Homography = np.array([[_SCALE, 0, shift], [0, _SCALE, shift], [0, 0, 1.0]])
    enlarged: Homography = full @ moved @ inverse(full)
    return enlarged
