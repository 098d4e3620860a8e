from __future__ import annotations

import pytest

from kibitz_scoring.errors import InputError
from kibitz_scoring.rules.house_rules import with_house_rules
from kibitz_scoring.rules.packs import load_pack, pack_ids
from kibitz_scoring.rules.rule_pack import KEY_PATHS, HouseRule
from kibitz_server.pages.parts.house_rule_words import house_rule_texts, value_text
from kibitz_server.pages.table.house_rules import GROUPS, parse_value


def rule(key: str, text: str) -> HouseRule:
    return HouseRule(key=key, value=parse_value(text), author="Ann", reason="agreed")


@pytest.mark.parametrize("pack_id", pack_ids())
def test_every_value_of_a_game_is_typed_as_it_is_shown(pack_id: str) -> None:
    for key, value in load_pack(pack_id).keys().items():
        assert parse_value(value_text(value)) == value, key


def test_every_key_stands_in_a_group() -> None:
    assert {key.partition(".")[0] for key in KEY_PATHS} == set(GROUPS)


@pytest.mark.parametrize("text", ["NaN", "Infinity", "1e999", "2.5", "", '{"cards": 1}', "[1", "9" * 5000])
def test_what_is_no_value_is_refused_in_words(text: str) -> None:
    with pytest.raises(InputError, match="expected a whole number"):
        with_house_rules(load_pack("kaboo"), [rule("values.A", text)])


def test_house_rules_are_told_with_the_games_own_value_and_who_decided() -> None:
    rules = [rule("score.fail", "add_10"), rule("snap.enabled", "false"), rule("game.threshold", "100")]

    texts = house_rule_texts(with_house_rules(load_pack("kaboo"), rules))

    assert texts == [
        "call fails +10, not +20 (Ann: agreed)",
        "snapping no, not yes (Ann: agreed)",
        "game ends at 100, not none (Ann: agreed)",
    ]
