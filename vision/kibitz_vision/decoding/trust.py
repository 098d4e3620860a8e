"""Trust: how often what is told of a kind is right, so that no confidence promises more than that."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from kibitz_scoring.hand_posterior import HandPosterior
from kibitz_scoring.notation.seen_lines import type_name
from kibitz_scoring.table import FACE_DOWN, PileTopChanged, TableEvent


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
    "card_flipped": Record(22, 22),
    "card_lifted": Record(124, 128),
    "card_placed": Record(48, 48),
    "card_returned": Record(12, 12),
    "card_revealed": Record(22, 22),
    "draw_pile_touched": Record(32, 32),
    "hand": Record(623, 628),
    "hand_over": Record(281, 346),
    "pile_top_changed": Record(87, 87),
}
"""By kind, of 28 films for development: 3 rounds, 17 races and 8 races with a trouble; `hand`: whose hand it was. They
are the fit in docs/measured/confidence.json, which checks them on other films.
"""
_RARE = Record(9, 10)
"""Of kinds that were told too seldom to know."""
_LEAST = 0.01
"""Nothing is told that surely did not happen."""


def kind_of(event: TableEvent) -> str:
    """The name of an event's kind, as in its line; of a card on the pile whose face was not read another one."""
    if isinstance(event, PileTopChanged) and event.face is FACE_DOWN:
        return "pile_top_unread"
    return type_name(event)


def trusted(event: TableEvent) -> TableEvent:
    """An event as it is told: with no more confidence in it, or in whose hand it was, than its kind deserves."""
    seen = event.seen
    record, hand = RECORDS.get(kind_of(event), _RARE), RECORDS["hand"]
    by = HandPosterior((player, round(odds * hand.share, 3)) for player, odds in seen.by)
    return replace(event, seen=replace(seen, confidence=round(max(seen.confidence, _LEAST) * record.share, 3), by=by))
