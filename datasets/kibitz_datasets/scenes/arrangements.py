"""Where cards lie on a table: scattered, in 2x2 grids, fans, columns, piles, or one close up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from kibitz_datasets.scenes.optics.table_camera import Points


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """One card's place: centre in mm, angle in radians, and whether its face is up."""

    centre: Points
    angle: float
    up: bool


def _scatter(rng: Generator, half: Points) -> list[Place]:
    spots: list[Points] = []
    wanted = int(rng.choice((rng.integers(1, 4), rng.integers(3, 10), rng.integers(8, 30))))
    near = rng.choice((0.0, rng.uniform(20, 60), 105.0), p=(0.1, 0.2, 0.7))
    for _ in range(wanted * 4):
        spot = rng.uniform(-half, half)
        if all(np.hypot(*(spot - other)) > near for other in spots):
            spots.append(spot)
        if len(spots) == wanted:
            break
    down = rng.choice((0.0, 0.15, 0.6))
    base, spread = rng.uniform(0, 2 * np.pi), rng.choice((0.08, 0.5, 3.0))
    return [Place(spot, base + rng.normal(0, spread), rng.random() > down) for spot in spots]


def _grids(rng: Generator, half: Points) -> list[Place]:
    places: list[Place] = []
    hands = int(rng.integers(1, 8))
    gap = np.array([63, 88]) + rng.uniform(1, 30)
    down = rng.choice((0.0, 0.1, 0.5, 1.0))
    for k in range(hands):
        turn = 2 * np.pi * k / hands + rng.normal(0, 0.15)
        ring = np.array([np.sin(turn), np.cos(turn)]) * half * rng.uniform(0.3, 0.9)
        axes = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        columns = int(rng.choice((2, 2, 2, 3)))
        for row in range(2):
            for column in range(columns):
                if rng.random() < 0.9:
                    offset = (np.array([column, row]) - [(columns - 1) / 2, 0.5]) * gap + rng.normal(0, 3, 2)
                    angle = -turn + rng.choice((0.0, np.pi)) + rng.normal(0, 0.06)
                    places.append(Place(ring + offset @ axes, angle, rng.random() >= down))
    return places + _pile(rng, half, up=True) + _pile(rng, half, up=False)


def _pile(rng: Generator, half: Points, *, up: bool) -> list[Place]:
    spot = rng.uniform(-half, half) * 0.5
    base, loose = rng.uniform(0, 2 * np.pi), rng.choice((0.5, 6.0, 15.0))
    return [
        Place(spot + rng.normal(0, loose, 2), base + rng.normal(0, loose * 0.01), up)
        for _ in range(int(rng.integers(1, 5)))
    ]


def _fan(rng: Generator, half: Points) -> list[Place]:
    places: list[Place] = []
    for _ in range(int(rng.integers(1, 4))):
        spot, base = rng.uniform(-half, half) * 0.7, rng.uniform(0, 2 * np.pi)
        count, step = int(rng.integers(2, 9)), rng.uniform(0.08, 0.35)
        pivot = rng.uniform(60, 160)
        for k in range(count):
            angle = base + (k - count / 2) * step
            places.append(Place(spot + np.array([np.sin(angle), -np.cos(angle)]) * pivot, angle, True))
    return places


def _columns(rng: Generator, half: Points) -> list[Place]:
    """Solitaire-like columns and rows of overlapping cards."""
    places: list[Place] = []
    angle = rng.uniform(0, 2 * np.pi)
    u, v = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
    columns, step = int(rng.integers(1, 8)), rng.uniform(14, 75)
    sideways = rng.random() < 0.3
    hidden = rng.choice((0.0, 0.5, 1.0))
    for column in range(columns):
        count = int(rng.integers(1, 7))
        backs = int(hidden * rng.integers(0, count))
        for row in range(count):
            across = (column - columns / 2) * rng.uniform(95, 100) if sideways else (column - columns / 2) * 70
            offset = (v * across + u * row * step) if sideways else (u * across + v * row * step)
            start = -(u if sideways else v) * half[1] * 0.6
            places.append(Place(start + offset + rng.normal(0, 1.5, 2), angle + rng.normal(0, 0.03), row >= backs))
    return places


def _spread(rng: Generator, half: Points) -> list[Place]:
    """Rows of many cards that each leave little more than the index of the one beneath free."""
    angle = rng.uniform(0, 2 * np.pi)
    u, v = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
    step, rows = rng.uniform(10, 26), int(rng.integers(1, 4))
    along = rng.choice((-1, 1))
    places: list[Place] = []
    for row in range(rows):
        count = int(rng.integers(3, 20))
        middle = v * (row - (rows - 1) / 2) * rng.uniform(92, 105) + rng.normal(0, 0.15, 2) * half
        start = middle - along * u * count * step / 2
        bend = rng.normal(0, 0.004)
        for k in range(count):
            spot = start + along * u * k * step + rng.normal(0, 0.8, 2)
            places.append(Place(spot, angle + bend * k + rng.normal(0, 0.01), True))
    return places


def _one(rng: Generator, half: Points) -> list[Place]:
    return [Place(rng.uniform(-half, half) * 0.3, rng.uniform(0, 2 * np.pi), rng.random() > 0.1)]


def _piles(rng: Generator, half: Points) -> list[Place]:
    return [
        place for _ in range(int(rng.integers(1, 6))) for place in _pile(rng, half * 1.6, up=bool(rng.random() < 0.7))
    ]


ARRANGEMENTS: tuple[tuple[Callable[[Generator, Points], list[Place]], float], ...] = (
    (_scatter, 0.3),
    (_grids, 0.2),
    (_fan, 0.1),
    (_spread, 0.08),
    (_columns, 0.16),
    (_one, 0.08),
    (_piles, 0.08),
)


def arrange(rng: Generator, half_mm: Points) -> list[Place]:
    """Random places on a table whose visible part reaches `half_mm` (x, y) from its middle; later ones lie on top."""
    weights = [weight for _, weight in ARRANGEMENTS]
    function = ARRANGEMENTS[int(rng.choice(len(weights), p=weights))][0]
    return function(rng, half_mm)[:45]
