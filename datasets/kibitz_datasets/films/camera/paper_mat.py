"""The mat that people print on paper, under the cards of a film: a sheet for each player, and one for the piles."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from kibitz_datasets.decks.gambit.drawing import Drawing, Shape, box, fill, moved
from kibitz_datasets.decks.gambit.table_mat import GROUND_MM, PILES_MM, WIDE_MM, grid, pile_places
from kibitz_datasets.films.camera.view import View
from kibitz_datasets.films.stage.seats import TablePlan
from kibitz_datasets.scenes.optics.table_camera import Points
from kibitz_scoring.slots import slot_id
from kibitz_scoring.table import Heap
from kibitz_vision.detections import Image

_RIM_MM = 2.0
_PAPER = (248, 248, 246)
_SHIFT = 4


def lay_paper_mat(surface: Image, margin_px: tuple[int, int], view: View, plan: TablePlan) -> None:
    """Lay the sheets on a table top that shows `margin_px` more on each side than the view."""
    for shape in (shape for sheet in _sheets(plan) for shape in sheet):
        loops = [np.round(_shown(loop, margin_px, view) * 2**_SHIFT).astype(np.int32) for loop in shape.loops]
        red, green, blue = shape.colour
        if shape.width is None:
            cv2.fillPoly(surface, loops, (blue, green, red), cv2.LINE_AA, _SHIFT)
        else:
            cv2.polylines(surface, loops, False, (blue, green, red), 1, cv2.LINE_AA, _SHIFT)


def _sheets(plan: TablePlan) -> Iterator[Drawing]:
    for seat in range(len(plan.seats)):
        slots = [slot_id(plan.pack, seat, index) for index in range(plan.pack.table.hand_size)]
        middle = np.mean([plan.spot(slot) for slot in slots], axis=0)
        turn = float(np.degrees(plan.turn(slots[0])))
        yield moved((_paper(*GROUND_MM), *grid()), float(middle[0]), float(middle[1]), 1.0, turn)
    middle = np.mean([plan.spot(heap) for heap in (Heap.DRAW, Heap.DISCARD)], axis=0)
    yield moved((_paper(WIDE_MM, PILES_MM), *pile_places()), float(middle[0]), float(middle[1]))


def _paper(across: float, along: float) -> Shape:
    """White paper that shows as a rim where it was not cut quite right."""
    return fill(_PAPER, box(-across - _RIM_MM, -along - _RIM_MM, across + _RIM_MM, along + _RIM_MM))


def _shown(loop: Points, margin_px: tuple[int, int], view: View) -> Points:
    return np.asarray(view.px(np.column_stack([loop, np.zeros(len(loop))])) + margin_px)
