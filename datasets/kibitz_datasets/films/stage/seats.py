"""Where things lie on a simulated table, in mm from its middle: seats, slots, heaps, and where hands come from."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz_datasets.decks.gambit.table_mat import GAP_MM
from kibitz_datasets.scenes.optics.table_camera import CARD_MM, Points, image_from_space, project_space
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.slots import locate
from kibitz_scoring.table import Heap, Place

Spot = NDArray[np.float64]
"""A place on the table, shape (2,)."""

_PITCH = np.array(CARD_MM) + GAP_MM
_FREE_MM = 31.0
"""Free space between a hand and what is not part of it."""
_HEAPS = {Heap.DRAW: (-50.0, 0.0), Heap.DISCARD: (50.0, 0.0), Heap.ASIDE: (135.0, 0.0)}

NEAR, LEFT, FAR, RIGHT = range(4)
_SIDES = {
    1: (NEAR,),
    2: (NEAR, FAR),
    3: (NEAR, FAR, FAR),
    4: (NEAR, LEFT, FAR, RIGHT),
    5: (NEAR, NEAR, LEFT, FAR, RIGHT),
    6: (NEAR, NEAR, LEFT, FAR, FAR, RIGHT),
    7: (NEAR, NEAR, LEFT, FAR, FAR, FAR, RIGHT),
    8: (NEAR, NEAR, NEAR, LEFT, FAR, FAR, FAR, RIGHT),
}
"""Sides of the table by seats, clockwise on the picture from the near side."""


@dataclass(frozen=True, slots=True, eq=False)
class Seat:
    """A player's grid: its middle, and the turn from x to the player's right hand, clockwise on the picture."""

    middle: Spot
    turn: float

    def at(self, right_mm: float, near_mm: float) -> Spot:
        """A spot as the player sees it from the middle of the own cards: to the right, and towards the player."""
        cos, sin = np.cos(self.turn), np.sin(self.turn)
        offset = np.array([right_mm * cos - near_mm * sin, right_mm * sin + near_mm * cos])
        return np.asarray(self.middle + offset)


@dataclass(frozen=True, slots=True, eq=False)
class TablePlan:
    """The seats round a table and the grid in front of each."""

    pack: RulePack
    seats: tuple[Seat, ...]

    def spot(self, place: Place) -> Spot:
        """Middle of the card in a slot or heap."""
        if isinstance(place, Heap):
            return np.array(_HEAPS[place])
        seat, index = locate(self.pack, place)
        row, column = self._cell(index)
        columns, rows = _grid(self.pack)
        across = np.array([column - (columns - 1) / 2, row - (rows - 1) / 2]) * _PITCH
        return self.seats[seat].at(across[0], across[1])

    def turn(self, place: Place) -> float:
        """How a card lies in a slot or heap: with its short sides along the player's."""
        return 0.0 if isinstance(place, Heap) else self.seats[locate(self.pack, place)[0]].turn

    def corners(self) -> Points:
        """Outermost spots that a camera has to see, shape (n, 2)."""
        columns, rows = _grid(self.pack)
        half = np.array([columns, rows]) / 2 * _PITCH
        extra = _PITCH[0]
        return np.array(
            [
                seat.at(x, y)
                for seat in self.seats
                for x in (-half[0] - 8, half[0] + extra)
                for y in (-half[1] - 8, half[1] + 22)
            ]
        )

    def _cell(self, index: int) -> tuple[int, int]:
        """Row and column, from the player's far left, of a place; extra places lie to the right, the nearest first."""
        columns, rows = _grid(self.pack)
        beside = index - self.pack.table.hand_size
        if beside < 0:
            return index // columns, index % columns
        return rows - 1 - beside % rows, columns + beside // rows


def _grid(pack: RulePack) -> tuple[int, int]:
    rows = min(pack.table.rows, pack.table.hand_size)
    return -(-pack.table.hand_size // rows), rows


def plan_table(pack: RulePack, players: int) -> TablePlan:
    """Seats on the four sides of a table, clockwise on the picture from the near side."""
    columns, rows = _grid(pack)
    wide, deep = np.array([columns, rows]) * _PITCH - GAP_MM
    sides = _SIDES[players]
    most = max(sides.count(NEAR), sides.count(FAR))
    step = wide + _PITCH[0] + _FREE_MM
    reach = (most - 1) / 2 * step + wide / 2 + (_PITCH[0] if most > 1 else 0)
    aside = max(reach, _HEAPS[Heap.ASIDE][0] + CARD_MM[0] / 2) + _FREE_MM + deep / 2
    ahead = CARD_MM[1] / 2 + _FREE_MM + deep / 2
    seats = []
    for number, side in enumerate(sides):
        # Seats on a side come clockwise: from right to left on the near one, from left to right on the far one.
        place = sides[:number].count(side) - (sides.count(side) - 1) / 2
        middle = {
            NEAR: (-place * step, ahead),
            LEFT: (-aside, 0.0),
            FAR: (place * step, -ahead),
            RIGHT: (aside, 0.0),
        }[side]
        seats.append(Seat(np.array(middle), side * np.pi / 2))
    return TablePlan(pack, tuple(seats))


def camera_over(plan: TablePlan, size: tuple[int, int], tilt_deg: float, turn_deg: float) -> Points:
    """The projection (3, 4), see `image_from_space`, as near as it can be with every slot in the picture."""
    box = np.concatenate([plan.corners(), np.zeros((len(plan.seats) * 4, 1))], 1)
    height, width = size
    for px_per_mm in np.geomspace(6.0, 0.05, 400) * width / 1280:
        camera = image_from_space(size, float(px_per_mm), tilt_deg, turn_deg, 1.1)
        seen = project_space(camera, box)
        if (seen > 4).all() and (seen < [width - 4, height - 4]).all():
            return camera
    raise ValueError(f"no camera of {width}x{height} px sees {len(plan.seats)} seats")
