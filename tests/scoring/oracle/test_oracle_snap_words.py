"""Worked cases about snaps that are told in words, as the rules paper decides them."""

from __future__ import annotations

from typing import Any

from kibitz_scoring.game.round_state import Phase
from kibitz_scoring.notation.judge_lines import parse_snap_card
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.snaps.judge import Attempt
from kibitz_scoring.table import FACE_DOWN

from ..snaps.snap_attempts import judge, lay
from ..stories import broken, dealt, told
from .oracle import Case, runs

A, B, C = map(PlayerId, "ABC")


def outcome(pack: RulePack, *attempts: Attempt, **table: Any) -> list[tuple[str, int]]:
    """Verdicts on attempts at the seven of hearts, with their penalty cards."""
    return [(str(verdict.verdict), verdict.penalty_cards) for verdict in judge(pack, *attempts, **table)]


@runs("kaboofe-ga2")
def test_a_discard_in_kaboo_opens_three_seconds(case: Case) -> None:
    pack, window_ms = case.pack(), case.expect["window_s"] * 1000
    assert pack.snap.window_ms == window_ms
    assert outcome(pack, lay(A, window_ms - 1)) == [("correct", 0)]
    assert outcome(pack, lay(A, window_ms + 40)) == [("late", 0)]
    assert case.expect["then"] == "end_turn"
    assert dealt(pack, "p1 draws", "p1 discards 3C").turn == 1


@runs("cclub-wrong-open")
def test_others_may_snap_after_a_wrong_card(case: Case) -> None:
    found = outcome(case.pack(), lay(A, 600, "9S"), lay(B, 900))
    assert found[0] == ("wrong", 1)
    assert (found[1] == ("correct", 0)) is case.expect["others_may_still_snap"]


@runs("cclub-noselect")
def test_who_announces_and_picks_no_card_pays(case: Case) -> None:
    lifted = Attempt(A, A, None, FACE_DOWN, 100, None)
    assert outcome(case.pack(), lifted) == [("returned", case.expect["penalty_cards"])]


@runs("cclub-final")
def test_the_final_window_is_a_house_s_to_close(case: Case) -> None:
    """The paper (B18) opens 3 s although this implementation has none; `snap.final_window_ms` = 0 is its way."""
    assert case.expect == {"snap_window": "none", "game": "ends at once"}
    last: dict[str, Any] = {"phase": Phase.AFTER_LAST_TURN}
    story = ("p1 calls", "p2 draws", "p2 discards 3C")
    assert outcome(case.pack(), lay(A, 600), **last) == [("correct", 0)]
    assert dealt(case.pack(), *story).phase is Phase.AFTER_LAST_TURN
    closed = case.pack(snap__final_window_ms=0)
    assert outcome(closed, lay(A, 600), **last) == [("late", 1)]
    assert dealt(closed, *story).phase is Phase.REVEAL


@runs("cclub-cap")
def test_a_cap_of_eight_cards_is_no_rule_but_a_house_may_have_it(case: Case) -> None:
    """The paper (B23) calls the cap no rule."""
    full: dict[str, Any] = {"hands": {A: case.given["hand"]}}
    assert outcome(case.pack(), lay(A, 600, "9S"), **full) == [("wrong", 1)]
    capped = outcome(case.pack(table__max_hand=case.given["hand"]), lay(A, 600, "9S"), **full)
    assert capped == [("wrong", case.expect["penalty_cards"])]


@runs("bhn-late")
def test_a_second_card_costs_in_cambio_unless_the_house_is_mild(case: Case) -> None:
    assert case.contradicts
    assert case.expect["verdict"] == "too_late"
    same = (lay(A, 600, owner=C), lay(B, 900, owner=C))
    assert outcome(case.pack(), *same) == [("correct", 0), ("late", 1)]
    mild = outcome(case.pack(snap__late_penalty=0), *same)
    assert mild == [("correct", 0), ("late", case.expect["penalty_cards"])]


@runs("bhn-oldrank")
def test_the_rank_of_an_earlier_card_is_wrong(case: Case) -> None:
    found = outcome(case.pack(), lay(A, 600, "7S"), top=parse_snap_card("2H"))
    assert found == [(case.expect["verdict"], case.expect["penalty_cards"])]


@runs("bhn-window")
def test_the_final_window_lasts_three_seconds_and_neither_a_wrong_card_nor_another_prolongs_it(case: Case) -> None:
    """The paper (B5, B18) has one valid snap a card and a fixed time; a pause is the table's to rule."""
    expect, pack = case.expect, case.pack()
    assert pack.snap.final_window_ms == expect["final_window_ms"]
    last: dict[str, Any] = {"phase": Phase.AFTER_LAST_TURN}
    wrong_first = outcome(pack, lay(A, 2900, "9S"), lay(B, 3100), **last)
    assert (wrong_first == [("wrong", 1), ("correct", 0)]) is expect["wrong_stick_prolongs"]
    assert expect["correct_stick_renews"]
    assert outcome(pack, lay(A, 2900), lay(B, 3100, "7C"), **last) == [("correct", 0), ("late", 1)]
    assert expect["opened_even_if_no_match"]
    after = dealt(pack, "p1 calls", "p2 draws", "p2 discards 3C")
    assert after.phase is Phase.AFTER_LAST_TURN
    assert expect["give_suspends"]
    assert expect["pause_freezes"]
    required = case.pack(snap__give="required")
    owed = told(dealt(required, "p1 calls", "p2 draws", "p2 discards 3C"), "p1 snaps p2.a1 3D")
    assert broken(owed, "last-window-closes") == ["play.due"]


@runs("jsy-snap-own")
def test_an_own_matching_card_leaves_the_hand(case: Case) -> None:
    state = dealt(case.pack("cambio"), "p1 draws", "p1 discards 7H")
    after = told(state, "p2 snaps p2.a1 7S")
    sizes = [sum(card is not None for card in table.hands[1]) for table in (state, after)]
    assert sizes[1] - sizes[0] == case.expect["hand_delta"]


@runs("jsy-snap-wrong")
def test_two_cards_for_a_wrong_snap_are_a_house_rule(case: Case) -> None:
    assert case.contradicts
    for pack_id in ("kaboo", "cambio"):
        assert outcome(case.pack(pack_id), lay(A, 600, "9S")) == [("wrong", 1)]
        two = outcome(case.pack(pack_id, snap__wrong_penalty=2), lay(A, 600, "9S"))
        assert two == [("wrong", case.expect["penalty_cards"])]


@runs("jsy-snap-caller")
def test_a_caller_snaps_unless_the_house_excludes_callers(case: Case) -> None:
    assert case.expect == {"verdict": "excluded"}
    for pack_id in ("kaboo", "cambio"):
        assert outcome(case.pack(pack_id), lay(A, 600), caller=A) == [("correct", 0)]
        house = case.pack(pack_id, snap__caller_may=False)
        assert outcome(house, lay(A, 600), caller=A) == [("not_allowed", 0)]


@runs("cb-r12")
def test_nothing_is_snapped_before_a_power_is_over(case: Case) -> None:
    assert case.expect["snap"] == "too soon, refused, no penalty"
    assert outcome(case.pack(), lay(A, 600), power_in_progress=True) == [("blocked", 0)]
    used = dealt(case.pack(), "p1 draws", "p1 discards KC", "p1 looks p2.a1")
    assert broken(used, "p2 snaps p2.b1 KS") == ["snap.during_power"]


@runs("cb-r31")
def test_a_card_looked_at_is_back_before_anybody_snaps(case: Case) -> None:
    assert case.expect["window_opens"] == "only when the peeked/swapped card is back on the table"
    for pack_id in ("kaboo", "cambio"):
        pack = case.pack(pack_id)
        assert outcome(pack, lay(A, 600), power_in_progress=True) == [("blocked", 0)]
        used = dealt(pack, "p1 draws", "p1 discards 7C", "p1 looks p1.a1" if pack_id == "kaboo" else "p1 looks p2.a1")
        assert broken(used, "p2 snaps p2.b1 7S") == []


@runs("cb-r12b")
def test_a_snap_opens_no_window_of_its_own(case: Case) -> None:
    second = outcome(case.pack("kaboo"), lay(A, 600), lay(B, 900, "7C"))[1]
    assert second == ("late", 0)
    assert case.expect["opens_new_window_for_all"] is False
    chain = outcome(case.pack("kaboo", snap__chain=True), lay(A, 600), lay(B, 900, "7C"))
    assert chain == [("correct", 0), ("correct", 0)]


@runs("cb-r14")
def test_a_second_card_is_free_in_kaboo(case: Case) -> None:
    assert case.expect["verdict"] == "too_slow"
    second = outcome(case.pack(), lay(A, 600), lay(B, 900, "7C"))[1]
    assert second == ("late", case.expect["penalty_cards"])


@runs("cb-r19")
def test_who_discarded_may_snap_it(case: Case) -> None:
    assert outcome(case.pack(), lay(A, 600), discarder=A) == [(case.expect["verdict"], 0)]


@runs("raa-pen-reshuf")
def test_the_deck_is_refilled_for_a_penalty_and_none_is_dealt_when_nothing_is_left(case: Case) -> None:
    assert case.expect == {"reshuffle_first": True, "if nothing at all": "penalty skipped"}
    pack = case.pack("cambio")
    assert outcome(pack, lay(A, 600, "9S"), draw_pile=0) == [("wrong", 1)]
    assert outcome(pack, lay(A, 600, "9S"), draw_pile=0, discard_pile=1) == [("wrong", 0)]


@runs("raa-late")
def test_a_window_is_half_open_in_other_games_too(case: Case) -> None:
    assert "half-open" in case.note
    assert case.expect["verdict"] == "rejected, no penalty"
    timed = case.pack("cambio", snap__window_ms=4000, snap__late_penalty=0)
    assert outcome(timed, lay(A, 3999)) == [("correct", 0)]
    assert outcome(timed, lay(A, 4040)) == [("late", 0)]


@runs("cb-r16")
def test_a_place_without_a_card_is_invalid_and_free(case: Case) -> None:
    assert case.given["target"] == "gap"
    found = outcome(case.pack("kaboo"), lay(A, 600), hands={A: 0})
    assert found == [(case.expect["verdict"], case.expect["penalty_cards"])]
    gone = dealt(load_pack("kaboo"), "p1 draws", "p1 discards 7H", "p2 snaps p2.a1 7S")
    assert "play.place" in broken(gone, "p2 snaps p2.a1 7C")


@runs("cb-r30")
def test_a_streak_is_another_game_s_that_two_keys_allow(case: Case) -> None:
    """Snapping on and on contradicts Cambio, where a card is snapped onto once."""
    assert case.contradicts
    assert case.expect["streak"] == ["5S ok", "5C ok", "3S wrong -> penalty, streak over"]
    streak = (lay(A, 600, "5S"), lay(A, 1600, "5C"), lay(A, 2600, "3S"))
    top: dict[str, Any] = {"top": parse_snap_card(case.given["top"])}
    assert outcome(case.pack("cambio"), *streak, **top) == [("correct", 0), ("late", 1), ("wrong", 1)]
    many = outcome(case.pack("cambio", snap__per_discard="many"), *streak, **top)
    assert many == [("correct", 0), ("correct", 0), ("wrong", 1)]
