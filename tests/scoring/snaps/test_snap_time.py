"""The snap judge and time: windows, races, cards lifted and put back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kibitz_scoring.game.legality.check import check
from kibitz_scoring.game.round_state import Phase
from kibitz_scoring.game.rounds import apply
from kibitz_scoring.notation.events import parse_event
from kibitz_scoring.notation.tables import parse_table
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.rules.rule_pack import RulePack

from .snap_attempts import ANN, BEN, CAMBIO, CID, DAN, KABOO, costs, judge, lay, lift, words


@pytest.mark.parametrize(
    ("at_ms", "verdict"),
    [(0, "correct"), (2999, "correct"), (3000, "too_close"), (3033, "too_close"), (3033.3, "late"), (4000, "late")],
)
def test_a_window_is_half_open_and_what_straddles_its_end_is_too_close(at_ms: float, verdict: str) -> None:
    assert words(KABOO, lay(ANN, at_ms)) == [verdict]
    assert words(KABOO, lay(ANN, at_ms + 500), window_opened_ms=500) == [verdict]


@pytest.mark.parametrize(("at_ms", "verdict"), [(900, "correct"), (1010, "too_close"), (1100, "late")])
def test_the_next_contact_with_a_pile_closes_the_window(at_ms: float, verdict: str) -> None:
    for pack in (KABOO, CAMBIO):
        assert words(pack, lay(ANN, at_ms), window_closed_ms=1000) == [verdict]


def test_the_key_that_closed_the_window_is_named() -> None:
    def rule(pack: RulePack, at_ms: float, **table: Any) -> str:
        return judge(pack, lay(ANN, at_ms), **table)[0].rule

    assert rule(KABOO, 3500) == "snap.window_ms"
    assert rule(KABOO, 3500, window_closed_ms=1000) == "snap.closes_on_draw"
    assert rule(CAMBIO, 3500, window_closed_ms=1000) == "snap.window_ms"
    assert rule(CAMBIO, 3500, phase=Phase.AFTER_LAST_TURN) == "snap.final_window_ms"


def test_without_a_window_time_does_not_end_it() -> None:
    assert words(CAMBIO, lay(ANN, 999_999)) == ["correct"]
    assert words(load_pack("kaboo", {"snap.window_ms": None}), lay(ANN, 999_999)) == ["correct"]


@pytest.mark.parametrize("pack", [KABOO, CAMBIO])
def test_after_the_last_turn_the_final_window_counts(pack: RulePack) -> None:
    final: dict[str, Any] = {"phase": Phase.AFTER_LAST_TURN}
    assert words(pack, lay(ANN, 2000), **final) == ["correct"]
    assert words(pack, lay(ANN, 4000), **final) == ["late"]
    assert words(load_pack(pack.id, {"snap.final_window_ms": 0}), lay(ANN, 2000), **final) == ["late"]


def test_there_is_no_final_window_where_the_deck_ran_out_and_ended_the_round() -> None:
    final: dict[str, Any] = {"phase": Phase.AFTER_LAST_TURN, "draw_pile": 0}
    assert words(KABOO, lay(ANN, 2000), **final) == ["late"]
    assert words(CAMBIO, lay(ANN, 2000), **final) == ["correct"]


def test_a_late_card_costs_what_the_house_says() -> None:
    assert costs(CAMBIO, lay(ANN, 2000), window_closed_ms=1000) == [1]
    assert costs(KABOO, lay(ANN, 4000)) == [0]
    assert costs(load_pack("kaboo", {"snap.late_penalty": 2}), lay(ANN, 4000)) == [2]


def test_the_first_card_on_the_pile_wins_and_the_others_pay() -> None:
    verdicts = judge(CAMBIO, lay(BEN, 700), lay(ANN, 600), lift(CID), lay(DAN, 650, "9S"))
    assert [(verdict.verdict, verdict.penalty_cards) for verdict in verdicts] == [
        ("late", 1),
        ("correct", 0),
        ("returned", 1),
        ("wrong", 1),
    ]
    assert verdicts[0].rule == "snap.per_discard"
    assert verdicts[0].reason == "Ben's card matches but came 100 ms after the first one."


def test_who_lifted_first_does_not_matter() -> None:
    early_lift = replace(lay(BEN, 700), lifted_ms=1)
    assert words(CAMBIO, early_lift, lay(ANN, 600)) == ["late", "correct"]


@pytest.mark.parametrize(
    ("apart_ms", "verdicts"),
    [
        (0, ["too_close", "too_close"]),
        (32.7, ["too_close", "too_close"]),
        (32.8, ["correct", "late"]),
        (33.3, ["correct", "late"]),
    ],
)
def test_contacts_less_than_a_frame_apart_get_no_firm_verdict(apart_ms: float, verdicts: list[str]) -> None:
    assert words(CAMBIO, lay(ANN, 600), lay(BEN, 600 + apart_ms)) == verdicts
    assert costs(CAMBIO, lay(ANN, 600), lay(BEN, 600 + apart_ms)) == [0, int(verdicts[1] == "late")]


def test_a_faster_camera_tells_closer_contacts_apart() -> None:
    assert words(CAMBIO, lay(ANN, 600), lay(BEN, 610), frame_interval_ms=8.3) == ["correct", "late"]


@pytest.mark.parametrize(
    ("choice", "ending"),
    [
        ("both_returned", "so the cards go back."),
        ("replay", "so look at the replay."),
        ("coin_flip", "so a coin decides."),
        ("callers_left", "so whoever sits first to the left of the caller has it."),
    ],
)
def test_the_house_says_what_happens_to_what_is_too_close(choice: str, ending: str) -> None:
    pack = load_pack("cambio", {"snap.too_close": choice})
    verdict, _ = judge(pack, lay(ANN, 600), lay(BEN, 610))
    assert verdict.rule == "snap.too_close"
    assert verdict.reason.startswith("Ann's and Ben's cards came 10 ms apart, less than the 33 ms between two pictures")
    assert verdict.reason.endswith(ending)


def test_a_card_that_hands_hid_may_have_come_before_one_that_lay_there_no_earlier_than_it_was_hidden() -> None:
    hidden = replace(lay(BEN, 900), unseen_ms=250.0)
    assert words(CAMBIO, lay(ANN, 600), hidden) == ["correct", "late"]
    assert words(CAMBIO, lay(ANN, 700), hidden) == ["too_close", "too_close"]
    assert "200 ms apart, less than the 250 ms in which hands hid the later one" in (
        judge(CAMBIO, lay(ANN, 700), hidden)[0].reason
    )


def test_a_card_after_two_that_cannot_be_told_apart_is_late() -> None:
    judged = words(CAMBIO, lay(ANN, 600), lay(BEN, 610), lay(CID, 900))
    assert judged == ["too_close", "too_close", "late"]
    hands = " | ".join(f"p{seat} ? ? ? ?" for seat in (1, 2, 3))
    table = f"round 1 turns p2 | {hands} | deck 41 | pile 7C | top p1 snaps 0"
    state = parse_table(table, load_pack("cambio", {"snap.closes_on_draw": False}), (ANN, BEN, CID))
    for number, (verdict, suit) in enumerate(zip(judged, "DHS", strict=True), start=1):
        event = parse_event(f"p{number} snaps p{number}.a1 7{suit} {verdict}", state.players)
        assert check(state, event) == (), "what the judge says breaks no rule of play"
        state = apply(state, event)


def test_a_wrong_card_leaves_the_window_open_unless_the_house_closes_it() -> None:
    attempts = (lay(ANN, 600, "9S"), lay(BEN, 900))
    assert words(CAMBIO, *attempts) == ["wrong", "correct"]
    closes = load_pack("cambio", {"snap.after_wrong": "closes"})
    assert words(closes, *attempts) == ["wrong", "late"]
    assert judge(closes, *attempts)[1].rule == "snap.after_wrong"
    assert words(closes, lay(ANN, 600, "9S"), lay(BEN, 500)) == ["wrong", "correct"]
    assert words(closes, lay(ANN, 600, "9S"), lay(BEN, 610)) == ["wrong", "too_close"]


def test_many_snaps_on_one_card_are_all_valid_but_one_card_is_snapped_once() -> None:
    many = load_pack("cambio", {"snap.per_discard": "many"})
    assert words(many, lay(ANN, 600), lay(BEN, 610, "7C")) == ["correct", "correct"]
    taken = (lay(ANN, 600, owner=CID, slot="p3.a1"), lay(BEN, 900, owner=CID, slot="p3.a1"))
    assert words(many, *taken) == ["correct", "late"]


def test_a_chain_opens_a_window_for_each_snapped_card() -> None:
    plain = load_pack("kaboo", {"snap.per_discard": "many"})
    chain = load_pack("kaboo", {"snap.chain": True})
    attempts = (lay(ANN, 2900), lay(BEN, 5000, "7C"), lay(CID, 9000, "7D"))
    assert words(plain, *attempts) == ["correct", "late", "late"]
    assert words(chain, *attempts) == ["correct", "correct", "late"]


def test_a_lift_commits_where_the_game_says_so() -> None:
    assert costs(CAMBIO, lift(ANN)) == [1]
    assert costs(load_pack("cambio", {"snap.lift_commits": False}), lift(ANN)) == [0]
    assert costs(KABOO, lift(ANN)) == [0]


def test_a_penalty_for_being_late_makes_a_lift_commit() -> None:
    assert costs(load_pack("kaboo", {"snap.late_penalty": 1}), lift(ANN)) == [1]
    assert costs(load_pack("kaboo", {"snap.late_penalty": 1, "snap.lift_commits": False}), lift(ANN)) == [0]


def test_putting_back_before_anybody_snapped_may_be_free() -> None:
    pack = load_pack("cambio", {"snap.early_return_costs": False})
    assert costs(pack, lift(ANN)) == [0]
    assert costs(pack, lift(ANN), lay(BEN, 600, "9S")) == [0, 1]
    assert costs(pack, lift(ANN), lay(BEN, 600)) == [1, 0]
    assert costs(pack, lift(ANN), lay(BEN, 600), lay(CID, 600)) == [1, 0, 0]


def test_a_grace_forgives_who_came_close_behind() -> None:
    pack = load_pack("cambio", {"snap.grace_ms": 220})
    assert costs(pack, lay(ANN, 600), lay(BEN, 820), lay(CID, 900)) == [0, 0, 1]
    assert costs(pack, lay(ANN, 1200), lay(BEN, 1300), window_closed_ms=1000) == [0, 1]
