"""Whether matches, snaps, pairs and the cards that change hands for them are allowed."""

from __future__ import annotations

from typing import assert_never

from kibitz_scoring.cards import Card
from kibitz_scoring.game.changes.claims import same_rank
from kibitz_scoring.game.changes.moves import penalty_slot
from kibitz_scoring.game.changes.powers import power_of
from kibitz_scoring.game.changes.turns import deck_is_out
from kibitz_scoring.game.events import CardTaken, ClaimEvent, Gave, Matched, Paired, PenaltyTaken, Snapped, Verdict
from kibitz_scoring.game.legality.violations import (
    Found,
    at_turn_start,
    broken,
    lies_there,
    name,
    not_owed,
    nothing_due,
    own_card,
    owner,
    possible,
)
from kibitz_scoring.game.phase_words import PHASE_WORDS
from kibitz_scoring.game.round_state import (
    PLAYED,
    Due,
    GiveDue,
    PenaltyDue,
    Phase,
    RoundState,
    TakeDue,
    held_by,
    seat_of,
    top_face,
)
from kibitz_scoring.rules.choices import Power, SnapGive, SnapPerDiscard, SnapWhose, WhenEmpty
from kibitz_scoring.rules.sections import DASH
from kibitz_scoring.sentences import Sentence
from kibitz_scoring.table import FACE_DOWN

_LAID = (Verdict.CORRECT, Verdict.WRONG, Verdict.LATE, Verdict.RETURNED)
"""Verdicts of which each says that a snap might be made."""


def claim_violations(state: RoundState, event: ClaimEvent) -> Found:
    """Violations of an event of these kinds."""
    seat = seat_of(state, event.player)
    match event:
        case Matched():
            return _match(state, seat, event)
        case Snapped():
            return _snap(state, seat, event)
        case Paired():
            return _pair(state, seat, event)
        case PenaltyTaken():
            return _penalty(state, seat, event)
        case CardTaken():
            return _take(state, seat, event)
        case Gave():
            return _give(state, seat, event)
        case _:
            assert_never(event)


def _match(state: RoundState, seat: int, event: Matched) -> Found:
    yield from own_card(state, seat, event.slot)
    yield from possible(state, event.card, event.slot)
    if not state.pack.match.enabled:
        yield broken("match.enabled", "No card is matched on the own turn in {game}.", game=state.pack.name)
    elif not state.discard:
        yield broken("play.place", "The discard pile is empty.")
    elif state.top.seat is None and not state.pack.match.on_starter:
        yield broken("match.on_starter", "The card turned before the first turn is not matched.")
    yield from at_turn_start(state, seat)


def _snap(state: RoundState, seat: int, event: Snapped) -> Found:
    yield from lies_there(state, event.slot)
    yield from possible(state, event.card, event.slot)
    if not state.pack.snap.enabled:
        yield broken("snap.enabled", "No card is snapped in {game}.", game=state.pack.name)
        return
    yield from _snap_time(state)
    yield from _snap_players(state, seat, owner(state, event.slot))
    if event.verdict in _LAID:
        yield from _snap_meanwhile(state, is_in_race=bool(state.top.snaps) and event.verdict is not Verdict.CORRECT)
    match event.verdict:
        case Verdict.CORRECT:
            yield from _snap_stays(state, event)
        case Verdict.LATE if not state.top.is_snapped and _is_without_end(state):
            yield broken("snap.per_discard", "Nobody has snapped onto this card: a snap is not late.")
        case Verdict.WRONG if isinstance(event.card, Card) and top_face(state) != FACE_DOWN:
            if same_rank(event.card, top_face(state), state.pack.deck.base):
                yield broken(
                    "snap.wrong_penalty",
                    "{card} matches {top_face}: it is not wrong.",
                    card=event.card,
                    top_face=top_face(state),
                )
        case _:
            pass


def _is_without_end(state: RoundState) -> bool:
    """Whether the time for snaps onto the top card ends only with the next card laid."""
    rules = state.pack.snap
    closed = state.top.closed or (bool(state.held) and rules.closes_on_draw is True)
    return rules.window_ms is None and state.phase is not Phase.AFTER_LAST_TURN and not closed


def _snap_time(state: RoundState) -> Found:
    rules = state.pack.snap
    if state.phase not in (*PLAYED, Phase.AFTER_LAST_TURN):
        yield broken(
            "play.phase",
            "No card is snapped in this part of the round ({phase}).",
            phase=Sentence(PHASE_WORDS[state.phase]),
        )
    if not state.discard:
        yield broken("play.place", "The discard pile is empty.")
    if state.pack.piles.when_empty is WhenEmpty.END_ROUND and deck_is_out(state):
        yield broken("piles.when_empty", "The last card of the deck is drawn: nobody snaps any more.")
    if state.phase is Phase.INITIAL_PEEK and rules.during_peek is not True:
        yield broken("snap.during_peek", "No card is snapped during the first peek.")
    if state.top.seat is None and rules.on_starter is not True:
        yield broken("snap.on_starter", "The card turned before the first turn is not snapped onto.")
    if state.top.closed:
        yield broken("snap.after_wrong", "Nobody snaps onto this card any more.")
    top = top_face(state)
    if isinstance(top, Card) and not rules.on_power_cards and power_of(state.pack, top) is not Power.NONE:
        yield broken("snap.on_power_cards", "Nobody snaps onto {top}, which has a power.", top=top)


def _snap_players(state: RoundState, seat: int, whose: int) -> Found:
    rules = state.pack.snap
    if whose != seat and rules.whose is SnapWhose.OWN:
        yield broken("snap.whose", "{player} may snap own cards only.", player=name(state, seat))
    if seat == state.top.seat and rules.discarder_may is False:
        yield broken("snap.discarder_may", "{player} may not snap onto the own card.", player=name(state, seat))
    if seat == state.caller and rules.caller_may is False:
        yield broken("snap.caller_may", "{player} has called and may not snap.", player=name(state, seat))
    if whose == state.caller and whose != seat and rules.caller_protected:
        yield broken(
            "snap.caller_protected", "{player} has called: the cards stay as they are.", player=name(state, whose)
        )


def _snap_stays(state: RoundState, event: Snapped) -> Found:
    """What keeps a card that is snapped from staying on the pile."""
    rules = state.pack.snap
    if state.top.snaps and rules.per_discard is SnapPerDiscard.ONE and not rules.chain:
        yield broken("snap.per_discard", "A card was snapped onto this one already.")
    if not same_rank(event.card, top_face(state), state.pack.deck.base):
        yield broken(
            "snap.wrong_penalty", "{card} does not match {top_face}.", card=event.card, top_face=top_face(state)
        )
    if state.held and rules.closes_on_draw is True:
        yield broken("snap.closes_on_draw", "The next player has touched a pile: the time for snaps is over.")


def _snap_meanwhile(state: RoundState, *, is_in_race: bool) -> Found:
    """What goes on in a turn, or is due, and keeps others from snapping.

    What other attempts at this card cost is dealt after the race, and a card given away for one of them is too.
    """
    rules = state.pack.snap
    if state.power is not None and state.power.begun and not rules.during_power:
        yield broken("snap.during_power", "A card is being looked at or moved.")
    elif state.power is not None and state.pack.powers.after_snap_window is False:
        yield broken("powers.after_snap_window", "The power of the card on the pile is used first.")
    if state.held and rules.closes_on_draw is not True and not rules.with_card_drawn:
        yield broken("snap.with_card_drawn", "Nobody snaps while somebody holds a drawn card.")
    owed = [due for due in state.due if is_before_a_race(due) and not (is_in_race and isinstance(due, GiveDue))]
    if owed and isinstance(owed[0], GiveDue):
        yield broken("play.due", "{player} may still give a card away.", player=name(state, owed[0].seat))
    elif owed:
        yield from nothing_due(state)


def is_before_a_race(due: Due) -> bool:
    """Whether this has to be done before anybody snaps: it is not what another attempt at the same card costs."""
    of_race = isinstance(due, TakeDue) or (isinstance(due, PenaltyDue) and due.rule.startswith("snap."))
    return not of_race


def _pair(state: RoundState, seat: int, event: Paired) -> Found:
    rules = state.pack.pairs
    yield from own_card(state, seat, event.first)
    yield from possible(state, event.first_card, event.first)
    if event.second is None:
        if not rules.with_drawn_card:
            yield broken("pairs.with_drawn_card", "A pair is two cards on the table, not the drawn one.")
    else:
        yield from own_card(state, seat, event.second)
        yield from possible(state, event.second_card, event.second)
        if event.first == event.second:
            yield broken("play.place", "A pair is two cards.")
    if not rules.enabled:
        yield broken("pairs.enabled", "No pairs are laid off in {game}.", game=state.pack.name)
    if seat == state.turn and held_by(state, seat) is not None:
        yield from nothing_due(state)
    elif rules.before_draw and event.second is not None:
        yield from at_turn_start(state, seat)
    else:
        yield broken(
            "pairs.enabled", "{player} lays off a pair only on the own turn, after drawing.", player=name(state, seat)
        )


def _penalty(state: RoundState, seat: int, event: PenaltyTaken) -> Found:
    if not any(isinstance(due, PenaltyDue) and due.seat == seat for due in state.due):
        yield broken("snap.wrong_penalty", "{player} has no penalty card due.", player=name(state, seat))
    place = penalty_slot(state, seat)
    if state.pack.table.penalty_place != DASH and event.slot != place:
        yield broken("table.penalty_place", "The penalty card goes to {place}.", place=place)


def _take(state: RoundState, seat: int, event: CardTaken) -> Found:
    yield from lies_there(state, event.origin)
    due = next((due for due in state.due if due.seat == seat and not isinstance(due, GiveDue)), None)
    match due:
        case TakeDue() if due.slot == event.origin:
            place = penalty_slot(state, seat)
            if state.pack.table.penalty_place != DASH and event.target != place:
                yield broken("table.penalty_place", "The card goes to {place}.", place=place)
        case PenaltyDue():
            yield broken("snap.wrong_other_takes_card", "The penalty card comes first.")
        case _:
            yield broken(
                "snap.wrong_other_takes_card", "{player} has no such card to take over.", player=name(state, seat)
            )


def _give(state: RoundState, seat: int, event: Gave) -> Found:
    yield from own_card(state, seat, event.origin)
    yield from not_owed(state, event.origin)
    due = next((due for due in state.due if isinstance(due, GiveDue) and due.seat == seat), None)
    if due is None or state.pack.snap.give not in (SnapGive.OPTIONAL, SnapGive.REQUIRED):
        yield broken("snap.give", "{player} has no card to give away.", player=name(state, seat))
    elif event.target != due.slot:
        yield broken("snap.give", "The card given away goes to {slot}.", slot=due.slot)
