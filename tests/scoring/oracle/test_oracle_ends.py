"""Worked cases of independent implementations about calls, empty hands, the end of the deck, and leaving."""

from __future__ import annotations

from kibitz_scoring.game.record import GameState, score_sheet
from kibitz_scoring.game.round_state import PendingPower, Phase, deck_size
from kibitz_scoring.rules.packs import load_pack

from ..stories import THREE, acts, broken, dealt, table, told, turned_up
from .oracle import Case, runs

PILE = " ".join(f"{rank}{suit}" for suit in "CDHS" for rank in ("A", *range(2, 11), "J"))
"""Forty-four cards, the nine of hearts among them."""


@runs("kaboofe-s04b")
def test_a_call_gives_the_other_one_turn(case: Case) -> None:
    """Players count from 0 there: number 1 calls and 0 is next."""
    expect = case.expect
    state = dealt(case.pack(), "p1 draws", "p1 discards 3C", "p2 calls")
    assert (state.phase, state.turn) == (Phase(expect["phase"]), expect["next_player"])
    assert len(state.final_left) == expect["final_turns_left"]


@runs("evan-caller")
def test_a_caller_is_protected_and_kept_from_snapping_only_by_the_house(case: Case) -> None:
    assert case.contradicts
    expect = case.expect
    acts_then = {
        "caller_may_snap": ("p2 discards 7C", "p1 snaps p1.a1 7D", "snap.caller_may"),
        "caller_can_be_spied": ("p2 discards 7C", "p2 looks p1.a1", "powers.caller_protected"),
        "caller_can_be_swapped": ("p2 discards JC", "p2 exchanges p2.a1 p1.a1", "powers.caller_protected"),
    }
    house = case.pack(powers__caller_protected="all", snap__caller_may=False)
    for key, (discard, act, rule) in acts_then.items():
        story = ("p1 calls", "p2 draws", discard)
        assert (broken(dealt(case.pack(), *story, players=THREE), act) == []) is not expect[key]
        assert (rule not in broken(dealt(house, *story, players=THREE), act)) is expect[key]


@runs("cameo-end")
def test_a_call_in_cameo_reveals_at_once(case: Case) -> None:
    state = dealt(case.pack(), "p1 calls")
    assert len(state.final_left) == case.expect["final_turns"]
    assert case.expect["reveal"] == "at once"
    assert state.phase is Phase.REVEAL
    (tally,) = score_sheet(GameState((), turned_up(state, "9C 9D 9S KC 2C 3C 4C 5C"))).rounds
    assert tally.scores["A"] - tally.points["A"] == case.expect["caller_penalty"]
    assert tally.winners == ("B",)


@runs("cb-r20")
def test_a_second_call_is_invalid_and_the_others_have_one_turn_each(case: Case) -> None:
    """Players count from 0 there: p1 calls, then p2 and p0 have their turns."""
    expect = case.expect
    state = dealt(case.pack("kaboo"), "p1 draws", "p1 discards 3C", "p2 calls", players=THREE)
    assert [f"p{seat}" for seat in state.final_left] == expect["final_order"]
    assert expect["second_call"] == "invalid"
    assert "call.final_turns" in broken(state, "p3 calls")
    assert expect["each"] == "one turn"
    over = told(state, "p3 draws", "p3 discards 4C", "p1 draws", "p1 discards 5C")
    assert over.phase is Phase.AFTER_LAST_TURN


@runs("cb-r29")
def test_a_house_may_protect_a_caller_s_cards(case: Case) -> None:
    expect = case.expect
    pack = case.pack("cambio", powers__caller_protected="swaps", snap__caller_protected=True)
    story = ("p1 calls", "p2 draws")
    looks = dealt(pack, *story, "p2 discards 7C", players=THREE)
    assert expect["others_snap_caller"] == "refused, no penalty"
    assert broken(looks, "p2 snaps p1.a1 7D") == ["snap.caller_protected"]
    assert (broken(looks, "p2 looks p1.a1") == []) is (expect["peek_caller"] == "allowed")
    assert (broken(looks, "p1 snaps p1.b1 7D") == []) is expect["caller_may_snap_own"]
    swaps = dealt(pack, *story, "p2 discards JC", players=THREE)
    assert expect["swap_caller"] == "refused"
    assert broken(swaps, "p2 exchanges p2.a1 p1.a1") == ["powers.caller_protected"]
    assert broken(swaps, "p2 exchanges p2.a1 p3.a1") == []


@runs("cclub-empty-snap")
def test_an_empty_hand_calls_and_the_others_have_one_turn_each(case: Case) -> None:
    expect = case.expect
    text = "round 1 turns p1 | p1 2C - - - | p2 ? ? ? ? | p3 ? ? ? ? | deck 43 | pile 9S 2H"
    state = told(table(case.pack(), text, THREE), "p1 snaps p1.a1 2C")
    assert (state.caller == 0) is expect["auto_call"]
    assert state.forced
    assert (expect["that_player"], expect["others"]) == ("gets no further turn", "one final turn each")
    assert state.final_left == (1, 2)
    given = f"{text} | due p1 give p2.a1".replace("p2 ?", "p2 -")
    assert told(table(case.pack(), given.replace("deck 43", "deck 44"), THREE), "p1 gives p1.a1 p2.a1").caller == 0


@runs("evan-auto")
def test_an_empty_hand_calls_only_once(case: Case) -> None:
    text = f"round 1 turns p1 | p1 2C - - - | p2 ? ? ? ? | deck 4 | pile {PILE} 2H"
    state = told(table(case.pack(), text), "p1 snaps p1.a1 2C")
    assert (state.caller == 0) is case.expect["auto_call"]
    assert case.expect["if already called"] == "no second call"
    called = told(table(case.pack(), text), "p1 passes", "p2 calls", "p1 snaps p1.a1 2C")
    assert (called.caller, called.forced) == (1, False)


@runs("kaboofe-s22")
def test_the_last_card_s_effect_is_used_and_no_window_opens(case: Case) -> None:
    pile = PILE.replace("8C", "QD").replace("8D", "QH")
    state = table(case.pack(), f"round 1 turns p1 | p1 ? ? ? ? | p2 ? ? ? ? | deck 1 | pile {pile} QC")
    (last,) = case.given["draw_pile"]
    state = told(state, "p1 draws", f"p1 discards {last}")
    assert isinstance(state.power, PendingPower) is case.expect["effect_fires"]
    assert case.expect["snap_window"] == "none"
    assert broken(state, "p2 snaps p2.a1 8C") != []
    assert told(state, "p1 looks p1.a1").phase is Phase(case.expect["phase"])


@runs("cclub-refill", "bhn-reshuffle", "dg-resh")
def test_an_empty_deck_is_refilled_with_all_but_the_top(case: Case) -> None:
    assert case.expect["reshuffle"] in ("all but top of pile", "all but top", "discard except top")
    deck = deck_size(case.pack())
    text = f"round 1 turns p1 | p1 ? ? ? ? | p2 ? ? ? ? | deck {case.given['draw_pile']} | pile{' ?' * (deck - 9)} 9"
    state = table(case.pack(), text.replace(" 9", " 9H") if case.pack_id == "cambio" else text)
    assert "refill" in acts(state)
    refilled = told(state, "refill")
    assert (refilled.draw_pile, refilled.discard) == (deck - 9, state.discard[-1:])


@runs("evan-deck")
def test_nothing_is_drawn_when_only_the_top_is_left(case: Case) -> None:
    given = case.given
    text = f"round 1 turns p1 | p1 ? ? ? ? | p2 ? ? ? ? | deck {given['draw_pile']} | pile 9H | aside{' ?' * 45}"
    state = table(case.pack(), text)
    assert len(state.discard) == given["pile"]
    assert case.expect["draw_from_deck"] == "not possible"
    assert broken(state, "p1 draws") == ["piles.when_empty"]
    assert "p1 takes" in acts(state)
    assert case.expect["pile swap"] == "must not leave both piles empty"
    assert len(told(state, "p1 takes", "p1 swaps p1.a1 2C").discard) == 1


@runs("cb-r23b")
def test_the_round_ends_when_nothing_is_left_to_draw(case: Case) -> None:
    assert case.expect["round"] == "ends, reveal"
    (top,) = case.given["pile"]
    text = f"round 1 turns p1 | p1 ? ? ? ? | p2 ? ? ? ? | deck 0 | pile {top} | aside{' ?' * 43}"
    assert told(table(case.pack("scambodia"), text), "p1 takes", "p1 swaps p1.a1 2C").phase is Phase.REVEAL


@runs("cb-leave")
def test_who_leaves_is_not_waited_for(case: Case) -> None:
    expect, pack = case.expect, load_pack("cambio")
    assert expect["pending give"] == "cancelled"
    assert dealt(pack, "p2 snaps p3.a1 9C", players=THREE).due
    assert dealt(pack, "p2 snaps p3.a1 9C", "p2 leaves", players=THREE).due == ()
    assert expect["pending final turn"] == "not waited for"
    assert dealt(pack, "p1 calls", "p2 leaves", players=THREE).final_left == (2,)
    assert expect["<2 left"] == "last one wins"
    alone = dealt(pack, "p1 leaves", "p2 leaves", players=THREE)
    assert alone.phase is Phase.REVEAL
    assert score_sheet(GameState((), turned_up(alone, "KH KD QH JH"))).winners == ("C",)
