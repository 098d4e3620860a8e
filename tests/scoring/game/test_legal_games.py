"""Laws of legal games at random: they end in a score sheet, and nobody sees what lies face down."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings

from kibitz_scoring.cards import Card
from kibitz_scoring.game.events import (
    Called,
    Dealt,
    Discarded,
    Drew,
    Looked,
    PenaltyTaken,
    Revealed,
    Snapped,
    Swapped,
    Took,
)
from kibitz_scoring.game.legality.check import check
from kibitz_scoring.game.legality.legal_acts import legal_acts
from kibitz_scoring.game.projection import project, public_event
from kibitz_scoring.game.record import GameState, begin_game, push, score_sheet
from kibitz_scoring.game.round_state import RoundState, all_cards
from kibitz_scoring.game.rounds import apply
from kibitz_scoring.notation.games import GameFile, GameLine, format_game, parse_game
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack, pack_ids
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.score.hands import deck_cards
from kibitz_scoring.table import FACE_DOWN, SlotId

from ..happenings import HOUSES, game_events, packs, seeds


@settings(max_examples=20)
@given(packs, seeds)
def test_a_legal_game_ends_in_a_score_sheet_and_its_file_gives_the_same(pack: RulePack, seed: int) -> None:
    history = game_events(pack, seed)
    game, last = history[-1]
    sheet = score_sheet(GameState(game.past, apply(game.now, last)))
    lines = tuple(GameLine(event) for _, event in history)
    file = parse_game(format_game(GameFile(pack.id, game.now.players, pack.house_rules, lines)))
    assert [str(line.entry) for line in file.lines] == [str(line.entry) for line in lines]
    record = begin_game(pack, file.players)
    for line in file.lines:
        record = push(record, line.entry)
    assert score_sheet(record.now) == sheet
    assert len(sheet.rounds) == 1


@settings(max_examples=20)
@given(packs, seeds)
def test_no_card_of_the_deck_is_in_two_places_in_a_legal_game(pack: RulePack, seed: int) -> None:
    deck = Counter(deck_cards(pack))
    for game, event in game_events(pack, seed):
        assert not check(game.now, event)
        found = Counter(card.face for card in all_cards(game.now) if isinstance(card.face, Card))
        assert found <= deck


@settings(max_examples=20)
@given(packs, seeds)
def test_no_viewer_sees_a_face_that_is_down(pack: RulePack, seed: int) -> None:
    """Faces that only differ where a viewer may not look make no difference to what the viewer gets."""
    for game, _ in game_events(pack, seed):
        state = game.now
        for role in (None, *state.players):
            assert project(state, role) == project(_sealed_turned(state, role), role)


@settings(max_examples=20)
@given(packs, seeds)
def test_public_events_tell_only_faces_that_everybody_has_seen(pack: RulePack, seed: int) -> None:
    history = game_events(pack, seed)
    state = history[0][0].now
    everybody = frozenset(range(len(state.players)))
    for game, event in history:
        state = apply(state, public_event(game.now, event))
        assert all(card.known_to == everybody for card in all_cards(state) if isinstance(card.face, Card))


def _sealed_turned(state: RoundState, role: PlayerId | None) -> RoundState:
    """The table with every sealed face replaced by nothing at all."""
    seat = None if role is None else state.players.index(role)
    return replace(
        state,
        hands=tuple(
            tuple(card if card is None or card.face_up else replace(card, face=FACE_DOWN) for card in hand)
            for hand in state.hands
        ),
        aside=tuple(card if card.face_up else replace(card, face=FACE_DOWN) for card in state.aside),
        held=tuple(
            held if held.seat == seat or held.card.face_up else replace(held, card=replace(held.card, face=FACE_DOWN))
            for held in state.held
        ),
    )


@settings(max_examples=20)
@given(packs, seeds)
def test_no_violation_names_a_face_that_is_down(pack: RulePack, seed: int) -> None:
    history = game_events(pack, seed)
    for game, _ in history[:: max(1, len(history) // 6)]:
        state = game.now
        sealed = {card.face for card in all_cards(state) if not card.face_up}
        open_faces = {card.face for card in all_cards(state) if card.face_up}
        for player in state.players:
            for event in (Drew(player), Discarded(player), Swapped(player, SlotId("p1.a1")), Called(player)):
                for violation in check(state, event):
                    assert not any(f" {face} " in violation.reason for face in sealed - open_faces)


@settings(max_examples=20)
@given(packs, seeds)
def test_every_listed_act_is_allowed_and_play_goes_on_from_it(pack: RulePack, seed: int) -> None:
    history = game_events(pack, seed)
    rng = random.Random(seed)
    game, _ = rng.choice(history)
    for act in rng.sample(legal_acts(game.now), min(5, len(legal_acts(game.now)))):
        assert not check(game.now, act)
        apply(game.now, act)


def test_every_round_of_a_random_game_ends_by_a_call_where_nothing_else_ends_it() -> None:
    pack = load_pack("scambodia", {"turn.pass": True, "match.enabled": False})
    kinds = Counter(type(event) for seed in range(8) for _, event in game_events(pack, seed, rounds=3))
    assert kinds[Called] == kinds[Dealt] == 24


@pytest.mark.parametrize("pack_id", pack_ids())
def test_tallies_do_not_depend_on_the_order_of_the_reveal(pack_id: str) -> None:
    history = game_events(load_pack(pack_id), 7)
    game = next(game for game, event in history if isinstance(event, Revealed))
    turned = [event for _, event in history if isinstance(event, Revealed)]
    sheets = []
    for order in (turned, turned[::-1], sorted(turned, key=str)):
        state = game.now
        for event in order:
            state = apply(state, event)
        sheets.append(score_sheet(GameState(game.past, state)))
    assert sheets[0] == sheets[1] == sheets[2]


@pytest.mark.parametrize("house", HOUSES, ids=str)
def test_games_of_every_house_are_legal_and_end(house: dict[str, object]) -> None:
    kinds: Counter[type] = Counter()
    for pack_id in pack_ids():
        for seed in range(2):
            history = game_events(load_pack(pack_id, house), seed)
            assert all(not check(game.now, event) for game, event in history)
            kinds.update(type(event) for _, event in history)
    assert kinds[Dealt] == 2 * len(pack_ids())
    assert {Called, Discarded, Drew, Looked, PenaltyTaken, Snapped, Swapped, Took} <= set(kinds)
