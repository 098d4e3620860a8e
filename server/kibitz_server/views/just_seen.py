"""What was seen just now, before the game follows it: where something moved, by no face, and by nobody's name."""

from __future__ import annotations

from collections.abc import Iterable

from kibitz_scoring.table import (
    CardFlipped,
    CardLanded,
    CardLifted,
    CardPlaced,
    CardReturned,
    CardRevealed,
    DrawPileTouched,
    Heap,
    PileTopChanged,
    Place,
    SlotFilled,
    TableEvent,
)

_SHOWN = 4
_NAMES = {Heap.DRAW: "the draw pile", Heap.DISCARD: "the discard pile", Heap.ASIDE: "the cards put aside"}


def just_seen(waiting: Iterable[TableEvent]) -> tuple[str, ...]:
    """The last few things that moved, the latest last, each once; which card it is shows when it is settled."""
    said = [text for event in waiting if (text := _words(event))]
    latest = dict.fromkeys(reversed(said))
    return tuple(reversed(list(latest)[:_SHOWN]))


def _words(event: TableEvent) -> str:
    match event:
        case CardLanded(place=place) | CardPlaced(place=place) | SlotFilled(place=place):
            return f"a card came to {_name(place)}"
        case PileTopChanged():
            return f"a card came to {_name(Heap.DISCARD)}"
        case CardLifted(place=place):
            return f"a card was taken up from {_name(place)}"
        case CardReturned(place=place):
            return f"a card was laid back at {_name(place)}"
        case CardFlipped(place=place) | CardRevealed(place=place):
            return f"a card was turned over at {_name(place)}"
        case DrawPileTouched():
            return f"a hand was at {_name(Heap.DRAW)}"
        case _:
            return ""


def _name(place: Place) -> str:
    return _NAMES[place] if isinstance(place, Heap) else str(place)
