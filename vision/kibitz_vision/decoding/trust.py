"""Trust: how often what is told of a kind is right, so that no confidence promises more than that."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from kibitz_scoring.hand_posterior import HandPosterior
from kibitz_scoring.table import FACE_DOWN, PileTopChanged, TableEvent

_SMALL = re.compile(r"(?<!^)(?=[A-Z])")


@dataclass(frozen=True, slots=True)
class Record:
    """So many things of a kind were told, and so many of them were right."""

    right: int
    told: int

    @property
    def share(self) -> float:
        """How probable it is that the next one is right: never surely so, and never surely not (Jeffreys' prior)."""
        return (self.right + 0.5) / (self.told + 1)


RECORDS: Mapping[str, Record] = {
    "card_flipped": Record(37, 38),
    "card_lifted": Record(195, 205),
    "card_placed": Record(77, 79),
    "card_returned": Record(21, 21),
    "card_revealed": Record(37, 37),
    "draw_pile_touched": Record(51, 54),
    "hand": Record(978, 983),
    "hand_over": Record(442, 535),
    "pile_top_changed": Record(123, 124),
    "pile_top_unread": Record(7, 7),
}
"""By kind, of 41 films for development (5 rounds, 30 races and 6 races with a trouble); `hand`: whose hand it was. They
stand in docs/measured/confidence.json as the fit, beside other films on which they are checked.
"""
_RARE = Record(9, 10)
"""Of kinds that were told too seldom to know."""
_LEAST = 0.01
"""Nothing is told that surely did not happen."""


def kind_of(event: TableEvent) -> str:
    """The name of an event's kind, as in its line; of a card on the pile whose face was not read another one."""
    if isinstance(event, PileTopChanged) and event.face is FACE_DOWN:
        return "pile_top_unread"
    return _SMALL.sub("_", type(event).__name__).lower()


def trusted(event: TableEvent) -> TableEvent:
    """An event as it is told: with no more confidence in it, or in whose hand it was, than its kind deserves."""
    seen = event.seen
    record, hand = RECORDS.get(kind_of(event), _RARE), RECORDS["hand"]
    by = HandPosterior((player, round(odds * hand.share, 3)) for player, odds in seen.by)
    return replace(event, seen=replace(seen, confidence=round(max(seen.confidence, _LEAST) * record.share, 3), by=by))
