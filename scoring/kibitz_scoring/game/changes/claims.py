"""Cards laid off without having been drawn: matches, snaps and pairs, and the cards that change hands for them."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from kibitz_scoring.cards import Card
from kibitz_scoring.game.changes.moves import from_deck, in_slot, lay, learned, lift, place_of, put, refill, release
from kibitz_scoring.game.changes.powers import offered
from kibitz_scoring.game.changes.turns import finish_turn, start_act
from kibitz_scoring.game.events import CardTaken, ClaimEvent, Gave, Matched, Paired, PenaltyTaken, Snapped, Verdict
from kibitz_scoring.game.round_state import (
    UNSEEN,
    Due,
    GiveDue,
    PenaltyDue,
    RoundState,
    TableCard,
    TakeDue,
    Top,
    can_refill,
    everyone,
    held_by,
    refill_size,
    seat_of,
)
from kibitz_scoring.rules.choices import AfterWrong, DeckBase, PenaltyWhenEmpty, SnapGive, WhenEmpty, WrongMatch
from kibitz_scoring.score.hands import numeric_rank
from kibitz_scoring.table import Face

_SHOWN = frozenset(Verdict) - {Verdict.RETURNED, Verdict.INVALID}


def same_rank(first: Face, second: Face, deck: DeckBase = DeckBase.FRENCH52) -> bool:
    """Whether two faces have the same printed rank; a face that is not known is given the benefit of the doubt.

    In a numeric deck French cards have the rank of the numbers that they stand for.
    """
    if not (isinstance(first, Card) and isinstance(second, Card)):
        return True
    if deck is DeckBase.NUMERIC:
        return numeric_rank(first) == numeric_rank(second)
    return first.rank == second.rank


def penalties_open(state: RoundState, seat: int) -> int:
    """How many penalty cards a player can still be dealt, beside those due already."""
    piles = state.pack.piles
    refills = {
        PenaltyWhenEmpty.AS_DRAW: piles.when_empty is WhenEmpty.RESHUFFLE,
        PenaltyWhenEmpty.NONE: False,
    }.get(piles.penalty_when_empty, True)
    cards = state.draw_pile + (refill_size(state) if refills else 0)
    cards -= sum(isinstance(due, PenaltyDue) for due in state.due)
    most = state.pack.table.max_hand
    if most is None:
        return max(0, cards)
    mine = sum(isinstance(due, PenaltyDue) and due.seat == seat for due in state.due)
    room = most - mine - sum(card is not None for card in state.hands[seat])
    return max(0, min(cards, room))


def owe(state: RoundState, seat: int, rule: str, cards: int) -> RoundState:
    """The table with as many penalty cards due as there are to be dealt."""
    dues = (PenaltyDue(seat, rule),) * min(cards, penalties_open(state, seat))
    return replace(state, due=(*state.due, *dues)) if dues else state


def _done(state: RoundState, due: Due | None) -> RoundState:
    """The table with this one done."""
    if due is None:
        return state
    at = state.due.index(due)
    return replace(state, due=(*state.due[:at], *state.due[at + 1 :]))


def claimed(state: RoundState, event: ClaimEvent) -> RoundState:
    """The table after an event of these kinds."""
    match event:
        case Snapped():
            return _snap(state, event)
        case Matched():
            return _match(state, event)
        case Paired():
            return _pair(state, event)
        case PenaltyTaken():
            return _penalty_taken(state, event)
        case CardTaken():
            return _take(state, event)
        case Gave():
            return _give(state, event)
        case _:
            assert_never(event)


def _match(state: RoundState, event: Matched) -> RoundState:
    """The table after an own-turn match: right, the card is laid off; wrong, what `match.wrong` says is done."""
    seat = seat_of(state, event.player)
    state, card = lift(start_act(state, seat), event.slot)
    if card is None:
        return state
    card = learned(card, event.card, everyone(state))
    top = state.discard[-1] if state.discard else UNSEEN
    rules = state.pack.match
    if same_rank(card.face, top.face, state.pack.deck.base):
        state = lay(state, card, Top(seat))
        state = offered(state, seat, card.face) if rules.powers else state
        return state if rules.ends_turn is False else finish_turn(state, seat)
    match rules.wrong:
        case WrongMatch.FORCED_EXCHANGE:
            state = put(state, event.slot, in_slot(state, top, card))
            state = lay(replace(state, discard=state.discard[:-1]), card, Top(seat))
        case WrongMatch.PENALTY:
            state = owe(put(state, event.slot, card), seat, "match.wrong_penalty", rules.wrong_penalty)
        case _:
            state = put(state, event.slot, card)
    return finish_turn(state, seat) if rules.ends_turn_on_fail else state


def _snap(state: RoundState, event: Snapped) -> RoundState:
    """The table after a snap: a correct card lies on the pile, any other is back in its slot with its price due."""
    seat = seat_of(state, event.player)
    owner, _ = place_of(state, event.slot)
    state, card = lift(state, event.slot)
    if card is None:
        return state
    shown = everyone(state) if event.verdict in _SHOWN else frozenset[int]()
    card = learned(card, event.card, shown)
    if event.verdict is Verdict.CORRECT:
        return _snapped(state, event, card, seat, owner)
    return _charged(put(state, event.slot, card), event, seat, owner)


def _snapped(state: RoundState, event: Snapped, card: TableCard, seat: int, owner: int) -> RoundState:
    rules = state.pack.snap
    state = lay(state, card, replace(state.top, snaps=state.top.snaps + 1))
    if rules.powers:
        state = offered(state, seat, card.face)
    gives = rules.give in (SnapGive.OPTIONAL, SnapGive.REQUIRED)
    if owner != seat and gives and any(state.hands[seat]):
        state = replace(state, due=(*state.due, GiveDue(seat, event.slot)))
    return state


def _charged(state: RoundState, event: Snapped, seat: int, owner: int) -> RoundState:
    rules = state.pack.snap
    match event.verdict:
        case Verdict.WRONG:
            state = owe(state, seat, "snap.wrong_penalty", rules.wrong_penalty)
            if owner != seat and rules.wrong_other_takes_card is True:
                state = replace(state, due=(*state.due, TakeDue(seat, event.slot)))
            if rules.after_wrong is AfterWrong.CLOSES:
                state = replace(state, top=replace(state.top, closed=True))
            return state
        case Verdict.LATE | Verdict.RETURNED:
            return owe(state, seat, "snap.late_penalty", rules.late_penalty)
        case Verdict.TOO_CLOSE:
            return replace(state, top=replace(state.top, contested=True))
        case _:
            return state


def _pair(state: RoundState, event: Paired) -> RoundState:
    """The table after a pair: both cards on the pile, or back with a penalty due if their ranks differ."""
    seat = seat_of(state, event.player)
    if held_by(state, seat) is None:
        state = start_act(state, seat)
    state, first = lift(state, event.first)
    if first is None:
        return state
    if event.second is None:
        return _pair_with_drawn(state, event, seat, first)
    state, second = lift(state, event.second)
    if second is None:
        return put(state, event.first, first)
    first = learned(first, event.first_card, everyone(state))
    second = learned(second, event.second_card, everyone(state))
    if same_rank(first.face, second.face, state.pack.deck.base):
        return _laid_pair(state, seat, first, second)
    state = put(put(state, event.first, first), event.second, second)
    return _wrong_pair(state, seat)


def _pair_with_drawn(state: RoundState, event: Paired, seat: int, first: TableCard) -> RoundState:
    held = held_by(state, seat)
    first = learned(first, event.first_card, everyone(state))
    if held is None:
        return put(state, event.first, first)
    second = learned(held.card, event.second_card, everyone(state))
    if not same_rank(first.face, second.face, state.pack.deck.base):
        return _wrong_pair(put(state, event.first, first), seat)
    state, _ = release(state, seat)
    return finish_turn(_laid_pair(state, seat, first, second), seat)


def _laid_pair(state: RoundState, seat: int, first: TableCard, second: TableCard) -> RoundState:
    rules = state.pack.pairs
    state = lay(lay(state, first, state.top), second, Top(seat, closed=not rules.opens_window))
    return offered(state, seat, second.face) if rules.powers else state


def _wrong_pair(state: RoundState, seat: int) -> RoundState:
    penalty = state.pack.pairs.wrong_penalty
    return owe(state, seat, "pairs.wrong_penalty", penalty if isinstance(penalty, int) else 0)


def _penalty_taken(state: RoundState, event: PenaltyTaken) -> RoundState:
    """The table after a penalty card was dealt, if there was one."""
    seat = seat_of(state, event.player)
    due = next((due for due in state.due if isinstance(due, PenaltyDue) and due.seat == seat), None)
    state, card = _penalty_card(_done(state, due))
    if card is None:
        return state
    return put(state, event.slot, in_slot(state, learned(card, event.card, frozenset())))


def _penalty_card(state: RoundState) -> tuple[RoundState, TableCard | None]:
    rule = state.pack.piles.penalty_when_empty
    if not state.draw_pile and refill_size(state):
        if rule is PenaltyWhenEmpty.PILE_TOP and len(state.discard) > 1:
            return replace(state, discard=state.discard[:-1]), state.discard[-1]
        if rule is PenaltyWhenEmpty.RESHUFFLE or (rule is PenaltyWhenEmpty.AS_DRAW and can_refill(state)):
            state = refill(state)
    return from_deck(state) if state.draw_pile else (state, None)


def _take(state: RoundState, event: CardTaken) -> RoundState:
    """The table after somebody took over a card that they had snapped wrongly."""
    seat = seat_of(state, event.player)
    due = next(
        (due for due in state.due if isinstance(due, TakeDue) and due.seat == seat and due.slot == event.origin), None
    )
    state, card = lift(_done(state, due), event.origin)
    return state if card is None else put(state, event.target, card)


def _give(state: RoundState, event: Gave) -> RoundState:
    """The table after somebody gave a card away."""
    seat = seat_of(state, event.player)
    due = next((due for due in state.due if isinstance(due, GiveDue) and due.seat == seat), None)
    state, card = lift(_done(state, due), event.origin)
    return state if card is None else put(state, event.target, card)
