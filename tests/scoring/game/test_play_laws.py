"""Laws of play: whatever happens on a table, no card is lost, and what is written reads back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from kibitz_scoring.errors import InputError
from kibitz_scoring.game.events import Event, Passed, Snapped, Verdict
from kibitz_scoring.game.legality.check import check
from kibitz_scoring.game.legality.legal_acts import legal_acts
from kibitz_scoring.game.record import Amended, Entry, GameRecord, Inserted, Redo, Undo, begin_game, push
from kibitz_scoring.game.record import replay as replayed
from kibitz_scoring.game.round_state import Phase, cards_of, count_cards, deck_size
from kibitz_scoring.game.rounds import apply
from kibitz_scoring.notation.events import format_event, parse_event
from kibitz_scoring.notation.games import GameFile, GameLine, format_game, parse_game
from kibitz_scoring.notation.tables import format_table, parse_table
from kibitz_scoring.rules.packs import load_pack, pack_ids
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.table import Interval

from ..happenings import PLAYERS, entries, events, packs, started

NOBODY_SNAPPED = "Nobody has snapped onto this card: a snap is not late."


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
@given(packs, st.lists(events, max_size=30), st.data())
def test_after_snaps_that_were_too_close_to_call_another_one_is_late_on_any_table(
    pack: RulePack, happened: Sequence[Event], data: st.DataObject
) -> None:
    state = started(pack)
    for event in happened:
        state = apply(state, event)
    slots = [slot for seat in range(len(state.players)) for slot, _ in cards_of(state, seat)]
    assume(slots)
    snap = Snapped(data.draw(st.sampled_from(state.players)), data.draw(st.sampled_from(slots)), verdict=Verdict.LATE)
    close = apply(state, replace(snap, verdict=Verdict.TOO_CLOSE))
    assert close.top.is_snapped
    assert NOBODY_SNAPPED not in [violation.reason for violation in check(close, snap)]
    told = NOBODY_SNAPPED in [violation.reason for violation in check(state, snap)]
    assert not (told and state.top.is_snapped)


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


@given(st.text(max_size=60))
def test_any_line_gives_an_event_or_one_clear_sentence(text: str) -> None:
    try:
        event = parse_event(text, PLAYERS)
    except InputError as error:
        assert str(error).startswith("column ")
    else:
        assert parse_event(format_event(event, PLAYERS), PLAYERS) == event


def test_a_replay_of_what_was_undone_amended_and_inserted_equals_live_play() -> None:
    lines = ("p2 deals", "starter 9H", "p1 draws", "p1 discards 3C", "p2 draws", "p2 discards 4C")
    record = played(load_pack("kaboo"), [parse_event(line, PLAYERS) for line in lines])
    for entry in (
        Undo(),
        Undo(),
        Redo(),
        Amended(3, parse_event("p1 takes", PLAYERS)),
        Inserted(3, Passed(PLAYERS[0])),
    ):
        record = push(record, entry)
        assert replayed(record) == record
    assert len(record.entries) == 11
