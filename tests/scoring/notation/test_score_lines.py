from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz_scoring.errors import InputError
from kibitz_scoring.notation.score_lines import (
    LineError,
    answer_json,
    change_json,
    parse_change,
    parse_request,
    tally_request,
)


def answer(line: str | bytes) -> dict[str, object]:
    request = parse_request(line if isinstance(line, bytes) else line.encode())
    return answer_json(request.line_id, tally_request(request))


def refusal(line: str | bytes) -> tuple[object, str]:
    with pytest.raises(LineError) as caught:
        answer(line)
    return caught.value.line_id, str(caught.value)


def test_a_round_is_answered_with_exactly_the_fixed_fields() -> None:
    hands = {"A": ["3H", "2C", "5S"], "B": ["4D", "6H"]}
    line = {"id": 7, "pack": "kaboo", "options": {}, "hands": hands, "caller": "A"}
    assert answer(json.dumps(line)) == {
        "id": 7,
        "points": {"A": 10, "B": 10},
        "round": {"A": 30, "B": 10},
        "caller_succeeded": False,
        "winners": ["B"],
        "reasons": {"A": "called and is not alone lowest: 10 + 20 = 30", "B": "hand: 4 + 6 = 10"},
    }


def test_a_game_is_answered_with_exactly_the_fixed_fields() -> None:
    first = {"hands": {"A": ["10", "2+1"], "B": ["KH", "QS-2"]}, "caller": "B", "end": "call"}
    line = {"id": "g", "pack": "dragons_gambit", "options": {"game.threshold": 13}, "rounds": [first]}
    assert answer(json.dumps(line)) == {
        "id": "g",
        "rounds": [
            {
                "points": {"A": 13, "B": 10},
                "round": {"A": 13, "B": 10},
                "caller_succeeded": True,
                "winners": ["B"],
                "reasons": {"A": "hand: 10 + 3 (2+1) = 13", "B": "called and is lowest: 0 + 10 (QS-2) = 10"},
            }
        ],
        "totals": {"A": 13, "B": 10},
        "finished": True,
        "winners": ["B"],
    }


def test_a_game_that_goes_on_has_no_winners() -> None:
    line = '{"pack": "scambodia", "rounds": [{"hands": {"A": ["2S"], "B": []}, "caller": null, "end": "empty_hand"}]}'
    found = answer(line)
    assert (found["id"], found["finished"], found["winners"]) == (None, False, [])
    assert answer('{"pack": "scambodia", "rounds": []}')["totals"] == {}


def test_the_deck_s_end_judges_nobody_without_a_caller() -> None:
    assert answer('{"pack": "kaboo", "hands": {"A": ["2S"]}, "end": "deck"}')["caller_succeeded"] is None


def test_a_byte_order_mark_before_a_line_does_no_harm() -> None:
    assert answer(b'\xef\xbb\xbf{"pack": "kaboo", "hands": {"A": ["2S"]}}')["points"] == {"A": 2}


FIELDS = "expected caller, end, hands, id, options, pack or strict."


@pytest.mark.parametrize(
    ("line", "line_id", "sentence"),
    [
        ("nope", None, "column 1 is not JSON (Expecting value): expected one JSON object."),
        ("[1]", None, "found [1]: expected one JSON object."),
        (b'{"id": "\xff"}', None, "byte 9 is not UTF-8: expected one JSON object in UTF-8."),
        ('{"id": NaN}', None, "NaN is not a JSON number: expected digits."),
        (f'{{"id": {"9" * 5000}}}', None, "a number is too long or lists lie too deep: expected one JSON object."),
        ("[" * 100_000, None, "a number is too long or lists lie too deep: expected one JSON object."),
        ('{"id": 1, "id": 2}', None, "'id' stands twice in one object: expected each name once."),
        ('{"id": 1, "hands": {}}', 1, "'pack' is missing: expected the id of a game, such as kaboo."),
        ('{"id": 1, "pack": 3, "hands": {}}', 1, "'pack' is 3: expected the id of a game, such as kaboo."),
        (
            '{"id": [1], "pack": "kaboo"}',
            [1],
            "'hands' is missing: expected an object that gives each player a list of cards, "
            "such as {'Ann': ['10H', '5C']}.",
        ),
        (
            '{"id": 1, "pack": "kaboo", "hands": {"end": "10H"}}',
            1,
            "'hands.end' is \"10H\": expected an object that gives each player a list of cards, "
            "such as {'Ann': ['10H', '5C']}.",
        ),
        (
            '{"id": 1, "pack": "kaboo", "hands": {"A": [7]}}',
            1,
            "'hands.A[0]' is 7: expected a card as text, such as \"10H\".",
        ),
        ('{"id": 1, "pack": "kaboo", "hands": {}, "caler": "A"}', 1, f"'caler' is not a field of a round: {FIELDS}"),
        (
            '{"id": 1, "pack": "kaboo", "hands": {"A": []}, "caller": 3}',
            1,
            "'caller' is 3: expected the name of a player or null.",
        ),
        (
            '{"id": 1, "pack": "kaboo", "hands": {"A": []}, "end": "bell"}',
            1,
            "'end' is \"bell\": expected call, empty_hand, deck or left.",
        ),
        (
            '{"id": 1, "pack": "kaboo", "options": 3, "hands": {"A": []}}',
            1,
            "'options' is 3: expected an object of house rules, such as {'score.fail': 'add_10'}.",
        ),
        (
            '{"id": 1, "pack": "kaboo", "rounds": {}}',
            1,
            "'rounds' is {}: expected a list of rounds, each an object with hands, caller and end.",
        ),
        (
            '{"id": 1, "pack": "kaboo", "rounds": [3]}',
            1,
            "'rounds[0]' is 3: expected a list of rounds, each an object with hands, caller and end.",
        ),
        (
            '{"id": 1, "pack": "kaboo", "rounds": [{"hands": {}, "caler": "A"}]}',
            1,
            "'rounds[0].caler' is not a field of a round: expected caller, changes, end, hands or options.",
        ),
        (
            '{"id": 1, "pack": "kaboo", "rounds": [], "hands": {}}',
            1,
            "'hands' is not a field of a game: expected changes, id, options, pack, rounds or strict.",
        ),
        (
            '{"id": 1, "pack": "kabo", "hands": {}}',
            1,
            "'kabo' is not a known game: expected scambodia, dragons_gambit, kaboo, cameo, cambio or a variant "
            "that `kibitz rules list` shows.",
        ),
        (
            '{"id": 1, "pack": "kaboo", "options": {"score.fial": 1}, "hands": {}}',
            1,
            "options: 'score.fial' is not a key of a rule pack; the nearest is 'score.fail'.",
        ),
        (
            '{"id": 1, "pack": "kaboo", "hands": {"A": ["2S", "11C"]}}',
            1,
            "hands.A[1]: '11C' is not a card: "
            "expected a rank A, 2 to 10, J, Q, K with a suit C, D, H, S (as in 10H), JK, or 0 to 13.",
        ),
        (
            '{"id": 1, "pack": "kaboo", "rounds": [{"hands": {"A": ["2"]}}, {"hands": {"A": ["2S-"]}}]}',
            1,
            "rounds[1].hands.A[0]: '2S-' is not a card: expected a card and at most one modifier, as in 7+1 or QH-2.",
        ),
        (
            '{"id": 1, "pack": "kaboo", "hands": {"A": ["10H"], "B": ["10H"]}}',
            1,
            "hands: 10H stands twice in the hands: Kaboo's deck has one.",
        ),
        (
            '{"id": 1, "pack": "kaboo", "hands": {"A": ["10H"]}, "caller": "B"}',
            1,
            "caller: 'B' is not a player: expected A.",
        ),
        (
            '{"id": 1, "pack": "kaboo", "rounds": [{"hands": {"A": ["10H"]}, "caller": "B"}]}',
            1,
            "rounds[0].caller: 'B' is not a player: expected A.",
        ),
    ],
)
def test_a_line_that_cannot_be_scored_gives_its_id_and_one_sentence(
    line: str | bytes, line_id: object, sentence: str
) -> None:
    assert refusal(line) == (line_id, sentence)


PIECES = st.sampled_from(["kaboo", "hands", "A", "10H", "JK", "7+1", "call", "game.rounds", "add_10"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | PIECES | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(PIECES, inner, max_size=4),
)
LINES = st.fixed_dictionaries(
    {"pack": st.sampled_from(["kaboo", "dragons_gambit"]) | JSON},
    optional={"id": JSON, "options": JSON, "hands": JSON, "caller": JSON, "end": JSON, "rounds": JSON, "x": JSON},
)


@given(LINES)
def test_any_object_gives_a_score_sheet_or_a_sentence(line: dict[str, object]) -> None:
    try:
        found = answer(json.dumps(line))
    except LineError as error:
        assert str(error).endswith(".")
        assert error.line_id == line.get("id")
    else:
        assert found["id"] == line.get("id")


@given(st.binary(max_size=40))
def test_any_bytes_give_a_sentence(line: bytes) -> None:
    assert refusal(line)[1]


@pytest.mark.parametrize("stored", [{"leaves": "Ann"}, {"joins": "Eve"}, {"takes_over": "Eve", "from": "Ann"}])
def test_a_change_of_the_seats_is_read_as_it_was_written(stored: dict[str, str]) -> None:
    written = change_json(parse_change(stored))
    assert stored.items() <= written.items()
    assert change_json(parse_change(written)) == written


def test_what_is_no_change_of_the_seats_is_one_sentence() -> None:
    with pytest.raises(InputError, match="is not a change: expected"):
        parse_change({"stands": "Ann"})
