"""Laws of play: whatever happens on a table, and in legal games at random."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz_scoring.cards import Card
from kibitz_scoring.check import check
from kibitz_scoring.errors import InputError
from kibitz_scoring.event_notation import format_event, parse_event
from kibitz_scoring.events import (
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
    Took,
)
from kibitz_scoring.game_file import GameFile, GameLine, format_game, parse_game
from kibitz_scoring.games import (
    Amended,
    Entry,
    GameRecord,
    GameState,
    Inserted,
    Redo,
    Undo,
    begin_game,
    push,
    score_sheet,
)
from kibitz_scoring.games import replay as replayed
from kibitz_scoring.hands import deck_cards
from kibitz_scoring.legal import legal_acts
from kibitz_scoring.packs import load_pack, pack_ids
from kibitz_scoring.playout import play_out
from kibitz_scoring.projection import project, public_event
from kibitz_scoring.round_state import Phase, RoundState, all_cards, count_cards, deck_size, first_state
from kibitz_scoring.rounds import apply
from kibitz_scoring.rules import RulePack
from kibitz_scoring.snap import Verdict
from kibitz_scoring.table import FACE_DOWN, Heap, Interval, PlayerId, SlotId
from kibitz_scoring.table_notation import format_table, parse_table
from kibitz_scoring.tally import RoundEnd

NAMES = ("Ann", "Ben", "Cleo d'Arc", "p4")
PLAYERS = tuple(map(PlayerId, NAMES))
HOUSES: tuple[dict[str, object], ...] = (
    {},
    {"display.open_hands": True},
    {"snap.enabled": True, "snap.whose": "any", "snap.give": "required", "snap.wrong_other_takes_card": True},
    {"pairs.enabled": True, "pairs.wrong_penalty": 2, "pairs.with_drawn_card": True},
    {"match.enabled": True, "match.wrong": "penalty", "match.ends_turn": False, "match.powers": True},
    {"powers.modifier_on": "slot", "powers.8": "plus_one", "powers.9": "minus_one", "score.modifier_clamp": [0, 13]},
    {"empty_hand.action": "end_now", "snap.enabled": True},
    {"piles.when_empty": "end_round", "piles.end_round_at": "at_once"},
)

packs = st.builds(load_pack, st.sampled_from(pack_ids()), st.sampled_from(HOUSES))
seeds = st.integers(0, 10**6)
people = st.sampled_from(PLAYERS[:2])
slots = st.builds(
    lambda seat, place: SlotId(f"p{seat}.{place}"),
    st.integers(1, 2),
    st.sampled_from(("a1", "a2", "b1", "b2", "x1", "x2", "x9")),
)
cards = st.sampled_from(deck_cards(load_pack("kaboo"))[-20:])
faces = cards | st.just(FACE_DOWN)
places = slots | st.sampled_from(Heap)
words = st.text(min_size=1, max_size=8)
rulings = st.sampled_from(
    (("snap.wrong_penalty", "2"), ("score.fail", '"double"'), ("snap.enabled", "true"), ("turn.pass", None))
)

events: st.SearchStrategy[Event] = st.one_of(
    st.builds(Dealt, people, st.just(()) | st.just((deck_cards(load_pack("kaboo"))[:4],) * 2)),
    st.builds(StarterTurned, faces),
    st.builds(Looked, people, slots, faces),
    st.builds(Drew, people, faces),
    st.builds(Drew, people, faces),
    st.builds(Took, people),
    st.builds(Swapped, people, slots, faces),
    st.builds(Discarded, people, faces),
    st.builds(PowerClaimed, people, faces),
    st.builds(Exchanged, people, slots, slots),
    st.builds(Modified, people, slots, st.sampled_from((1, -1, 2))),
    st.builds(Declined, people),
    st.builds(Matched, people, slots, faces),
    st.builds(Snapped, people, slots, faces, st.sampled_from(Verdict)),
    st.builds(Paired, people, slots, slots | st.none(), faces, faces),
    st.builds(PenaltyTaken, people, slots, faces),
    st.builds(CardTaken, people, slots, slots),
    st.builds(Gave, people, slots, slots),
    st.builds(Passed, people),
    st.builds(Called, people),
    st.just(Refilled()),
    st.just(LastWindowClosed()),
    st.builds(Revealed, slots, cards),
    st.builds(Corrected, places, faces),
    st.builds(Moved, places, places),
    st.builds(lambda ruling, who, why: Ruled(*ruling, who, why), rulings, words, words),
    st.builds(Ended, st.sampled_from((RoundEnd.DECK, RoundEnd.EMPTY_HAND)), people | st.none()),
    st.builds(Ended, st.just(RoundEnd.CALL), people),
    st.builds(Departed, people),
    st.builds(Misdealt, words),
)
entries: st.SearchStrategy[Entry] = st.one_of(events, events, events, st.just(Undo()), st.just(Undo()), st.just(Redo()))


def started(pack: RulePack) -> RoundState:
    return apply(first_state(pack, PLAYERS[:2]), Dealt(PLAYERS[1]))


def game_events(pack: RulePack, seed: int, *, rounds: int = 1) -> list[tuple[GameState, Event]]:
    rng = random.Random(seed)
    seats = rng.randint(pack.min_players, min(len(PLAYERS), pack.max_players))
    return list(play_out(pack, PLAYERS[:seats], rng.randrange, rounds=rounds))


@settings(max_examples=50)
@given(packs, st.lists(events, max_size=40))
def test_no_card_is_lost_or_made_whatever_happens(pack: RulePack, happened: Sequence[Event]) -> None:
    state = started(pack)
    for event in happened:
        check(state, event)
        state = apply(state, event)
        assert count_cards(state) == deck_size(pack)
        assert state.draw_pile >= 0
        assert (state.phase is Phase.FINAL) == bool(state.final_left)


@settings(max_examples=50)
@given(packs, st.lists(events, max_size=30))
def test_a_table_in_any_state_reads_back_from_its_line(pack: RulePack, happened: Sequence[Event]) -> None:
    state = started(pack)
    for event in happened:
        state = apply(state, event)
        assert parse_table(format_table(state), state.pack, state.players) == state


@settings(max_examples=50)
@given(packs, st.lists(events, max_size=25))
def test_whatever_happens_something_is_allowed(pack: RulePack, happened: Sequence[Event]) -> None:
    state = started(pack)
    for event in happened:
        state = apply(state, event)
    if not state.departed and state.phase not in (Phase.REVEAL, Phase.AFTER_LAST_TURN):
        assert legal_acts(state)


@given(events)
def test_an_event_reads_back_from_its_line(event: Event) -> None:
    assert parse_event(format_event(event, PLAYERS), PLAYERS) == event


@settings(max_examples=50)
@given(packs, st.lists(entries, max_size=30))
def test_a_replay_equals_live_play(pack: RulePack, happened: Sequence[Entry]) -> None:
    record = begin_game(pack, PLAYERS[:2])
    for entry in happened:
        record = push(record, entry)
    assert replayed(record) == record


@settings(max_examples=50)
@given(packs, st.lists(events, min_size=1, max_size=20), st.integers(1, 5))
def test_undo_then_redo_gives_the_same_state(pack: RulePack, happened: Sequence[Event], times: int) -> None:
    record = begin_game(pack, PLAYERS[:2])
    for event in happened:
        record = push(record, event)
    back = record
    for entry in (*[Undo()] * times, *[Redo()] * times):
        back = push(back, entry)
    assert back.now == record.now


@settings(max_examples=50)
@given(packs, st.lists(events, min_size=1, max_size=20))
def test_undo_gives_the_state_before(pack: RulePack, happened: Sequence[Event]) -> None:
    record = before = begin_game(pack, PLAYERS[:2])
    for event in happened:
        before, record = record, push(record, event)
    assert push(record, Undo()).now == before.now


@settings(max_examples=50)
@given(packs, st.lists(events, min_size=2, max_size=12), st.data())
def test_an_amended_game_is_the_game_played_right(
    pack: RulePack, happened: Sequence[Event], data: st.DataObject
) -> None:
    number = data.draw(st.integers(1, len(happened)))
    other = data.draw(events | st.none())
    record = played(pack, happened)
    right = [*happened[: number - 1], *([other] if other else []), *happened[number:]]
    assert push(record, Amended(number, other, "misread")).now == played(pack, right).now


@settings(max_examples=50)
@given(packs, st.lists(events, min_size=2, max_size=12), events, st.data())
def test_an_event_inserted_later_is_as_if_it_had_been_seen(
    pack: RulePack, happened: Sequence[Event], missed: Event, data: st.DataObject
) -> None:
    number = data.draw(st.integers(1, len(happened)))
    record = push(played(pack, happened), Inserted(number, missed, "missed"))
    right = [*happened[: number - 1], missed, *happened[number - 1 :]]
    assert record.now == played(pack, right).now


def played(pack: RulePack, happened: Sequence[Event]) -> GameRecord:
    record = begin_game(pack, PLAYERS[:2])
    for event in happened:
        record = push(record, event)
    return record


TIMES = st.none() | st.builds(
    lambda start, length: Interval(start, start + length),
    st.floats(0, 1e9).map(lambda ms: round(ms, 3)),
    st.floats(0, 1e6).map(lambda ms: round(ms, 3)),
)
LINES = st.builds(
    GameLine,
    entries
    | st.builds(Amended, st.integers(1, 99), events | st.none(), st.text(max_size=5))
    | st.builds(Inserted, st.integers(1, 99), events, st.text(max_size=5)),
    TIMES.map(lambda at: None if at is None else Interval(at.start_ms, round(at.end_ms, 3))),
)


@given(st.sampled_from(pack_ids()), st.lists(LINES, max_size=12))
def test_a_game_reads_back_from_its_file(pack_id: str, lines: Sequence[GameLine]) -> None:
    game = GameFile(pack_id, PLAYERS, (), tuple(lines))
    assert parse_game(format_game(game)) == game


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


@given(st.text(max_size=60))
def test_any_line_gives_an_event_or_one_clear_sentence(text: str) -> None:
    try:
        event = parse_event(text, PLAYERS)
    except InputError as error:
        assert str(error).startswith("column ")
    else:
        assert parse_event(format_event(event, PLAYERS), PLAYERS) == event


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
