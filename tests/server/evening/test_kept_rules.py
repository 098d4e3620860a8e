"""Rulings kept as house rules: the very switch that says the same, else words, from the next round on."""

from __future__ import annotations

import json

import pytest

from kibitz_scoring.errors import InputError
from kibitz_scoring.notation.pack_json import pack_json, parse_pack_json
from kibitz_scoring.rules.rule_pack import NOTE
from kibitz_scoring.rules.sheet import rules_sheet
from kibitz_server.access.viewer import Role
from kibitz_server.evening.kept_rules import Switch, switches_of
from kibitz_server.evening.round.choices import Choice, Kind
from kibitz_server.journal.entries import Undone
from kibitz_server.journal.play_entries import RuleKept, WatchDropped
from kibitz_server.views.evening_view import project_game
from kibitz_server.views.sharing.game_files import export_game_file
from kibitz_server.views.sharing.score_sheet import score_sheet
from kibitz_server.views.words.house_rule_words import house_rule_texts

from .hand_told import BEN, CLEO, HandTold, hand_told


def after(told: HandTold, kind: Kind, *events: str) -> tuple[Switch, ...]:
    told.tell(*events)
    return switches_of(told.play, Choice(kind, told.dispute(CLEO)))


def test_a_snap_that_the_rules_do_not_allow_and_the_table_does_is_the_switch_that_barred_it() -> None:
    with hand_told(snap__on_starter=False, snap__during_peek=True) as told:
        found = after(told, Kind.COUNTS, "starter 7H", "p2 snaps p2.a1 7C not_allowed")
        assert found == (Switch("snap.on_starter", value=True),)
    with hand_told(snap__discarder_may=False) as told:
        found = after(told, Kind.COUNTS, "starter 7H", "p2 draws", "p2 discards 2C", "p2 snaps p2.a1 2D not_allowed")
        assert found == (Switch("snap.discarder_may", value=True),)
    with hand_told(snap__whose="own") as told:
        found = after(told, Kind.COUNTS, "starter 7H", "p2 draws", "p2 discards 2C", "p3 snaps p2.a1 2D not_allowed")
        assert found == (Switch("snap.whose", "any"),)


def test_a_snap_that_the_rules_allow_and_the_table_does_not_is_the_switch_that_would_have_barred_it() -> None:
    with hand_told(snap__discarder_may=True, snap__whose="own") as told:
        found = after(told, Kind.NOT_ALLOWED, "starter 7H", "p2 draws", "p2 discards 2C", "p2 snaps p2.a1 2D")
        assert Switch("snap.discarder_may", value=False) in found


def test_a_snap_after_the_end_of_its_window_that_counts_is_a_longer_window() -> None:
    with hand_told(snap__window_ms=1000) as told:
        found = after(told, Kind.COUNTS, "starter 7H", "p2 draws", "p2 discards 2C", "p3 snaps p3.a1 2D late")
        assert found == (Switch("snap.window_ms", 1500),)


def test_a_call_that_does_not_count_and_is_counted_is_when_one_may_call() -> None:
    with hand_told(call__earliest_round=1) as told:
        told.tell("starter 7H", "p2 draws", "p2 calls")
        (doubt,) = told.play.doubts
        assert switches_of(told.play, Choice(Kind.AS_IT_IS, doubt.act)) == (Switch("call.when", "after_draw"),)


@pytest.mark.parametrize("kind", [Kind.HAS_IT, Kind.NOBODY_HAS_IT])
def test_no_rule_says_who_was_first(kind: Kind) -> None:
    with hand_told() as told:
        events = ("starter 7H", "p2 draws", "p2 discards 2C", "p3 snaps p3.a1 2D", "p1 snaps p1.a1 2H late")
        assert after(told, kind, *events) == ()


@pytest.mark.parametrize("kind", [Kind.AS_IT_IS, Kind.NOTHING, Kind.TOO_CLOSE])
def test_what_contradicts_no_rule_is_no_switch(kind: Kind) -> None:
    with hand_told() as told:
        assert after(told, kind, "starter 7H", "p2 draws", "p2 discards 2C") == ()


def test_a_rule_that_is_kept_is_in_force_from_the_next_round_on_and_stands_on_the_sheet_at_once() -> None:
    with hand_told(snap__on_starter=False) as told:
        told.tell("starter 7H", "p2 snaps p2.a1 7C not_allowed")
        kept = RuleKept("snap.on_starter", "true", "the table", "we always did")
        seq = told.live.record(kept).seq
        assert told.play.state.pack.snap.on_starter is False
        assert told.game.pack.snap.on_starter is False
        view = project_game(told.live.evening, told.game.seq, Role.HOST)
        assert view.coming.snap.on_starter is True
        assert "we always did" in rules_sheet(view.coming)
        told.live.record(WatchDropped())
        told.begin()
        assert told.play.state.pack.snap.on_starter is True
        assert told.game.pack.house_rules[-1].reason == "we always did"
        told.live.record(Undone(seq))
        assert told.game.pack.snap.on_starter is False


def test_words_that_no_switch_says_are_a_note_on_the_sheet_and_change_no_rule() -> None:
    with hand_told() as told:
        before = told.game.pack.content_hash
        for text in ("Who laughs shuffles.", "Cards off the table stay where they fell."):
            told.live.record(RuleKept(NOTE, json.dumps(text), "the table", "ruled at the table"))
        seq = told.live.record(RuleKept(NOTE, json.dumps("Who laughs shuffles."), "the table", "again")).seq
        coming = project_game(told.live.evening, told.game.seq, Role.HOST).coming
        assert coming.content_hash == before
        assert [note.reason for note in coming.notes] == ["ruled at the table", "again"]
        assert "Cards off the table stay where they fell." in rules_sheet(coming)
        told.live.record(Undone(seq))
        coming = project_game(told.live.evening, told.game.seq, Role.HOST).coming
        assert next(note.value for note in coming.notes) == "Who laughs shuffles."


@pytest.mark.parametrize(
    ("rule", "value", "words"),
    [
        ("snap.on_starter", "tru", "is not JSON"),
        ("snap.on_starter", "7", "expected"),
        ("snap.on_startr", "true", "is not a key"),
        (NOTE, '" "', "expected a text"),
        (NOTE, "7", "expected a text"),
    ],
)
def test_what_cannot_be_kept_is_refused_in_a_sentence_and_not_recorded(rule: str, value: str, words: str) -> None:
    with hand_told() as told:
        newest = told.live.newest
        with pytest.raises(InputError, match=words):
            told.live.record(RuleKept(rule, value, "the table", "why"))
        assert told.live.newest == newest
        assert BEN in told.play.state.players


def test_a_note_goes_with_every_export_and_comes_back_with_an_import() -> None:
    with hand_told() as told:
        told.live.record(RuleKept(NOTE, json.dumps("Who laughs shuffles."), "the table", "it was late"))
        told.live.record(WatchDropped())
        told.begin()
        told.live.record(WatchDropped())
        view = project_game(told.live.evening, told.game.seq, Role.HOST)
        assert 'note = "Who laughs shuffles." by "the table" because "it was late"' in export_game_file(view)
        assert "Who laughs shuffles. (the table: it was late)" in score_sheet(view)
        assert [text for text in house_rule_texts(view.pack) if "laughs" in text] == [
            "Who laughs shuffles. (the table: it was late)"
        ]
        assert parse_pack_json(pack_json(view.pack)).notes == view.pack.notes
