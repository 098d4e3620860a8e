"""The hands that lie face up at the reveal."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from kibitz_scoring.cards import Card
from kibitz_scoring.game.events import Revealed
from kibitz_scoring.game.round_state import Phase, RoundState, cards_of
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.players import PlayerId
from kibitz_scoring.referee.questions import ActId
from kibitz_scoring.referee.tokens import counted
from kibitz_scoring.score.hands import Hands, ScoredCard
from kibitz_scoring.table import Place, SlotId
from kibitz_server.evening.round.said_acts import event_said
from kibitz_server.journal.play_entries import ChosenCards


def hands_up(state: RoundState, bare: Collection[Place], tokens: Mapping[SlotId, int]) -> Hands:
    """The hands of those players all of whose cards lie face up and are read, each in the order of `slots_up`.

    `bare`: places where no card lies, whatever should: not all of the play may have been seen. `tokens`: points of
    printed ones on the card in each slot, as seen.
    """
    held = {slot: card for seat in range(len(state.players)) for slot, card in cards_of(state, seat)}
    points = counted({slot: card.modifier for slot, card in held.items()}, tokens)
    return {
        player: tuple(ScoredCard(face, points[slot]) for slot in slots if isinstance(face := held[slot].face, Card))
        for player, slots in slots_up(state, bare).items()
    }


def slots_up(state: RoundState, bare: Collection[Place] = ()) -> dict[PlayerId, tuple[SlotId, ...]]:
    """Where the hands lie of those players all of whose cards lie face up and are read, but at `bare` places."""
    if state.phase not in (Phase.AFTER_LAST_TURN, Phase.REVEAL, Phase.SCORED):
        return {}
    found = {}
    for seat, player in enumerate(state.players):
        held = list(cards_of(state, seat))
        cards = [(slot, card) for slot, card in held if card.face_up or slot not in bare]
        # Nobody's whole hand goes without anything of that being seen.
        if bool(cards) is bool(held) and all(card.face_up and isinstance(card.face, Card) for _, card in cards):
            found[player] = tuple(slot for slot, _ in cards)
    return found


def chosen_cards(
    state: RoundState, bare: Collection[Place], told: Iterable[TimedEvent], said_of_acts: Collection[ActId]
) -> ChosenCards:
    """The cards of the hands that are up of which a person was the last to say which they are."""
    by_act = {one.event.slot: one.act or "" for one in told if isinstance(one.event, Revealed)}
    said = {slot for slot, act in by_act.items() if act in said_of_acts or event_said(act, state.players) is not None}
    hands = slots_up(state, bare).items()
    return tuple((player, place) for player, slots in hands for place, slot in enumerate(slots) if slot in said)
