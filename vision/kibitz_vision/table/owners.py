"""Whose cards lie on a picture of a table with known places: those at the places of a seat are that player's."""

from __future__ import annotations

import numpy as np

from kibitz_scoring.players import PlayerId
from kibitz_scoring.slots import seat_of
from kibitz_scoring.table import Heap, SlotId
from kibitz_vision.geometry import CARD_HEIGHT_MM, CARD_WIDTH_MM, Points
from kibitz_vision.table.places import TablePlaces

_NEAR_MM = (CARD_WIDTH_MM + CARD_HEIGHT_MM) / 4
"""Half a card: so far from its place a card lies at most that people turned up; beyond that it is at the next one."""


def owners(quads_px: Points, places: TablePlaces) -> list[PlayerId | None]:
    """The player of each card (corners, shape (n, 4, 2)) by the place next to it, None for one at a pile or nowhere."""
    spots = list(places.quads_mm)
    middles = np.stack([places.quads_mm[spot].mean(axis=0) for spot in spots])
    found: list[PlayerId | None] = []
    for quad in quads_px:
        lies = places.on_table(quad).mean(axis=0)
        away = np.linalg.norm(middles - lies, axis=1)
        nearest = spots[int(np.argmin(away))]
        is_there = float(away.min()) <= _NEAR_MM and not isinstance(nearest, Heap)
        found.append(_player(SlotId(nearest), places) if is_there else None)
    return found


def _player(slot: SlotId, places: TablePlaces) -> PlayerId:
    return places.players[seat_of(slot)]
