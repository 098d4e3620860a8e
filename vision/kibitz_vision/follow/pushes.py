"""Pushes: a card moved aside while it stays down, which is neither taken up nor laid down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from kibitz_vision.detections import CardReading, Quad
from kibitz_vision.follow.glimpse import are_alike
from kibitz_vision.follow.rests import CARD_MM, Look, Rest, size_px

_SOON_MS = 1000.0
_A_LITTLE_MM = 22.0
"""So far a card that is touched may have gone however it went: nobody lifts it for that."""
_STEP_MM = 38.0
_UNSEEN_MS = 600.0
_SLOW_MM_PER_MS = 0.3
"""A finger pushes a card no faster, and is seen to do so on the way; a hand that carries one is faster, or hides it."""
_LONGEST_MS = 5000.0
_ASIDE_MM = 20.0
"""What is read further off the way is not this card, or half of it."""
_AS_LARGE = 1.15
"""A card that stays down keeps its size; one lifted by 7 cm under a camera half a metre away grows by as much."""


def is_pushed(before: Rest, after: Rest, looks: Sequence[Look]) -> bool:
    """Whether a card that lay here and then there went from the one to the other without leaving the table."""
    soon = before.first_ms < after.first_ms <= before.last_ms + _LONGEST_MS
    if not soon or not _is_one_card(before, after):
        return False
    if before.apart_mm(after.quad) <= _A_LITTLE_MM and abs(after.first_ms - before.last_ms) <= _SOON_MS:
        return True
    start, end = before.sightings[-1], after.sightings[0]
    way = [(start.at_ms, start.reading.quad), *_between(before, after, looks), (end.at_ms, end.reading.quad)]
    return start.at_ms < end.at_ms and all(
        end_ms - start_ms <= _UNSEEN_MS
        and _apart_mm(here, there, before) <= min(_STEP_MM, _SLOW_MM_PER_MS * (end_ms - start_ms))
        for (start_ms, here), (end_ms, there) in pairwise(way)
    )


def _is_one_card(before: Rest, after: Rest) -> bool:
    """Whether both show the same: a name, or what is seen where there is none."""
    if before.face is not after.face or not 1 / _AS_LARGE < after.size_px / before.size_px < _AS_LARGE:
        return False
    if before.patch is None or after.patch is None:
        return before.card == after.card
    if None not in (before.card, after.card) and before.card != after.card:
        return False
    return are_alike(before.patch, after.patch)


def _between(before: Rest, after: Rest, looks: Sequence[Look]) -> Iterator[tuple[float, Quad]]:
    """When and where it was seen on its way, lying flat."""
    most_mm = _apart_mm(before.quad, after.quad, before) + _ASIDE_MM
    for look in looks:
        if before.last_ms < look.at_ms < after.first_ms:
            seen = (reading.quad for reading in look.cards if _may_be(before, reading))
            ways = [(_apart_mm(quad, before.quad, before) + _apart_mm(quad, after.quad, before), quad) for quad in seen]
            mm, nearest = min(ways, key=lambda way: way[0], default=(np.inf, None))
            if nearest is not None and mm <= most_mm:
                yield look.at_ms, nearest


def _may_be(before: Rest, reading: CardReading) -> bool:
    named_so = reading.card is None or reading.card == before.card
    return (
        named_so and reading.face is before.face and 1 / _AS_LARGE < size_px(reading.quad) / before.size_px < _AS_LARGE
    )


def _apart_mm(here: Quad, there: Quad, card: Rest) -> float:
    return float(np.hypot(*(here.mean(0) - there.mean(0)))) / card.size_px * CARD_MM
