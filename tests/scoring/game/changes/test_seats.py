"""Who leaves, joins and goes on in another's seat, and that points once written stay."""

from __future__ import annotations

import json

import pytest

from kibitz_scoring.cli.score import score_json, score_text
from kibitz_scoring.errors import InputError
from kibitz_scoring.game.events import Ended, Joined, Looked
from kibitz_scoring.game.record import Amended, GameRecord, Inserted, Redo, Undo, begin_game, push, score_sheet
from kibitz_scoring.game.round_state import Phase
from kibitz_scoring.notation.events import parse_event
from kibitz_scoring.notation.games import GameFile, GameLine, format_game, parse_game
from kibitz_scoring.notation.score_lines import change_json, parse_request
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.score.card_text import parse_hand
from kibitz_scoring.score.seats import Leaving
from kibitz_scoring.score.tally import RoundEnd
from kibitz_scoring.score.totals import GameTally, PlayedRound, tally_game
from kibitz_scoring.table import SlotId

from ...reckonings import A, B, C
from ...stories import THREE, TWO

D, E = PlayerId("D"), PlayerId("E")


def go_on(record: GameRecord, *lines: str) -> GameRecord:
    """The game after these lines."""
    for line in lines:
        record = push(record, parse_event(line, record.now.now.players))
    return record


def round_of(record: GameRecord, caller: str, *hands: str) -> GameRecord:
    """The game after a round that this seat called, in which everybody shows four cards, or has left ('-')."""
    dealer = next(f"p{seat + 1}" for seat in range(len(hands)) if seat not in record.now.now.departed)
    record = go_on(record, f"{dealer} deals", f"round-ends call {caller}")
    for seat, hand in enumerate(hands, start=1):
        if hand != "-":
            places = zip(("a1", "a2", "b1", "b2"), hand.split(), strict=True)
            record = go_on(record, *(f"reveal p{seat}.{place} {card}" for place, card in places))
    assert record.now.now.phase is Phase.SCORED
    return record


def sheet(record: GameRecord) -> GameTally:
    return score_sheet(record.now)


def totals(record: GameRecord) -> dict[str, int]:
    return dict(sheet(record).totals)


def test_a_ruling_after_a_round_is_scored_changes_no_point_of_it() -> None:
    scored = round_of(begin_game(load_pack("scambodia"), TWO), "p1", "10C 2C 2D AC", "4C 3C 2H AD")
    assert totals(scored) == {A: 30, B: 10}
    ruling = 'rule score.fail = "none" by "Ann" because "too hard"'
    for ruled in (go_on(scored, ruling), go_on(scored, "p1 deals", ruling)):
        assert totals(ruled) == {A: 30, B: 10}
    after = round_of(go_on(scored, ruling), "p1", "10C 2C 2D AC", "4C 3C 2H AD")
    assert totals(after) == {A: 45, B: 20}
    old, new = sheet(after).packs
    assert (old.score.fail, new.score.fail) == ("double", "none")
    assert old.content_hash != new.content_hash


def test_a_ruling_on_the_threshold_ends_no_game_backwards() -> None:
    scored = round_of(begin_game(load_pack("dragons_gambit"), TWO), "p2", "10C 10D 10H 9C", "AC AD AH AS")
    ruled = go_on(scored, "p1 deals", 'rule game.threshold = 30 by "Ann" because "it is late"')
    assert not sheet(ruled).finished
    ended = round_of(
        go_on(scored, 'rule game.threshold = 30 by "Ann" because "late"'), "p2", "AC AD AH AS", "2C 2D 2H 2S"
    )
    assert (sheet(ended).ended_after, sheet(ended).winners) == (2, (B,))


def test_who_leaves_between_rounds_changes_nothing_of_the_past() -> None:
    scored = round_of(begin_game(load_pack("scambodia"), THREE), "p1", "10C 2C AC AD", "10D 10H 5C 5D", "4C 3C 2D AH")
    assert totals(scored) == {A: 28, B: 30, C: 10}
    left = go_on(scored, "p3 leaves")
    assert totals(left) == {A: 28, B: 30, C: 10}
    assert sheet(left).rounds[0].caller_succeeded is False
    assert (sheet(left).left, sheet(left).seats) == ((C,), ("C left after round 1 with 10",))
    again = round_of(left, "p2", "10C 2C AC AD", "AH AS 2D 2H", "-")
    assert totals(again) == {A: 42, B: 30, C: 10}
    assert list(sheet(again).rounds[1].scores) == [A, B]
    last = round_of(again, "p2", "10C 2C AC AD", "AH AS 2D 2H", "-")
    assert sheet(last).winners == (B,), "who left before the end does not win"


def test_who_leaves_after_the_end_does_not_open_the_game_again() -> None:
    pack = load_pack("dragons_gambit", {"game.threshold": 40})
    ended = round_of(begin_game(pack, THREE), "p2", "10C 10D 10H 10S", "AC AD AH AS", "9C 9D 9H 9S")
    assert sheet(ended).winners == (B,)
    for gone in ("p1 leaves", "p2 leaves"):
        after = sheet(go_on(ended, gone))
        assert (after.ended_after, after.winners, after.totals) == (1, (B,), {A: 40, B: 4, C: 36})


def test_a_player_who_leaves_in_a_round_has_no_part_in_it() -> None:
    record = go_on(begin_game(load_pack("scambodia"), THREE), "p3 deals", "starter 9H", "p1 calls", "p1 leaves")
    record = go_on(record, "p2 draws", "p2 discards 2C", "p3 draws", "p3 discards 3C")
    for seat, hand in ((2, "10D 10H 5C 5D"), (3, "4C 4D 2D AH")):
        places = zip(("a1", "a2", "b1", "b2"), hand.split(), strict=True)
        record = go_on(record, *(f"reveal p{seat}.{place} {card}" for place, card in places))
    tally = sheet(record)
    assert tally.totals == {A: 0, B: 30, C: 11}
    assert (tally.rounds[0].caller, tally.rounds[0].caller_succeeded) == (None, None)


def test_a_hand_that_was_played_to_its_end_counts_although_its_player_leaves_at_the_reveal() -> None:
    record = go_on(
        begin_game(load_pack("kaboo"), TWO), "p2 deals", "round-ends call p1", "reveal p1.a1 2C", "p1 leaves"
    )
    faces = zip(
        ("p1.a2", "p1.b1", "p1.b2", "p2.a1", "p2.a2", "p2.b1", "p2.b2"),
        ["3C", "4C", "5C", "6C", "7C", "8C", "9C"],
        strict=True,
    )
    record = go_on(record, *(f"reveal {place} {card}" for place, card in faces))
    assert totals(record) == {A: 14, B: 30}
    assert sheet(record).left == (A,)


def test_a_round_that_ends_because_players_left_says_so() -> None:
    record = go_on(begin_game(load_pack("kaboo"), TWO), "p2 deals", "starter 9H", "p1 calls", "p1 leaves")
    assert record.now.now.end is RoundEnd.LEFT
    called = go_on(begin_game(load_pack("scambodia"), TWO), "p2 deals", "starter 9H", "p1 calls", "p2 leaves")
    called = go_on(
        called,
        *(
            f"reveal p1.{place} {card}"
            for place, card in zip(("a1", "a2", "b1", "b2"), ("4C", "3C", "2C", "AC"), strict=True)
        ),
    )
    tally = sheet(called).rounds[0]
    assert (tally.caller, tally.caller_succeeded, tally.scores) == (A, None, {A: 10})
    assert tally.reasons[A] == "called, then the others left: 4 + 3 + 2 + 1 = 10"


@pytest.mark.parametrize(("rule", "start"), [("highest", 30), ("average", 23), (0, 0)])
def test_who_joins_between_rounds_begins_with_a_total_by_a_key(rule: object, start: int) -> None:
    pack = load_pack("scambodia", {"game.joins_with": rule})
    hands = ("10C 2C AC AD", "10D 10H 5C 5D", "4C 3C 2D AH")
    scored = round_of(begin_game(pack, THREE), "p1", *hands)
    joined = go_on(scored, 'p4 joins "D"')
    assert totals(joined) == {A: 28, B: 30, C: 10, D: start}
    assert sheet(joined).seats[0].startswith(f"D joined after round 1 with {start}")
    after = round_of(joined, "p3", *hands, "2H 2S 3H 3D")
    assert totals(after)[D] == start + 10


def test_a_ruling_after_somebody_joined_does_not_change_the_total_they_began_with() -> None:
    hands = ("10C 2C AC AD", "10D 10H 5C 5D", "4C 3C 2D AH")
    joined = go_on(round_of(begin_game(load_pack("scambodia"), THREE), "p1", *hands), 'p4 joins "D"')
    assert totals(go_on(joined, 'rule game.joins_with = 0 by "Ann" because "new here"'))[D] == 30


def test_who_comes_back_has_at_least_the_total_of_before() -> None:
    hands = ("10C 2C AC AD", "10D 10H 5C 5D", "4C 3C 2D AH")
    left = go_on(round_of(begin_game(load_pack("scambodia"), THREE), "p1", *hands), "p3 leaves", "p2 leaves")
    assert totals(go_on(left, 'p2 joins "B"'))[B] == 30
    assert totals(go_on(left, 'p3 joins "C"'))[C] == 28
    named = go_on(left, 'p2 joins "D"')
    assert totals(named) == {A: 28, B: 30, C: 10, D: 28}


def test_another_person_takes_over_a_seat_with_its_total() -> None:
    hands = ("10C 2C AC AD", "10D 10H 5C 5D", "4C 3C 2D AH")
    scored = round_of(begin_game(load_pack("scambodia"), THREE), "p3", *hands)
    over = go_on(scored, 'p2 hands-over "D"')
    assert totals(over) == {A: 14, D: 30, C: 0}
    assert list(sheet(over).rounds[0].scores) == [A, B, C]
    assert sheet(over).seats == ("D took over B's seat after round 1 with 30",)
    mid = go_on(over, "p1 deals", 'p3 hands-over "E"', "round-ends call p3")
    for seat, hand in enumerate(hands, start=1):
        places = zip(("a1", "a2", "b1", "b2"), hand.split(), strict=True)
        mid = go_on(mid, *(f"reveal p{seat}.{place} {card}" for place, card in places))
    assert totals(mid) == {A: 28, D: 60, E: 0}


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ('p1 joins "D"', "p1 is A's seat: expected one that is free."),
        ('p3 joins "A"', "A has a seat already: expected another name."),
        ('p2 hands-over "A"', "A has a seat already: expected another name."),
    ],
)
def test_a_seat_or_name_that_is_taken_is_bad_input(line: str, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        go_on(begin_game(load_pack("kaboo"), TWO), line)


def test_a_table_that_is_full_takes_nobody_and_who_left_hands_nothing_over() -> None:
    cameo = begin_game(load_pack("cameo"), TWO)
    with pytest.raises(InputError, match="Cameo is for 2 to 2 players"):
        go_on(cameo, 'p3 joins "C"')
    left = go_on(cameo, "p2 leaves")
    assert go_on(left, 'p2 joins "C"').now.now.players == (A, C)
    with pytest.raises(InputError, match="B has left"):
        go_on(left, 'p2 hands-over "C"')
    with pytest.raises(InputError, match="in the middle of a round"):
        go_on(begin_game(load_pack("kaboo"), TWO), "p2 deals", 'p3 joins "C"')
    with pytest.raises(InputError, match="p4 is no seat of the table: expected p3, the next one"):
        push(begin_game(load_pack("kaboo"), TWO), Joined(D, 3))


def test_a_game_file_names_seats_as_they_were_at_the_time() -> None:
    hands = ("10C 2C AC AD", "10D 10H 5C 5D", "4C 3C 2D AH")
    record = go_on(begin_game(load_pack("scambodia"), THREE), "p3 leaves", 'p3 joins "D"', 'p2 hands-over "E"')
    record = round_of(record, "p1", *hands)
    for entry in (
        Undo(),
        Redo(),
        Inserted(4, Looked(E, SlotId("p2.b1")), "missed"),
        Amended(5, Ended(RoundEnd.CALL, D)),
    ):
        record = push(record, entry)
    record = go_on(record, "p2 leaves", 'p4 joins "F"')
    file = GameFile("scambodia", THREE, (), tuple(map(GameLine, record.entries)))
    text = format_game(file)
    assert 'p3 joins "D"' in text
    assert "insert 4 because" in text
    assert "of p2 looks p2.b1" in text
    again = parse_game(text)
    assert again == file
    *_, last = again.records()
    assert last.now == record.now


def test_a_correction_that_cannot_be_leaves_the_roster_as_it_is() -> None:
    text = 'kibitz game 1\npack kaboo\np1 = "A"\np2 = "B"\n1. p3 joins "C"\n2. strike 9 because "no"\n3. p3 deals\n'
    with pytest.raises(InputError, match="entry 2: entry 9 is no event that counts"):
        list(parse_game(text).records())
    with pytest.raises(InputError, match=r"line 5, column \d+: found .*: expected a name in quotes"):
        parse_game(text.replace('"C"', '""'))


LINE = {
    "pack": "scambodia",
    "rounds": [
        {
            "hands": {"A": ["10C", "2C", "AC", "AD"], "B": ["10D", "10H", "5C", "5D"], "C": ["4C", "3C", "2D", "AH"]},
            "caller": "A",
        },
        {
            "hands": {"A": ["10C", "2C", "2D", "AC"], "E": ["4C", "3C", "2H", "AD"], "D": ["9C", "9D", "9H", "9S"]},
            "caller": "A",
            "options": {"score.fail": "none"},
            "changes": [{"takes_over": "E", "from": "B"}, {"leaves": "C"}, {"joins": "D"}],
        },
    ],
    "changes": [{"leaves": "D"}],
}


def test_score_knows_who_left_joined_and_took_over_and_rules_from_a_round_on() -> None:
    answer = json.loads(score_json(json.dumps(LINE).encode()))
    assert answer["totals"] == {"A": 43, "E": 40, "C": 10, "D": 66}
    assert answer["left"] == ["C", "D"]
    assert len(answer["seats"]) == 4
    assert "D joined after round 1 with 30, the highest total" in score_text(json.dumps(LINE).encode())


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"changes": [{"leaves": "X"}]}, "rounds[1]: found X, who is not at the table: expected one of A, B, C."),
        ({"changes": [{"joins": "A"}]}, "rounds[1]: found A, who has a total already: expected another name."),
        ({"options": {"score.fial": 1}}, "rounds[1].options: 'score.fial' is not a key"),
        ({"changes": [{"joins": "F"}]}, "expected those at the table, A, B, C, F."),
        ({"changes": "C"}, "'rounds[1].changes' is not a change: expected a list in which each is {'leaves': 'Ann'}, "),
        ({"changes": [{"joins": "F", "with": "all"}]}, "'rounds[1].changes[0]' is not a change: expected a list in"),
        ({"changes": [{"leaves": "A", "with": 0}]}, "'rounds[1].changes[0]' is not a change: expected a list in"),
        ({"changes": [{"takes_over": "A"}]}, "'rounds[1].changes[0]' is not a change: expected a list in which"),
        ({"changes": [{"leaves": "A"}, {}]}, "'rounds[1].changes[1]' is not a change: expected a list in which"),
    ],
)
def test_a_seat_that_cannot_be_is_named(change: dict[str, object], sentence: str) -> None:
    line = {**LINE, "rounds": [LINE["rounds"][0], {**LINE["rounds"][1], **change}]}  # type: ignore[index]
    with pytest.raises(InputError) as caught:
        score_json(json.dumps(line).encode())
    assert sentence in str(caught.value)


def test_changes_of_the_seats_are_told_in_order_and_a_joiner_by_the_rule_of_that_moment() -> None:
    first = LINE["rounds"][0]  # type: ignore[index]
    changes = [{"joins": "D", "with": "average"}, {"leaves": "B"}, {"joins": "F"}, {"takes_over": "G", "from": "D"}]
    line = {"pack": "scambodia", "rounds": [first], "changes": changes}
    assert json.loads(score_json(json.dumps(line).encode()))["totals"] == {"A": 28, "B": 30, "C": 10, "G": 23, "F": 28}


def test_changes_of_the_seats_are_written_as_a_request_reads_them() -> None:
    changes = [{"leaves": "B"}, {"joins": "D", "with": 0}, {"joins": "F"}, {"takes_over": "G", "from": "D"}]
    line = {"pack": "scambodia", "rounds": [], "changes": changes}
    assert list(map(change_json, parse_request(json.dumps(line).encode()).changes)) == changes


def test_nobody_takes_over_a_seat_who_has_a_total_already() -> None:
    scored = round_of(begin_game(load_pack("scambodia"), THREE), "p1", "10C 2C AC AD", "10D 10H 5C 5D", "4C 3C 2D AH")
    left = go_on(scored, "p2 leaves", 'p2 joins "D"')
    for act in ('p1 hands-over "B"', 'p3 hands-over "D"'):
        with pytest.raises(InputError, match=r"has a (total|seat) already: expected another name"):
            go_on(left, act)
    back = go_on(left, 'p1 hands-over "E"', 'p1 hands-over "A"')
    assert totals(back) == totals(left)
    joined_again = go_on(left, "p3 leaves", 'p3 joins "B"')
    assert B in totals(joined_again)


def test_no_act_of_play_changes_a_round_that_is_scored() -> None:
    scored = round_of(begin_game(load_pack("kaboo"), TWO), "p1", "10C 2C 2D AC", "4C 3C 2H AD")
    for act in ("p1 snaps p1.a1 10C", "p2 exchanges p1.a1 p2.a1", 'misdeal "a card was seen"', "round-ends deck"):
        after = go_on(scored, act)
        assert after.now.now == scored.now.now
        assert totals(after) == totals(scored)
    corrected = go_on(scored, "correct p1.a1 9C")
    assert totals(corrected) == {A: 34, B: 10}
    assert totals(go_on(corrected, "p2 deals", 'misdeal "a card was seen"', "p2 deals")) == {A: 34, B: 10}


def test_a_play_off_whom_all_have_left_has_no_winner() -> None:
    pack = load_pack("kaboo", {"game.tie_break": ["play_off"]})
    played = PlayedRound({A: parse_hand("2C"), B: parse_hand("2D")}, pack=pack)
    tally = tally_game(pack, [played], [Leaving(A), Leaving(B)])
    assert (tally.winners, tally.reason) == ((), "nobody is left to win; a play-off round decides")


def test_a_strict_request_with_possible_hands_is_answered() -> None:
    line = {"pack": "kaboo", "strict": True, "rounds": [{"hands": {"A": ["2C"], "B": ["3C"]}, "caller": "A"}] * 2}
    answer = json.loads(score_json(json.dumps(line).encode()))
    assert [played["warnings"] for played in answer["rounds"]] == [[], []]


def test_nobody_wins_whom_all_have_left() -> None:
    pack = load_pack("kaboo")
    played = PlayedRound({A: parse_hand("2C"), B: parse_hand("3C")}, A, pack=pack)
    ended = tally_game(pack, [played], [Leaving(A), Leaving(B)])
    assert ended.winners == (A,)
    assert tally_game(load_pack("scambodia"), [], [Leaving(A)], [A]).left == (A,)
