"""Draws: cards that hands seem to have taken off the draw pile, told once it is clear that they did.

A hand that rests on the pile and goes may have taken nothing. If it took a card, another one lies on top now, and it
never lies exactly as the one before; or the card comes to lie somewhere else. Where no hand was seen to rest on it, a
hand that brushed its top card moved that, too: then only the card that turns up elsewhere tells that it was drawn.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from kibitz_scoring.table import Heap, Interval
from kibitz_vision.decoding.cards.in_flight import InFlightCard, is_on_the_way, latest, when_ms
from kibitz_vision.tracking.changes import Change, Kind

_SAME_MM, _OTHER_MM = 0.045, 0.2
"""A top card that lies so near to where one lay is the same one, one that is farther off another; else who knows.

Chosen on development films.
"""
_GUESSED_MS = 225.0
"""So much sooner than told a card may have been taken that nobody saw taken; chosen on development films."""
_HELD_MS = 700.0
"""Where cards are dealt fast, one that is longer in a hand was none; chosen on development films."""


@dataclass(slots=True, eq=False)
class Draws:
    """What was found out about the draw pile since no hand was over it last.

    `touched`: when a hand came to rest on it; `told_ms`: when the cards were taken that were told. `was_begun`: whether
    a card seems to have been taken from it ever.
    """

    was_begun: bool = False
    touched: Change | None = None
    told_ms: list[float] = field(default_factory=list)

    def taken(self, change: Change) -> InFlightCard:
        """A hand seems to have taken a card."""
        touched, self.touched = self.touched, None
        self.was_begun = True
        return InFlightCard(Heap.DRAW, change, is_sure=True, touched=touched)

    def cleared(self, change: Change, in_flight: list[InFlightCard]) -> tuple[list[InFlightCard], InFlightCard | None]:
        """No hand is over the pile any more: which cards in the air (`in_flight`) are left, and one to be told."""
        moved_mm, since_ms = change.moved_mm or 0.0, change.at.start_ms - _GUESSED_MS
        has_told = any(ms >= since_ms for ms in self.told_ms)
        self.told_ms.clear()
        others = [lift for lift in in_flight if lift.place is not Heap.DRAW or lift.told]
        guessed = [lift for lift in in_flight if lift not in others and lift.change.kind is Kind.CLEAR]
        pending = [lift for lift in in_flight if lift not in (*others, *guessed)]
        only_passed = bool(pending) and any(is_on_the_way(pending[-1], lift) for lift in in_flight)
        if moved_mm < (_OTHER_MM if only_passed else _SAME_MM):
            return [*others, *guessed], None
        if has_told:
            return [*others, *(lift for lift in pending if change.at.end_ms - when_ms(lift) < _HELD_MS)], None
        drawn = latest(pending)
        if drawn is None:
            return [*others, *([_between(change)] if moved_mm > _OTHER_MM else guessed)], None
        return [*others, drawn], drawn


def _between(change: Change) -> InFlightCard:
    """A card that perhaps was taken while a hand was over the pile; it is told once one turns up."""
    middle_ms = (change.at.start_ms + change.at.end_ms) / 2
    return InFlightCard(Heap.DRAW, replace(change, at=Interval(change.at.start_ms, middle_ms)), is_sure=True)
