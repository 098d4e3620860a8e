"""Events in words, for questions and for people who listen; no word tells a face that is not open to everybody."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz_scoring.game.events import (
    Called,
    CardTaken,
    Corrected,
    Dealt,
    Declined,
    Departed,
    Discarded,
    Drew,
    Ended,
    Event,
    Exchanged,
    Gave,
    HandedOver,
    Joined,
    LastWindowClosed,
    Looked,
    Matched,
    Misdealt,
    Modified,
    Moved,
    Paired,
    Passed,
    PenaltyTaken,
    PowerClaimed,
    Refilled,
    Revealed,
    Ruled,
    Snapped,
    StarterTurned,
    Swapped,
    TimedOut,
    Took,
    Verdict,
)
from kibitz_scoring.table import Heap, Place

_PLAIN: dict[type, str] = {
    Called: "called",
    Dealt: "dealt",
    Declined: "did without",
    Departed: "left",
    Discarded: "discarded",
    Drew: "drew",
    Joined: "joined",
    LastWindowClosed: "the time for snaps was over",
    Misdealt: "the round was void",
    Passed: "passed",
    PowerClaimed: "used a card's power",
    Refilled: "the draw pile was refilled",
    Revealed: "cards were turned up",
    StarterTurned: "the first card of the pile was turned",
    Took: "took from the pile",
}
"""Kinds of events that are told in the same words always."""


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
    return event.dealer if isinstance(event, Dealt) else getattr(event, "player", "")


def _verb(event: Event) -> str:  # noqa: C901, PLR0911, PLR0912 - one line for each kind of event
    match event:
        case Swapped():
            return f"swapped into {event.slot}"
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
        case Modified():
            return f"put {event.delta:+d} on {event.slot}"
        case TimedOut():
            return "ran out of time" if event.slot is None else f"ran out of time: the card drawn went to {event.slot}"
        case HandedOver():
            return f"went: {event.successor} goes on in the seat"
        case Corrected():
            return f"another card was named at {_named(event.place)}"
        case Ruled():
            what = "was let go once" if event.value is None else f"is {event.value} from here on"
            return f"{event.author} ruled: {event.rule} {what}"
        case _:
            return _PLAIN[type(event)]


def _named(place: Place) -> str:
    heaps = {Heap.DRAW: "the draw pile", Heap.DISCARD: "the discard pile", Heap.ASIDE: "somewhere else"}
    return heaps[place] if isinstance(place, Heap) else place
