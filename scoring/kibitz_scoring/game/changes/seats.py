"""Players who leave a table, sit down at it, and go on in another's seat."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from kibitz_scoring.errors import InputError
from kibitz_scoring.game.changes.turns import after_last_turn, next_seat, to_reveal
from kibitz_scoring.game.events import Departed, HandedOver, Joined, SeatEvent
from kibitz_scoring.game.round_state import OVER, PLAYED, Phase, RoundState, check_table, present, seat_of
from kibitz_scoring.players import PlayerId
from kibitz_scoring.score.tally import RoundEnd
from kibitz_scoring.sentences import Sentence

_BETWEEN = (Phase.SETUP, Phase.SCORED)


def seated(state: RoundState, event: SeatEvent) -> RoundState:
    """The table after an event of these kinds; `InputError` for a name or a seat that is taken."""
    match event:
        case Departed():
            return departed(state, seat_of(state, event.player))
        case Joined():
            return _joined(state, event)
        case HandedOver():
            return _handed_over(state, event)
        case _:
            assert_never(event)


def departed(state: RoundState, seat: int) -> RoundState:
    """The table after a player left: nothing waits for them, and their cards are out of play.

    A hand that was played to its end stays for the score of the round.
    """
    if seat in state.departed:
        return state
    state = replace(state, departed=state.departed | {seat})
    if state.phase in OVER:
        return replace(state, due=tuple(due for due in state.due if due.seat != seat))
    hand = tuple(replace(card, modifier=0, face_up=False) for card in state.hands[seat] if card is not None)
    held = tuple(held.card for held in state.held if held.seat == seat)
    state = replace(
        state,
        aside=(*state.aside, *hand, *held),
        hands=(*state.hands[:seat], (None,) * state.pack.table.hand_size, *state.hands[seat + 1 :]),
        held=tuple(held for held in state.held if held.seat != seat),
        due=tuple(due for due in state.due if due.seat != seat),
        power=None if state.power is not None and state.power.seat == seat else state.power,
        waiting=tuple(power for power in state.waiting if power.seat != seat),
    )
    return _without_turn(state, seat) if state.phase in PLAYED else state


def _without_turn(state: RoundState, seat: int) -> RoundState:
    if len(present(state)) < 2:
        return to_reveal(state, RoundEnd.LEFT)
    if state.phase is not Phase.FINAL:
        return replace(state, turn=next_seat(state, seat)) if state.turn == seat else state
    left = tuple(other for other in state.final_left if other != seat)
    return replace(state, final_left=left, turn=left[0]) if left else after_last_turn(state)


def _joined(state: RoundState, event: Joined) -> RoundState:
    """The table with one more player, who is dealt to from the next round on."""
    seat, seats = event.seat, len(state.players)
    if state.phase not in _BETWEEN:
        raise InputError(
            Sentence("{player} joins in the middle of a round: expected it between two rounds.", player=event.player)
        )
    if seat < seats and seat not in state.departed:
        raise InputError(
            Sentence("p{seat} is {owner}'s seat: expected one that is free.", seat=seat + 1, owner=state.players[seat])
        )
    if seat > seats:
        raise InputError(
            Sentence("p{seat} is no seat of the table: expected p{free}, the next one.", seat=seat + 1, free=seats + 1)
        )
    _check_new(state, event.player, but=seat)
    players = (*state.players[:seat], event.player, *state.players[seat + 1 :])
    check_table(state.pack, players, len(present(state)))
    if seat < seats:
        return replace(state, players=players, departed=state.departed - {seat})
    return replace(
        state,
        players=players,
        hands=(*state.hands, (None,) * state.pack.table.hand_size),
        peeks=(*state.peeks, 0),
        taken=(*state.taken, 0),
        timeouts=(*state.timeouts, 0),
    )


def _handed_over(state: RoundState, event: HandedOver) -> RoundState:
    seat = seat_of(state, event.player)
    if seat in state.departed:
        raise InputError(
            Sentence("{player} has left: expected a player at the table to hand over.", player=event.player)
        )
    _check_new(state, event.successor)
    return replace(state, players=(*state.players[:seat], event.successor, *state.players[seat + 1 :]))


def _check_new(state: RoundState, player: PlayerId, but: int | None = None) -> None:
    if player in (name for seat, name in enumerate(state.players) if seat != but):
        raise InputError(Sentence("{player} has a seat already: expected another name.", player=player))
