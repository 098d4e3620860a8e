"""A round of play: `apply` takes a table from one event to the next and refuses none.

What an event says has happened; whether it was allowed is `violations.check`'s to say. Where an act shows that
something before it went unseen, such as a discard by somebody who was not seen to draw, that is taken to have happened.
Only a name or a place that the table does not have is an `InputError`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from kibitz_scoring.game.changes.claims import claimed, owe
from kibitz_scoring.game.changes.deal import dealt, starter_turned
from kibitz_scoring.game.changes.fixes import fixed
from kibitz_scoring.game.changes.moves import (
    from_deck,
    grasp,
    in_slot,
    lay_off,
    lay_replaced,
    learned,
    lift,
    put,
    refill,
    release,
)
from kibitz_scoring.game.changes.powers import looked, offered, shown_seats, used, without_idle_power
from kibitz_scoring.game.changes.seats import seated
from kibitz_scoring.game.changes.timeouts import timed_out
from kibitz_scoring.game.changes.turns import (
    finish_turn,
    settled,
    skips_on_timeout,
    start_act,
    start_final,
    to_reveal,
    with_powers_of,
)
from kibitz_scoring.game.events import (
    Called,
    CardTaken,
    Corrected,
    Dealt,
    Declined,
    Departed,
    Discarded,
    Drew,
    Ended,
    Event,
    Exchanged,
    Gave,
    HandedOver,
    Joined,
    LastWindowClosed,
    Looked,
    Matched,
    Misdealt,
    Modified,
    Moved,
    Paired,
    Passed,
    PenaltyTaken,
    PowerClaimed,
    Refilled,
    Revealed,
    Ruled,
    Snapped,
    StarterTurned,
    Swapped,
    TimedOut,
    Took,
    TurnEvent,
)
from kibitz_scoring.game.round_state import (
    PLAYED,
    GiveDue,
    Held,
    PenaltyDue,
    Phase,
    RoundState,
    empty_round,
    everyone,
    held_by,
    seat_of,
)
from kibitz_scoring.rules.choices import DrawnCard, OnTimeout, PowerTrigger, WhenEmpty
from kibitz_scoring.table import Heap

_AFTER_THE_SCORE = (Dealt, Revealed, Corrected, Moved, Modified, Ruled, Departed, Joined, HandedOver)
"""What happens to a table whose round is scored; no act of play changes what is written any more."""


def apply(state: RoundState, event: Event) -> RoundState:
    """The table after an event; a card that is nowhere to be had stays where it is, and a scored round as it is."""
    if state.phase is Phase.SCORED and not isinstance(event, _AFTER_THE_SCORE):
        return state
    match event:
        case Snapped() | Matched() | Paired() | PenaltyTaken() | CardTaken() | Gave():
            after = claimed(state, event)
        case Revealed() | Corrected() | Moved() | Ruled() | Ended():
            after = fixed(state, event)
        case Departed() | Joined() | HandedOver():
            after = seated(state, event)
        case Dealt():
            after = dealt(state, event)
        case StarterTurned():
            after = starter_turned(state, event)
        case Refilled():
            after = refill(state)
        case LastWindowClosed():
            after = to_reveal(state) if state.phase is Phase.AFTER_LAST_TURN else state
        case Misdealt():
            after = empty_round(state, state.number)
        case _:
            after = _acted(state, event)
    return settled(without_idle_power(after))


def _acted(state: RoundState, event: TurnEvent) -> RoundState:  # noqa: C901, PLR0911, PLR0912 - a case for each
    match event:
        case Drew():
            return _drew(state, event)
        case Took():
            return _took(state, event)
        case Swapped():
            return _swapped(state, event)
        case Discarded():
            return _discarded(state, event)
        case Looked():
            return _looked(state, event)
        case Exchanged():
            return _exchanged(state, event)
        case Modified():
            return _modified(state, event)
        case PowerClaimed():
            return _claimed(state, event)
        case Declined():
            return _declined(state, event)
        case TimedOut():
            return timed_out(state, event)
        case Passed():
            return _passed(state, event)
        case Called():
            return _called(state, event)
        case _:
            assert_never(event)


def _passed(state: RoundState, event: Passed) -> RoundState:
    """The table after a turn without an act, which may cost a card where its time ran out."""
    seat = seat_of(state, event.player)
    state = start_act(state, seat)
    turn = state.pack.turn
    if turn.on_timeout is OnTimeout.SKIP_AND_PENALTY and skips_on_timeout(state.pack) and not turn.may_pass:
        state = owe(state, seat, "turn.on_timeout", 1)
    return finish_turn(state, seat)


def _drew(state: RoundState, event: Drew) -> RoundState:
    seat = seat_of(state, event.player)
    state, card = from_deck(start_act(state, seat))
    if card is None:
        ends = state.pack.piles.when_empty is WhenEmpty.END_ROUND and state.phase in PLAYED
        return to_reveal(state) if ends else state
    is_open = state.pack.turn.drawn_card is DrawnCard.OPEN or state.pack.display.open_hands
    card = learned(card, event.card, everyone(state) if is_open else frozenset((seat,)))
    return grasp(state, seat, replace(card, face_up=is_open), Heap.DRAW)


def _took(state: RoundState, event: Took) -> RoundState:
    seat = seat_of(state, event.player)
    state = start_act(state, seat)
    if not state.discard:
        return state
    card = state.discard[-1]
    return grasp(replace(state, discard=state.discard[:-1]), seat, card, Heap.DISCARD)


def _released(state: RoundState, seat: int) -> tuple[RoundState, Held | None]:
    """The card in hand for a placement, which begins a turn where the draw went unseen."""
    return release(state if held_by(state, seat) else start_act(state, seat), seat)


def _swapped(state: RoundState, event: Swapped) -> RoundState:
    seat = seat_of(state, event.player)
    state, held = _released(state, seat)
    if held is None:
        return state
    state, leaving = lift(state, event.slot)
    # Whether a card that only its player saw might be kept is known once it is turned up.
    unjudged = state.pack.keep.ranks != "any" and not held.card.face_up
    state = put(state, event.slot, in_slot(state, replace(held.card, kept=unjudged), leaving))
    if leaving is None:
        return finish_turn(state, seat)
    leaving = learned(leaving, event.out, frozenset())
    state = lay_replaced(state, leaving, seat)
    if state.pack.powers.trigger is PowerTrigger.OWN_PLACEMENT and seat == state.turn:
        state = offered(state, seat, leaving.face)
    return finish_turn(state, seat)


def _discarded(state: RoundState, event: Discarded) -> RoundState:
    seat = seat_of(state, event.player)
    state, held = _released(state, seat)
    if held is None:
        return state
    card = learned(held.card, event.card, frozenset())
    state = lay_off(state, card, seat)
    drawn = held.source is Heap.DRAW and seat == state.turn
    if drawn and state.pack.powers.trigger is not PowerTrigger.DRAWN:
        state = offered(state, seat, card.face)
    return finish_turn(state, seat)


def _claimed(state: RoundState, event: PowerClaimed) -> RoundState:
    seat = seat_of(state, event.player)
    if state.pack.powers.trigger is PowerTrigger.DRAWN:
        state, held = _released(state, seat)
        if held is None:
            return state
        card = learned(held.card, event.card, frozenset())
        state = offered(lay_off(state, card, seat), seat, card.face)
    if state.power is None or state.power.seat != seat:
        return finish_turn(state, seat) if state.pack.powers.trigger is PowerTrigger.DRAWN else state
    return replace(state, power=replace(state.power, begun=True))


def _looked(state: RoundState, event: Looked) -> RoundState:
    seat = seat_of(state, event.player)
    state, card = lift(state, event.slot)
    if card is None:
        return state
    mine = state.phase is Phase.INITIAL_PEEK
    seats = frozenset((seat,)) if mine else shown_seats(state, seat)
    state = put(state, event.slot, learned(card, event.card, seats))
    if mine:
        counted = state.peeks[seat] + 1
        return replace(state, peeks=(*state.peeks[:seat], counted, *state.peeks[seat + 1 :]))
    if state.power is not None and state.power.seat == seat:
        return looked(state, event.slot)
    unlawful = (PenaltyDue(seat, "peek.unlawful_penalty"),) * state.pack.peek.unlawful_penalty
    return replace(state, due=(*state.due, *unlawful))


def _exchanged(state: RoundState, event: Exchanged) -> RoundState:
    seat = seat_of(state, event.player)
    state, first = lift(state, event.first)
    state, second = lift(state, event.second)
    if first is not None:
        target = event.first if second is None else event.second
        state = put(state, target, first if second is None else in_slot(state, first, second))
    if second is not None:
        target = event.second if first is None else event.first
        state = put(state, target, second if first is None else in_slot(state, second, first))
    return used(state, seat)


def _modified(state: RoundState, event: Modified) -> RoundState:
    seat = seat_of(state, event.player)
    state, card = lift(state, event.slot)
    if card is None:
        return state
    return used(put(state, event.slot, replace(card, modifier=card.modifier + event.delta)), seat)


def _declined(state: RoundState, event: Declined) -> RoundState:
    seat = seat_of(state, event.player)
    offer = next((due for due in state.due if isinstance(due, GiveDue) and due.seat == seat), None)
    if offer is not None:
        return replace(state, due=tuple(due for due in state.due if due is not offer))
    return used(state, seat)


def _called(state: RoundState, event: Called) -> RoundState:
    seat = seat_of(state, event.player)
    if state.caller is not None or state.phase not in PLAYED:
        return state
    if state.phase is Phase.INITIAL_PEEK:
        state = replace(state, phase=Phase.TURNS)
    state = with_powers_of(state, seat)
    return start_final(state, seat, forced=False) if state.phase in PLAYED else state
