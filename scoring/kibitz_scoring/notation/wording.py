"""Events in words, for questions and for people who listen; no word tells a face that is not open to everybody."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

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

_HEAPS = {Heap.DRAW: "the draw pile", Heap.DISCARD: "the discard pile", Heap.ASIDE: "the cards put aside"}
_PATTERNS: dict[type, str] = {
    Dealt: "dealt",
    Drew: "drew a card",
    Took: "took the discard pile's card",
    Swapped: "swapped the card in hand for {slot}",
    Discarded: "laid off the drawn card",
    PowerClaimed: "laid off the drawn card to use its power",
    Looked: "looked at {slot}",
    Exchanged: "exchanged {first} and {second}",
    Modified: "put {delta:+d} on {slot}",
    Declined: "did without",
    Matched: "matched with {slot}",
    PenaltyTaken: "took a penalty card to {slot}",
    CardTaken: "took over {origin}",
    Gave: "gave {origin} away",
    Passed: "passed",
    Called: "called",
    Departed: "left",
    HandedOver: "handed over to {successor}",
    Joined: "joined",
    StarterTurned: "the first card of the discard pile was turned",
    Refilled: "the draw pile was refilled",
    LastWindowClosed: "the time for snaps was over",
    Revealed: "{slot} was turned up",
    Corrected: "what lies at {place} was corrected",
    Moved: "a card went from {origin} to {target}",
    Misdealt: "it was misdealt",
    Ruled: "a rule was changed",
}
_SNAPS = {
    Verdict.RETURNED: "lifted {slot} to snap and put it back",
    Verdict.WRONG: "snapped {slot}, of another rank",
    Verdict.LATE: "snapped {slot} too late",
    Verdict.TOO_CLOSE: "snapped {slot}, too close to call",
    Verdict.BLOCKED: "snapped {slot}, which was blocked",
    Verdict.NOT_ALLOWED: "snapped {slot}, which is not allowed now",
}
_PLACES = frozenset(("slot", "first", "second", "origin", "target", "place"))

Say = Callable[..., str]
"""Puts a text into the language of the listener and fills in its gaps, which come as named values."""


class Wording:
    """Words for events: `place` names places, `say` speaks the language of the listener."""

    def __init__(self, place: Callable[[Place], str], say: Say = str.format) -> None:
        self._place = place
        self._say = say

    def told(self, events: Iterable[Event]) -> str:
        """What happened: `Ann drew a card and swapped the card in hand for p1.a1`."""
        parts: list[str] = []
        before = ""
        for event in events:
            player = player_of(event)
            verb = self._verb(event)
            parts.append(verb if not player or (player == before and parts) else f"{player} {verb}")
            before = player
        return f" {self._say('and')} ".join(parts) or self._say("nothing that counts")

    def _verb(self, event: Event) -> str:
        if isinstance(event, Ended) and event.caller is not None:
            return self._say("{player} called", player=event.caller)
        places = (name for name in _PLACES if getattr(event, name, None) is not None)
        values = {name: self._place(getattr(event, name)) for name in places}
        values |= {name: getattr(event, name) for name in ("successor", "delta") if hasattr(event, name)}
        return self._say(_pattern(event), **values)


def describe(events: Sequence[Event]) -> str:
    """What happened, with the places as the notation names them."""
    return Wording(lambda place: heap_words(place) if isinstance(place, Heap) else place).told(events)


def heap_words(heap: Heap) -> str:
    """What a heap is called."""
    return _HEAPS[heap]


def player_of(event: Event) -> str:
    """Name of who acted, empty for what the table does."""
    return event.dealer if isinstance(event, Dealt) else getattr(event, "player", "")


def _pattern(event: Event) -> str:
    match event:
        case Ended():
            return "the round ended"
        case Snapped(verdict=verdict):
            return _SNAPS.get(verdict, "snapped {slot}")
        case Paired(second=second):
            return "laid off a pair with {first}" if second is None else "laid off {first} and {second} as a pair"
        case TimedOut(slot=slot):
            return "ran out of time" if slot is None else "ran out of time: the card drawn went to {slot}"
        case _:
            return _PATTERNS[type(event)]
