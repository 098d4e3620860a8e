"""What a person says to the names that were proposed for found cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from kibitz_scoring.cards import Card
from kibitz_scoring.sentences import Sentence, joined
from kibitz_vision.teaching.found_cards import FoundCard
from kibitz_vision.teaching.taught_deck import in_words


def renamed(found: Sequence[FoundCard], number: int, name: Card | None) -> list[FoundCard]:
    """The found cards with another name for one of them; the one that had it gets the name that is free now."""
    now, before = list(found), found[number].proposed
    others = [k for k, one in enumerate(now) if k != number and one.proposed == name]
    if name is not None and len(others) == 1 and before is not None:
        now[others[0]] = replace(now[others[0]], proposed=before)
    now[number] = replace(now[number], proposed=name)
    return now


def doubts(found: Sequence[FoundCard], deck: Sequence[Card]) -> str:
    """What cannot be right: cards named too often, or none at all."""
    named = Counter(one.proposed for one in found if one.proposed is not None)
    too_many = named - Counter(deck)
    missing = [card for card in dict.fromkeys(deck) if card not in named]
    words = []
    if too_many:
        words.append(Sentence("Named too often: {cards}.", cards=in_words(list(too_many.elements()))))
    if missing:
        words.append(Sentence("Not shown: {cards}.", cards=in_words(missing)))
    return joined(" ", words)


def exchanged(found: Sequence[FoundCard], one: int, other: int) -> list[FoundCard]:
    """The found cards, two of which have taken each other's name."""
    now = list(found)
    now[one] = replace(found[one], proposed=found[other].proposed)
    now[other] = replace(found[other], proposed=found[one].proposed)
    return now
