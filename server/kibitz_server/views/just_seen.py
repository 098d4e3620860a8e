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
            words, where = "a card came to", place
        case PileTopChanged():
            words, where = "a card came to", Heap.DISCARD
        case CardLifted(place=place):
            words, where = "a card was taken up from", place
        case CardReturned(place=place):
            words, where = "a card was laid back at", place
        case CardFlipped(place=place) | CardRevealed(place=place):
            words, where = "a card was turned over at", place
        case DrawPileTouched():
            words, where = "a hand was at", Heap.DRAW
        case _:
            return ""
    return f"{words} {_NAMES[where] if isinstance(where, Heap) else where}"
