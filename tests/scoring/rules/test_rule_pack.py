from __future__ import annotations

import re
from pathlib import Path

import pytest
from pydantic import ValidationError

from kibitz_scoring.errors import InputError
from kibitz_scoring.rules.packs import load_pack, pack_ids
from kibitz_scoring.rules.rule_pack import KEY_PATHS, REQUIRED_KEYS, choices_at, expected_at

# Scambodia, The Dragon's Gambit, Kaboo, Cameo, Cambio, as section 3 of the rules paper has them.
DEFAULTS = {
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
    "values.A": (1, 1, 1, 1, 1),
    "values.J.black": (11, 11, 11, 11, 10),
    "values.J.red": (11, 11, 0, 11, 10),
    "values.Q.black": (12, 12, 12, 12, 10),
    "values.Q.red": (12, 12, 0, 12, 10),
    "values.K.black": (13, 13, 13, 13, -1),
    "values.K.red": (0, 0, 0, 0, 40),
    "table.hand_size": (4, 4, 4, 4, 4),
    "table.rows": (2, 2, 2, 2, 2),
    "table.penalty_place": ("-", "-", "first_gap", "-", "first_gap"),
    "peek.count": (2, 2, 2, 2, 2),
    "piles.starter": (True, True, True, False, True),
    "piles.draw_from_discard": (True, True, True, False, True),
    "piles.drawn_discard_may_return": (False, False, False, "-", False),
    "piles.when_empty": ("reshuffle", "reshuffle", "end_round", "end_round", "reshuffle"),
    "turn.pass": (False, False, False, False, True),
    "turn.timer_s": (None, None, None, None, None),
    "powers.trigger": ("drawn_discarded", "drawn_discarded", "own_placement", "drawn", "own_placement"),
    "powers.7": ("peek_own", "none", "peek_own", "peek_own", "peek_other"),
    "powers.9": ("peek_other", "peek_other", "peek_other", "peek_other", "peek_own"),
    "powers.10": ("peek_other", "peek_own", "peek_other", "peek_other", "peek_own"),
    "powers.Q": ("blind_swap", "blind_swap", "look_other_swap", "blind_swap", "look_other_swap_any"),
    "powers.K.black": ("look_swap", "none", "look_two_swap", "look_swap", "none"),
    "powers.after_snap_window": ("-", "-", True, "-", True),
    "match.enabled": (True, False, False, False, False),
    "match.ends_turn": (True, "-", "-", "-", "-"),
    "snap.enabled": (False, False, True, False, True),
    "snap.whose": ("own", "own", "own", "own", "any"),
    "snap.give": ("-", "-", "optional", "-", "optional"),
    "snap.wrong_penalty": (1, 1, 1, 1, 1),
    "snap.wrong_other_takes_card": ("-", "-", False, "-", True),
    "snap.late_penalty": (0, 0, 0, 0, 1),
    "snap.lift_commits": ("-", "-", False, "-", True),
    "snap.per_discard": ("one", "one", "one", "one", "one"),
    "snap.on_starter": ("-", "-", False, "-", True),
    "snap.during_peek": ("-", "-", False, "-", True),
    "snap.closes_on_draw": ("-", "-", True, "-", False),
    "snap.final_window_ms": ("-", "-", 3000, "-", 3000),
    "snap.after_wrong": ("-", "-", "stays_open", "-", "stays_open"),
    "snap.discarder_may": ("-", "-", True, "-", True),
    "snap.caller_may": ("-", "-", True, "-", True),
    "snap.caller_protected": (False, False, False, False, False),
    "pairs.enabled": (False, False, False, False, False),
    "pairs.wrong_penalty": ("-", "-", 1, "-", "-"),
    "call.when": ("turn_start",) * 5,
    "call.final_turns": ("others_once", "others_once", "others_once", "none", "others_once"),
    "call.earliest_round": (1, 1, 1, 1, 1),
    "call.max_points": (None, None, None, None, None),
    "score.fives": (False, False, False, False, False),
    "score.kamikaze": (None, None, None, None, None),
    "game.threshold_at": ("reached",) * 5,
    "game.reset_exact": (None, None, None, None, None),
    "display.open_hands": (False, False, False, False, False),
    "game.tie_break": (["most_successful_calls", "shared"], ["shared"], ["shared"], ["shared"], ["shared"]),
}


@pytest.mark.parametrize("key", DEFAULTS)
def test_defaults_are_those_of_the_rules_paper(key: str) -> None:
    found = tuple(load_pack(pack_id).keys()[key] for pack_id in pack_ids())
    assert found == DEFAULTS[key]


ADDED = {
    "table.max_hand": None,
    "dispute.tokens": False,
    "dispute.tokens_each": 2,
    "peek.unlawful_penalty": 0,
    "piles.end_round_at": "finish_turn",
    "piles.penalty_when_empty": "as_draw",
    "piles.starter_power": False,
    "game.joins_with": "highest",
    "snap.with_card_drawn": True,
    "snap.late_alone_costs": True,
    "deck.copies": 1,
    "deck.cards": [],
    "deck.taught": None,
    "score.success_flat": None,
    "score.fail_flat": None,
    "game.more_resets": [],
    "powers.look_optional": False,
    "pairs.before_draw": False,
    "empty_hand.final_turn": True,
    "game.pot": None,
    "turn.on_second_timeout": None,
    "turn.on_timeout": "remind",
    "turn.drawn_card": "private",
    "powers.0": "none",
    "powers.optional": True,
    "powers.red_royals_effect": True,
    "powers.swap_card": "looked_at",
    "powers.target_chosen_by": "player",
    "powers.shown_to": "player",
    "powers.caller_protected": "none",
    "powers.modifier_on": "card",
    "match.wrong_penalty": 1,
    "match.ends_turn_on_fail": True,
    "match.on_starter": True,
    "match.powers": False,
    "snap.on_power_cards": True,
    "snap.during_power": False,
    "snap.early_return_costs": True,
    "snap.grace_ms": 0,
    "snap.chain": False,
    "snap.powers": False,
    "snap.too_close": "both_returned",
    "pairs.with_drawn_card": False,
    "pairs.powers": False,
    "pairs.opens_window": False,
    "empty_hand.finish_turns": False,
    "score.lowest": "sum",
    "score.tie": "shared",
    "score.fives_one": 25,
    "score.fives_two": -25,
    "score.fives_more": "zero",
    "game.emptied_counts_as_call": False,
    "game.won_by": "lowest_total",
    "game.next_dealer": "rotate_left",
}


@pytest.mark.parametrize("key", ADDED)
def test_keys_for_open_questions_default_to_what_the_rules_paper_decides(key: str) -> None:
    assert [load_pack(pack_id).keys()[key] for pack_id in pack_ids()] == [ADDED[key]] * 5


def test_only_cameo_puts_a_replaced_card_aside() -> None:
    found = [load_pack(pack_id).keys()["piles.replaced_card"] for pack_id in pack_ids()]
    assert found == ["pile", "pile", "pile", "aside_face_down", "pile"]


def test_no_key_is_without_its_default_here() -> None:
    assert {*DEFAULTS, *ADDED, "piles.replaced_card"} == set(KEY_PATHS)


def test_the_documentation_lists_every_key_that_a_pack_may_leave_out(repository: Path) -> None:
    text = (repository / "docs" / "rules.md").read_text(encoding="utf-8")
    assert [key for key in KEY_PATHS if key not in REQUIRED_KEYS and f"`{key}`" not in text] == []


def test_the_documentation_names_no_key_that_does_not_exist(repository: Path) -> None:
    text = (repository / "docs" / "rules.md").read_text(encoding="utf-8")
    sections = {key.partition(".")[0] for key in KEY_PATHS}
    named = {name for name in re.findall(r"`([a-z_]+\.[A-Za-z0-9_.]+)`", text) if name.partition(".")[0] in sections}
    assert named - set(KEY_PATHS) == set()
    assert len(named) > 60


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


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("peek.which", ("nearest", "any")),
        ("snap.give", ("none", "optional", "required", '"-"')),
        ("turn.pass", ()),
        ("score.fail", ()),
        ("values.A", ()),
    ],
)
def test_the_words_that_a_key_chooses_from_are_known(key: str, words: tuple[str, ...]) -> None:
    assert choices_at(KEY_PATHS[key]) == words
