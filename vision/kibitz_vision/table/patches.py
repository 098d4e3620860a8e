"""Patches: the table's places cut out of a frame, each stood upright at one size, so that all are compared at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from kibitz_scoring.table import Place
from kibitz_vision.detections import Image
from kibitz_vision.geometry import CARD_HEIGHT_MM, CARD_WIDTH_MM, Points
from kibitz_vision.table.places import TablePlaces

MARGIN_MM = 8.0
MM_PER_PX = 2.0
WIDTH_PX = round((CARD_WIDTH_MM + 2 * MARGIN_MM) / MM_PER_PX)
HEIGHT_PX = round((CARD_HEIGHT_MM + 2 * MARGIN_MM) / MM_PER_PX)
LIKE = 14
"""Grey levels by which a pixel may differ from another and still show the same thing."""

_DARKEST = 0.7
"""Share of the light that a hand's shadow leaves."""
_PLAIN_LEVELS = 10.0
"""What varies by less has no pattern by which to tell it."""

Atlas = NDArray[np.uint8]
"""The patches of all places, shape (n, HEIGHT_PX, WIDTH_PX, 3), BGR, the player's far side on top."""

Mask = NDArray[np.bool_]
"""One truth for each pixel of a patch, or of each patch of an atlas."""


@dataclass(frozen=True, slots=True, eq=False)
class PatchMap:
    """Where the pixels of each place's patch lie in a picture of half size."""

    table: TablePlaces
    places: tuple[Place, ...]
    x: NDArray[np.float32]
    y: NDArray[np.float32]

    def cut(self, half: Image) -> Atlas:
        """The atlas of a picture of half size."""
        atlas = cv2.remap(half, self.x, self.y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(atlas, np.uint8).reshape(len(self.places), HEIGHT_PX, WIDTH_PX, 3)

    def pixels(self, place: Place, spots_mm: Points) -> Points:
        """Where points (..., 2) of the table lie in a place's patch."""
        quad = self.table.quads_mm[place]
        right = (quad[1] - quad[0]) / CARD_WIDTH_MM
        near = (quad[3] - quad[0]) / CARD_HEIGHT_MM
        offset = spots_mm - quad[0]
        px: Points = (np.stack([offset @ right, offset @ near], -1) + MARGIN_MM) / MM_PER_PX - 0.5
        return px


def patch_map(table: TablePlaces) -> PatchMap:
    """Where the patches of a table's places lie."""
    places = tuple(table.quads_mm)
    across, down = (
        np.arange(size, dtype=np.float64) * MM_PER_PX + MM_PER_PX / 2 - MARGIN_MM for size in (WIDTH_PX, HEIGHT_PX)
    )
    spots = np.concatenate([_spots(table.quads_mm[place], across, down) for place in places])
    px = table.in_picture(spots)
    # The centre of a pixel of half size lies between two pixels of the picture.
    half = ((px + 0.5) / 2 - 0.5).astype(np.float32)
    return PatchMap(table, places, np.ascontiguousarray(half[..., 0]), np.ascontiguousarray(half[..., 1]))


def _spots(quad_mm: Points, across: Points, down: Points) -> Points:
    """Points on the table (height, width, 2) of a patch, from distances in mm to the card's far left corner."""
    right = (quad_mm[1] - quad_mm[0]) / CARD_WIDTH_MM
    near = (quad_mm[3] - quad_mm[0]) / CARD_HEIGHT_MM
    spots: Points = quad_mm[0] + across[None, :, None] * right + down[:, None, None] * near
    return spots


def card_area() -> Mask:
    """The pixels of a patch on which a card at its place lies."""
    edge = round(MARGIN_MM / MM_PER_PX)
    area = np.zeros((HEIGHT_PX, WIDTH_PX), bool)
    area[edge:-edge, edge:-edge] = True
    return area


def card_third(number: int) -> Mask:
    """The pixels of a third of that card: 0 is the far one, 2 the one nearest the player."""
    edges = (MARGIN_MM + CARD_HEIGHT_MM * np.array([number, number + 1]) / 3) / MM_PER_PX
    rows = np.arange(HEIGHT_PX)[:, None]
    third: Mask = card_area() & (rows >= edges[0]) & (rows < edges[1])
    return third


CARD_AREA = card_area()
BORDER = np.ones((HEIGHT_PX, WIDTH_PX), bool)
"""The outermost pixels of a patch, to which no card at its place reaches."""
BORDER[2:-2, 2:-2] = False
INNER: Mask = np.asarray(cv2.erode(CARD_AREA.astype(np.uint8), np.ones((7, 7), np.uint8)) > 0)
"""The pixels of that card but its rim, where it may lie otherwise and show the table."""
THIRDS = tuple(card_third(number) for number in range(3))
"""The far, the middle and the near third of it."""


def alike(one: Atlas, other: Atlas) -> Mask:
    """Where two patches, atlases or other parts of pictures of one shape show the same; the last axis is the colour."""
    width = one.shape[-2]
    difference = cv2.absdiff(one.reshape(-1, width, 3), other.reshape(-1, width, 3))
    return np.asarray(largest(cv2.split(difference)) < LIKE).reshape(one.shape[:-1])


def shaded(one: Atlas, other: Atlas) -> Mask:
    """Where a patch shows the same as another of one shape, maybe in a shadow."""
    # Colour by colour: sums over a last axis of three take several times as long.
    now, before = (cv2.split(patch.astype(np.float32)) for patch in (one, other))
    both, own = (first[0] * before[0] + first[1] * before[1] + first[2] * before[2] for first in (now, before))
    light = both / np.maximum(own, 1.0)
    off = largest([cv2.absdiff(seen, light * lain) for seen, lain in zip(now, before, strict=True)])
    lit: Mask = alike(one, other) | ((off < LIKE / 2) & (light > _DARKEST) & (light < 1.0))
    return lit


def near(patch: Atlas, back: Atlas, around_px: int) -> Mask:
    """Where a patch shows a colour between the darkest and the brightest of another, seen so many px around."""
    around = np.ones((around_px, around_px), np.uint8)
    darkest, brightest = cv2.erode(back, around), cv2.dilate(back, around)
    off = cv2.max(cv2.subtract(darkest, patch), cv2.subtract(patch, brightest))
    return np.asarray(largest(cv2.split(off)) < LIKE)


def largest(colours: Sequence[MatLike]) -> MatLike:
    """Pixel by pixel the largest of three colours, each an array of its own: several times as fast as along an axis."""
    blue, green, red = colours
    return cv2.max(cv2.max(blue, green), red)


def portion(pixels: Mask) -> float:
    """Share of some pixels, at least one, for which it is true; several times as fast as their mean."""
    return np.count_nonzero(pixels) / pixels.size


def portions(patches: Mask) -> NDArray[np.float64]:
    """The same for each patch (n, height, width)."""
    flat = patches.view(np.uint8).reshape(len(patches), -1)
    counts = cv2.reduce(flat, 1, cv2.REDUCE_SUM, dtype=cv2.CV_32S)
    return np.asarray(counts[:, 0] / flat.shape[1], np.float64)


def likeness(one: Atlas, other: Atlas) -> float:
    """Share of a card's pixels that look alike in two patches (height, width, 3)."""
    return portion(alike(one, other)[CARD_AREA])


def grain(patch: Atlas) -> NDArray[np.float32]:
    """The fine pattern (height, width) of what a patch shows, without its colour and light."""
    grey = cv2.cvtColor(np.ascontiguousarray(patch), cv2.COLOR_BGR2GRAY).astype(np.float32)
    return np.asarray(grey - cv2.GaussianBlur(grey, (0, 0), 2.0), np.float32)


def texture(patch: Atlas) -> NDArray[np.float32]:
    """How much each pixel (height, width) tells about where a thing lies: its contrast with its neighbours."""
    grey = cv2.cvtColor(np.ascontiguousarray(patch), cv2.COLOR_BGR2GRAY)
    contrast = cv2.morphologyEx(grey, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))
    return np.clip(contrast.astype(np.float32) - 12, 1, 60)


def has_pattern(back: NDArray[np.uint8]) -> bool:
    """Whether there is a pattern by which to tell a back (height, width, 3)."""
    return float(back.std(axis=(0, 1)).max()) >= _PLAIN_LEVELS
