"""Whether an act is allowed: `check` gives the violations of an event on a table as it was before."""

from __future__ import annotations

from typing import assert_never

from kibitz_scoring.cards import Card
from kibitz_scoring.game.changes.timeouts import timeout_rule
from kibitz_scoring.game.changes.turns import skips_on_timeout
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
)
from kibitz_scoring.game.legality.check_claims import claim_violations
from kibitz_scoring.game.legality.check_deal import deal_violations, refill_violations, starter_violations
from kibitz_scoring.game.legality.check_powers import power_violations
from kibitz_scoring.game.legality.violations import (
    Found,
    Violation,
    at_turn_start,
    broken,
    in_hand,
    lies_there,
    name,
    not_owed,
    nothing_due,
    own_card,
    owner,
    possible,
    possible_as,
    unused_power,
)
from kibitz_scoring.game.phase_words import PHASE_WORDS
from kibitz_scoring.game.round_state import (
    PLAYED,
    Phase,
    RoundState,
    can_refill,
    card_at,
    cards_of,
    held_by,
    in_progress,
    seat_of,
)
from kibitz_scoring.rules.choices import CallWhen, EndRoundAt, OnTimeout, WhenEmpty
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.score.hands import ScoredCard, numeric_rank
from kibitz_scoring.score.points import hand_points
from kibitz_scoring.sentences import Sentence
from kibitz_scoring.table import FACE_DOWN, Face, Heap


def check(state: RoundState, event: Event) -> tuple[Violation, ...]:
    """Violations of an event on this table, none where it is allowed; names and places are checked as in `apply`."""
    return tuple(_violations(state, event))


def may_keep(pack: RulePack, face: Face) -> bool:
    """Whether a drawn card may be kept, as far as its face is known."""
    ranks = pack.keep.ranks
    if ranks == "any" or not isinstance(face, Card):
        return True
    colour = "red" if face.is_red else "black"
    names = {str(face.rank), f"{face.rank}.{colour}", str(numeric_rank(face))}
    return not names.isdisjoint(ranks)


def _violations(state: RoundState, event: Event) -> Found:
    match event:
        case Looked() | Exchanged() | Modified() | PowerClaimed() | Declined():
            return power_violations(state, event)
        case Matched() | Snapped() | Paired() | PenaltyTaken() | CardTaken() | Gave():
            return claim_violations(state, event)
        case Drew() | Took() | Passed() | Called() | TimedOut():
            return _turn_start(state, event)
        case Swapped() | Discarded():
            return _placement(state, event)
        case Dealt() | StarterTurned() | Refilled() | LastWindowClosed() | Revealed():
            return _table_act(state, event)
        case Corrected() | Moved() | Ruled() | Ended() | Departed() | Joined() | HandedOver() | Misdealt():
            return iter(())
        case _:
            assert_never(event)


def _turn_start(state: RoundState, event: Drew | Took | Passed | Called | TimedOut) -> Found:
    seat = seat_of(state, event.player)
    match event:
        case Drew():
            yield from at_turn_start(state, seat)
            piles = state.pack.piles
            tries = piles.when_empty is WhenEmpty.END_ROUND and piles.end_round_at is EndRoundAt.FAILED_DRAW
            if not (state.draw_pile or can_refill(state) or tries):
                yield broken("piles.when_empty", "There is no card left to draw.")
        case Took():
            yield from at_turn_start(state, seat)
            yield from _take(state, seat)
        case Passed():
            yield from at_turn_start(state, seat)
            if not (state.pack.turn.may_pass or skips_on_timeout(state.pack)):
                yield broken("turn.pass", "A turn may not be passed in {game}.", game=state.pack.name)
        case Called():
            yield from _call(state, seat)
        case TimedOut():
            yield from _time_out(state, seat, event)
        case _:
            assert_never(event)


def _take(state: RoundState, seat: int) -> Found:
    if not state.pack.piles.draw_from_discard:
        yield broken(
            "piles.draw_from_discard", "No card is taken from the discard pile in {game}.", game=state.pack.name
        )
    elif not state.discard:
        yield broken("play.place", "The discard pile is empty.")
    elif not any(state.hands[seat]):
        yield broken(
            "piles.draw_from_discard", "{player} has no card to give for the pile's.", player=name(state, seat)
        )


def _time_out(state: RoundState, seat: int, event: TimedOut) -> Found:
    if state.pack.turn.timer_s is None:
        yield broken("turn.timer_s", "No time is set for a turn in {game}.", game=state.pack.name)
    if state.phase not in PLAYED or seat != state.turn:
        yield broken("play.turn", "It is not {player}'s turn.", player=name(state, seat))
    key, rule = timeout_rule(state, seat)
    if event.slot is not None:
        yield from own_card(state, seat, event.slot)
        yield from possible(state, event.card, event.slot)
    elif rule is OnTimeout.RANDOM_CARD and any(state.hands[seat]):
        yield broken(key, "The card goes to a place that is drawn by lot.")


def _call(state: RoundState, seat: int) -> Found:
    rules = state.pack.call
    if state.caller is not None:
        yield broken("call.final_turns", "{player} has ended the round already.", player=name(state, state.caller))
        return
    turn = state.taken[seat] + (rules.when is not CallWhen.TURN_END)
    if turn < rules.earliest_round:
        yield broken(
            "call.earliest_round",
            "Nobody may call before turn {earliest_round} of their own.",
            earliest_round=rules.earliest_round,
        )
    match rules.when:
        case CallWhen.TURN_START:
            started = in_progress(state) and seat == state.turn and state.phase in PLAYED
            if started:
                yield broken(
                    "call.when", "{player} may call only before anything else in a turn.", player=name(state, seat)
                )
            else:
                yield from at_turn_start(state, seat)
        case CallWhen.AFTER_DRAW:
            if held_by(state, seat) is None or seat != state.turn:
                yield broken("call.when", "{player} may call only with a card just drawn.", player=name(state, seat))
        case CallWhen.TURN_END:
            yield from _call_at_end(state, seat)
        case _:
            assert_never(rules.when)


def _call_at_end(state: RoundState, seat: int) -> Found:
    if state.phase not in PLAYED:
        yield broken(
            "play.phase",
            "Nobody has a turn in this part of the round ({phase}).",
            phase=Sentence(PHASE_WORDS[state.phase]),
        )
    elif state.top.seat != seat or held_by(state, seat) is not None or (seat != state.turn and in_progress(state)):
        yield broken("call.when", "{player} may call only at the end of the own turn.", player=name(state, seat))
    else:
        yield from unused_power(state, -1)
        yield from nothing_due(state)


def _placement(state: RoundState, event: Swapped | Discarded) -> Found:
    seat = seat_of(state, event.player)
    yield from in_hand(state, seat)
    held = held_by(state, seat)
    match event:
        case Swapped():
            yield from own_card(state, seat, event.slot)
            yield from not_owed(state, event.slot)
            yield from possible(state, event.out, event.slot)
            # A card that only its player has seen cannot be judged: a verdict would tell what it is.
            if held is not None and held.card.face_up and not may_keep(state.pack, held.card.face):
                yield broken(
                    "keep.ranks", "{face} may not be kept in {game}.", face=held.card.face, game=state.pack.name
                )
        case Discarded():
            yield from possible_as(state, event.card, None if held is None else held.card)
            back = held is not None and held.source is Heap.DISCARD
            if back and state.pack.piles.drawn_discard_may_return is not True:
                yield broken("piles.drawn_discard_may_return", "A card taken from the pile has to be kept.")
        case _:
            assert_never(event)


def _table_act(state: RoundState, event: Dealt | StarterTurned | Refilled | LastWindowClosed | Revealed) -> Found:
    match event:
        case Dealt():
            yield from deal_violations(state, event)
        case StarterTurned():
            yield from starter_violations(state, event)
        case Refilled():
            yield from refill_violations(state)
        case LastWindowClosed():
            if state.phase is not Phase.AFTER_LAST_TURN:
                yield broken("snap.final_window_ms", "The last final turn is not over.")
            yield from nothing_due(state)
        case Revealed():
            yield from lies_there(state, event.slot)
            yield from possible(state, event.card, event.slot)
            card = card_at(state, event.slot)
            if card is not None and card.kept and not may_keep(state.pack, event.card):
                yield broken(
                    "keep.ranks",
                    "{card} was drawn and kept; it may not be in {game}.",
                    card=event.card,
                    game=state.pack.name,
                )
            if state.phase in (*PLAYED, Phase.SETUP) and not state.pack.display.open_hands:
                yield broken("display.open_hands", "The card at {slot} lies open before the reveal.", slot=event.slot)
            yield from _called_too_high(state, event)
        case _:
            assert_never(event)


def _called_too_high(state: RoundState, event: Revealed) -> Found:
    """Whether a call was made with too many points, which is known once the caller's last card lies open."""
    most = state.pack.call.max_points
    if most is None or state.caller is None or state.forced or state.phase is not Phase.REVEAL:
        return
    if owner(state, event.slot) != state.caller:
        return
    faces = [
        ScoredCard(face, card.modifier)
        for slot, card in cards_of(state, state.caller)
        if isinstance(face := event.card if slot == event.slot else card.face if card.face_up else FACE_DOWN, Card)
    ]
    points = hand_points(state.pack, tuple(faces)).points
    if len(faces) == sum(1 for _ in cards_of(state, state.caller)) and points > most:
        reason = Sentence(
            "{player} has called with {points} points; at most {most} are allowed.",
            player=name(state, state.caller),
            points=points,
            most=most,
        )
        yield Violation("call.max_points", reason)
