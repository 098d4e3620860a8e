"""The course of a round: whose turn comes next, the call, the final turns and the reveal."""

from __future__ import annotations

from dataclasses import replace

from kibitz_scoring.cards import Card
from kibitz_scoring.game.round_state import (
    PLAYED,
    GiveDue,
    Phase,
    RoundState,
    TakeDue,
    can_refill,
    card_at,
    in_progress,
)
from kibitz_scoring.rules.choices import EmptyHand, EndRoundAt, FinalTurns, OnTimeout, SnapGive, WhenEmpty
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.score.tally import RoundEnd
from kibitz_scoring.slots import locate


def next_seat(state: RoundState, seat: int) -> int:
    """The next player to the left who is still there."""
    seats = len(state.players)
    order = [(seat + step) % seats for step in range(1, seats + 1)]
    return next((other for other in order if other not in state.departed), seat)


def skips_on_timeout(pack: RulePack) -> bool:
    """Whether a turn is lost once its time is over; the table says so by a pass."""
    return pack.turn.timer_s is not None and pack.turn.on_timeout is not OnTimeout.REMIND


def start_act(state: RoundState, seat: int) -> RoundState:
    """The table as a player begins to act on a turn: the first peek is over, and so is who left a power unused.

    A turn that nobody has begun goes to the player who acts, whosever it was: the table has moved on.
    """
    state = with_powers_of(state, seat)
    if state.phase is Phase.INITIAL_PEEK:
        state = replace(state, phase=Phase.TURNS)
    if state.due:
        state = without_offers(state)
    if seat == state.turn or state.phase not in PLAYED or in_progress(state):
        return state
    if state.phase is Phase.FINAL:
        left = state.final_left
        rest = left[left.index(seat) :] if seat in left else (seat, *left)
        state = replace(state, final_left=rest)
    return replace(state, turn=seat)


def with_powers_of(state: RoundState, seat: int) -> RoundState:
    """The table once others have left their powers unused, which ends the turn of whom it was."""
    pending = state.power
    if pending is None or pending.seat == seat:
        return state
    mine = [power for power in state.waiting if power.seat == seat]
    return finish_turn(replace(state, power=mine[0] if mine else None, waiting=tuple(mine[1:])), pending.seat)


def without_offers(state: RoundState) -> RoundState:
    """The table once nobody may give a card away any more who did not have to."""
    if state.pack.snap.give is SnapGive.REQUIRED:
        return state
    return replace(state, due=tuple(due for due in state.due if not isinstance(due, GiveDue)))


def finish_turn(state: RoundState, seat: int) -> RoundState:
    """The table after a player's act, which ends the turn if it was theirs and nothing is left to do in it."""
    if seat != state.turn or state.phase not in PLAYED or in_progress(state):
        return state
    taken = tuple(count + (other == seat) for other, count in enumerate(state.taken))
    state = replace(state, taken=taken)
    if deck_is_out(state):
        return to_reveal(state)
    if state.phase is not Phase.FINAL:
        return replace(state, phase=Phase.TURNS, turn=next_seat(state, seat))
    left = state.final_left[1:]
    return replace(state, final_left=left, turn=left[0]) if left else after_last_turn(state)


def deck_is_out(state: RoundState) -> bool:
    """Whether the round ends with the turn because no card can be drawn any more."""
    if state.draw_pile:
        return False
    if state.pack.piles.when_empty is WhenEmpty.END_ROUND:
        return state.pack.piles.end_round_at is not EndRoundAt.FAILED_DRAW
    return not can_refill(state)


def after_last_turn(state: RoundState) -> RoundState:
    """The table after the last final turn: one more window for snaps, or the reveal."""
    snap = state.pack.snap
    if snap.enabled and isinstance(snap.final_window_ms, int) and snap.final_window_ms > 0:
        return replace(state, phase=Phase.AFTER_LAST_TURN, final_left=())
    return to_reveal(state)


def to_reveal(state: RoundState, end: RoundEnd | None = None) -> RoundState:
    """The table as the hands are about to be turned up; what is still due lapses."""
    if end is None:
        by_call = RoundEnd.EMPTY_HAND if state.forced else RoundEnd.CALL
        end = RoundEnd.DECK if state.caller is None else by_call
    return replace(state, phase=Phase.REVEAL, end=end, power=None, waiting=(), due=(), final_left=())


def start_final(state: RoundState, caller: int, *, forced: bool) -> RoundState:
    """The table after a call: everybody else has one more turn, which for a turn under way is that one."""
    state = replace(state, caller=caller, forced=forced)
    if state.pack.call.final_turns is FinalTurns.NONE:
        return to_reveal(state)
    seats = len(state.players)
    circle = [(state.turn + step) % seats for step in range(seats)]
    running = (state.turn,) if in_progress(state) else ()
    order = (*running, *(seat for seat in circle if seat not in (*running, caller) and seat not in state.departed))
    if not order:
        return after_last_turn(state)
    return replace(state, phase=Phase.FINAL, final_left=order, turn=order[0])


def settled(state: RoundState) -> RoundState:
    """The table after what follows by itself from an event: an empty hand, the end of the reveal, and what lapses."""
    if state.due:
        state = _without_lapsed(state)
    if state.phase in PLAYED:
        state = to_reveal(state) if _deck_ends_now(state) else _empty_hands(_without_idle_turns(state))
    if state.phase is Phase.REVEAL and _all_up(state):
        return replace(state, phase=Phase.SCORED)
    return state


def _without_lapsed(state: RoundState) -> RoundState:
    """The table without what can never be done any more: a card to take over, or to give, that is gone."""
    due = tuple(
        due
        for due in state.due
        if not (isinstance(due, TakeDue) and card_at(state, due.slot) is None)
        and not (isinstance(due, GiveDue) and not any(state.hands[due.seat]))
    )
    return state if len(due) == len(state.due) else replace(state, due=due)


def _deck_ends_now(state: RoundState) -> bool:
    """Whether the deck, however it was emptied, ends the round with no turn under way and nothing left to be done."""
    piles = state.pack.piles
    if state.draw_pile or piles.when_empty is not WhenEmpty.END_ROUND:
        return False
    if piles.end_round_at is EndRoundAt.AT_ONCE:
        return True
    return deck_is_out(state) and not (in_progress(state) or state.due)


def _empty_hands(state: RoundState) -> RoundState:
    action = state.pack.empty_hand.action
    if action not in (EmptyHand.END_NOW, EmptyHand.AUTO_CALL) or all(map(any, state.hands)):
        return state
    if state.phase not in PLAYED:
        return state
    promised = {locate(state.pack, due.slot)[0] for due in state.due if isinstance(due, GiveDue)}
    for seat, hand in enumerate(state.hands):
        if any(hand) or seat in promised or seat in state.departed:
            continue
        if action is EmptyHand.END_NOW:
            if state.caller is None or not state.pack.empty_hand.finish_turns:
                return to_reveal(state, RoundEnd.EMPTY_HAND)
        elif state.caller is None:
            return start_final(state, seat, forced=True)
    return state


def _without_idle_turns(state: RoundState) -> RoundState:
    """The table without the last turns of who has no cards left, where the house says that they are lost."""
    if state.pack.empty_hand.final_turn or state.phase is not Phase.FINAL or in_progress(state):
        return state
    owed = {due.seat for due in state.due}
    owed |= {locate(state.pack, due.slot)[0] for due in state.due if isinstance(due, GiveDue)}
    left = tuple(seat for seat in state.final_left if any(state.hands[seat]) or seat in owed)
    if len(left) == len(state.final_left):
        return state
    return replace(state, final_left=left, turn=left[0]) if left else after_last_turn(state)


def _all_up(state: RoundState) -> bool:
    return all(card is None or (card.face_up and isinstance(card.face, Card)) for hand in state.hands for card in hand)
