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
from kibitz_scoring.sentences import Sentence, all_of, joined, to_say
from kibitz_scoring.table import Heap, Place, SlotId

_HEAPS = {
    Heap.DRAW: to_say("the draw pile"),
    Heap.DISCARD: to_say("the discard pile"),
    Heap.ASIDE: to_say("the cards put aside"),
}
_PATTERNS: dict[type, str] = {
    Dealt: to_say("dealt"),
    Drew: to_say("drew a card"),
    Took: to_say("took the discard pile's card"),
    Swapped: to_say("swapped the card in hand for {slot}"),
    Discarded: to_say("laid off the drawn card"),
    PowerClaimed: to_say("laid off the drawn card to use its power"),
    Looked: to_say("looked at {slot}"),
    Exchanged: to_say("exchanged {first} and {second}"),
    Modified: to_say("put {delta:+d} on {slot}"),
    Declined: to_say("did without"),
    Matched: to_say("matched with {slot}"),
    PenaltyTaken: to_say("took a penalty card to {slot}"),
    CardTaken: to_say("took over {origin}"),
    Gave: to_say("gave {origin} away"),
    Passed: to_say("passed"),
    Called: to_say("called"),
    Departed: to_say("left the game"),
    HandedOver: to_say("handed over to {successor}"),
    Joined: to_say("joined"),
    StarterTurned: to_say("the first card of the discard pile was turned"),
    Refilled: to_say("the draw pile was refilled"),
    LastWindowClosed: to_say("the time for snaps was over"),
    Revealed: to_say("{slot} was turned up"),
    Corrected: to_say("what lies at {place} was corrected"),
    Moved: to_say("a card went from {origin} to {target}"),
    Misdealt: to_say("it was misdealt"),
    Ruled: to_say("a rule was changed"),
}
_SNAPS = {
    Verdict.RETURNED: to_say("lifted {slot} to snap and put it back"),
    Verdict.WRONG: to_say("snapped {slot}, of another rank"),
    Verdict.LATE: to_say("snapped {slot} too late"),
    Verdict.TOO_CLOSE: to_say("snapped {slot}, too close to call"),
    Verdict.BLOCKED: to_say("snapped {slot}, which was blocked"),
    Verdict.NOT_ALLOWED: to_say("snapped {slot}, which is not allowed now"),
}
PLACES = frozenset(("slot", "first", "second", "origin", "target", "place"))
"""The gaps of texts in which places stand, by the names that events give them."""

Say = Callable[..., str]
"""Puts a text into the language of the listener and fills in its gaps, which come as named values."""


class Wording:
    """Words for events: `place` names places, `say` speaks the language of the listener."""

    def __init__(self, place: Callable[[Place], str], say: Say = Sentence) -> None:
        self._place = place
        self._say = say

    def told(self, events: Iterable[Event]) -> str:
        """What happened: `Ann drew a card and swapped the card in hand for p1.a1`."""
        parts: list[str] = []
        before = ""
        for event in events:
            player = player_of(event)
            verb = self._verb(event)
            parts.append(verb if not player or (player == before and parts) else joined(" ", (player, verb)))
            before = player
        return all_of(parts, self._say) if parts else self._say("nothing that counts")

    def _verb(self, event: Event) -> str:
        if isinstance(event, Ended) and event.caller is not None:
            return self._say("{player} called", player=event.caller)
        places = (name for name in PLACES if getattr(event, name, None) is not None)
        values = {name: self._place(getattr(event, name)) for name in places}
        values |= {name: getattr(event, name) for name in ("successor", "delta") if hasattr(event, name)}
        return self._say(_pattern(event), **values)


def describe(events: Sequence[Event]) -> str:
    """What happened, with the places as the notation names them."""
    return Wording(lambda place: Sentence(heap_words(place)) if isinstance(place, Heap) else place).told(events)


def with_places(text: str, words: Callable[[Place], str]) -> str:
    """The same text with other words for the places in it; only a sentence still knows them."""
    if not isinstance(text, Sentence):
        return text
    values = {name: _with_places(name, value, words) for name, value in text.values.items()}
    return Sentence(text.words, **values)


def _with_places(name: str, value: object, words: Callable[[Place], str]) -> object:
    if isinstance(value, Sentence):
        return with_places(value, words)
    return words(SlotId(value)) if name in PLACES and isinstance(value, str) else value


def heap_words(heap: Heap) -> str:
    """What a heap is called."""
    return _HEAPS[heap]


def player_of(event: Event) -> str:
    """Name of who acted, empty for what the table does."""
    return event.dealer if isinstance(event, Dealt) else getattr(event, "player", "")


def _pattern(event: Event) -> str:
    match event:
        case Ended():
            return to_say("the round ended")
        case Snapped(verdict=verdict):
            return _SNAPS.get(verdict, to_say("snapped {slot}"))
        case Paired(second=second):
            alone, both = to_say("laid off a pair with {first}"), to_say("laid off {first} and {second} as a pair")
            return alone if second is None else both
        case TimedOut(slot=slot):
            late, placed = to_say("ran out of time"), to_say("ran out of time: the card drawn went to {slot}")
            return late if slot is None else placed
        case _:
            return _PATTERNS[type(event)]
