"""A deck that was counted, against the one that a game is played with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kibitz_scoring.cards import FRENCH52, JOKER, Card
from kibitz_scoring.rules.choices import DeckBase
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.score.hands import deck_cards


@dataclass(frozen=True, slots=True)
class DeckCheck:
    """What a deck lacks and has beyond the pack's, each in the deck's order with copies, and whether it is another."""

    counted: int
    missing: tuple[Card, ...]
    extra: tuple[Card, ...]
    is_other_kind: bool = False


def check_deck(pack: RulePack, cards: Sequence[Card]) -> DeckCheck:
    """Compare cards that were read with the pack's deck; numbers may be played with French cards, never the reverse."""
    wanted = Counter(deck_cards(pack))
    numbers = sum(card.suit is None and card != JOKER for card in cards)
    french = sum(card.suit is not None for card in cards)
    if pack.deck.base is DeckBase.NUMERIC and french > numbers:
        wanted = Counter((*FRENCH52, *(JOKER,) * pack.deck.jokers) * pack.deck.copies)
    is_other_kind = pack.deck.base is DeckBase.FRENCH52 and numbers > french
    found = Counter(cards)
    missing, extra = _in_order((wanted - found).elements()), _in_order((found - wanted).elements())
    return DeckCheck(len(cards), missing, extra, is_other_kind)


def _in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    place = {card: number for number, card in enumerate((*FRENCH52, JOKER))}
    return tuple(sorted(cards, key=lambda card: (place.get(card, len(place)), len(str(card)), str(card))))
