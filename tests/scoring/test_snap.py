from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz_scoring.cards import parse_card
from kibitz_scoring.choices import Place, SnapGive
from kibitz_scoring.judge_lines import parse_snap_card
from kibitz_scoring.packs import load_pack
from kibitz_scoring.round_state import Phase
from kibitz_scoring.rules import KEY_PATHS, RulePack
from kibitz_scoring.snap import Attempt, Snaps, SnapVerdict, Verdict, takes_one
from kibitz_scoring.snap_costs import judge_snaps
from kibitz_scoring.table import FACE_DOWN, PlayerId, SlotId

ANN, BEN, CID, DAN = map(PlayerId, ("Ann", "Ben", "Cid", "Dan"))
SEVEN = parse_card("7H")
ANY = {"snap.whose": "any"}


def lay(
    player: PlayerId, at_ms: float, card: str = "7S", *, owner: PlayerId | None = None, slot: str | int | None = None
) -> Attempt:
    """An attempt whose card is seen on the pile at a time, lifted half a second before."""
    place = SlotId(slot) if isinstance(slot, str) else slot
    return Attempt(player, owner or player, place, parse_snap_card(card), at_ms - 500, at_ms)


def lift(player: PlayerId, at_ms: float = 100, owner: PlayerId | None = None) -> Attempt:
    """An attempt that went back."""
    return Attempt(player, owner or player, None, FACE_DOWN, at_ms, None)


def judge(pack: RulePack, *attempts: Attempt, **table: Any) -> list[SnapVerdict]:
    return list(judge_snaps(pack, replace(Snaps(SEVEN, attempts), **table)))


def words(pack: RulePack, *attempts: Attempt, **table: Any) -> list[str]:
    return [str(verdict.verdict) for verdict in judge(pack, *attempts, **table)]


def costs(pack: RulePack, *attempts: Attempt, **table: Any) -> list[int]:
    return [verdict.penalty_cards for verdict in judge(pack, *attempts, **table)]


KABOO = load_pack("kaboo")
CAMBIO = load_pack("cambio")


# --- one attempt -----------------------------------------------------------------------------------------------------


def test_a_matching_card_in_time_is_correct() -> None:
    (verdict,) = judge(KABOO, lay(ANN, 600))
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


# --- another player's card -------------------------------------------------------------------------------------------


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


# --- time ------------------------------------------------------------------------------------------------------------


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


def test_a_card_after_two_that_cannot_be_told_apart_is_late() -> None:
    assert words(CAMBIO, lay(ANN, 600), lay(BEN, 610), lay(CID, 900)) == ["too_close", "too_close", "late"]


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


# --- cards lifted and put back ---------------------------------------------------------------------------------------


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


# --- penalty cards ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "place", "slots"),
    [
        (4, "first_gap", (Place.END, Place.END)),
        (3, "first_gap", (Place.FIRST_GAP, Place.END)),
        (1, "first_gap", (Place.FIRST_GAP, Place.FIRST_GAP)),
        (1, "end", (Place.END, Place.END)),
    ],
)
def test_penalty_cards_fill_gaps_first(hand: int, place: str, slots: tuple[Place, ...]) -> None:
    pack = load_pack("kaboo", {"snap.wrong_penalty": 2, "table.penalty_place": place})
    (verdict,) = judge(pack, lay(ANN, 600, "9S"), hands={ANN: hand})
    assert verdict.penalty_slots == slots


def test_the_gap_of_a_snapped_card_is_filled_by_a_later_penalty() -> None:
    first, second = judge(CAMBIO, lay(ANN, 600), lay(ANN, 900, "9S"))
    assert (first.verdict, second.penalty_slots) == ("correct", (Place.FIRST_GAP,))


def test_a_taken_card_comes_after_the_penalty_and_fills_a_gap() -> None:
    attempts = (lay(ANN, 600, "9S", owner=BEN), lay(ANN, 700, "9C"), lay(BEN, 800, "9D"))
    verdicts = judge(CAMBIO, *attempts, hands={ANN: 2})
    assert [verdict.penalty_slots for verdict in verdicts] == [(Place.FIRST_GAP,), (Place.END,), (Place.FIRST_GAP,)]


def test_a_card_that_must_be_given_leaves_a_gap_of_its_own() -> None:
    pack = load_pack("cambio", {"snap.give": "required"})
    verdicts = judge(pack, lay(ANN, 600, owner=BEN), lay(ANN, 900, "9S"), lay(BEN, 900, "9S"))
    assert [verdict.penalty_slots for verdict in verdicts] == [(), (Place.FIRST_GAP,), (Place.END,)]


@pytest.mark.parametrize(
    ("pack_id", "refill", "draw_pile", "discard_pile", "cards"),
    [
        ("kaboo", "as_draw", 0, 5, 0),
        ("kaboo", "as_draw", 1, 5, 1),
        ("kaboo", "reshuffle", 0, 5, 1),
        ("kaboo", "pile_top", 0, 5, 1),
        ("cambio", "as_draw", 0, 5, 1),
        ("cambio", "as_draw", 0, 2, 1),
        ("cambio", "as_draw", 0, 1, 0),
        ("cambio", "as_draw", 0, 0, 0),
        ("cambio", "none", 0, 5, 0),
    ],
)
def test_nothing_is_dealt_when_there_is_no_card(
    pack_id: str, refill: str, draw_pile: int, discard_pile: int, cards: int
) -> None:
    pack = load_pack(pack_id, {"piles.penalty_when_empty": refill})
    (verdict,) = judge(pack, lay(ANN, 600, "9S"), draw_pile=draw_pile, discard_pile=discard_pile)
    assert (verdict.verdict, verdict.penalty_cards) == ("wrong", cards)


def test_a_house_that_reshuffles_the_deck_deals_penalties_from_it() -> None:
    assert costs(load_pack("kaboo", {"piles.when_empty": "reshuffle"}), lay(ANN, 600, "9S"), draw_pile=0) == [1]


def test_the_last_card_goes_to_who_was_wrong_first() -> None:
    assert costs(KABOO, lay(ANN, 700, "9S"), lay(BEN, 600, "9C"), draw_pile=1) == [0, 1]


def test_a_house_may_bound_the_hand() -> None:
    pack = load_pack("cambio", {"table.max_hand": 8})
    assert costs(pack, lay(ANN, 600, "9S"), hands={ANN: 8}) == [0]
    assert costs(pack, lay(ANN, 600, "9S"), hands={ANN: 7}) == [1]
    assert costs(CAMBIO, lay(ANN, 600, "9S"), hands={ANN: 8}) == [1]


# --- laws ------------------------------------------------------------------------------------------------------------

PLAYERS = st.sampled_from([ANN, BEN, CID, DAN])
TIMES = st.integers(0, 4000).map(float)
CARDS = st.sampled_from([None, *map(parse_snap_card, ("7S", "7C", "7D", "9S", "KH", "JK", "13"))])


@st.composite
def attempts(draw: st.DrawFn) -> Attempt:
    lifted = draw(TIMES)
    placed = draw(st.none() | st.integers(0, 500).map(lambda after: lifted + after))
    slot = draw(st.none() | st.integers(-1, 6) | st.sampled_from(list(map(SlotId, ("p1.a1", "b2", "x1", "z")))))
    card = draw(CARDS | st.just(FACE_DOWN)) if placed is None else draw(CARDS)
    return Attempt(draw(PLAYERS), draw(PLAYERS), slot, card, lifted, placed)


@st.composite
def packs(draw: st.DrawFn) -> RulePack:
    options: dict[str, object] = {"snap.enabled": draw(st.booleans())}
    for key, values in {
        "snap.whose": ("own", "any"),
        "snap.give": ("none", "optional", "required"),
        "snap.wrong_penalty": (0, 1, 2),
        "snap.late_penalty": (0, 1, 2),
        "snap.lift_commits": (True, False),
        "snap.per_discard": ("one", "many"),
        "snap.after_wrong": ("stays_open", "closes"),
        "snap.window_ms": (None, 3000),
        "snap.chain": (True, False),
        "snap.grace_ms": (0, 100),
        "snap.early_return_costs": (True, False),
        "table.penalty_place": ("first_gap", "end"),
        "piles.when_empty": ("reshuffle", "end_round"),
        "table.max_hand": (None, 4),
    }.items():
        if draw(st.booleans()):
            options[key] = draw(st.sampled_from(values))
    return load_pack(draw(st.sampled_from(["kaboo", "cambio", "scambodia"])), options)


@st.composite
def tables(draw: st.DrawFn) -> Snaps:
    return Snaps(
        SEVEN,
        tuple(draw(st.lists(attempts(), max_size=6))),
        phase=draw(st.sampled_from([Phase.INITIAL_PEEK, Phase.TURNS, Phase.FINAL, Phase.AFTER_LAST_TURN])),
        discarder=draw(st.none() | PLAYERS),
        caller=draw(st.none() | PLAYERS),
        power_in_progress=draw(st.sampled_from([False, False, False, True])),
        owed_card=draw(st.sampled_from([False, False, False, True])),
        already_snapped=draw(st.sampled_from([False, False, False, True])),
        window_opened_ms=draw(st.sampled_from([0.0, 200.0])),
        window_closed_ms=draw(st.none() | TIMES),
        frame_interval_ms=draw(st.sampled_from([8.25, 33.25, 66.5])),
        hands=draw(st.dictionaries(PLAYERS, st.integers(0, 6))),
        draw_pile=draw(st.integers(0, 4)),
        discard_pile=draw(st.integers(0, 4)),
    )


@given(packs(), tables(), st.integers(-5000, 5000))
def test_shifting_all_times_changes_nothing(pack: RulePack, snaps: Snaps, by_ms: int) -> None:
    def later(time_ms: float | None) -> float | None:
        return None if time_ms is None else time_ms + by_ms

    moved = replace(
        snaps,
        attempts=tuple(
            replace(tried, lifted_ms=later(tried.lifted_ms), placed_ms=later(tried.placed_ms))
            for tried in snaps.attempts
        ),
        window_opened_ms=snaps.window_opened_ms + by_ms,
        window_closed_ms=later(snaps.window_closed_ms),
    )
    assert judge_snaps(pack, moved) == judge_snaps(pack, snaps)


@given(packs(), tables(), st.randoms(use_true_random=False))
def test_the_order_of_the_attempts_in_the_input_changes_nothing(pack: RulePack, snaps: Snaps, random: Any) -> None:
    places = list(range(len(snaps.attempts)))
    random.shuffle(places)
    shuffled = judge_snaps(pack, replace(snaps, attempts=tuple(snaps.attempts[place] for place in places)))
    original = judge_snaps(pack, snaps)
    by_attempt = sorted(
        (repr(snaps.attempts[place]), str(verdict)) for place, verdict in zip(places, shuffled, strict=True)
    )
    assert by_attempt == sorted(
        (repr(tried), str(verdict)) for tried, verdict in zip(snaps.attempts, original, strict=True)
    )


FIRM = (Verdict.CORRECT, Verdict.LATE)


@given(packs(), tables())
def test_overlapping_contacts_never_get_a_firm_verdict(pack: RulePack, snaps: Snaps) -> None:
    judged = zip(snaps.attempts, judge_snaps(pack, snaps), strict=True)
    firm = [tried.time_ms for tried, verdict in judged if verdict.verdict in FIRM]
    if takes_one(pack):
        assert all(abs(a - b) >= snaps.frame_interval_ms - 0.5 for a, b in combinations(firm, 2))


@given(packs(), tables())
def test_a_card_on_the_pile_is_snapped_once(pack: RulePack, snaps: Snaps) -> None:
    correct = [verdict for verdict in judge_snaps(pack, snaps) if verdict.verdict is Verdict.CORRECT]
    assert len(correct) <= (1 if takes_one(pack) else len(snaps.attempts))


@given(packs(), tables())
def test_only_wrong_late_and_returned_cards_cost_anything(pack: RulePack, snaps: Snaps) -> None:
    verdicts = judge_snaps(pack, snaps)
    costly = {verdict.verdict for verdict in verdicts if verdict.penalty_cards or verdict.takes_card}
    assert costly <= {Verdict.WRONG, Verdict.LATE, Verdict.RETURNED}
    assert sum(verdict.penalty_cards for verdict in verdicts) <= snaps.draw_pile + snaps.discard_pile + 6
    assert all(len(verdict.penalty_slots) == verdict.penalty_cards for verdict in verdicts)


@given(packs(), tables())
def test_the_rule_that_decided_is_a_key_of_the_pack_and_the_reason_a_sentence(pack: RulePack, snaps: Snaps) -> None:
    for verdict in judge_snaps(pack, snaps):
        assert verdict.rule in KEY_PATHS
        assert verdict.reason.endswith(".")
