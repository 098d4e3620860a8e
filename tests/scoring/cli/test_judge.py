from __future__ import annotations

import json
from typing import Any

import pytest
import typer
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner, Result

from kibitz_scoring.cli.commands import app
from kibitz_scoring.game.round_state import Phase
from kibitz_scoring.notation.json_lines import LineError
from kibitz_scoring.notation.judge_lines import parse_judge_request
from kibitz_scoring.snaps.judge import Snaps
from kibitz_scoring.table import FACE_DOWN

ATTEMPT = {"player": "Ann", "slot": "p1.a2", "card": "7S", "lifted_ms": 310, "placed_ms": 600}
LINE: dict[str, Any] = {"id": 1, "pack": "cambio", "top": "7H", "attempts": [ATTEMPT]}


def run(*arguments: str, stdin: str = "") -> Result:
    """`kibitz judge` as the command line mounts it."""
    main = typer.Typer()
    main.add_typer(app)
    return CliRunner().invoke(main, ["judge", *arguments], input=stdin)


def line(**fields: Any) -> str:
    return json.dumps(LINE | fields)


def refusal(text: str) -> tuple[object, str]:
    with pytest.raises(LineError) as caught:
        parse_judge_request(text.encode())
    return caught.value.line_id, str(caught.value)


def test_a_line_is_answered_with_every_field_of_the_interface() -> None:
    result = run("--json", stdin=line())
    assert result.exit_code == 0
    assert json.loads(result.stdout) == {
        "id": 1,
        "verdicts": [
            {
                "player": "Ann",
                "verdict": "correct",
                "penalty_cards": 0,
                "penalty_slots": [],
                "takes_card": False,
                "give": "none",
                "rule": "snap.enabled",
                "reason": "7S matches and Ann was first on the pile.",
            }
        ],
    }


def test_what_a_line_leaves_out_has_the_defaults_of_the_interface() -> None:
    request = parse_judge_request(line().encode())
    (attempt,) = request.snaps.attempts
    assert attempt.owner == "Ann"
    assert request.snaps == Snaps(request.snaps.top, (attempt,))
    assert (request.snaps.phase, request.snaps.caller) == (Phase.TURNS, None)
    assert (request.snaps.frame_interval_ms, request.snaps.draw_pile, request.snaps.discard_pile) == (33.3, 20, 5)
    assert (request.snaps.window_opened_ms, request.snaps.window_closed_ms) == (0.0, None)
    assert not request.snaps.hands


def test_every_field_is_read() -> None:
    fields: dict[str, Any] = {
        "options": {"snap.give": "required"},
        "phase": "final",
        "turn_player": "Ann",
        "discarder": "Ben",
        "caller": "Cid",
        "power_in_progress": True,
        "owed_card": True,
        "already_snapped": True,
        "window_opened_ms": 10,
        "window_closed_ms": 20.5,
        "frame_interval_ms": 16,
        "hands": {"Ann": 3},
        "draw_pile": 0,
        "discard_pile": 1,
        "attempts": [{"player": "Ann", "owner": "Ben", "slot": 2, "lifted_ms": 5}],
    }
    request = parse_judge_request(line(**fields).encode())
    snaps = request.snaps
    assert request.pack.snap.give == "required"
    assert (snaps.phase, snaps.discarder, snaps.caller) == (Phase.FINAL, "Ben", "Cid")
    assert (snaps.power_in_progress, snaps.owed_card, snaps.already_snapped) == (True, True, True)
    assert (snaps.window_opened_ms, snaps.window_closed_ms, snaps.frame_interval_ms) == (10, 20.5, 16)
    assert (snaps.hands, snaps.draw_pile, snaps.discard_pile) == ({"Ann": 3}, 0, 1)
    (attempt,) = snaps.attempts
    assert (attempt.owner, attempt.slot, attempt.card, attempt.lifted_ms, attempt.placed_ms) == (
        "Ben",
        2,
        FACE_DOWN,
        5,
        None,
    )


def test_a_snapped_king_shows_its_penalty_places_and_what_may_be_given() -> None:
    given_away = {"player": "Ann", "owner": "Ben", "card": "7D", "placed_ms": 500}
    wrong = {"player": "Cid", "owner": "Ben", "card": "9D", "placed_ms": 700}
    answer = json.loads(run("--json", stdin=line(attempts=[given_away, wrong], hands={"Cid": 3})).stdout)
    first, second = answer["verdicts"]
    assert (first["give"], first["rule"]) == ("optional", "snap.whose")
    assert (second["penalty_slots"], second["takes_card"]) == (["first_gap"], True)


def test_bad_lines_are_answered_in_their_place_and_make_the_exit_code_2() -> None:
    result = run("--json", "-", stdin=f"{line()}\n\n{line(id=2, top='ZZ')}\nnope\n{line(id=4)}")
    answers = [json.loads(text) for text in result.stdout.splitlines()]
    assert result.exit_code == 2
    assert [answer["id"] for answer in answers] == [1, 2, None, 4]
    assert answers[1]["error"].startswith("line 3: 'ZZ' is not a card")
    assert answers[2]["error"].startswith("line 4: column 1 is not JSON")
    assert "verdicts" in answers[3]


def test_thousands_of_lines_are_judged_in_one_process() -> None:
    lines = [line(id=number) for number in range(3000)]
    answers = run("--json", stdin="\n".join(lines)).stdout.splitlines()
    assert [json.loads(answer)["id"] for answer in answers] == list(range(3000))


@pytest.mark.parametrize(
    ("text", "line_id", "sentence"),
    [
        ("[]", None, "found []: expected one JSON object."),
        ('{"id": 3}', 3, "'pack' is missing: expected the id of a game, such as kaboo."),
        (line(pack="kabo"), 1, "'kabo' is not a known game: expected scambodia,"),
        (line(options={"snap.giev": "none"}), 1, "options: 'snap.giev' is not a key of a rule pack; the nearest is"),
        (line(top="JK", pack="cameo"), 1, "'top' is \"JK\": expected a card of Cameo's deck."),
        (line(phase="later"), 1, "'phase' is \"later\": expected initial_peek, turns, final or after_last_turn."),
        (line(frame_interval_ms=0), 1, "'frame_interval_ms' is 0: expected milliseconds above 0."),
        (line(window_opened_ms="now"), 1, "'window_opened_ms' is \"now\": expected milliseconds."),
        (line(hands={"Ann": -1}), 1, "'hands.Ann' is -1: expected an object that gives each player a number of cards"),
        (line(power_in_progress=1), 1, "'power_in_progress' is 1: expected true or false."),
        (line(attempts={}), 1, "'attempts' is {}: expected a list of attempts"),
        (line(colour="red"), 1, "'colour' is not a field of a request: expected already_snapped, attempts,"),
        (line(attempts=[ATTEMPT | {"hand": 1}]), 1, "'attempts[0].hand' is not a field of an attempt: expected card,"),
        (line(attempts=[{}]), 1, "'attempts[0].player' is missing: expected the name of a player."),
        (line(attempts=[ATTEMPT, 7]), 1, "'attempts' is 7: expected a list of attempts"),
        (line(attempts=[ATTEMPT | {"slot": 1.5}]), 1, "'attempts[0].slot' is 1.5: expected a place such as p1.a2"),
        (line(attempts=[ATTEMPT | {"card": None}]), 1, "'attempts[0].card' is null: expected the card that lies"),
        (
            line(attempts=[ATTEMPT | {"placed_ms": 300}]),
            1,
            "'attempts[0].placed_ms' is 300.0: expected a time after 310.0.",
        ),
        (line(attempts=[{"player": "Ann"}]), 1, "'attempts[0]' has neither lifted_ms nor placed_ms: expected one"),
        (
            '{"id": 1, "pack": "kaboo", "top": "7H", "attempts": [{"player": "A", "card": "7S", "placed_ms": 1e999}]}',
            1,
            "'attempts[0].placed_ms' is Infinity: expected milliseconds or null.",
        ),
    ],
)
def test_a_line_that_cannot_be_judged_gives_its_id_and_one_sentence(text: str, line_id: object, sentence: str) -> None:
    found_id, found = refusal(text)
    assert found_id == line_id
    assert found.startswith(sentence)


def test_an_attempt_with_what_is_no_card_is_judged_as_invalid() -> None:
    answer = json.loads(run("--json", stdin=line(attempts=[ATTEMPT | {"card": "11S"}])).stdout)
    assert answer["verdicts"][0]["verdict"] == "invalid"


def test_without_json_a_person_reads_the_verdicts() -> None:
    attempts = [
        ATTEMPT,
        {"player": "Benjamin", "owner": "Ann", "card": "9C", "placed_ms": 700},
        {"player": "Cid", "lifted_ms": 100},
    ]
    many = {"snap.per_discard": "many", "snap.wrong_penalty": 2}
    text = line(attempts=attempts) + "\n" + line(id=None, options=many, attempts=[attempts[1]]) + "\nnope"
    result = run(stdin=text)
    assert result.exit_code == 2
    assert result.stdout == (
        "Cambio, 1: 7H on the pile\n"
        "  Ann       correct: 7S matches and Ann was first on the pile. [snap.enabled]\n"
        "  Benjamin  wrong: 9C is not of the rank of 7H. 1 penalty card. Takes the card too. [snap.wrong_penalty]\n"
        "  Cid       returned: The card was lifted and not placed. 1 penalty card. [snap.lift_commits]\n"
        "\n"
        "Cambio: 7H on the pile\n"
        "  Benjamin  wrong: 9C is not of the rank of 7H. 2 penalty cards. Takes the card too. [snap.wrong_penalty]\n"
        "\n"
    )
    assert result.stderr.startswith("line 3: column 1 is not JSON")


@pytest.mark.parametrize(("give", "words"), [("optional", "May give a card"), ("required", "Has to give a card")])
def test_a_person_reads_what_may_be_given(give: str, words: str) -> None:
    attempt = ATTEMPT | {"owner": "Ben"}
    result = run(stdin=line(options={"snap.give": give}, attempts=[attempt]))
    assert f"first on the pile. {words} into the gap. [snap.whose]" in result.stdout


def test_a_line_without_attempts_has_no_verdicts() -> None:
    assert json.loads(run("--json", stdin=line(attempts=[])).stdout)["verdicts"] == []
    assert run(stdin=line(attempts=[])).stdout == "Cambio, 1: 7H on the pile\n\n"


def test_help_shows_a_line_to_start_from() -> None:
    assert '"pack": "cambio"' in run("--help").stdout


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
)


@given(
    st.dictionaries(st.sampled_from(sorted(LINE)) | st.text(), JSON),
    st.dictionaries(st.sampled_from(sorted(ATTEMPT)), JSON),
)
def test_any_line_gives_verdicts_or_one_sentence(fields: dict[str, Any], attempt: dict[str, Any]) -> None:
    text = json.dumps(LINE | {"attempts": [ATTEMPT | attempt]} | fields)
    answer = json.loads(run("--json", stdin=text).stdout)
    assert set(answer) in ({"id", "verdicts"}, {"id", "error"})
