"""What a watcher has to report of a filmed round, and what more it may report without being wrong.

Truth is written from the game's side. Four of its conventions no camera could keep to; they are settled here:

- `slot_emptied` and `slot_filled` repeat a lift or a placement where the *game* then has a card less or more there (a
  swap never empties its slot, though on the table it is empty for a second). What they say is asked for as the lift or
  the placement; they themselves are neither asked for nor counted.
- `card_revealed` stands at the time of the reveal also for a card that has lain face up all along. It is asked for
  once, at any time from when that face came up, and may be reported once whenever a face comes up in a slot.
- `pile_top_changed` without an origin, as a card is taken off the pile, is written after a snap or pair that went
  wrong and not after an ordinary draw from the pile. It may be reported after each of them, and is not counted.
- `hand_over` is written for every hand or arm that covers a third of a place; one that passes in less than a quarter of
  a second may be reported and is not asked for. It says what cannot be seen rather than what was done, and so has a
  row of its own and is left out of the figures for all events.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from kibitz_scoring.cards import Card
from kibitz_scoring.table import (
    FACE_DOWN,
    CardFlipped,
    CardLanded,
    CardLifted,
    CardPlaced,
    CardReturned,
    CardRevealed,
    Face,
    HandOver,
    Heap,
    PileRefilled,
    PileTopChanged,
    Place,
    SlotEmptied,
    SlotFilled,
    SlotId,
    TableEvent,
)

TOLERANCE_MS = 500.0
"""How far from the truth a time may be for an event still to be that event.

Less than a hand takes to do the same thing at the same place again (reach, lift, carry, come back), so that no event
is taken for its neighbour. How exact the times are is measured apart.
"""
_SETTLED_MS = 2000.0
"""How much later a thing may be told that shows only once all hands are away."""
_PASSES_FRAMES = 7
_EVER = float("inf")

Key = tuple[type[TableEvent], Place | None, Face]


@dataclass(frozen=True, slots=True)
class Wanted:
    """An event that has to or may be reported, with the times between which a report counts as this one."""

    event: TableEvent
    since_ms: float
    until_ms: float


@dataclass(frozen=True, slots=True)
class Expectation:
    """What has to be reported once each, and what may be."""

    asked: tuple[Wanted, ...]
    allowed: tuple[Wanted, ...]


def key_of(event: TableEvent) -> Key:
    """Kind, place and, where everybody may see it, face: what has to be equal."""
    return type(event), getattr(event, "place", None), getattr(event, "face", FACE_DOWN)


def is_free(event: TableEvent) -> bool:
    """Whether such an event is never counted."""
    return isinstance(event, SlotEmptied | SlotFilled | CardLanded)


def expectation(truth: Sequence[TableEvent]) -> Expectation:
    """What is asked of a watcher of a round with these events, which are in order of time."""
    table = _Table()
    asked = [wanted for event in truth if (wanted := table.take(event)) is not None]
    return Expectation(tuple(asked), tuple(table.allowed))


@dataclass(slots=True, eq=False)
class _Table:
    """What truth has said so far that later events hang on: faces that are up, the pile, and what may be reported."""

    allowed: list[Wanted] = field(default_factory=list)
    _up: dict[SlotId, tuple[Card, float]] = field(default_factory=dict)
    _pile: list[Face] = field(default_factory=list)
    _uncovered_ms: float = -_EVER

    def take(self, event: TableEvent) -> Wanted | None:
        """Take in what happened next; None where it is not asked for."""
        at_ms = event.seen.at.end_ms
        self.allowed += self._may_follow(event, at_ms)
        match event:
            case _ if is_free(event):
                return None
            case HandOver() if _passes(event):
                return None
            case PileTopChanged(origin=None) if at_ms == self._uncovered_ms:
                return None
            case CardRevealed():
                _, since_ms = self._up.get(event.place, (event.face, at_ms))
                return Wanted(event, since_ms - TOLERANCE_MS, _EVER)
            case _:
                return Wanted(event, at_ms - TOLERANCE_MS, at_ms + TOLERANCE_MS)

    def _may_follow(self, event: TableEvent, at_ms: float) -> Iterator[Wanted]:
        match event:
            case CardLifted(place=Heap.DISCARD):
                self._uncovered_ms = at_ms
                for face in {*self._pile, FACE_DOWN}:
                    yield Wanted(PileTopChanged(event.seen, face), at_ms - TOLERANCE_MS, at_ms + _SETTLED_MS)
            case CardPlaced() | CardReturned() | CardFlipped() if not isinstance(event.place, Heap):
                yield from self._may_follow_lying(event, event.place, at_ms)
            case PileTopChanged() if at_ms != self._uncovered_ms:
                self._pile.append(event.face)
            case HandOver() if _passes(event):
                yield Wanted(event, at_ms - TOLERANCE_MS, at_ms + TOLERANCE_MS)
            case PileRefilled():
                del self._pile[:-1]
            case _:
                pass

    def _may_follow_lying(
        self, event: CardPlaced | CardReturned | CardFlipped, slot: SlotId, at_ms: float
    ) -> Iterator[Wanted]:
        """A card lies in a slot, perhaps face up."""
        if not isinstance(event, CardReturned):
            self._up.pop(slot, None)
            if isinstance(event.face, Card):
                self._up[slot] = (event.face, at_ms)
        if slot in self._up:
            yield Wanted(CardRevealed(event.seen, slot, self._up[slot][0]), at_ms - TOLERANCE_MS, _EVER)


def _passes(event: HandOver) -> bool:
    first, last = event.seen.frames
    return last - first < _PASSES_FRAMES
