"""Timing: in which frame of the past a card left a place, came to lie there, or lay there again."""

from __future__ import annotations

from kibitz_vision.past import Moment, Past
from kibitz_vision.patches import Atlas, Mask, alike, texture
from kibitz_vision.spots import Spot

_LEAST_PX = 80


def parted(past: Past, spot: Spot) -> Moment:
    """The first frame in which a card does not lie any more as it rested."""
    return past.parted(spot.number, spot.busy_since or 0, spot.rested, spot.weights)


def came(past: Past, spot: Spot, patch: Atlas, part: Mask) -> Moment:
    """The first frame in which part of a place shows what its patch shows now."""
    since = spot.gone_index if spot.gone is not None else spot.busy_since or 0
    bare = spot.rested if spot.lying is None else spot.bare if spot.was_bared else None
    before = spot.rested if bare is None else bare
    telling = part & ~alike(patch, before)
    weights = texture(patch) * (telling if telling.sum() >= _LEAST_PX else part)
    if bare is not None:
        return past.showed(spot.number, since, (patch, bare), weights)
    return past.landed(spot.number, since, patch, weights)


def back(past: Past, spot: Spot) -> Moment:
    """The first frame in which a card that had left its rest lies again as it did."""
    return past.returned(spot.number, spot.gone_index, spot.rested, spot.weights)
