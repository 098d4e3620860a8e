"""Draws: cards that hands seem to have taken off the draw pile, told once it is clear that they did.

A hand that rests on the pile and goes may have taken nothing. If it took a card, another one lies on top now, and it
never lies exactly as the one before; or the card comes to lie somewhere else.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from kibitz_scoring.table import Heap, Interval
from kibitz_vision.changes import Change
from kibitz_vision.lifts import Lift, is_on_the_way, latest, when_ms

_SAME_MM, _OTHER_MM = 0.045, 0.2
"""A top card that lies so near to where one lay is the same one, one that is farther off another; else who knows."""
_HELD_MS = 700.0
"""Where cards are dealt fast, one that is longer in a hand was none."""


@dataclass(slots=True, eq=False)
class Draws:
    """What was found out about the draw pile since no hand was over it last.

    `touched`: when a hand came to rest on it; `told`: how many cards were told to be taken off it.
    """

    touched: Change | None = None
    told: int = 0

    def taken(self, change: Change) -> Lift:
        """A hand seems to have taken a card."""
        touched, self.touched = self.touched, None
        return Lift(Heap.DRAW, change, is_sure=True, touched=touched)

    def cleared(self, change: Change, lifts: list[Lift]) -> tuple[list[Lift], Lift | None]:
        """No hand is over the pile any more: which of the cards in the air (`lifts`) are left, and one to be told."""
        pending = [lift for lift in lifts if lift.place is Heap.DRAW and not lift.told]
        nudged_mm = change.nudged_mm or 0.0
        only_passed = bool(pending) and any(is_on_the_way(pending[-1], lift) for lift in lifts)
        if nudged_mm < (_OTHER_MM if only_passed else _SAME_MM):
            kept: list[Lift] = []
        elif self.told:
            kept = [lift for lift in pending if change.at.end_ms - when_ms(lift) < _HELD_MS]
        else:
            drawn = latest(pending) or (_between(change) if nudged_mm > _OTHER_MM else None)
            kept = [] if drawn is None else [drawn]
        others = [lift for lift in lifts if lift not in pending]
        return [*others, *kept], None if self.told or not kept else kept[0]


def _between(change: Change) -> Lift:
    """A card that nobody saw taken while a hand was over the pile."""
    middle_ms = (change.at.start_ms + change.at.end_ms) / 2
    return Lift(Heap.DRAW, replace(change, at=Interval(change.at.start_ms, middle_ms)), is_sure=True)
