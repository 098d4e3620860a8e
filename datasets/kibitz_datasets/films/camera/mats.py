"""Patterned mats with printed zones of the size of cards, under the cards and where none will ever lie."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from kibitz_datasets.films.camera.view import View
from kibitz_datasets.films.stage.seats import Spot, TablePlan
from kibitz_datasets.scenes.optics.table_camera import CARD_MM, Points
from kibitz_datasets.scenes.surfaces import draw_surface
from kibitz_scoring.slots import slot_id
from kibitz_scoring.table import Heap, Place
from kibitz_vision.detections import Image

_BEYOND_MM = 45.0
_ELSEWHERE = (8, 30)
"""How many zones are printed where no card has its place."""
_FILLED = 0.3
_APART_MM = 112.0


def print_mat(rng: Generator, surface: Image, margin_px: tuple[int, int], view: View, plan: TablePlan) -> None:
    """Lay a mat over the middle of a table top that shows `margin_px` more on each side than the view."""
    size = (surface.shape[0], surface.shape[1])
    corners = plan.corners()
    low, high = corners.min(0) - _BEYOND_MM, corners.max(0) + _BEYOND_MM
    mask = np.zeros(size, np.uint8)
    cv2.fillConvexPoly(mask, _shown(_rectangle((low + high) / 2, high - low, 0.0), margin_px, view), 255, cv2.LINE_AA)
    cloth = draw_surface(rng, size)
    surface[mask > 127] = cloth[mask > 127]
    ground = surface[mask > 127].mean(0) if (mask > 127).any() else np.full(3, 128.0)
    ink = ground + (rng.uniform(60, 140, 3) if ground.mean() < 128 else -rng.uniform(60, 140, 3))
    blue, green, red = (float(np.clip(value, 0, 255)) for value in ink)
    line = int(rng.integers(1, 4))
    larger = float(rng.uniform(1.0, 1.14))
    filled = rng.random() < _FILLED
    places = _places(plan)
    for spot, turn in (*places, *_elsewhere(rng, low, high, places)):
        zone = _shown(_rectangle(spot, np.array(CARD_MM) * larger, turn), margin_px, view)
        if filled:
            cv2.fillConvexPoly(surface, zone, (blue, green, red), cv2.LINE_AA)
        else:
            cv2.polylines(surface, [zone], True, (blue, green, red), line, cv2.LINE_AA)


def _places(plan: TablePlan) -> list[tuple[Spot, float]]:
    cards = range(plan.pack.table.hand_size)
    slots = [slot_id(plan.pack, seat, index) for seat in range(len(plan.seats)) for index in cards]
    places: list[Place] = [*slots, Heap.DRAW, Heap.DISCARD]
    return [(plan.spot(place), plan.turn(place)) for place in places]


def _elsewhere(rng: Generator, low: Spot, high: Spot, taken: Sequence[tuple[Spot, float]]) -> list[tuple[Spot, float]]:
    """Zones that touch no other."""
    found = list(taken)
    for _ in range(int(rng.integers(*_ELSEWHERE))):
        spot, turn = np.asarray(rng.uniform(low, high)), float(rng.choice((0.0, np.pi / 2)))
        if all(np.hypot(*(spot - other)) > _APART_MM for other, _ in found):
            found.append((spot, turn))
    return found[len(taken) :]


def _rectangle(middle: Spot, size_mm: NDArray[np.float64], turn: float) -> Points:
    half = size_mm / 2
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    cos, sin = np.cos(turn), np.sin(turn)
    return np.asarray(middle + corners @ np.array([[cos, sin], [-sin, cos]]))


def _shown(corners: Points, margin_px: tuple[int, int], view: View) -> NDArray[np.int32]:
    seen = view.px(np.column_stack([corners, np.zeros(len(corners))])) + margin_px
    return np.asarray(np.round(seen), np.int32)
