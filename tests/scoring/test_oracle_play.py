"""Worked cases of independent implementations about play: set-up, turns, powers, calls, the end of the deck."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kibitz_scoring.cards import parse_card
from kibitz_scoring.check import check
from kibitz_scoring.event_notation import format_event, parse_event
from kibitz_scoring.games import Redo, Undo, begin_game, push
from kibitz_scoring.legal import legal_acts
from kibitz_scoring.packs import load_pack
from kibitz_scoring.projection import project
from kibitz_scoring.round_state import Phase, RoundState, count_cards, deck_size, first_state
from kibitz_scoring.rounds import apply
from kibitz_scoring.slots import slot_id
from kibitz_scoring.table import PlayerId
from kibitz_scoring.table_notation import format_table, parse_table

Row = dict[str, Any]

KINDS = frozenset(
    (
        *("swap_tracking", "power", "call", "empty_hand", "exhaustion", "hidden_info", "invariant"),
        *("match_attempt", "pairs", "setup", "table", "trigger", "turn"),
    )
)
OF_SCORES = frozenset(("sd-deck-scambodia", "sd-deck-cambio", "sd-deck-dg", "dg-deck", "kaboofe-autocall0"))
"""Rows of these kinds that the tests of scores run."""
SKIPPED = {
    "kaboofe-s17": "the default takes one valid snap a discard",
    "kaboobe-empty": "the default ends the round earlier, when the last card leaves the deck",
    "bhn-timeout": "a camera makes no moves: the timer reminds, turn.on_timeout says what a table does",
    "jsy-decks": "one deck is played with",
    "raa-pen-reshuf": "run with the cases about snaps",
}
TWO = (PlayerId("A"), PlayerId("B"))
THREE = (*TWO, PlayerId("C"))
PILE = " ".join(f"{rank}{suit}" for suit in "CDHS" for rank in ("A", *range(2, 11), "J"))


@pytest.fixture(scope="module")
def rows(shared: Path) -> dict[str, Row]:
    text = (shared / "oracle" / "rules.jsonl").read_text(encoding="utf-8")
    return {row["id"]: row for row in map(json.loads, text.splitlines()) if "id" in row}


def told(state: RoundState, *story: str) -> RoundState:
    for line in story:
        state = apply(state, parse_event(line, state.players))
    return state


def dealt(pack_id: str, *story: str, players: tuple[PlayerId, ...] = TWO, **house: object) -> RoundState:
    options = {key.replace("__", "."): value for key, value in house.items()}
    pack = load_pack(pack_id, options)
    starter = ("starter 9H",) if pack.piles.starter else ()
    return told(first_state(pack, players), f"p{len(players)} deals", *starter, *story)


def table(pack_id: str, text: str, players: tuple[PlayerId, ...] = TWO, **house: object) -> RoundState:
    return parse_table(
        text, load_pack(pack_id, {key.replace("__", "."): value for key, value in house.items()}), players
    )


def rules(state: RoundState, line: str) -> list[str]:
    return [violation.rule for violation in check(state, parse_event(line, state.players))]


def acts(state: RoundState) -> list[str]:
    return [format_event(act, state.players) for act in legal_acts(state)]


def test_kaboofe_s02_a_swapped_card_is_snapped_where_it_lies_now(rows: dict[str, Row]) -> None:
    row = rows["kaboofe-s02"]
    state = table(
        "kaboo",
        "round 1 turns p1 | p1 10H ? ? ? | p2 5H ? ? ? | deck 45 | pile 9H",
        snap__whose=row["options"]["snap.whose"],
    )
    state = told(state, "p1 draws", "p1 discards JS", "p1 exchanges p1.a1 p2.a1", "p2 draws", "p2 discards 10D")
    assert rules(state, "p1 snaps p2.a1 10H") == []
    state = told(state, "p1 snaps p2.a1 10H")
    assert sum(card is not None for card in state.hands[1]) == row["expect"]["bot_hand_size"]
    assert str(state.discard[-1].face) == "10H"


def test_kaboofe_s24_a_swap_inside_one_hand_moves_the_cards_and_what_is_known_of_them(rows: dict[str, Row]) -> None:
    assert rows["kaboofe-s24"]["expect"]["positions"] == "exchanged"
    state = dealt("kaboo", "p2 looks p2.a1 KH", "p1 draws", "p1 discards JC", "p1 exchanges p2.a1 p2.b2")
    assert "p2 ? ? ? KH(2)" in format_table(state)


def test_kaboofe_s04a_a_king_exchanges_the_two_cards_looked_at(rows: dict[str, Row]) -> None:
    row = rows["kaboofe-s04a"]
    state = table("kaboo", "round 1 turns p1 | p1 10H ? ? ? | p2 3H ? ? ? | deck 45 | pile 9H")
    state = told(state, "p1 draws", f"p1 discards {row['given']['card']}", "p1 looks p2.a1", "p1 looks p1.a1")
    state = told(state, "p1 exchanges p1.a1 p2.a1")
    after = row["expect"]["after"]
    for seat, key in enumerate(("p1_has", "bot_has")):
        card = state.hands[seat][0]
        assert card is not None
        assert card.face == parse_card(after[key])


def test_kaboofe_s16_a_jack_swaps_two_opponents_cards(rows: dict[str, Row]) -> None:
    assert rows["kaboofe-s16"]["expect"]["swap_between_two_opponents"]
    state = dealt("kaboo", "p1 draws", "p1 discards JC", players=THREE)
    assert rules(state, "p1 exchanges p2.a1 p3.a1") == []


def test_cb_r10_a_red_king_has_no_power_in_cameo(rows: dict[str, Row]) -> None:
    card = rows["cb-r10"]["given"]["card"]
    assert told(dealt("cameo", "p1 draws"), f"p1 uses {card}").power is None


def test_evan_noability_a_power_without_a_target_is_skipped(rows: dict[str, Row]) -> None:
    assert rows["evan-noability"]["expect"]["power"] == "skipped"
    state = dealt("cambio", "p1 calls", powers__caller_protected="all")
    assert told(state, "p2 draws", "p2 discards JC").power is None


def test_kaboofe_s04b_a_call_gives_the_other_one_turn(rows: dict[str, Row]) -> None:
    expect = rows["kaboofe-s04b"]["expect"]
    state = dealt("kaboo", "p1 calls")
    assert (state.phase, len(state.final_left)) == (Phase(expect["phase"]), expect["final_turns_left"])


def test_evan_caller_a_caller_is_protected_only_by_the_house(rows: dict[str, Row]) -> None:
    assert rows["evan-caller"]["relation"] == "contradicts"
    story = ("p1 calls", "p2 draws", "p2 discards 7C")
    free = dealt("cambio", *story)
    assert rules(free, "p2 looks p1.a1") == rules(free, "p1 snaps p1.a1 7D") == []
    house = dealt(
        "cambio",
        "p1 calls",
        "p2 draws",
        "p2 discards 7C",
        players=THREE,
        powers__caller_protected="all",
        snap__caller_may=False,
    )
    assert "powers.caller_protected" in rules(house, "p2 looks p1.a1")
    assert "snap.caller_may" in rules(house, "p1 snaps p1.a1 7D")


def test_cameo_end_reveals_at_once(rows: dict[str, Row]) -> None:
    state = dealt("cameo", "p1 calls")
    assert len(state.final_left) == rows["cameo-end"]["expect"]["final_turns"]
    assert state.phase is Phase.REVEAL


def test_cb_r20_a_second_call_is_invalid_and_the_others_have_one_turn_each(rows: dict[str, Row]) -> None:
    assert rows["cb-r20"]["expect"]["each"] == "one turn"
    state = dealt("kaboo", "p1 calls", players=THREE)
    assert state.final_left == (1, 2)
    assert "call.final_turns" in rules(state, "p2 calls")


def test_cb_r29_a_house_may_protect_a_caller_s_cards(rows: dict[str, Row]) -> None:
    expect = rows["cb-r29"]["expect"]
    state = dealt(
        "cambio",
        "p1 calls",
        "p2 draws",
        "p2 discards 7C",
        powers__caller_protected="swaps",
        snap__caller_protected=True,
    )
    assert "snap.caller_protected" in rules(state, "p2 snaps p1.a1 7D")
    assert (rules(state, "p2 looks p1.a1") == []) is (expect["peek_caller"] == "allowed")
    assert (rules(state, "p1 snaps p1.b1 7D") == []) is expect["caller_may_snap_own"]


@pytest.mark.parametrize("row_id", ["cclub-empty-snap", "evan-auto"])
def test_an_empty_hand_calls_once(rows: dict[str, Row], row_id: str) -> None:
    assert rows[row_id]["expect"]["auto_call"]
    text = f"round 1 turns p1 | p1 2C - - - | p2 ? ? ? ? | deck 4 | pile {PILE} 2H"
    state = told(table("cambio", text), "p1 snaps p1.a1 2C")
    assert (state.caller, state.forced, state.final_left) == (0, True, (1,))
    called = told(table("cambio", text), "p1 passes", "p2 calls", "p1 snaps p1.a1 2C")
    assert (called.caller, called.forced) == (1, False)


def test_kaboofe_s22_the_last_card_s_effect_is_used_and_no_window_opens(rows: dict[str, Row]) -> None:
    row = rows["kaboofe-s22"]
    state = table("kaboo", f"round 1 turns p1 | p1 ? ? ? ? | p2 ? ? ? ? | deck 1 | pile {PILE} QC")
    state = told(state, "p1 draws", f"p1 discards {row['given']['draw_pile'][0]}")
    assert (state.power is not None) is row["expect"]["effect_fires"]
    assert told(state, "p1 looks p1.a1").phase is Phase(row["expect"]["phase"])


@pytest.mark.parametrize(
    ("row_id", "pack_id"), [("cclub-refill", "cambio"), ("bhn-reshuffle", "cambio"), ("dg-resh", "dragons_gambit")]
)
def test_an_empty_deck_is_refilled_with_all_but_the_top(rows: dict[str, Row], row_id: str, pack_id: str) -> None:
    row = rows[row_id]
    deck = deck_size(load_pack(pack_id))
    text = f"round 1 turns p1 | p1 ? ? ? ? | p2 ? ? ? ? | deck {row['given']['draw_pile']} | pile{' ?' * (deck - 8)}"
    state = table(pack_id, text)
    assert "refill" in acts(state)
    refilled = told(state, "refill")
    assert (refilled.draw_pile, len(refilled.discard)) == (deck - 9, 1)


def test_evan_deck_nothing_is_drawn_when_only_the_top_is_left(rows: dict[str, Row]) -> None:
    assert rows["evan-deck"]["expect"]["draw_from_deck"] == "not possible"
    text = f"round 1 turns p1 | p1 ? ? ? ? | p2 ? ? ? ? | deck 0 | pile 9H | aside{' ?' * 45}"
    state = table("cambio", text)
    assert "p1 draws" not in acts(state)
    assert "p1 takes" in acts(state)
    swapped = told(state, "p1 takes", "p1 swaps p1.a1 2C")
    assert len(swapped.discard) == 1


def test_cb_r23b_the_round_ends_when_nothing_is_left_to_draw(rows: dict[str, Row]) -> None:
    assert rows["cb-r23b"]["expect"]["round"].startswith("ends")
    text = f"round 1 turns p1 | p1 ? ? ? ? | p2 ? ? ? ? | deck 0 | pile 9H | aside{' ?' * 43}"
    assert told(table("scambodia", text), "p1 takes", "p1 swaps p1.a1 2C").phase is Phase.REVEAL


def test_kaboobe_mask_only_the_drawer_sees_a_drawn_card(rows: dict[str, Row]) -> None:
    expect = rows["kaboobe-mask"]["expect"]
    state = dealt("kaboo", "p1 draws 7C")
    seen = {role: str(project(state, role).held[0].card.face) for role in (*TWO, None)}
    assert seen == {"A": "7C", "B": "?", None: "?"}
    assert expect == {"p1_sees": "card", "others_see": "face down"}


@pytest.mark.parametrize("row_id", ["cb-cons"])
def test_cards_are_conserved(rows: dict[str, Row], row_id: str) -> None:
    state = dealt("kaboo", "p1 draws", "p1 discards 3C", "p2 snaps p2.a1 4C wrong", "p2 penalty p2.x1")
    assert count_cards(state) == rows[row_id]["expect"]["stock+pile+hands+held"]


def test_jsy_undo_gives_the_identical_state(rows: dict[str, Row]) -> None:
    assert rows["jsy-undo"]["expect"]["state"] == "identical"
    record = begin_game(load_pack("kaboo"), TWO)
    for line in ("p2 deals", "starter 9H", "p1 draws", "p1 discards 3C", "p2 snaps p2.a1 3D"):
        record = push(record, parse_event(line, TWO))
    assert push(push(record, Undo()), Redo()).now == record.now


def test_dg_hand_is_always_four_and_the_pile_has_a_top(rows: dict[str, Row]) -> None:
    assert rows["dg-hand"]["expect"]["hand_size"] == "always 4"
    state = dealt("dragons_gambit", "p1 draws", "p1 swaps p1.a1 8")
    assert not any(kind in act for act in acts(state) for kind in ("snaps", "matches", "pairs"))
    assert all(all(hand) and len(hand) == 4 for hand in state.hands)
    assert state.discard


def test_scam_code_match_is_on_the_own_turn_before_drawing_and_passes_it(rows: dict[str, Row]) -> None:
    expect = rows["scam-code-match"]["expect"]
    assert expect["only_on_own_turn"]
    assert expect["before_drawing"]
    state = dealt("scambodia")
    assert "play.turn" in rules(state, "p2 matches p2.a1 9C")
    assert "play.turn" in rules(told(state, "p1 draws"), "p1 matches p1.a1 9C")
    assert {told(state, f"p1 matches p1.a1 {card}").turn for card in ("9C", "2C")} == {1}


def test_scam_code_fail2_a_wrong_match_is_exchanged_unless_the_house_returns_it(rows: dict[str, Row]) -> None:
    assert rows["scam-code-fail2"]["expect"]["forced_exchange"] is False
    assert "p1 9H(*)" in format_table(dealt("scambodia", "p1 matches p1.a1 2C"))
    assert "p1 2C(*)" in format_table(dealt("scambodia", "p1 matches p1.a1 2C", match__wrong="return"))


def test_kaboofe_pairs_removes_two_and_the_turn_goes_on(rows: dict[str, Row]) -> None:
    expect = rows["kaboofe-pairs"]["expect"]
    state = dealt("kaboo", "p1 draws", "p1 pairs p1.a1 7C p1.a2 7D", pairs__enabled=True)
    assert sum(card is None for card in state.hands[0]) == expect["removed"]
    assert len(state.held) == 1
    assert (state.power is not None) is expect["power_fires"]
    assert ("snap.after_wrong" not in rules(state, "p2 snaps p2.a1 7H")) is expect["snap_window"]


@pytest.mark.parametrize(("row_id", "pack_id"), [("kaboobe-deck", "kaboo"), ("cameo-deck", "cameo")])
def test_the_deal_leaves_so_many_cards(rows: dict[str, Row], row_id: str, pack_id: str) -> None:
    expect = rows[row_id]["expect"]
    state = dealt(pack_id)
    assert state.draw_pile == expect.get("after_deal_draw_pile", expect.get("draw_pile_after_deal"))
    assert len(state.discard) == expect.get("discard", 0)


def test_kaboofe_ga3_any_two_own_cards_are_peeked(rows: dict[str, Row]) -> None:
    count = rows["kaboofe-ga3"]["expect"]["max_peeks"]
    state = dealt("kaboo", *[f"p1 looks p1.{place}" for place in ("a1", "b2")[:count]])
    assert "peek.count" in rules(state, "p1 looks p1.a2")


def test_cameo_peek_is_of_the_bottom_row(rows: dict[str, Row]) -> None:
    state = dealt("cameo")
    allowed = [index for index in range(4) if not rules(state, f"p1 looks {slot_id(state.pack, 0, index)}")]
    assert allowed == rows["cameo-peek"]["expect"]["allowed_positions"]


def test_cb_r1_the_player_after_the_dealer_begins(rows: dict[str, Row]) -> None:
    row = rows["cb-r1"]
    state = told(first_state(load_pack("kaboo"), THREE), f"p{row['given']['dealer'] + 1} deals")
    assert state.turn == row["expect"]["first_player"]


def test_cb_leave_who_leaves_is_not_waited_for(rows: dict[str, Row]) -> None:
    assert rows["cb-leave"]["expect"]["pending final turn"] == "not waited for"
    state = dealt("cambio", "p2 snaps p3.a1 9C", "p2 leaves", players=THREE)
    assert state.due == ()
    assert dealt("cambio", "p1 calls", "p2 leaves", players=THREE).final_left == (2,)
    assert dealt("cambio", "p1 leaves", "p2 leaves", players=THREE).phase is Phase.REVEAL


def test_kaboofe_ga1_a_card_swapped_out_has_its_effect(rows: dict[str, Row]) -> None:
    assert rows["kaboofe-ga1"]["expect"]["power_fires"]
    for card in ("7C", "8C", "9C", "10C", "JC", "QC"):
        assert dealt("kaboo", "p1 draws", f"p1 swaps p1.a1 {card}").power is not None


@pytest.mark.parametrize("row_id", ["bhn-swap-nofx", "evan-swapfx"])
def test_a_card_swapped_out_has_its_effect_in_cambio_unless_the_house_says_no(
    rows: dict[str, Row], row_id: str
) -> None:
    assert rows[row_id]["expect"]["power_fires"] is False
    story = ("p1 draws", "p1 swaps p1.a1 7C")
    assert dealt("cambio", *story).power is not None
    assert dealt("cambio", *story, powers__trigger="drawn_discarded").power is None


def test_kaboobe_redraw_a_card_taken_is_not_laid_back(rows: dict[str, Row]) -> None:
    assert rows["kaboobe-redraw"]["expect"]["verdict"] == "rejected"
    state = dealt("kaboo", "p1 takes")
    assert rules(state, "p1 discards 9H") == ["piles.drawn_discard_may_return"]


def test_cb_r6_without_cards_a_player_only_draws_and_discards(rows: dict[str, Row]) -> None:
    assert rows["cb-r6"]["expect"]["may"] == "draw and discard only"
    state = table("kaboo", "round 1 turns p1 | p1 - - - - | p2 ? ? ? ? | deck 49 | pile 9H", empty_hand__action="none")
    mine = [act for act in acts(state) if act.startswith("p1 ") and "snaps" not in act]
    assert mine == ["p1 calls", "p1 draws"]
    assert [act for act in acts(told(state, "p1 draws")) if act.startswith("p1")] == ["p1 discards"]


def test_every_case_about_play_is_run_or_has_its_reason(rows: dict[str, Row]) -> None:
    text = Path(__file__).read_text(encoding="utf-8")
    about = {row_id for row_id, row in rows.items() if row["kind"] in KINDS} - OF_SCORES
    run = {row_id for row_id in about if f'"{row_id}"' in text} - set(SKIPPED)
    assert about == run | set(SKIPPED)
    assert (len(run), len(SKIPPED)) == (37, 5)
