"""What cards and hands are worth."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz_scoring.cards import Card, Rank
from kibitz_scoring.rules.choices import FivesMore
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.score.card_text import format_scored_card
from kibitz_scoring.score.hands import Hand, ScoredCard, own_card
from kibitz_scoring.sentences import Sentence, joined, to_say

_FIVE = 5
_COUNTS = ("0", to_say("one"), to_say("two"), to_say("three"), to_say("four"))
"""What so many fives are called; two decks may give more."""


@dataclass(frozen=True, slots=True)
class HandPoints:
    """Points of a hand with the sum that they come from in words, such as `10 + 5 = 15`."""

    points: int
    sum_text: str


def card_value(pack: RulePack, card: Card) -> int:
    """Points of a card without modifiers."""
    own = own_card(pack, card)
    return _printed_value(pack, card) if own is None else own.value


def _printed_value(pack: RulePack, card: Card) -> int:
    values = pack.values
    match card.rank:
        case Rank.JOKER:
            # A pack whose joker has no value has no jokers: load_pack and check_hands see to it.
            assert isinstance(values.joker, int)
            return values.joker
        case Rank.ACE:
            return values.ace
        case Rank.JACK:
            return values.jack.red if card.is_red else values.jack.black
        case Rank.QUEEN:
            return values.queen.red if card.is_red else values.queen.black
        case Rank.KING:
            return values.king.red if card.is_red else values.king.black
        case number:
            return int(number)


def scored_value(pack: RulePack, scored: ScoredCard) -> int:
    """Points of a card with its modifiers, kept within `score.modifier_clamp` where modifiers lie on it."""
    value = card_value(pack, scored.card) + scored.modifier
    clamp = pack.score.modifier_clamp
    if scored.modifier and isinstance(clamp, tuple):
        return min(max(value, clamp[0]), clamp[1])
    return value


def hand_points(pack: RulePack, hand: Hand) -> HandPoints:
    """Points of a hand; with `score.fives` its fives count together, modifiers on them ignored."""
    fives = sum(scored.card.rank == Rank.FIVE for scored in hand) if pack.score.fives else 0
    rest = [scored for scored in hand if not (fives and scored.card.rank == Rank.FIVE)]
    terms = [(scored_value(pack, scored), _modifier_note(scored)) for scored in rest]
    if fives:
        terms.append(_fives_term(pack, fives))
    points = sum(value for value, _ in terms)
    return HandPoints(points, _sum_text(terms, points))


def _modifier_note(scored: ScoredCard) -> str:
    return f" ({format_scored_card(scored)})" if scored.modifier else ""


def _fives_term(pack: RulePack, fives: int) -> tuple[int, str]:
    score = pack.score
    count = Sentence(_COUNTS[fives]) if fives < len(_COUNTS) else fives
    note = Sentence(" ({count} five)" if fives == 1 else " ({count} fives)", count=count)
    match fives:
        case 1:
            return score.fives_one, note
        case 2:
            return score.fives_two, note
        case _ if score.fives_more is FivesMore.TWO_AND_REST:
            return score.fives_two + (fives - 2) * _FIVE, note
        case _:
            return 0, note


def _sum_text(terms: list[tuple[int, str]], points: int) -> str:
    if not terms:
        return Sentence("no cards, 0")
    if len(terms) == 1 and not terms[0][1]:
        return str(points)
    signs = ("" if at == 0 else " - " if value < 0 else " + " for at, (value, _) in enumerate(terms))
    numbers = (value if at == 0 else abs(value) for at, (value, _) in enumerate(terms))
    parts = [str(part) for term in zip(signs, numbers, (note for _, note in terms), strict=True) for part in term]
    return joined("", (*parts, f" = {points}"))
