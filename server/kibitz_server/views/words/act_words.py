"""What happened at the table, in words for people: places by where they lie, never by their names in the notation.

No word tells a face that is not open to everybody.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kibitz_scoring.errors import InputError
from kibitz_scoring.game.events import Event
from kibitz_scoring.notation.wording import Say, Wording, heap_words, with_places
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.sentences import to_say
from kibitz_scoring.slots import columns, locate
from kibitz_scoring.table import Heap, Place, SlotId
from kibitz_server.texts import say

_ACROSS = (to_say("left"), to_say("right"))
_ORDINALS = (
    to_say("first"),
    to_say("second"),
    to_say("third"),
    to_say("fourth"),
    to_say("fifth"),
    to_say("sixth"),
    to_say("seventh"),
    to_say("eighth"),
    to_say("ninth"),
    to_say("tenth"),
)


class ActWords:
    """Words for the table of some rules and players, by seat, in the language that `say` speaks."""

    def __init__(self, pack: RulePack, players: Sequence[PlayerId], say: Say = say) -> None:
        self._pack = pack
        self._say = say
        self.players = players

    def told(self, events: Iterable[Event]) -> str:
        """What happened: `Ann drew a card and swapped the card in hand for Ann's near left card`."""
        return Wording(self.place, self._say).told(events)

    def retold(self, text: str) -> str:
        """A sentence of the referee's, which names places as the notation does, with these words for them."""
        return with_places(text, self.place)

    def place(self, place: Place) -> str:
        """`Ben's near left card`, as it lies seen from Ben's seat, or the name of a pile."""
        if isinstance(place, Heap):
            return self._say(heap_words(place))
        try:
            seat, index = locate(self._pack, place)
        except InputError:
            return self._say("a card")
        player = self.players[seat] if seat < len(self.players) else self._say("nobody")
        return self._say("{player}'s {which} card", player=player, which=self._which(index))

    def within(self, slot: SlotId) -> str:
        """`near left`: where a place is within its hand, seen from its seat."""
        return self._which(locate(self._pack, slot)[1])

    def _which(self, index: int) -> str:
        size, wide = self._pack.table.hand_size, columns(self._pack)
        if index >= size:
            if index == size:
                return self._say("extra")
            return self._say("{ordinal} extra", ordinal=self._ordinal(index - size))
        rows = -(-size // wide)
        row, column = divmod(index, wide)
        across = self._say(_ACROSS[column]) if wide == 2 else self._ordinal(column)
        if rows == 1:
            return across
        depth = to_say("near") if row == rows - 1 else to_say("far") if row == 0 else to_say("middle")
        return self._say("{depth} {across}", depth=self._say(depth), across=across)

    def _ordinal(self, index: int) -> str:
        return self._say(_ORDINALS[index]) if index < len(_ORDINALS) else self._say("{number}th", number=index + 1)
