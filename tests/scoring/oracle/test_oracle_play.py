"""Worked cases of independent implementations about play: set-up, turns, powers, what is seen."""

from __future__ import annotations

from kibitz_scoring.cards import parse_card
from kibitz_scoring.game.changes.powers import power_of
from kibitz_scoring.game.projection import project
from kibitz_scoring.game.record import Redo, Undo, begin_game, push
from kibitz_scoring.game.round_state import count_cards, deck_size, first_state
from kibitz_scoring.notation.events import parse_event
from kibitz_scoring.notation.tables import format_table
from kibitz_scoring.rules.choices import Power
from kibitz_scoring.slots import slot_id

from ..stories import THREE, TWO, acts, broken, dealt, hand_sizes, table, told
from .oracle import Case, runs


@runs("kaboofe-s02")
def test_a_swapped_card_is_snapped_where_it_lies_now(case: Case) -> None:
    state = table(case.pack(), "round 1 turns p1 | p1 10H ? ? ? | p2 5H ? ? ? | deck 45 | pile 9H")
    state = told(state, "p1 draws", "p1 discards JS", "p1 exchanges p1.a1 p2.a1", "p2 draws", "p2 discards 10D")
    assert (broken(state, "p1 snaps p2.a1 10H") == []) is (case.expect["snap_verdict"] == "correct")
    state = told(state, "p1 snaps p2.a1 10H")
    assert case.expect["10H_leaves"] == "bot"
    assert hand_sizes(state) == [4, case.expect["bot_hand_size"]]
    assert str(state.discard[-1].face) == "10H"


@runs("kaboofe-s24")
def test_a_swap_inside_one_hand_moves_the_cards_and_what_is_known_of_them(case: Case) -> None:
    """What was known of a place holds no longer; the paper (6.3) lets it move with the card, which all saw move."""
    assert case.expect == {"positions": "exchanged", "knowledge": "invalidated for both cards"}
    state = dealt(case.pack(), "p2 looks p2.a1 KH", "p1 draws", "p1 discards JC", "p1 exchanges p2.a1 p2.b2")
    assert "p2 ? ? ? KH(2)" in format_table(state)


@runs("kaboofe-s04a")
def test_a_king_exchanges_the_two_cards_looked_at(case: Case) -> None:
    pack, king = case.pack(), case.given["card"]
    assert case.expect["power"] == "full_vision_swap"
    assert power_of(pack, parse_card(king)) is Power.LOOK_TWO_SWAP
    state = table(pack, "round 1 turns p1 | p1 10H ? ? ? | p2 3H ? ? ? | deck 45 | pile 9H")
    state = told(state, "p1 draws", f"p1 discards {king}", "p1 looks p2.a1", "p1 looks p1.a1")
    assert broken(state, "p1 exchanges p1.a1 p2.a1") == []
    state = told(state, "p1 exchanges p1.a1 p2.a1")
    after = case.expect["after"]
    for seat, key in enumerate(("p1_has", "bot_has")):
        card = state.hands[seat][0]
        assert card is not None
        assert card.face == parse_card(after[key])


@runs("kaboofe-s16")
def test_a_jack_swaps_two_opponents_cards(case: Case) -> None:
    state = dealt(case.pack(), "p1 draws", f"p1 discards {case.given['card']}C", players=THREE)
    assert (broken(state, "p1 exchanges p2.a1 p3.a1") == []) is case.expect["swap_between_two_opponents"]


@runs("cb-r10")
def test_a_red_king_has_no_power_in_cameo(case: Case) -> None:
    drawn = dealt(case.pack(), "p1 draws")
    assert broken(drawn, f"p1 uses {case.given['card']}") == ["powers.K.red"]
    assert told(drawn, f"p1 uses {case.given['card']}").power is case.expect["power"]


@runs("evan-noability")
def test_a_power_without_a_target_is_skipped(case: Case) -> None:
    assert case.expect["power"] == "skipped"
    pack = case.pack("cambio", powers__caller_protected="all")
    skipped = told(dealt(pack, "p1 calls"), "p2 draws", "p2 discards JC")
    assert skipped.power is None
    assert told(dealt(case.pack("cambio"), "p1 calls"), "p2 draws", "p2 discards JC").power is not None


@runs("kaboofe-ga1")
def test_a_card_swapped_out_has_its_effect(case: Case) -> None:
    for card in ("7C", "8C", "9C", "10C", "JC", "QC"):
        state = dealt(case.pack(), "p1 draws", f"p1 swaps p1.a1 {card}")
        assert (state.power is not None) is case.expect["power_fires"]


@runs("bhn-swap-nofx", "evan-swapfx")
def test_a_card_swapped_out_has_its_effect_in_cambio_unless_the_house_says_no(case: Case) -> None:
    assert case.contradicts
    story = ("p1 draws", "p1 swaps p1.a1 7C")
    fires = case.expect["power_fires"]
    assert (dealt(case.pack(), *story).power is not None) is not fires
    assert (dealt(case.pack(powers__trigger="drawn_discarded"), *story).power is not None) is fires


@runs("kaboobe-redraw")
def test_a_card_taken_is_not_laid_back(case: Case) -> None:
    assert case.expect["verdict"] == "rejected"
    assert broken(dealt(case.pack(), "p1 takes"), "p1 discards 9H") == ["piles.drawn_discard_may_return"]


@runs("cb-r6")
def test_without_cards_a_player_only_draws_and_discards(case: Case) -> None:
    assert case.expect["may"] == "draw and discard only"
    text = "round 1 turns p1 | p1 - - - - | p2 ? ? ? ? | deck 49 | pile 9H"
    state = table(case.pack("kaboo", empty_hand__action="none"), text)
    mine = [act for act in acts(state) if act.startswith("p1 ") and "snaps" not in act]
    assert mine == ["p1 calls", "p1 draws"]
    assert [act for act in acts(told(state, "p1 draws")) if act.startswith("p1")] == ["p1 discards"]


@runs("bhn-timeout")
def test_a_turn_whose_time_is_over_is_lost_and_costs_a_card_where_the_house_says_so(case: Case) -> None:
    """By default the timer only reminds: a camera makes no moves (S17)."""
    assert case.expect["effect"] == "turn skipped + penalty card"
    timed = {"turn__timer_s": 30, "turn__pass": False}
    assert broken(dealt(case.pack(**timed)), "p1 passes") == ["turn.pass"]
    state = dealt(case.pack(**timed, turn__on_timeout="skip_and_penalty"))
    assert broken(state, "p1 passes") == []
    skipped = told(state, "p1 passes")
    assert (skipped.turn, [due.seat for due in skipped.due]) == (1, [0])


@runs("kaboofe-pairs")
def test_a_pair_removes_two_and_the_turn_goes_on(case: Case) -> None:
    pack, expect = case.pack(pairs__enabled=True), case.expect
    state = dealt(pack, "p1 draws", "p1 pairs p1.a1 7C p1.a2 7D")
    assert hand_sizes(state) == [4 - expect["removed"], 4]
    assert expect["drawn_card"] == "still held, turn continues"
    assert (len(state.held), state.turn) == (1, 0)
    assert (state.power is not None) is expect["power_fires"]
    assert ("snap.after_wrong" not in broken(state, "p2 snaps p2.a1 7H")) is expect["snap_window"]
    assert expect["wrong_pair"] == "not possible online"
    back = dealt(pack, "p1 draws", "p1 pairs p1.a1 7C p1.a2 8D")
    assert (hand_sizes(back), len(back.due)) == ([4, 4], 1)


@runs("kaboobe-deck", "cameo-deck")
def test_the_deal_leaves_so_many_cards(case: Case) -> None:
    pack, expect = case.pack(), case.expect
    state = dealt(pack)
    assert deck_size(pack) == expect.get("deck", 52)
    assert state.draw_pile == expect.get("after_deal_draw_pile", expect.get("draw_pile_after_deal"))
    assert len(state.discard) == expect.get("discard", 0)
    assert hand_sizes(state) == [expect.get("hand", 4)] * case.given["players"]


@runs("kaboofe-ga3")
def test_any_two_own_cards_are_peeked(case: Case) -> None:
    assert case.expect["which"] == "any two own cards"
    places = ("a1", "a2", "b1", "b2")
    for first in places:
        for second in places:
            state = dealt(case.pack(), f"p1 looks p1.{first}")
            assert broken(state, f"p1 looks p1.{second}") == []
    looked = dealt(case.pack(), *[f"p1 looks p1.{place}" for place in places[: case.expect["max_peeks"]]])
    assert "peek.count" in broken(looked, "p1 looks p1.b1")


@runs("cameo-peek")
def test_the_first_peek_in_cameo_is_of_the_bottom_row(case: Case) -> None:
    state = dealt(case.pack())
    allowed = [index for index in range(4) if not broken(state, f"p1 looks {slot_id(state.pack, 0, index)}")]
    assert case.expect["zero_based"]
    assert allowed == case.expect["allowed_positions"]
    assert case.expect["start_when"] == "both players peeked"
    assert broken(told(state, "p1 draws"), "p2 looks p2.b1") == ["peek.count"]


@runs("cb-r1")
def test_the_player_after_the_dealer_begins(case: Case) -> None:
    state = told(first_state(case.pack("kaboo"), THREE), f"p{case.given['dealer'] + 1} deals")
    assert state.turn == case.expect["first_player"]


@runs("kaboobe-mask")
def test_only_the_drawer_sees_a_drawn_card(case: Case) -> None:
    assert case.expect == {"p1_sees": "card", "others_see": "face down"}
    state = dealt(case.pack(), "p1 draws 7C")
    seen = {role: str(project(state, role).held[0].card.face) for role in (*TWO, None)}
    assert seen == {"A": "7C", "B": "?", None: "?"}


@runs("cb-cons")
def test_cards_are_conserved(case: Case) -> None:
    state = dealt(case.pack("kaboo"), "p1 draws", "p1 discards 3C", "p2 snaps p2.a1 4C wrong", "p2 penalty p2.x1")
    for line in ("p2 draws", "p2 swaps p2.a1 4C", "p1 snaps p1.a1 4D", "p1 takes", "p1 swaps p1.b1 JK"):
        assert count_cards(state) == case.expect["stock+pile+hands+held"]
        state = told(state, line)
    assert hand_sizes(state) == [3, 5]


@runs("jsy-undo")
def test_undo_gives_the_identical_state(case: Case) -> None:
    assert case.expect["state"] == "identical"
    record = begin_game(case.pack("kaboo"), TWO)
    for line in ("p2 deals", "starter 9H", "p1 draws", "p1 discards 3C", "p2 snaps p2.a1 3D", "p1 snaps p1.a1 3S late"):
        before, record = record, push(record, parse_event(line, TWO))
    assert push(record, Undo()).now == before.now
    assert push(push(record, Undo()), Redo()).now == record.now


@runs("dg-hand")
def test_a_hand_is_always_four_and_the_pile_has_a_top_in_the_dragon_s_gambit(case: Case) -> None:
    assert case.expect == {"hand_size": "always 4", "discard": "always has a top"}
    state = dealt(case.pack(), "p1 draws", "p1 swaps p1.a1 8")
    assert not any(kind in act for act in acts(state) for kind in ("snaps", "matches", "pairs"))
    assert hand_sizes(told(state, "p2 takes", "p2 swaps p2.b2 3")) == [4, 4]
    assert state.discard


@runs("scam-code-match")
def test_a_match_is_on_the_own_turn_before_drawing_and_passes_it(case: Case) -> None:
    state = dealt(case.pack())
    assert ("play.turn" in broken(state, "p2 matches p2.a1 9C")) is case.expect["only_on_own_turn"]
    drawn = told(state, "p1 draws")
    assert ("play.turn" in broken(drawn, "p1 matches p1.a1 9C")) is case.expect["before_drawing"]
    assert case.expect["turn_passes"] == "on success and on failure"
    assert {told(state, f"p1 matches p1.a1 {card}").turn for card in ("9C", "2C")} == {1}


@runs("scam-code-fail2")
def test_a_wrong_match_is_exchanged_unless_the_house_returns_it(case: Case) -> None:
    assert case.contradicts
    assert case.expect["forced_exchange"] is False
    assert "p1 9H(*)" in format_table(dealt(case.pack(), "p1 matches p1.a1 2C"))
    assert "p1 2C(*)" in format_table(dealt(case.pack(match__wrong="return"), "p1 matches p1.a1 2C"))
