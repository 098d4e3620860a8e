"""What happened at the table, in words for people: places by where they lie, never by their names in the notation.

No word tells a face that is not open to everybody.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kibitz_scoring.errors import InputError
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
from kibitz_scoring.notation.wording import player_of
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.slots import columns, locate
from kibitz_scoring.table import Heap, Place
from kibitz_server.texts import say

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
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
    Modified: "put a token on {slot}",
    Declined: "did without",
    Matched: "matched with {slot}",
    PenaltyTaken: "took a penalty card to {slot}",
    CardTaken: "took over {origin}",
    Gave: "gave {origin} away",
    Passed: "passed",
    Called: "called",
    TimedOut: "ran out of time",
    Departed: "left",
    HandedOver: "hands over to {successor}",
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


class ActWords:
    """Words for the table of some rules and players, by seat."""

    def __init__(self, pack: RulePack, players: Sequence[PlayerId]) -> None:
        self._pack = pack
        self._players = players

    def told(self, events: Iterable[Event]) -> str:
        """What happened: `Ann drew a card and swapped the card in hand for Ann's near left card`."""
        parts: list[str] = []
        before = ""
        for event in events:
            player = player_of(event)
            verb = self._verb(event)
            parts.append(verb if not player or (player == before and parts) else f"{player} {verb}")
            before = player
        return f" {say('and')} ".join(parts) or say("nothing that counts")

    def place(self, place: Place) -> str:
        """`Ben's near left card`, as it lies seen from Ben's seat, or the name of a pile."""
        if isinstance(place, Heap):
            return say(_HEAPS[place])
        try:
            seat, index = locate(self._pack, place)
        except InputError:
            return say("a card")
        player = self._players[seat] if seat < len(self._players) else say("nobody")
        return say("{player}'s {which} card", player=player, which=self._which(index))

    def _which(self, index: int) -> str:
        size, wide = self._pack.table.hand_size, columns(self._pack)
        if index >= size:
            return say("extra") if index == size else say(f"{_ordinal(index - size)} extra")
        rows = -(-size // wide)
        row, column = divmod(index, wide)
        across = (say("left"), say("right"))[column] if wide == 2 else say(_ordinal(column))
        if rows == 1:
            return across
        return f"{say('near') if row == rows - 1 else say('far') if row == 0 else say('middle')} {across}"

    def _verb(self, event: Event) -> str:
        match event:
            case Ended(caller=None):
                return say("the round ended")
            case Ended(caller=caller):
                return say("{player} called", player=caller)
            case Snapped(verdict=verdict):
                pattern = _SNAPS.get(verdict, "snapped {slot}")
            case Paired(second=None):
                pattern = "laid off a pair with {first}"
            case Paired():
                pattern = "laid off {first} and {second} as a pair"
            case _:
                pattern = _PATTERNS[type(event)]
        places = {name: self.place(getattr(event, name)) for name in _PLACES if getattr(event, name, None) is not None}
        return say(pattern, **places, successor=getattr(event, "successor", ""))


def _ordinal(index: int) -> str:
    return _ORDINALS[index] if index < len(_ORDINALS) else f"{index + 1}th"
