"""An act: moves on the table that belong together, and what they look like."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum, auto

from kibitz_scoring.referee.acts.trace import Move
from kibitz_scoring.table import FACE_DOWN, CardLifted, Face, Heap, Interval, Place, SlotId, TableEvent


class Kind(Enum):
    """What an act looks like."""

    REFILLED = auto()
    REVEALED = auto()
    TURNED_BACK = auto()
    """A card turned over in its slot and back."""
    DRAWN = auto()
    LAID_OFF = auto()
    """A card that came out of no slot, onto the pile or aside."""
    SWAPPED = auto()
    """One card into a slot and the one that lay there onto a heap."""
    CLAIMED = auto()
    """A card out of a slot onto a heap, by itself."""
    PAIRED = auto()
    EXCHANGED = auto()
    SHIFTED = auto()
    """A card from one slot into another."""
    DEALT = auto()
    """A card from a heap into a slot, by itself."""
    LIFTED_BACK = auto()
    STRAY = auto()
    """What means nothing by itself, such as a card taken back that was judged already."""
    OPEN = auto()
    """Cards still in a hand, or gone."""


@dataclass(frozen=True, slots=True, eq=False)
class Act:
    """Moves that are one act, and the seat whose act it seems to be.

    `slot` and `face` are those of a card turned over, `back` is where a claimed card went from the pile, `turns` what
    was seen of its card being turned over.
    """

    kind: Kind
    seat: int
    moves: tuple[Move, ...] = ()
    complete: bool = True
    slot: SlotId | None = None
    face: Face = FACE_DOWN
    back: SlotId | None = None
    turns: tuple[TableEvent, ...] = ()

    @property
    def events(self) -> tuple[TableEvent, ...]:
        """All table events of it."""
        return (*(event for move in self.moves for event in move.events), *self.turns)

    @property
    def at(self) -> Interval:
        """From the first to the last that was seen of it."""
        return span_of(self.events)

    @property
    def done_ms(self) -> float:
        """When it was done, which is for a card claimed its contact with the pile."""
        laid = self.moves[0].laid if self.kind is Kind.CLAIMED else None
        return self.at.end_ms if laid is None else laid.end_ms

    @property
    def confidence(self) -> float:
        """How surely all of it was seen."""
        return min(event.seen.confidence for event in self.events)

    @property
    def hand_seen(self) -> bool:
        """Whether it was seen whose hand it was."""
        return any(move.hand is not None for move in self.moves)

    def is_of_one_hand(self, other: Act) -> bool:
        """Whether both were seen to be by hands of one player."""
        return self.hand_seen and other.hand_seen and self.seat == other.seat

    @property
    def is_unread(self) -> bool:
        """Whether a card went onto the pile whose face is not known yet."""
        laid = any(move.target is Heap.DISCARD and move.face is FACE_DOWN for move in self.moves)
        return laid and not self.turns and self.kind in (Kind.LAID_OFF, Kind.SWAPPED, Kind.CLAIMED)

    @property
    def is_filled_again(self) -> bool:
        """Whether a card that lay in no slot came into the one that another card left."""
        left = {move.origin for move in self.moves}
        return any(is_slot(move.target) and move.target in left and not is_slot(move.origin) for move in self.moves)

    @property
    def is_gone(self) -> bool:
        """Whether a slot was seen empty, and not only a card lifted."""
        from_slot = any(is_slot(move.origin) and move.target is None for move in self.moves)
        only_lifts = all(isinstance(seen, CardLifted) for seen in self.events)
        return self.kind is Kind.OPEN and from_slot and not only_lifts


def span_of(events: Iterable[TableEvent]) -> Interval:
    """From the first to the last of some table events, at least one."""
    times = [event.seen.at for event in events]
    return Interval(min(time.start_ms for time in times), max(time.end_ms for time in times))


def is_slot(place: Place | None) -> bool:
    """Whether a place is somebody's slot."""
    return place is not None and not isinstance(place, Heap)
