"""Hands at the reveal, and whether one deck can hold them all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kibitz_scoring.cards import (
    FRENCH52,
    FRENCH_RANKS,
    JOKER,
    NUMERIC,
    NUMERIC_DECK,
    NUMERIC_RANKS,
    Card,
    HouseRank,
    Rank,
    numeric_copies,
    parse_card,
)
from kibitz_scoring.errors import InputError
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.choices import DeckBase
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.rules.sections import DASH, OwnCard
from kibitz_scoring.sentences import Sentence


@dataclass(frozen=True, slots=True)
class ScoredCard:
    """A card in a hand with the sum of the +1 and -1 that lie on it."""

    card: Card
    modifier: int = 0


Hand = Sequence[ScoredCard]
Hands = Mapping[PlayerId, Hand]


def deck_cards(pack: RulePack) -> tuple[Card, ...]:
    """Every card of the pack's deck, copies included."""
    if pack.deck.base is DeckBase.OWN:
        return tuple(parse_card(own.card) for own in pack.deck.cards for _ in range(own.count)) * pack.deck.copies
    jokers = (JOKER,) * pack.deck.jokers
    if pack.deck.base is DeckBase.FRENCH52:
        return (*FRENCH52, *jokers) * pack.deck.copies
    return (*NUMERIC_DECK, *jokers) * pack.deck.copies


def copies_of(pack: RulePack, face: Card) -> int:
    """How many cards with this face a deck has; a French card may stand for a number, each once in a deck."""
    stands_for = pack.deck.base is DeckBase.NUMERIC and face.suit is not None
    return pack.deck.copies if stands_for else _counted(deck_cards(pack))[face]


@lru_cache(maxsize=64)
def _counted(cards: tuple[Card, ...]) -> Counter[Card]:
    return Counter(cards)


def binding_deck(pack: RulePack) -> tuple[Card, ...] | None:
    """The deck that no table of this game can go beyond; None where French cards may stand for numbers."""
    return None if pack.deck.base is DeckBase.NUMERIC else deck_cards(pack)


def own_card(pack: RulePack, card: Card) -> OwnCard | None:
    """What a pack says of a card of its own, None where it has no such card."""
    return _by_card(pack.deck.cards).get(card) if pack.deck.cards else None


@lru_cache(maxsize=64)
def _by_card(cards: tuple[OwnCard, ...]) -> Mapping[Card, OwnCard]:
    return {parse_card(own.card): own for own in cards}


def check_hands(pack: RulePack, hands: Hands) -> None:
    """Raise `InputError` unless the pack's deck can make all these hands for that many players."""
    if not hands:
        raise InputError("hands: found no player: expected at least one.")
    if len(hands) > pack.max_players:
        raise InputError(
            Sentence(
                "hands: found {hands} players: {game} is for {max_players} at most.",
                hands=len(hands),
                game=pack.name,
                max_players=pack.max_players,
            )
        )
    for player, hand in hands.items():
        for scored in hand:
            _check_card(pack, player, scored)
    _check_copies(pack, [scored.card for hand in hands.values() for scored in hand])


def numeric_rank(card: Card) -> Rank | HouseRank:
    """Rank in the numeric deck that a French card stands for: A to Q are 1 to 12, black K 13, red K 0.

    A numeric card and a joker stand for themselves.
    """
    match card.rank:
        case Rank.KING:
            return Rank.N0 if card.is_red else Rank.N13
        case Rank() as rank if card.suit is not None:
            return NUMERIC_RANKS[FRENCH_RANKS.index(rank) + 1]
        case rank:
            return rank


def _check_card(pack: RulePack, player: PlayerId, scored: ScoredCard) -> None:
    card = scored.card
    if pack.deck.base is DeckBase.OWN:
        if own_card(pack, card) is None:
            raise InputError(
                Sentence(
                    "hands.{player}: {card} is not in {game}'s deck: expected {own_names}.",
                    player=player,
                    card=card,
                    game=pack.name,
                    own_names=_own_names(pack),
                )
            )
    elif isinstance(card.rank, HouseRank):
        raise InputError(
            Sentence(
                "hands.{player}: {card} is not in {game}'s deck, which has no cards of its own.",
                player=player,
                card=card,
                game=pack.name,
            )
        )
    elif card == JOKER and not pack.deck.jokers:
        raise InputError(
            Sentence("hands.{player}: JK is not in {game}'s deck, which has no jokers.", player=player, game=pack.name)
        )
    elif card in NUMERIC and pack.deck.base is DeckBase.FRENCH52:
        raise InputError(
            Sentence(
                "hands.{player}: {card} is not in {game}'s deck: expected a rank and a suit, as in {example}.",
                player=player,
                card=card,
                game=pack.name,
                example=_example(card),
            )
        )
    if scored.modifier and pack.score.modifier_clamp == DASH:
        raise InputError(
            Sentence(
                "hands.{player}: {card}{modifier:+d}: {game} has no +1 and -1: expected {card}.",
                player=player,
                card=card,
                modifier=scored.modifier,
                game=pack.name,
            )
        )


def _own_names(pack: RulePack) -> str:
    """The cards of a pack's own deck, of many the first."""
    names = [own.card.upper() for own in pack.deck.cards]
    return ", ".join(names[:12]) + (" .." if len(names) > 12 else "")


def _example(card: Card) -> str:
    return f"{card}H" if f"{card}H" in map(str, FRENCH52) else "10H"


def _check_copies(pack: RulePack, cards: list[Card]) -> None:
    for card, found in Counter(cards).items():
        copies = copies_of(pack, card)
        if found > copies:
            raise _too_many(pack, str(card), found, copies)
    if pack.deck.base is DeckBase.NUMERIC:
        for rank, found in Counter(numeric_rank(card) for card in cards if card != JOKER).items():
            copies = numeric_copies(rank) * pack.deck.copies
            if found > copies:
                raise _too_many(pack, Sentence("{rank} (in either notation)", rank=rank), found, copies)


def _too_many(pack: RulePack, card: str, found: int, copies: int) -> InputError:
    have = "one" if copies == 1 else str(copies)
    return InputError(
        Sentence(
            "hands: {card} stands {times} in the hands: {game}'s deck has {have}.",
            card=card,
            times=_times(found),
            game=pack.name,
            have=have,
        )
    )


def _times(count: int) -> str:
    return "twice" if count == 2 else Sentence("{count} times", count=count)
