"""The table: who sits at it, its places, what is known of a face, and what a camera sees happen on it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import NewType

from kibitz_scoring.cards import Card
from kibitz_scoring.hand_posterior import UNSEEN_HAND, HandPosterior

SlotId = NewType("SlotId", str)
"""A place for one card: `p2.b1` is seat 2, row b, first card; `p2.x1` the first extra place beside the grid."""


class FaceDown(Enum):
    """A face that is not known: neither a card nor a number, so it can enter no sum."""

    UNKNOWN = "?"

    def __str__(self) -> str:
        return self.value


FACE_DOWN = FaceDown.UNKNOWN
Face = Card | FaceDown


class Heap(StrEnum):
    """A place for many cards; the value is the notation."""

    DRAW = "deck"
    DISCARD = "pile"
    ASIDE = "aside"


Place = SlotId | Heap


@dataclass(frozen=True, slots=True)
class Interval:
    """Time in which something happened, in milliseconds of capture time, open at the start and closed at the end."""

    start_ms: float
    end_ms: float

    def overlaps(self, other: Interval) -> bool:
        """Whether nobody can say which of the two came first."""
        return self.start_ms < other.end_ms and other.start_ms < self.end_ms

    def earlier(self, by_ms: float) -> Interval:
        """The same by a clock that is so much behind."""
        return Interval(self.start_ms - by_ms, self.end_ms - by_ms)

    def later(self, by_ms: float) -> Interval:
        """The same by a clock that is so much ahead."""
        return Interval(self.start_ms + by_ms, self.end_ms + by_ms)


@dataclass(frozen=True, slots=True)
class Seen:
    """When something was seen, how surely (0 to 1), on which frames (indices), and whose hand it may have been."""

    at: Interval
    confidence: float = 1.0
    frames: tuple[int, ...] = ()
    by: HandPosterior = UNSEEN_HAND


@dataclass(frozen=True, slots=True)
class CardLifted:
    """A card left its place in a hand; from the discard pile it is the top card, from the draw pile an unseen one."""

    seen: Seen
    place: Place


@dataclass(frozen=True, slots=True)
class CardReturned:
    """A lifted card is back where it was."""

    seen: Seen
    place: Place


@dataclass(frozen=True, slots=True)
class CardLanded:
    """A card has come to rest in a place: which one, and where from, an event tells that follows once it is known."""

    seen: Seen
    place: Place


@dataclass(frozen=True, slots=True)
class CardPlaced:
    """A card from elsewhere lies in a place; `origin` is None where it could not be followed."""

    seen: Seen
    place: Place
    origin: Place | None = None
    face: Face = FACE_DOWN


@dataclass(frozen=True, slots=True)
class CardFlipped:
    """A card was turned over in its place: `face` is what shows now, unknown for a back."""

    seen: Seen
    place: Place
    face: Face = FACE_DOWN


@dataclass(frozen=True, slots=True)
class CardRevealed:
    """A card lies face up in a slot, settled and read."""

    seen: Seen
    place: SlotId
    face: Card


@dataclass(frozen=True, slots=True)
class SlotEmptied:
    """A slot holds no card any more, with nothing before the camera."""

    seen: Seen
    place: SlotId


@dataclass(frozen=True, slots=True)
class SlotFilled:
    """A slot that was empty holds a card; `origin` is None where it could not be followed."""

    seen: Seen
    place: SlotId
    origin: Place | None = None
    face: Face = FACE_DOWN


@dataclass(frozen=True, slots=True)
class PileTopChanged:
    """Another card is on top of the discard pile; `origin` is None where it could not be followed."""

    seen: Seen
    face: Face
    origin: Place | None = None


@dataclass(frozen=True, slots=True)
class DrawPileTouched:
    """A hand was on the draw pile."""

    seen: Seen


@dataclass(frozen=True, slots=True)
class PileRefilled:
    """The draw pile has grown by the discard pile."""

    seen: Seen


@dataclass(frozen=True, slots=True)
class PileShuffled:
    """A heap was shuffled."""

    seen: Seen
    place: Heap


@dataclass(frozen=True, slots=True)
class HandOver:
    """A hand or arm covers a place."""

    seen: Seen
    place: Place


TableEvent = (
    CardLifted
    | CardReturned
    | CardLanded
    | CardPlaced
    | CardFlipped
    | CardRevealed
    | SlotEmptied
    | SlotFilled
    | PileTopChanged
    | DrawPileTouched
    | PileRefilled
    | PileShuffled
    | HandOver
)
