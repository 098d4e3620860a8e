"""The hands that lie face up at the reveal."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from kibitz_scoring.cards import Card
from kibitz_scoring.game.round_state import Phase, RoundState, cards_of
from kibitz_scoring.referee.tokens import counted
from kibitz_scoring.score.hands import Hands, ScoredCard
from kibitz_scoring.table import Place, SlotId


def turned_up(state: RoundState, bare: Collection[Place], tokens: Mapping[SlotId, int]) -> Hands:
    """The hands of those players all of whose cards lie face up and are read.

    `bare`: places where no card lies, whatever should: not all of the play may have been seen. `tokens`: points of
    printed ones on the card in each slot, as seen.
    """
    if state.phase not in (Phase.AFTER_LAST_TURN, Phase.REVEAL, Phase.SCORED):
        return {}
    hands = {}
    everybodys = [list(cards_of(state, seat)) for seat in range(len(state.players))]
    points = counted({slot: card.modifier for held in everybodys for slot, card in held}, tokens)
    for player, held in zip(state.players, everybodys, strict=True):
        cards = [(slot, card) for slot, card in held if card.face_up or slot not in bare]
        # Nobody's whole hand goes without anything of that being seen.
        if bool(cards) is bool(held) and all(card.face_up and isinstance(card.face, Card) for _, card in cards):
            hands[player] = tuple(
                ScoredCard(card.face, points[slot]) for slot, card in cards if isinstance(card.face, Card)
            )
    return hands
