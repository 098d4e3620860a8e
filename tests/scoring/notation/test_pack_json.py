"""A rule pack as JSON: written and read back, also from another version, and refused in one sentence."""

from __future__ import annotations

import pytest

from kibitz_scoring.errors import InputError
from kibitz_scoring.notation.pack_json import pack_json, parse_pack_json
from kibitz_scoring.rules.packs import load_pack, pack_ids
from kibitz_scoring.rules.rule_pack import HouseRule


@pytest.mark.parametrize("name", pack_ids())
def test_a_pack_with_house_rules_is_read_as_it_was_written(name: str) -> None:
    rule = HouseRule(key="score.fail", value="add_10", author="Ann", reason="we always did")
    pack = load_pack(name).model_copy(update={"house_rules": (rule,)})
    again = parse_pack_json(pack_json(pack))
    assert again == pack
    assert again.content_hash == pack.content_hash


def test_a_game_of_ones_own_is_filled_up_from_the_game_that_it_was_made_from() -> None:
    own = load_pack("kaboo").model_copy(update={"id": "our_game", "name": "Ours", "base": "kaboo"})
    stored = pack_json(own)
    keys = stored["keys"]
    assert isinstance(keys, dict)
    del keys["score.fail"]
    keys["a.key.of.tomorrow"] = 1
    assert parse_pack_json(stored) == own


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"keys": None}, "'keys'"),
        ({"house_rules": 3}, "'house_rules'"),
        ({"id": 7}, "'id'"),
        ({"house_rules": [{"key": "score.fail"}]}, "no house rule"),
    ],
)
def test_what_is_no_pack_is_refused_in_one_sentence(changed: dict[str, object], said: str) -> None:
    with pytest.raises(InputError, match=said):
        parse_pack_json({**pack_json(load_pack("kaboo")), **changed})  # type: ignore[dict-item]
