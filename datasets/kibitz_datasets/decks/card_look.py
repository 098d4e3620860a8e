"""How the cards of a deck look after years of play: yellowed, worn, with round corners, in sleeves."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from kibitz_datasets.decks.deck import ART_HEIGHT_PX, ART_WIDTH_PX
from kibitz_datasets.decks.sleeves import Sleeve, put_in_sleeve, sample_sleeve
from kibitz_vision.detections import Image


@dataclass(frozen=True, slots=True)
class Look:
    """How a deck has aged and is lit: paper, corner radius (share of width), shadow, wear (0 to 1) and sleeves."""

    paper: tuple[float, float, float]
    radius: float
    shadow: tuple[float, float]
    shadow_depth: int
    border: float
    hide_middle: float
    wear: float = 0.0
    sleeve: Sleeve | None = None


NEW = Look(paper=(1, 1, 1), radius=0.06, shadow=(0.7, 0.7), shadow_depth=90, border=0.0, hide_middle=0.0)
"""A deck fresh from its box."""


@dataclass(frozen=True, slots=True, eq=False)
class PrintedCard:
    """A card near its size in the picture (h, w, 3), how much of it shows (h, w, 0 to 255), and the sleeve round it.

    `rim_px` of picture and opacity on each side are the sleeve's, not the card's.
    """

    picture: Image
    opacity: NDArray[np.uint8]
    rim_px: int


def sample_look(rng: Generator) -> Look:
    """A random deck between new and long used."""
    yellow = rng.uniform(0, 0.25) if rng.random() < 0.4 else 0.0
    angle = rng.uniform(0, 2 * np.pi)
    return Look(
        paper=(1 - yellow, 1 - yellow * 0.35, 1.0),
        radius=float(rng.choice((rng.uniform(0.03, 0.08), 0.0), p=(0.93, 0.07))),
        shadow=(float(np.cos(angle)), float(np.sin(angle))),
        shadow_depth=int(rng.integers(0, 150)),
        border=float(rng.uniform(0.2, 0.9) if rng.random() < 0.3 else 0.0),
        hide_middle=0.08,
        wear=float(rng.uniform(0.1, 1) if rng.random() < 0.25 else 0.0),
        sleeve=sample_sleeve(rng) if rng.random() < 0.1 else None,
    )


def printed(rng: Generator, art: Image, look: Look, corners: NDArray[np.floating]) -> PrintedCard:
    """One card of a deck with that look, near the size at which `corners` (4, 2) show it, so that warping is smooth."""
    sides = np.linalg.norm(corners - np.roll(corners, -1, 0), axis=1)
    width = int(np.clip(max(sides[0], sides[2]), 8, ART_WIDTH_PX))
    height = int(np.clip(max(sides[1], sides[3]), 8, ART_HEIGHT_PX))
    picture = _aged(rng, shrink(art, (width, height)), look)
    opacity = _outline(width, height, round(look.radius * width))
    if look.sleeve is None:
        return PrintedCard(picture, opacity, 0)
    return PrintedCard(*put_in_sleeve(rng, picture, opacity, look.sleeve))


def shrink(art: Image, size: tuple[int, int]) -> Image:
    """A picture reduced to (width, height) px: halved by averaging as often as it goes, which is fast, then scaled."""
    picture = np.asarray(art)
    while picture.shape[1] >= 2 * size[0] or picture.shape[0] >= 2 * size[1]:
        half = tuple(
            side // 2 if side >= 2 * end else side for side, end in zip(picture.shape[1::-1], size, strict=True)
        )
        picture = np.asarray(cv2.resize(picture, half, interpolation=cv2.INTER_AREA), np.uint8)
    return np.array(cv2.resize(picture, size, interpolation=cv2.INTER_LINEAR), np.uint8)


def _aged(rng: Generator, picture: Image, look: Look) -> Image:
    """Yellowed and worn; now and then the middle is painted over, so that the index must decide."""
    height, width = picture.shape[:2]
    if look.paper[0] < 1:
        picture = np.asarray(cv2.transform(picture, np.diag(look.paper)), np.uint8)
    if rng.random() < look.hide_middle:
        x0, y0 = int(rng.uniform(0.22, 0.4) * width), int(rng.uniform(0.05, 0.4) * height)
        picture[y0 : height - y0, x0 : width - x0] = rng.integers(0, 256, 3)
    if look.wear:
        wear_down(rng, picture, look.wear)
    if look.border:
        grey = (int(255 * (1 - look.border)),) * 3
        cv2.rectangle(picture, (0, 0), (width - 1, height - 1), grey, max(1, round(width / 107)))
    return picture


def wear_down(rng: Generator, picture: Image, wear: float) -> None:
    """Rub a card's edges and corners to bare paper, scratch and crease it, the more the nearer `wear` is to 1."""
    height, width = picture.shape[:2]
    paper = tuple(float(v) for v in rng.uniform(190, 245) - rng.uniform(0, 15, 3))
    for _ in range(int(rng.integers(2, 4 + round(10 * wear)))):  # nicks along the edges
        along, side = rng.uniform(0, 1), int(rng.integers(4))
        place = ((along, 0.0), (along, 1.0), (0.0, along), (1.0, along))[side]
        axes = (max(1, round(width * rng.uniform(0.005, 0.01 + 0.08 * wear))), max(1, round(width * 0.02 * wear)))
        centre = (round(place[0] * (width - 1)), round(place[1] * (height - 1)))
        cv2.ellipse(picture, centre, axes if side < 2 else axes[::-1], 0, 0, 360, paper, -1)
    for _ in range(int(rng.integers(0, 2 + round(6 * wear)))):  # scratches, light or dirty
        start = rng.uniform((0, 0), (width, height))
        end = start + rng.normal(0, 0.35 * width, 2)
        shade = paper if rng.random() < 0.6 else tuple(0.35 * v for v in paper)
        layer = picture.copy()
        cv2.line(layer, start.astype(int).tolist(), end.astype(int).tolist(), shade, 1, cv2.LINE_AA)
        strength = rng.uniform(0.15, 0.6)
        picture[:] = cv2.addWeighted(layer, strength, picture, 1 - strength, 0)


def _outline(width: int, height: int, radius: int) -> NDArray[np.uint8]:
    """Opacity (height, width) of a card with round corners of `radius` px."""
    if radius < 1:
        return np.full((height, width), 255, np.uint8)
    mask = np.zeros((height, width), np.uint8)
    cv2.rectangle(mask, (radius, 0), (width - 1 - radius, height - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (width - 1, height - 1 - radius), 255, -1)
    for x in (radius, width - 1 - radius):
        for y in (radius, height - 1 - radius):
            cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
    return mask
