"""Glimpses: small pictures that are kept of each look, to compare what shows at a place then and later."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz_vision.detections import Image, Quad
from kibitz_vision.geometry import Homography, project
from kibitz_vision.reading.overlap import shared_area

_LONG_SIDE_PX = 640
_QUALITY = 80
"""Of the JPEG that a glimpse is kept as: some 20 kB, or 12 MB a minute of video."""
_CARD_PX = (36, 50)
_AROUND_PX = 6
"""A card of 63 x 88 mm, and 10 mm around it: what its edges stand against is seen, too."""
_SHIFT_PX = 4
"""7 mm: outlines are that much off, and so is the reckoned movement of a camera."""
_SHADE_PX = 7.0
"""Light and shadows change over more than this, what is printed over less."""
_ALIKE = 0.8
"""On five real clips a card is like itself seconds later by 0.9 to 1.0 in 19 of 20 pictures, also under changing light;
what else shows where it lay is like it by less than 0.78 in as many.
"""
_STILL = 0.93
"""There two pictures 0.1 s apart are alike by 0.98 to 1.0 where nothing moves, and by 0.5 to 0.9 under a hand."""
_EDGES = 0.1
_STANDING_LEVELS = 3.0
"""At this share of a picture, its strongest edges, a camera that stands changes by 0 to 3 levels of 255 within 0.1 s
where no hand moves, one in a hand by 5 to 30.
"""
_NOISE_LEVELS = 3.0
"""Where nothing is printed and nothing moves, pictures differ by noise: by so many grey levels of 255 on average."""

Patch = NDArray[np.uint8]
"""What shows at a place, grey, shape (h, w), the short side of a card across."""


@dataclass(frozen=True, slots=True, eq=False)
class Glimpse:
    """A small grey picture as a JPEG, and the homography to its pixels from those of the first frame."""

    jpeg: bytes
    here_from_first: Homography

    @classmethod
    def of(cls, image: Image, moved: Homography) -> Self:
        """From a picture (h, w, 3) BGR and the homography to it from the first frame."""
        scale = min(1.0, _LONG_SIDE_PX / max(image.shape[:2]))
        grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
        small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        _, jpeg = cv2.imencode(".jpg", small, (cv2.IMWRITE_JPEG_QUALITY, _QUALITY))
        return cls(jpeg.tobytes(), np.diag([scale, scale, 1.0]) @ moved)

    def opened(self) -> Opened:
        """The picture, unpacked."""
        grey = cv2.imdecode(np.frombuffer(self.jpeg, np.uint8), cv2.IMREAD_GRAYSCALE)
        return Opened(np.asarray(grey, np.uint8), self.here_from_first)


@dataclass(frozen=True, slots=True, eq=False)
class Opened:
    """A glimpse unpacked: a grey picture (h, w), and the homography to it from the first frame."""

    grey: NDArray[np.uint8]
    here_from_first: Homography

    def share_inside(self, quad: Quad) -> float:
        """How much of an outline (4, 2) in px of the first frame lies within the picture."""
        there = np.asarray(project(quad.astype(np.float64), self.here_from_first), np.float32)
        return share_inside(there, self.grey.shape)

    def patch(self, quad: Quad) -> Patch:
        """What shows at an outline (4, 2) in px of the first frame, and a little around it."""
        there = np.asarray(project(quad.astype(np.float64), self.here_from_first), np.float32)
        (width, height), around = _CARD_PX, _AROUND_PX
        card = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32) + around
        flat = cv2.getPerspectiveTransform(there, card)
        size = (width + 2 * around, height + 2 * around)
        cut = cv2.warpPerspective(self.grey, flat, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(cut, np.uint8)


def share_inside(quad: Quad, shape: tuple[int, ...]) -> float:
    """How much of an outline (4, 2) in px lies within a picture of a shape (h, w, ...)."""
    right, bottom = shape[1] - 1, shape[0] - 1
    if ((quad >= 0) & (quad <= (right, bottom))).all():
        return 1.0
    picture = np.array([(0, 0), (right, 0), (right, bottom), (0, bottom)], np.float32)
    return shared_area(quad, picture) / float(cv2.contourArea(quad))


def is_standing(one: Opened, other: Opened) -> bool:
    """Whether the camera stood still between two pictures, one soon after the other, as most of the edges do."""
    across, down = (cv2.Sobel(one.grey, cv2.CV_32F, *axis) for axis in ((1, 0), (0, 1)))
    edges = cv2.magnitude(across, down)
    strong = edges >= np.quantile(edges, 1 - _EDGES)
    return float(np.median(cv2.absdiff(one.grey, other.grey)[strong])) <= _STANDING_LEVELS


def are_alike(one: Patch, other: Patch) -> bool:
    """Whether the same lies there, whatever the light and a few millimetres of shift."""
    return _differ_by_noise(one, other) or _likeness(one, other, _SHIFT_PX) >= _ALIKE


def is_still(one: Patch, other: Patch) -> bool:
    """Whether nothing moves there, of two patches taken one soon after the other."""
    return _differ_by_noise(one, other) or _likeness(one, other, 1) >= _STILL


def _differ_by_noise(one: Patch, other: Patch) -> bool:
    change = one.astype(np.float32) - other
    return float(np.abs(change - change.mean()).mean()) <= _NOISE_LEVELS


def _likeness(one: Patch, other: Patch, shift_px: int) -> float:
    """How alike what is printed is, -1 to 1, at the best of all shifts up to so many px."""
    first, second = _print_of(one), _print_of(other)
    inner = first[shift_px:-shift_px, shift_px:-shift_px]
    return float(cv2.matchTemplate(second, inner, cv2.TM_CCOEFF_NORMED).max())


def _print_of(patch: Patch) -> NDArray[np.float32]:
    smooth = cv2.GaussianBlur(np.asarray(patch, np.float32), (3, 3), 0)
    return np.asarray(smooth - cv2.GaussianBlur(smooth, (0, 0), _SHADE_PX), np.float32)
