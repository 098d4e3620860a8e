from __future__ import annotations

import pytest
from pydantic import ValidationError

from kibitz_scoring.errors import InputError
from kibitz_scoring.packs import load_pack, pack_ids
from kibitz_scoring.rules import KEY_PATHS, expected_at

# The defaults that differ between the games, as section 3 of the rules paper has them.
SCORING_DEFAULTS = {
    "deck.base": ("french52", "numeric0_13", "french52", "french52", "french52"),
    "deck.jokers": (0, 0, 2, 0, 2),
    "values.joker": ("-", "-", -1, "-", 0),
    "table.players": ([2, 4], [2, 6], [2, 8], [2, 2], [2, 8]),
    "peek.which": ("nearest", "nearest", "any", "nearest", "nearest"),
    "peek.seconds": (None, None, None, 2, None),
    "keep.ranks": ("any", "any", "any", ["A", "2", "3", "4", "5", "6", "K.red"], "any"),
    "powers.8": ("peek_own", "plus_one", "peek_own", "peek_own", "peek_other"),
    "powers.J": ("blind_swap", "minus_one", "blind_swap_any_two", "blind_swap", "blind_swap"),
    "powers.J.optional": (True, True, True, True, False),
    "powers.K.red": ("look_swap", "none", "look_two_swap", "none", "none"),
    "match.wrong": ("forced_exchange", "-", "-", "-", "-"),
    "snap.window_ms": ("-", "-", 3000, "-", None),
    "empty_hand.action": ("end_now", "-", "auto_call", "-", "auto_call"),
    "empty_hand.exempt_from_fail": (False, "-", True, "-", True),
    "score.caller_succeeds": ("sole_lowest", "joint_lowest", "sole_lowest", "joint_lowest", "none"),
    "score.success": ("zero", "sum", "sum", "sum", "sum"),
    "score.fail": ("double", "add_10", "add_20", "none", "none"),
    "score.modifier_clamp": ("-", [0, 13], "-", "-", "-"),
    "game.rounds": (3, None, 1, 1, 1),
    "game.threshold": (None, 100, None, None, None),
    "game.tie_break": (["most_successful_calls", "shared"], ["shared"], ["shared"], ["shared"], ["shared"]),
}


@pytest.mark.parametrize("key", SCORING_DEFAULTS)
def test_defaults_are_those_of_the_rules_paper(key: str) -> None:
    found = tuple(load_pack(pack_id).keys()[key] for pack_id in pack_ids())
    assert found == SCORING_DEFAULTS[key]


def test_a_pack_has_the_words_and_player_limits_that_people_see() -> None:
    found = {pack.name: (pack.call_word, pack.min_players, pack.max_players) for pack in map(load_pack, pack_ids())}
    assert found == {
        "Scambodia": ("Scambodia", 2, 4),
        "The Dragon's Gambit": ("Final Gambit", 2, 6),
        "Kaboo": ("Kaboo", 2, 8),
        "Cameo": ("End Game", 2, 2),
        "Cambio": ("Cambio", 2, 8),
    }


def test_a_pack_cannot_be_changed() -> None:
    pack = load_pack("kaboo")
    with pytest.raises(ValidationError, match="frozen"):
        pack.score.fail = "double"  # type: ignore[misc]


def test_the_hash_tells_rules_apart_and_not_how_they_were_written() -> None:
    hashes = {load_pack(pack_id).content_hash for pack_id in pack_ids()}
    assert len(hashes) == 5
    kaboo = load_pack("kaboo")
    assert load_pack("kaboo", {"score.fail": "add_20"}).content_hash == kaboo.content_hash
    assert load_pack("kaboo", {"score.fail": "add_10"}).content_hash != kaboo.content_hash


@pytest.mark.parametrize("pack_id", pack_ids())
def test_a_pack_given_all_its_own_keys_as_options_stays_itself(pack_id: str) -> None:
    pack = load_pack(pack_id)
    assert load_pack(pack_id, pack.keys()) == pack


@pytest.mark.parametrize("key", KEY_PATHS)
def test_every_key_refuses_a_foreign_value_and_says_what_it_expects(key: str) -> None:
    with pytest.raises(InputError) as caught:
        load_pack("kaboo", {key: {"what": 1.5}})
    assert str(caught.value) == f"options: '{key}' is {{\"what\": 1.5}}: expected {expected_at(KEY_PATHS[key])}."
