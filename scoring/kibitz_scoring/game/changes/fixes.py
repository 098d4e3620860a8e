"""What is set right afterwards or happens beside the game: reveals, corrections, rulings and ends by word."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import assert_never

from kibitz_scoring.errors import InputError
from kibitz_scoring.game.changes.moves import from_deck, learned, lift, place_of, put, turned_up, with_slot
from kibitz_scoring.game.changes.turns import to_reveal
from kibitz_scoring.game.events import Corrected, Ended, Moved, Revealed, Ruled, TableFix
from kibitz_scoring.game.round_state import (
    NO_TOP,
    Phase,
    RoundState,
    TableCard,
    card_at,
    check_table,
    empty_round,
    everyone,
    present,
    seat_of,
)
from kibitz_scoring.rules.house_rules import with_house_rules
from kibitz_scoring.rules.rule_pack import HouseRule
from kibitz_scoring.score.tally import RoundEnd
from kibitz_scoring.sentences import Sentence
from kibitz_scoring.table import Face, Heap, SlotId


def fixed(state: RoundState, event: TableFix) -> RoundState:
    """The table after an event of these kinds."""
    match event:
        case Revealed():
            return _reveal(state, event)
        case Corrected():
            return _correct(state, event)
        case Moved():
            return _move(state, event)
        case Ruled():
            return _rule(state, event)
        case Ended():
            return _end(state, event)
        case _:
            assert_never(event)


def _reveal(state: RoundState, event: Revealed) -> RoundState:
    """The table after a card was turned face up for good; in the last window it begins the reveal."""
    state, card = lift(state, event.slot)
    if card is None:
        return state
    up = replace(learned(card, event.card, everyone(state)), face_up=True)
    state = put(state, event.slot, up)
    return to_reveal(state) if state.phase is Phase.AFTER_LAST_TURN else state


def _correct(state: RoundState, event: Corrected) -> RoundState:
    """The table with another face for a card that lies there: in a slot, or on top of a heap."""
    match event.place:
        case Heap.DRAW:
            return state
        case Heap.DISCARD:
            return replace(state, discard=_corrected_last(state.discard, event.card))
        case Heap.ASIDE:
            return replace(state, aside=_corrected_last(state.aside, event.card))
        case slot:
            card = card_at(state, slot)
            seat, index = place_of(state, slot)
            return state if card is None else with_slot(state, seat, index, replace(card, face=event.card))


def _corrected_last(cards: tuple[TableCard, ...], face: Face) -> tuple[TableCard, ...]:
    return (*cards[:-1], replace(cards[-1], face=face)) if cards else cards


def _move(state: RoundState, event: Moved) -> RoundState:
    """The table after a card went from one place to another outside the game."""
    state, card = _taken_from(state, event.origin)
    if card is None:
        return state
    match event.target:
        case Heap.DRAW:
            return replace(state, draw_pile=state.draw_pile + 1)
        case Heap.DISCARD:
            return replace(state, discard=(*state.discard, turned_up(state, card)), top=NO_TOP)
        case Heap.ASIDE:
            return replace(state, aside=(*state.aside, replace(card, modifier=0, face_up=False)))
        case slot:
            return put(state, slot, replace(card, face_up=card.face_up and not isinstance(event.origin, Heap)))


def _taken_from(state: RoundState, place: Heap | SlotId) -> tuple[RoundState, TableCard | None]:
    match place:
        case Heap.DRAW:
            return from_deck(state)
        case Heap.DISCARD if state.discard:
            return replace(state, discard=state.discard[:-1]), state.discard[-1]
        case Heap.ASIDE if state.aside:
            return replace(state, aside=state.aside[:-1]), state.aside[-1]
        case Heap():
            return state, None
        case slot:
            return lift(state, slot)


def _rule(state: RoundState, event: Ruled) -> RoundState:
    """The table after a ruling: with a value, the key is so from here on.

    Raises `InputError` for a key or value that no pack may have, and for another deck or grid once cards are dealt.
    """
    if event.value is None:
        return state
    try:
        value = json.loads(event.value)
    except (ValueError, RecursionError) as error:
        raise InputError(
            Sentence(
                "{rule}: '{value}' is not JSON: expected a value such as 2 or true.", rule=event.rule, value=event.value
            )
        ) from error
    pack = with_house_rules(
        state.pack, [HouseRule(key=event.rule, value=value, author=event.author, reason=event.reason)]
    )
    if state.phase is Phase.SETUP:
        check_table(pack, state.players, len(present(state)))
        return empty_round(replace(state, pack=pack), state.number)
    grid, new_grid = state.pack.table, pack.table
    if pack.deck != state.pack.deck or (grid.hand_size, grid.rows) != (new_grid.hand_size, new_grid.rows):
        raise InputError(
            Sentence("{rule}: the deck and the grid can be ruled on only before the first deal.", rule=event.rule)
        )
    return replace(state, pack=pack)


def _end(state: RoundState, event: Ended) -> RoundState:
    """The table at the reveal of a round that ended so; before the deal and after the score there is none to end."""
    if state.phase in (Phase.SETUP, Phase.SCORED):
        return state
    caller = None if event.caller is None else seat_of(state, event.caller)
    forced = caller is not None and event.end is RoundEnd.EMPTY_HAND
    return to_reveal(replace(state, caller=caller, forced=forced), event.end)
