"""Places that were known before: whether the cards of a picture lie there."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kibitz_scoring.table import Heap, Place
from kibitz_vision.detections import CardReading
from kibitz_vision.table.places import TablePlaces

_LEAST = 4
"""Cards, of which half must lie elsewhere before the places do not hold any more: a few may be in hands."""
_BESIDE_MM = 15.0
"""In the middle of all; a quarter of a card's width, while cards of a table that was pushed or is another one lie about
as far from the nearest place as those that are strewn on it, 30 mm."""


def lie_there(places: TablePlaces, cards: Sequence[CardReading]) -> bool | None:
    """Whether cards that were read lie at known places, None where there are too few to say."""
    quads = np.array([card.quad for card in cards if not card.partial], np.float64).reshape(-1, 4, 2)
    if len(quads) < _LEAST:
        return None
    names: list[Place] = [place for player in places.players for place in places.grid(player)]
    names += [place for place in places.quads_mm if isinstance(place, Heap)]
    known = np.array([places.quads_mm[place].mean(axis=0) for place in names])
    middles = places.on_table(quads).mean(axis=1)
    away_mm = np.linalg.norm(middles[:, None] - known, axis=2).min(axis=1)
    return bool(np.median(away_mm) <= _BESIDE_MM)
