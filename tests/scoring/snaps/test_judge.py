"""The snap judge on one attempt, on a player's own card and on another's."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kibitz_scoring.cards import parse_card
from kibitz_scoring.game.events import Verdict
from kibitz_scoring.game.round_state import Phase
from kibitz_scoring.notation.judge_lines import parse_snap_card
from kibitz_scoring.rules.choices import Place, SnapGive
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.snaps.judge import Attempt, SnapVerdict

from .snap_attempts import ANN, ANY, BEN, CAMBIO, KABOO, SEVEN, costs, judge, lay, words


def test_a_matching_card_in_time_is_correct() -> None:
    (verdict,) = judge(KABOO, lay(ANN, 600, "7S"))
    assert verdict == SnapVerdict(
        player=ANN,
        verdict=Verdict.CORRECT,
        penalty_cards=0,
        penalty_slots=(),
        takes_card=False,
        give=SnapGive.NONE,
        rule="snap.enabled",
        reason="7S matches and Ann was first on the pile.",
    )


@pytest.mark.parametrize(
    ("top", "card", "verdict"),
    [
        ("KS", "KH", "correct"),
        ("JS", "QS", "wrong"),
        ("10H", "JS", "wrong"),
        ("JK", "JK", "correct"),
        ("7", "7C", "correct"),
        ("K", "K", "correct"),
    ],
)
def test_the_printed_rank_decides_not_the_value(top: str, card: str, verdict: str) -> None:
    assert words(CAMBIO, lay(ANN, 600, card), top=parse_snap_card(top)) == [verdict]


def test_french_cards_in_a_numeric_deck_match_as_the_numbers_they_stand_for() -> None:
    pack = load_pack("dragons_gambit", {"snap.enabled": True})
    assert words(pack, lay(ANN, 600, "JS"), top=parse_card("11")) == ["correct"]
    assert words(pack, lay(ANN, 600, "KH"), top=parse_card("KS")) == ["wrong"]


def test_a_wrong_card_costs_a_card() -> None:
    (verdict,) = judge(KABOO, lay(ANN, 600, "9S"))
    assert (verdict.verdict, verdict.penalty_cards, verdict.penalty_slots) == ("wrong", 1, (Place.END,))
    assert verdict.reason == "9S is not of the rank of 7H."
    assert costs(load_pack("kaboo", {"snap.wrong_penalty": 2}), lay(ANN, 600, "9S")) == [2]


@pytest.mark.parametrize("card", ["JK", "0", "13"])
def test_a_card_that_the_deck_lacks_is_invalid(card: str) -> None:
    (verdict,) = judge(load_pack("scambodia", {"snap.enabled": True}), lay(ANN, 600, card))
    assert (verdict.verdict, verdict.rule) == ("invalid", "deck.base")


def test_what_is_no_card_is_invalid_lifted_or_placed() -> None:
    attempt = replace(lay(ANN, 600), card=None)
    assert words(KABOO, attempt, replace(attempt, placed_ms=None)) == ["invalid", "invalid"]


@pytest.mark.parametrize("slot", ["p1.a1", "b2", "p2.x1", 0, 4, None])
def test_places_of_the_grid_and_beside_it_exist(slot: str | int | None) -> None:
    assert words(KABOO, lay(ANN, 600, slot=slot)) == ["correct"]


@pytest.mark.parametrize("slot", ["c1", "p1.a3", "p1.x9", "left", "", -1, 8])
def test_places_that_the_table_lacks_are_invalid(slot: str | int) -> None:
    (verdict,) = judge(KABOO, lay(ANN, 600, slot=slot))
    assert (verdict.verdict, verdict.rule, verdict.reason) == (
        "invalid",
        "table.hand_size",
        f"Ann has no place {slot}.",
    )


def test_a_player_without_cards_has_none_to_snap() -> None:
    (verdict,) = judge(KABOO, lay(ANN, 600), hands={ANN: 0})
    assert (verdict.verdict, verdict.reason) == ("invalid", "Ann has no cards.")


@pytest.mark.parametrize("pack_id", ["scambodia", "dragons_gambit", "cameo"])
def test_games_without_snapping_allow_none(pack_id: str) -> None:
    (verdict,) = judge(load_pack(pack_id), lay(ANN, 600))
    assert (verdict.verdict, verdict.rule, verdict.penalty_cards) == ("not_allowed", "snap.enabled", 0)


@pytest.mark.parametrize(
    ("options", "attempt", "table", "rule"),
    [
        ({}, lay(ANN, 600, owner=BEN), {}, "snap.whose"),
        ({}, lay(ANN, 600), {"already_snapped": True}, "snap.per_discard"),
        ({}, lay(ANN, 600), {"phase": Phase.INITIAL_PEEK}, "snap.during_peek"),
        ({"snap.during_peek": True}, lay(ANN, 600), {"phase": Phase.INITIAL_PEEK}, "snap.on_starter"),
        ({"snap.discarder_may": False}, lay(ANN, 600), {"discarder": ANN}, "snap.discarder_may"),
        ({"snap.caller_may": False}, lay(ANN, 600), {"caller": ANN}, "snap.caller_may"),
        ({**ANY, "snap.caller_protected": True}, lay(ANN, 600, owner=BEN), {"caller": BEN}, "snap.caller_protected"),
        ({"snap.on_power_cards": False}, lay(ANN, 600), {}, "snap.on_power_cards"),
        ({}, lay(ANN, 600), {"window_opened_ms": 700}, "snap.window_ms"),
    ],
)
def test_what_a_rule_forbids_is_not_allowed_and_free(
    options: dict[str, object], attempt: Attempt, table: dict[str, Any], rule: str
) -> None:
    (verdict,) = judge(load_pack("kaboo", options), attempt, **table)
    assert (verdict.verdict, verdict.rule, verdict.penalty_cards) == ("not_allowed", rule, 0)


@pytest.mark.parametrize(
    ("options", "table"),
    [
        ({"snap.discarder_may": True}, {"discarder": ANN}),
        ({"snap.caller_may": True}, {"caller": ANN}),
        ({"snap.discarder_may": False, "snap.caller_may": False}, {"discarder": BEN, "caller": BEN}),
        ({"snap.during_peek": True, "snap.on_starter": True}, {"phase": Phase.INITIAL_PEEK}),
        ({"snap.per_discard": "many"}, {"already_snapped": True}),
        ({"snap.chain": True}, {"already_snapped": True}),
        ({"snap.on_power_cards": False}, {"top": parse_card("4H")}),
        ({}, {"phase": Phase.FINAL}),
    ],
)
def test_what_no_rule_forbids_is_allowed(options: dict[str, object], table: dict[str, Any]) -> None:
    top = table.get("top", SEVEN)
    assert words(load_pack("kaboo", options), lay(ANN, 600, f"{top.rank}S"), **table) == ["correct"]


def test_a_caller_may_snap_own_cards_that_others_may_not() -> None:
    pack = load_pack("kaboo", {**ANY, "snap.caller_protected": True})
    assert words(pack, lay(ANN, 600), caller=ANN) == ["correct"]


def test_nothing_is_snapped_while_a_card_is_looked_at_or_moved() -> None:
    (verdict,) = judge(CAMBIO, lay(ANN, 600, "9S"), power_in_progress=True)
    assert (verdict.verdict, verdict.rule, verdict.penalty_cards) == ("blocked", "snap.during_power", 0)
    pack = load_pack("cambio", {"snap.during_power": True})
    assert words(pack, lay(ANN, 600), power_in_progress=True) == ["correct"]


def test_nothing_is_snapped_while_a_card_is_owed() -> None:
    (verdict,) = judge(CAMBIO, lay(ANN, 600), owed_card=True)
    assert (verdict.verdict, verdict.rule) == ("blocked", "snap.give")


def test_the_first_verdict_that_applies_is_given() -> None:
    broken = replace(lay(ANN, 600, "9S", owner=BEN), card=None)
    table: dict[str, Any] = {"power_in_progress": True, "already_snapped": True}
    assert words(KABOO, broken, **table) == ["invalid"]
    assert words(KABOO, lay(ANN, 600, "9S", owner=BEN), **table) == ["not_allowed"]
    assert words(KABOO, lay(ANN, 600, "9S"), power_in_progress=True) == ["blocked"]
    assert words(KABOO, replace(lay(ANN, 600, "9S"), placed_ms=None)) == ["returned"]
    assert words(KABOO, lay(ANN, 9000, "9S")) == ["wrong"]


def test_a_returned_card_is_named_nowhere() -> None:
    attempt = replace(lay(ANN, 600, "9S"), placed_ms=None)
    (verdict,) = judge(CAMBIO, attempt)
    assert "9" not in verdict.reason


@pytest.mark.parametrize("give", list(SnapGive))
def test_another_s_card_may_have_to_be_replaced(give: SnapGive) -> None:
    (verdict,) = judge(load_pack("cambio", {"snap.give": give}), lay(ANN, 600, owner=BEN))
    assert (verdict.verdict, verdict.give, verdict.rule) == ("correct", give, "snap.whose")


def test_whoever_has_no_card_left_gives_none() -> None:
    (verdict,) = judge(load_pack("cambio", {"snap.give": "required"}), lay(ANN, 600, owner=BEN), hands={ANN: 0})
    assert verdict.give is SnapGive.NONE


def test_an_own_card_is_not_replaced() -> None:
    (verdict,) = judge(load_pack("cambio", {"snap.give": "required"}), lay(ANN, 600))
    assert verdict.give is SnapGive.NONE


def test_another_s_wrong_card_is_taken_beside_the_penalty() -> None:
    (verdict,) = judge(CAMBIO, lay(ANN, 600, "9S", owner=BEN))
    assert (verdict.verdict, verdict.penalty_cards, verdict.takes_card) == ("wrong", 1, True)
    kaboo = load_pack("kaboo", ANY)
    (verdict,) = judge(kaboo, lay(ANN, 600, "9S", owner=BEN))
    assert (verdict.penalty_cards, verdict.takes_card) == (1, False)
    assert not judge(CAMBIO, lay(ANN, 600, "9S"))[0].takes_card
