"""What was seen just now, before the game follows it: where something moved, by no face, and by nobody's name."""

from __future__ import annotations

from collections.abc import Iterable

from kibitz_scoring.sentences import to_say
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
from kibitz_server.texts import say
from kibitz_server.views.words.act_words import ActWords

_SHOWN = 4


def just_seen(waiting: Iterable[TableEvent], names: ActWords) -> tuple[str, ...]:
    """The last few things that moved, the latest last, each once; which card it is shows when it is settled."""
    said = [text for event in waiting if (text := seen_words(event, names))]
    latest = dict.fromkeys(reversed(said))
    return tuple(reversed(list(latest)[:_SHOWN]))


def seen_words(event: TableEvent, names: ActWords) -> str:
    """What moved where, empty for what says nothing to people."""
    match event:
        case CardLanded(place=place) | CardPlaced(place=place) | SlotFilled(place=place):
            words, where = to_say("a card came to {place}"), place
        case PileTopChanged():
            words, where = to_say("a card came to {place}"), Heap.DISCARD
        case CardLifted(place=place):
            words, where = to_say("a card was taken up from {place}"), place
        case CardReturned(place=place):
            words, where = to_say("a card was laid back at {place}"), place
        case CardFlipped(place=place) | CardRevealed(place=place):
            words, where = to_say("a card was turned over at {place}"), place
        case DrawPileTouched():
            words, where = to_say("a hand was at {place}"), Heap.DRAW
        case _:
            return ""
    return say(words, place=names.place(where))
