from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz_scoring.errors import InputError
from kibitz_scoring.rules.house_rules import with_house_rules
from kibitz_scoring.rules.pack_toml import parse_pack
from kibitz_scoring.rules.packs import changed_pack, load_pack, original_of, read_pack
from kibitz_scoring.rules.rule_pack import NOTE, HouseRule
from kibitz_scoring.rules.sheet import rules_sheet

TEN = HouseRule(key="score.fail", value="add_10", author="Ann", reason="Twenty was too hard.")
OPEN = HouseRule(key="snap.window_ms", value=None, author="Ben", reason="We like it slow.")

FRIDAY = """
base = "kaboo"
id = "friday_kaboo"
name = "Friday Kaboo"

[game]
threshold = 100

[[house_rules]]
key = "score.fail"
value = "add_10"
author = "Ann"
reason = "Twenty was too hard."

[[house_rules]]
key = "snap.window_ms"
value = "null"
author = "Ben"
reason = "We like it slow."
"""


@pytest.fixture
def friday(tmp_path: Path) -> Path:
    path = tmp_path / "friday.toml"
    path.write_text(FRIDAY, encoding="utf-8")
    return path


def refusal(path: Path, old: str, new: str) -> str:
    path.write_text(FRIDAY.replace(old, new), encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_pack(path)
    return str(caught.value)


def test_a_house_rule_changes_its_key_and_keeps_author_and_reason() -> None:
    pack = with_house_rules(load_pack("kaboo"), (TEN, OPEN))
    assert (pack.score.fail, pack.snap.window_ms) == ("add_10", None)
    assert pack.house_rules == (TEN, OPEN)
    assert pack.content_hash == load_pack("kaboo", {"score.fail": "add_10", "snap.window_ms": None}).content_hash


def test_who_decided_and_why_is_no_rule() -> None:
    other = TEN.model_copy(update={"author": "Cid", "reason": "Because."})
    kaboo = load_pack("kaboo")
    assert with_house_rules(kaboo, (TEN,)).content_hash == with_house_rules(kaboo, (other,)).content_hash


def test_a_later_house_rule_replaces_the_one_about_the_same_key() -> None:
    thirty = TEN.model_copy(update={"value": "add_30"})
    pack = with_house_rules(with_house_rules(load_pack("kaboo"), (TEN, OPEN)), (thirty,))
    assert pack.score.fail == "add_30"
    assert pack.house_rules == (OPEN, thirty)


def test_options_on_top_of_house_rules_take_over_their_key() -> None:
    pack = changed_pack(with_house_rules(load_pack("kaboo"), (TEN, OPEN)), {"score.fail": "none"})
    assert (pack.score.fail, pack.house_rules) == ("none", (OPEN,))


def test_a_rule_that_a_house_turns_on_brings_what_it_needs() -> None:
    snap = HouseRule(key="snap.enabled", value=True, author="Ann", reason="It is fun.")
    pack = with_house_rules(load_pack("scambodia"), (snap,))
    assert (pack.snap.give, pack.snap.window_ms, pack.table.penalty_place) == ("optional", None, "first_gap")


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        ((TEN, TEN), "house rule 'score.fail': 'score.fail' stands twice: expected one house rule for a key."),
        (
            (TEN.model_copy(update={"key": "score.fial"}),),
            "house rule 'score.fial': 'score.fial' is not a key of a rule pack; the nearest is 'score.fail'.",
        ),
        (
            (TEN.model_copy(update={"value": 10}),),
            "house rule 'score.fail': 'score.fail' is 10: expected none, double or add_n (as in add_10).",
        ),
    ],
)
def test_a_house_rule_that_is_none_gives_one_sentence(rules: tuple[HouseRule, ...], sentence: str) -> None:
    with pytest.raises(InputError) as caught:
        with_house_rules(load_pack("kaboo"), rules)
    assert str(caught.value) == sentence


def test_a_file_gives_what_differs_from_its_base_and_the_house_rules(friday: Path) -> None:
    pack = read_pack(friday)
    assert (pack.id, pack.name, pack.call_word, pack.base) == ("friday_kaboo", "Friday Kaboo", "Kaboo", "kaboo")
    assert (pack.game.threshold, pack.game.rounds) == (100, None)
    assert pack.house_rules == (TEN, OPEN)
    assert original_of(pack) == load_pack("kaboo")


def test_a_file_without_house_rules_has_none(friday: Path) -> None:
    friday.write_text(FRIDAY.partition("[[")[0], encoding="utf-8")
    assert read_pack(friday).house_rules == ()


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('base = "kaboo"', 'base = "kabo"', ", line 2: 'kabo' is not a known game: expected scambodia,"),
        ('base = "kaboo"', "base = 7", ", line 2: '7' is not a known game: expected scambodia,"),
        ("threshold = 100", "threshold = -1", ", line 7: 'game.threshold' is -1: expected a whole number from 1"),
        ('author = "Ann"', "", ", house rule 1: 'author' is null: expected key, value, author and reason, each given"),
        ('author = "Ann"', "author = 7", ", house rule 1: 'author' is 7: expected key, value, author and reason"),
        ('key = "score.fail"', 'key = "score"', ", house rule 'score': 'score' is not a key of a rule pack; the near"),
        ('value = "add_10"', "value = 10", ", house rule 'score.fail': 'score.fail' is 10: expected none, double or"),
    ],
)
def test_what_is_wrong_in_a_house_file_is_named_with_its_place(friday: Path, old: str, new: str, sentence: str) -> None:
    assert refusal(friday, old, new).startswith(f"{friday}{sentence}")


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        ("house_rules = 7", ": 'house_rules' is 7: expected tables [[house_rules]]."),
        ("house_rules = [7]", ", house rule 1: found 7: expected key, value, author and reason, each given once."),
    ],
)
def test_house_rules_that_are_no_tables_give_one_sentence(friday: Path, rules: str, sentence: str) -> None:
    friday.write_text(f'{rules}\nbase = "kaboo"', encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_pack(friday)
    assert str(caught.value) == f"{friday}{sentence}"


PIECES = st.sampled_from(
    ["[", "]", "=", '"', "null", "true", "{", "}", "nan", "1979-05-27", "base", "[[house_rules]]", "7"]
)


@given(st.integers(0, len(FRIDAY)), st.integers(0, 30), PIECES | st.text(max_size=5))
def test_a_damaged_file_gives_a_pack_or_a_sentence_about_it(start: int, length: int, piece: str) -> None:
    text = FRIDAY[:start] + piece + FRIDAY[start + length :]
    try:
        pack = parse_pack(text, "friday.toml", load_pack)
    except InputError as error:
        assert str(error).startswith("friday.toml")
    else:
        assert len(pack.content_hash) == 64


LAUGH = HouseRule(key=NOTE, value="Who laughs shuffles.", author="Ann", reason="It was late.")


def test_a_note_changes_no_key_stands_beside_others_and_is_kept_once() -> None:
    kaboo = load_pack("kaboo")
    fell = HouseRule(key=NOTE, value="What falls stays.", author="Ben", reason="It fell.")
    pack = with_house_rules(with_house_rules(kaboo, (LAUGH, TEN, fell)), (LAUGH,))
    assert pack.notes == (fell, LAUGH)
    assert pack.keys() == with_house_rules(kaboo, (TEN,)).keys()
    assert with_house_rules(kaboo, (LAUGH,)).content_hash == kaboo.content_hash
    assert "Who laughs shuffles. <span class=why>Ann: It was late.</span>" in rules_sheet(pack)


@pytest.mark.parametrize("value", ["", "  ", 7, None, True])
def test_a_note_without_words_is_refused_with_a_sentence(value: object) -> None:
    note = HouseRule.model_construct(key=NOTE, value=value, author="Ann", reason="Why.")
    with pytest.raises(InputError, match=r"house rule 'note': 'note' is .*: expected a text that is not empty"):
        with_house_rules(load_pack("kaboo"), (note,))
