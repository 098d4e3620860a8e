from __future__ import annotations

import re

import pytest
from pydantic import JsonValue

from kibitz_scoring.errors import InputError
from kibitz_scoring.rules.house_rules import with_house_rules
from kibitz_scoring.rules.packs import load_pack, pack_ids
from kibitz_scoring.rules.rule_pack import KEY_PATHS, HouseRule
from kibitz_server.pages.table.rules.house_rules import GROUPS
from kibitz_server.pages.table.rules.rule_shapes import Rows, Several, Word, first_of, parts_like, shapes_of
from kibitz_server.views.words.house_rule_words import house_rule_texts, spoken_value
from kibitz_server.views.words.rule_names import RULE_NAMES


def rule(key: str, value: JsonValue) -> HouseRule:
    return HouseRule(key=key, value=value, author="Ann", reason="agreed")


@pytest.mark.parametrize("pack_id", pack_ids())
def test_every_value_of_a_game_has_a_field_and_is_told_in_words(pack_id: str) -> None:
    for key, value in load_pack(pack_id).keys().items():
        assert sum(parts_like(shape, value) for shape in shapes_of(key)) == 1, key
        assert not re.search(r"_|null|true|false|\{|\[", spoken_value(value)), key


def test_whatever_a_field_begins_with_is_a_value_of_the_rule_or_refused_for_its_sense_alone() -> None:
    pack = load_pack("kaboo")
    for key in KEY_PATHS:
        for shape in shapes_of(key):
            value = first_of(shape)
            try:
                changed = with_house_rules(pack, [rule(key, value)]).keys()[key]
            except InputError as error:
                assert isinstance(shape, Rows | Word) or key == "table.players", f"{key}: {error}"
            else:
                assert changed == value, key


def test_every_word_that_a_rule_chooses_is_told_without_an_underscore() -> None:
    shapes = [shape for key in KEY_PATHS for shape in shapes_of(key)]
    words = [shape.value for shape in shapes if isinstance(shape, Word)]
    words += [word for shape in shapes if isinstance(shape, Several) for word in shape.words]
    assert [word for word in words if "_" in spoken_value(word)] == []


def test_every_key_stands_in_a_group_and_has_a_name() -> None:
    assert {key.partition(".")[0] for key in KEY_PATHS} == set(GROUPS)
    assert set(RULE_NAMES) == set(KEY_PATHS)


def test_house_rules_are_told_with_the_games_own_value_and_who_decided() -> None:
    rules = [rule("score.fail", "add_10"), rule("snap.enabled", False), rule("game.threshold", 100)]

    texts = house_rule_texts(with_house_rules(load_pack("kaboo"), rules))

    assert texts == [
        "who called and fails scores: +10, not +20 (Ann: agreed)",
        "snapping: no, not yes (Ann: agreed)",
        "game ends at: 100, not none (Ann: agreed)",
    ]
