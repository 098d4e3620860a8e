"""Cards that a hand holds up over the table: one or a fan, fingers behind them and the thumb in front."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from kibitz_datasets.scenes.arrangements import Place
from kibitz_datasets.scenes.optics.table_camera import CARD_MM, Points, image_from_table, project

PALM_MM = 95.0
"""Width of a hand, with its thumb."""


@dataclass(frozen=True, slots=True, eq=False)
class HeldCards:
    """Where held cards are: `places` in mm on a plane of their own, which `camera` (3, 3) shows in px.

    The hand of `hand_px` reaches behind them for `tip`; its thumb lies over them from `thumb[0]` to `thumb[1]`, in px.
    """

    places: tuple[Place, ...]
    camera: Points
    tip: Points
    thumb: Points
    hand_px: float


def sample_held(rng: Generator, size: tuple[int, int], card_px: float) -> HeldCards:
    """One to eight cards in a hand, nearer to the camera than those on the table, which are `card_px` wide."""
    height, width = size
    px_per_mm = card_px / CARD_MM[0] * rng.uniform(1.0, 1.7)
    camera = image_from_table(size, px_per_mm, float(rng.uniform(0, 40)), rng.uniform(0, 360), rng.uniform(0.8, 1.8))
    away = rng.uniform((-0.35 * width, -0.35 * height), (0.35 * width, 0.35 * height))
    camera = np.array([[1, 0, away[0]], [0, 1, away[1]], [0, 0, 1]]) @ camera
    count, step, pivot = int(rng.integers(1, 9)), rng.uniform(0.1, 0.32), rng.uniform(58, 85)
    angles = [(k - (count - 1) / 2) * step + rng.normal(0, 0.02) for k in range(count)]
    up = bool(rng.random() < 0.8)
    places = tuple(Place(np.array([np.sin(a), -np.cos(a)]) * pivot, a, up) for a in angles)
    low = pivot - CARD_MM[1] / 2
    side = rng.choice((-1, 1))
    spots = np.array([[0, -low - 25], [side * 38, -low + 12], [side * rng.uniform(0, 14), -low - rng.uniform(10, 34)]])
    tip, *thumb = project(camera, spots)
    return HeldCards(places, camera, tip, np.array(thumb), PALM_MM * px_per_mm * 0.8)
