"""Events in words, for questions and for people who listen; no word tells a face that is not open to everybody."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz_scoring.game.events import (
    CardTaken,
    Discarded,
    Drew,
    Ended,
    Event,
    Exchanged,
    Gave,
    Looked,
    Matched,
    Moved,
    Paired,
    PenaltyTaken,
    Refilled,
    Revealed,
    Snapped,
    StarterTurned,
    Swapped,
    Took,
    Verdict,
)
from kibitz_scoring.table import Heap, Place

_TABLE_ACTS: dict[type, str] = {
    StarterTurned: "the first card of the pile was turned",
    Refilled: "the draw pile was refilled",
    Revealed: "cards were turned up",
}


def describe(events: Sequence[Event]) -> str:
    """What happened, in a few words: `Ann drew and swapped into p1.b1`."""
    if not events:
        return "nothing that counts"
    first, *others = events
    parts = [f"{player_of(first)} {_verb(first)}".strip()]
    for event in others:
        same = player_of(event) == player_of(first)
        parts.append(_verb(event) if same else f"{player_of(event)} {_verb(event)}")
    return " and ".join(parts)


def player_of(event: Event) -> str:
    """Name of who acted, empty for what the table does."""
    return getattr(event, "player", "")


def _verb(event: Event) -> str:  # noqa: C901, PLR0911, PLR0912 - one line for each kind of event
    match event:
        case Drew():
            return "drew"
        case Took():
            return "took from the pile"
        case Swapped():
            return f"swapped into {event.slot}"
        case Discarded():
            return "discarded"
        case Looked():
            return f"looked at {event.slot}"
        case Exchanged():
            return f"exchanged {event.first} and {event.second}"
        case Matched():
            return f"matched with {event.slot}"
        case Snapped(verdict=Verdict.RETURNED):
            return f"lifted {event.slot} to snap and put it back"
        case Snapped():
            return f"snapped {event.slot}"
        case Paired():
            return f"laid off a pair with {event.first}"
        case PenaltyTaken():
            return f"took a penalty card to {event.slot}"
        case CardTaken():
            return f"took over {event.origin}"
        case Gave():
            return f"gave {event.origin} away"
        case Moved():
            return f"a card went from {_named(event.origin)} to {_named(event.target)}"
        case Ended():
            return "the round ended" if event.caller is None else f"{event.caller} called"
        case _:
            return _TABLE_ACTS.get(type(event), "did something else")


def _named(place: Place) -> str:
    heaps = {Heap.DRAW: "the draw pile", Heap.DISCARD: "the discard pile", Heap.ASIDE: "somewhere else"}
    return heaps[place] if isinstance(place, Heap) else place
