"""Crops for the reader: one card cut out of a small scene as the detector would hand it over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator

from kibitz_datasets.arrangements import Place
from kibitz_datasets.clutter import draw_hand, draw_thing
from kibitz_datasets.decks import Deck
from kibitz_datasets.lens import photograph
from kibitz_datasets.scenes import Canvas, SceneCard
from kibitz_datasets.surfaces import draw_surface
from kibitz_datasets.table_camera import CARD_MM, image_from_table, sample_tilt
from kibitz_scoring.cards import Card
from kibitz_vision.crops import cut_card
from kibitz_vision.detections import Image, Quad

BACK = "back"
NONE = "none"
"""Label of a crop in which no card can be read: no card, half a card, or one whose indices are covered."""


@dataclass(frozen=True, slots=True, eq=False)
class Crop:
    """A rectified crop (height, width, 3) and what it shows: a card's notation, `back` or `none`."""

    picture: Image
    label: str


def render_crop(
    rng: Generator, decks: Sequence[Deck], smallest_card_px: float = 24, largest_card_px: float = 190
) -> Crop:
    """One random crop; the same generator state gives the same crop."""
    card_px = float(np.exp(rng.uniform(np.log(smallest_card_px), np.log(largest_card_px))))
    side = int(card_px * rng.uniform(2.0, 2.6))
    px_per_mm = card_px / CARD_MM[0]
    camera = image_from_table((side, side), px_per_mm, sample_tilt(rng), rng.uniform(0, 360), rng.uniform(0.8, 3))
    canvas = Canvas(draw_surface(rng, (side, side)))
    if rng.random() < 0.15:
        draw_thing(rng, canvas.picture, card_px)
    canvas.lay(rng, decks[int(rng.integers(len(decks)))], _neighbours(rng), camera)
    if rng.random() < 0.12:
        canvas.cover(draw_hand(rng, canvas.picture, rng.uniform(0, side, 2), card_px * rng.uniform(0.9, 1.6)))
    picture = photograph(rng, canvas.picture, float(np.clip(card_px / 50, 0.35, 3.0)))
    quad, label = _choose(rng, canvas.labels(), side)
    return Crop(cut_card(picture, quad), label)


def _neighbours(rng: Generator) -> list[Place]:
    """A card in the middle with none to four others beside, over or under it."""
    middle = Place(np.zeros(2), rng.uniform(0, 2 * np.pi), bool(rng.random() > 0.07))
    others = []
    for _ in range(int(rng.choice(5, p=(0.35, 0.2, 0.2, 0.15, 0.1)))):
        away = rng.choice((rng.uniform(62, 110), rng.uniform(12, 70)), p=(0.6, 0.4))
        turn = rng.uniform(0, 2 * np.pi)
        angle = middle.angle + rng.choice((0, np.pi / 2, rng.normal(0, 0.3), rng.uniform(0, 6)))
        others.append(Place(np.array([np.cos(turn), np.sin(turn)]) * away, angle, bool(rng.random() > 0.2)))
    place = int(rng.integers(len(others) + 1)) if rng.random() < 0.5 else len(others)
    return [*others[:place], middle, *others[place:]]


def _choose(rng: Generator, cards: Sequence[SceneCard], side: int) -> tuple[Quad, str]:
    """A quad as a detector gives it, and its label."""
    if not cards or rng.random() < 0.05:
        centre, size = rng.uniform(0, side, 2), rng.uniform(0.15, 0.5) * side
        box = cv2.boxPoints((tuple(centre), (size * 0.7, size), float(rng.uniform(0, 180))))
        return np.asarray(box, np.float32), _label_of_any(cards, np.asarray(box, np.float32))
    middle = min(cards, key=lambda card: float(np.hypot(*(card.quad.mean(0) - side / 2))))
    return loosen(rng, middle.quad), label_of(middle)


def label_of(card: SceneCard) -> str:
    """What a person could read of a card: its name needs an open index corner or nearly the whole face."""
    if card.card is None:
        return BACK if card.visible > 0.3 else NONE
    return str(card.card) if card.index_visible > 0.85 or card.visible > 0.9 else NONE


def _label_of_any(cards: Sequence[SceneCard], quad: Quad) -> str:
    for card in cards:
        both, _ = cv2.intersectConvexConvex(cv2.convexHull(card.quad), cv2.convexHull(quad))
        union = cv2.contourArea(card.quad) + cv2.contourArea(quad) - both
        if both / max(union, 1) > 0.55:
            return label_of(card)
    return NONE


def loosen(rng: Generator, quad: Quad) -> Quad:
    """A quad as inexact as a detector's: sometimes only the enclosing rectangle, always a little off."""
    loose = quad
    if rng.random() < 0.5:
        box = np.asarray(cv2.boxPoints(cv2.minAreaRect(quad)), np.float32)
        first = int(np.argmin(np.linalg.norm(box - quad[0], axis=1)))
        loose = np.roll(box, -first, 0)
    size = np.sqrt(abs(float(cv2.contourArea(quad))))
    spread = rng.choice((0.01, 0.03, 0.05)) * size
    centre = loose.mean(0)
    loose = (loose - centre) * rng.normal(1.01, 0.03) + centre + rng.normal(0, spread * 0.7, 2)
    loose = loose + rng.normal(0, spread, (4, 2))
    if rng.random() < 0.5:
        loose = np.roll(loose, 2, 0)  # nobody knows which end is up
    return np.asarray(loose, np.float32)


def crop_labels(cards: Sequence[Card]) -> tuple[str, ...]:
    """Names of the reader's classes in their order."""
    return (*(str(card) for card in cards), BACK, NONE)
