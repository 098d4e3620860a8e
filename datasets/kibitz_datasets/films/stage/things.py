"""Things on a table that are no cards: where there is room for them, and how large they are."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

import numpy as np
from numpy.random import Generator

from kibitz_datasets.films.stage.seats import Spot, TablePlan
from kibitz_datasets.scenes.optics.table_camera import CARD_MM
from kibitz_scoring.slots import slot_id
from kibitz_scoring.table import Heap, Place

_PLACES_BESIDE = 2
"""So many extra places of a hand are kept free."""
_ASIDE_MM = 70.0
"""How far beyond the outermost cards things may lie."""
_TRIES = 300


class ThingKind(StrEnum):
    """What may lie on a table beside the cards."""

    BOX = "box"
    MOUSE = "mouse"
    CHIP = "chip"
    CUP = "cup"
    PHONE = "phone"


REACH_MM = {
    ThingKind.BOX: 62.0,
    ThingKind.MOUSE: 58.0,
    ThingKind.CHIP: 20.0,
    ThingKind.CUP: 50.0,
    ThingKind.PHONE: 78.0,
}
"""How far each reaches from its middle, at most."""


def free_spot(rng: Generator, plan: TablePlan, kind: ThingKind, taken: Sequence[tuple[Spot, float]]) -> Spot | None:
    """A random spot where a thing touches no place of a card and none of what is `taken` (spots and reaches)."""
    places = [plan.spot(place) for place in _places(plan)]
    half_card, reach = float(np.hypot(*CARD_MM)) / 2, REACH_MM[kind]
    corners = plan.corners()
    low, high = corners.min(0) - _ASIDE_MM, corners.max(0) + _ASIDE_MM
    for _ in range(_TRIES):
        spot = np.asarray(rng.uniform(low, high))
        clear = all(np.hypot(*(spot - place)) > half_card + reach for place in places)
        if clear and all(np.hypot(*(spot - other)) > reach + further for other, further in taken):
            return spot
    return None


def _places(plan: TablePlan) -> list[Place]:
    cards = range(plan.pack.table.hand_size + _PLACES_BESIDE)
    slots = [slot_id(plan.pack, seat, index) for seat in range(len(plan.seats)) for index in cards]
    return [*slots, *Heap]
