"""Moved cards: those that lie otherwise in their slots, though nobody saw another come: each may be one that was laid.

Or it was only brushed, by a hand that took another card or passed by.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from kibitz_scoring.table import Heap
from kibitz_vision.decoding.cards.carry_times import HIDDEN_MS
from kibitz_vision.decoding.cards.in_flight import InFlightCard, is_before, leaving, one_hand
from kibitz_vision.tracking.changes import Change

SLOT_FIRST_MS = 160.0
"""So much at most a card is laid into a slot before the one that lay there comes to lie elsewhere.

Chosen on development films.
"""
_SLIGHTLY_MM = 2.0
"""So far may lie from where it lay what an arm has brushed, and hardly a card laid anew.

Chosen on development films.
"""


@dataclass(slots=True, eq=False)
class MovedCards:
    """How these cards came to lie otherwise, as far as one that was laid instead may still be looked for."""

    moved: list[Change] = field(default_factory=list)

    def note(self, change: Change) -> None:
        """One lies otherwise now."""
        self.moved = [one for one in self.moved if change.at.end_ms - one.at.end_ms < HIDDEN_MS]
        self.moved.append(change)

    def forget(self, moved: Change) -> None:
        """It is known what became of one."""
        self.moved.remove(moved)

    def exchanged_for(self, change: Change) -> Iterator[Change]:
        """Those that may have been laid for a card that came to a heap, in order of time."""
        return (one for one in self.moved if is_exchange(one, change))


def is_exchange(moved: Change, change: Change) -> bool:
    """Whether a hand laid a card into a slot so shortly before one lay on a heap that it may have come for that.

    Not where the card that lay in the slot was there for too long.
    """
    is_soon = change.at.end_ms - moved.at.end_ms < SLOT_FIRST_MS
    was_gone = moved.left is None or is_before(leaving(moved).change, change)
    return bool(moved.by) and is_soon and was_gone and moved.by.may_be_one_with(change.by)


def _is_slight(change: Change) -> bool:
    return change.moved_mm is not None and change.moved_mm < _SLIGHTLY_MM


def is_brushed(moved: Change, taken: InFlightCard | None) -> bool:
    """Whether a card lies but slightly otherwise as a hand took another one out of its slot: it brushed that."""
    return _is_slight(moved) and taken is not None and not isinstance(taken.place, Heap)


def may_be_brushed(moved: Change, left: InFlightCard, hidden: Iterable[InFlightCard]) -> bool:
    """Whether a card lies but slightly otherwise, and its hand may have taken another one out of a hidden slot."""
    return _is_slight(moved) and any(one.place != moved.place and one_hand(one, left) for one in hidden)
