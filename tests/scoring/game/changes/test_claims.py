"""Matches, snaps, pairs and the cards that change hands for them, told in notation."""

from __future__ import annotations

import pytest

from kibitz_scoring.game.round_state import first_state
from kibitz_scoring.notation.tables import format_table, parse_table
from kibitz_scoring.rules.packs import load_pack

from ...stories import TWO, allows, begun, breaks, told

SCAMBODIA = "starter 9H"
KABOO = "starter 9H\np1 draws"
FORTY_FIVE = " ".join(f"{rank}{suit}" for suit in "CDHS" for rank in ("A", *range(2, 11), "J")) + " QC"
CAMBIO = "starter 2H"


@pytest.mark.parametrize(("wrong", "due"), [("penalty", 1), ("return", 0)])
def test_a_wrong_match_may_cost_a_card_or_nothing(wrong: str, due: int) -> None:
    state = told(begun("scambodia", SCAMBODIA, match__wrong=wrong), "p1 matches p1.a1 2C")
    assert "p1 2C(*) ? ? ?" in format_table(state)
    assert len(state.due) == due
    again = begun("scambodia", SCAMBODIA, match__ends_turn_on_fail=False)
    assert told(again, "p1 matches p1.a1 2C").turn == 0


def test_a_match_needs_the_own_turn_an_own_card_and_a_pile() -> None:
    state = begun("scambodia", SCAMBODIA)
    breaks(state, "p2 matches p2.a1 9C", "play.turn")
    breaks(state, "p1 matches p2.a1 9C", "play.place")
    breaks(told(state, "p1 draws"), "p1 matches p1.a1 9C", "play.turn")
    breaks(begun("kaboo", "starter 9H"), "p1 matches p1.a1 9C", "match.enabled")
    breaks(begun("scambodia", "", piles__starter=False), "p1 matches p1.a1 9C", "play.place")
    house = begun("scambodia", SCAMBODIA, match__on_starter=False)
    breaks(house, "p1 matches p1.a1 9C", "match.on_starter")
    chained = begun("scambodia", SCAMBODIA, match__ends_turn=False, match__powers=True)
    chained = told(chained, "p1 matches p1.a1 9C")
    assert chained.turn == 0
    assert chained.power is not None
    assert told(state, "p1 matches p1.x1 9C") == told(state, "p1 looks p1.x1\np1 matches p1.x1")


def test_kaboo_snaps_own_cards_of_the_same_rank() -> None:
    """'Any player (even out of turn) can "Snap" if they have a card [...] that matches the rank of the top discard.'"""
    state = told(begun("kaboo", KABOO), "p1 discards 3C")
    allows(state, "p2 snaps p2.a1 3D", "p1 snaps p1.a1 3D", "p2 snaps p2.a1 4D wrong")
    breaks(state, "p2 snaps p1.a1 3D", "snap.whose")
    breaks(state, "p2 snaps p2.a1 4D", "snap.wrong_penalty")
    breaks(state, "p2 snaps p2.a1 3D wrong", "snap.wrong_penalty")
    state = told(state, "p2 snaps p2.a1 3D")
    assert "p2 - ? ? ?" in format_table(state)
    assert state.turn == 1
    breaks(state, "p1 snaps p1.a1 3H", "snap.per_discard")
    allows(state, "p1 snaps p1.a1 3H late")


def test_kaboo_s_wrong_snap_costs_a_penalty_card_in_the_first_gap() -> None:
    """'Failure: If the card does not match, the player draws a Penalty Card.'"""
    state = told(begun("kaboo", KABOO), "p1 discards 3C\np2 snaps p2.a1 4D wrong")
    assert "due p2 penalty snap.wrong_penalty" in format_table(state)
    breaks(state, "p2 draws", "play.due")
    allows(state, "p2 penalty p2.x1")
    breaks(state, "p2 penalty p2.x2", "table.penalty_place")
    breaks(state, "p1 penalty p1.x1", "snap.wrong_penalty")
    state = told(state, "p2 penalty p2.x1")
    assert "p2 4D(*) ? ? ? ?" in format_table(state)
    assert state.draw_pile == 43
    ended = told(begun("kaboo", KABOO, table__penalty_place="end"), "p1 discards 3C\np2 snaps p2.a1 3D")
    breaks(told(ended, "p2 snaps p2.a2 4D wrong"), "p2 penalty p2.a1", "table.penalty_place")


def test_kaboo_snaps_neither_the_starter_nor_during_the_first_peek() -> None:
    """'After any player discards a card, a brief window opens.'"""
    state = begun("kaboo", "starter 9H")
    breaks(state, "p2 snaps p2.a1 9D", "snap.on_starter")
    breaks(state, "p2 snaps p2.a1 9D", "snap.during_peek")
    breaks(begun("kaboo", "", piles__starter=False), "p2 snaps p2.a1 9D", "play.place")
    breaks(first_state(load_pack("kaboo"), TWO), "p2 snaps p2.a1 9D", "play.phase")


def test_kaboo_s_pairs_are_two_own_cards_after_drawing() -> None:
    """'If enabled, during your action phase, if you have a pair of cards with the same rank [...] discard both.'"""
    start = begun("kaboo", KABOO, pairs__enabled=True)
    allows(start, "p1 pairs p1.a1 5C p1.b1 5D")
    breaks(start, "p1 pairs p1.a1 5C p1.a1 5C", "play.place")
    breaks(start, "p1 pairs p1.a1 5C hand 5D", "pairs.with_drawn_card")
    breaks(start, "p2 pairs p2.a1 5C p2.b1 5D", "pairs.enabled")
    breaks(begun("kaboo", KABOO), "p1 pairs p1.a1 5C p1.b1 5D", "pairs.enabled")
    state = told(start, "p1 pairs p1.a1 5C p1.b1 5D")
    assert "p1 - ? - ?" in format_table(state)
    assert len(state.held) == 1
    breaks(state, "p2 snaps p2.a1 5H", "snap.after_wrong")
    wrong = told(start, "p1 pairs p1.a1 5C p1.b1 6D")
    assert "p1 5C(*) ? 6D(*) ?" in format_table(wrong)
    assert len(wrong.due) == 1
    assert told(start, "p1 pairs p1.a1 5C p1.x1 6D") == told(start, "p1 pairs p1.x1 5C p1.a1 6D") == start


def test_a_pair_may_take_the_drawn_card_where_the_house_says_so() -> None:
    start = begun("kaboo", KABOO, pairs__enabled=True, pairs__with_drawn_card=True, pairs__powers=True)
    allows(start, "p1 pairs p1.a1 7C hand 7D")
    state = told(start, "p1 pairs p1.a1 7C hand 7D")
    assert "p1 - ? ? ?" in format_table(state)
    assert state.power is not None
    wrong = told(start, "p1 pairs p1.a1 7C hand 8D")
    assert len(wrong.held) == len(wrong.due) == 1
    bare = begun("scambodia", "starter 2C")
    assert told(bare, "p1 pairs p1.a1 7C hand 8D").draw_pile == bare.draw_pile


def test_cambio_s_snapper_may_give_a_card_into_the_gap() -> None:
    """'If a player snaps correctly they can place one of their cards where the snapped card was.'"""
    state = told(begun("cambio", CAMBIO), "p2 snaps p1.a1 2C")
    assert "due p2 give p1.a1" in format_table(state)
    allows(state, "p2 gives p2.b1 p1.a1", "p2 declines", "p1 draws")
    breaks(state, "p2 gives p2.b1 p1.x1", "snap.give")
    breaks(state, "p1 gives p1.b1 p2.x1", "snap.give")
    given = told(state, "p2 gives p2.b1 p1.a1")
    assert "p1 ? ? ? ? | p2 ? ? - ?" in format_table(given)
    assert told(state, "p1 draws").due == ()
    required = told(begun("cambio", CAMBIO, snap__give="required"), "p2 snaps p1.a1 2C")
    breaks(required, "p2 declines", "snap.give")
    breaks(required, "p1 draws", "play.due")
    assert told(required, "p1 draws").due
    none = told(begun("cambio", CAMBIO, snap__give="none"), "p2 snaps p1.a1 2C")
    assert none.due == ()
    late = told(begun("cambio", CAMBIO, snap__per_discard="many"), "p2 snaps p1.a1 2C")
    breaks(late, "p1 snaps p1.a2 2D", "play.due")


def test_cambio_s_wrong_snap_of_another_s_card_takes_it_and_a_penalty_card() -> None:
    """'But if they get it wrong, they have to take the player's card and a penalty card.'"""
    state = told(begun("cambio", CAMBIO), "p2 snaps p1.a1 4C wrong")
    breaks(state, "p2 collects p1.a1 p2.x1", "snap.wrong_other_takes_card")
    state = told(state, "p2 penalty p2.x1")
    allows(state, "p2 collects p1.a1 p2.x2")
    breaks(state, "p2 collects p1.a1 p2.x3", "table.penalty_place")
    breaks(state, "p2 collects p1.a2 p2.x2", "snap.wrong_other_takes_card")
    state = told(state, "p2 collects p1.a1 p2.x2")
    assert "p1 - ? ? ? | p2 ? ? ? ? ? 4C(*)" in format_table(state)
    assert state.due == ()


def test_cambio_s_lifts_that_come_to_nothing_cost_a_card() -> None:
    """'any other player that lifted a card off the table to snap takes a penalty'."""
    state = begun("cambio", CAMBIO)
    for verdict, due in (("returned", 1), ("late", 1), ("too_close", 0), ("blocked", 0)):
        assert len(told(state, f"p2 snaps p2.a1 {verdict}").due) == due
    assert "p2 ? ? ? ?" in format_table(told(state, "p2 snaps p2.a1 returned"))


def test_a_snapped_card_has_no_power_and_play_returns_to_who_played() -> None:
    """'the action is not triggered a second time. Play returns to the player who originally played the card'."""
    state = told(begun("cambio", CAMBIO), "p1 draws\np1 discards 7C\np2 snaps p2.a1 7D")
    assert state.power is not None
    assert (state.power.seat, state.turn) == (0, 0)
    powered = begun("cambio", "starter 7H", snap__powers=True)
    assert told(powered, "p1 snaps p1.a1 7D").power is not None


def test_a_snap_is_late_only_after_another_one_which_may_have_been_too_close_to_call() -> None:
    state = told(begun("cambio", CAMBIO, snap__closes_on_draw=False), "p1 draws\np1 discards 7C")
    breaks(state, "p2 snaps p2.a1 7D late", "snap.per_discard")
    close = told(state, "p1 snaps p1.a1 7D too_close\np2 snaps p2.a1 7H too_close")
    assert (close.top.snaps, close.top.contested) == (0, True)
    allows(close, "p2 snaps p2.b1 7S late")
    breaks(told(close, "p2 draws\np2 discards 9C"), "p1 snaps p1.b1 9D late", "snap.per_discard")
    breaks(told(state, "p2 snaps p2.a1 8D wrong\np2 penalty p2.x1"), "p2 snaps p2.b1 7S late", "snap.per_discard")


def test_nobody_snaps_while_a_card_is_looked_at() -> None:
    state = told(begun("kaboo", KABOO), "p1 discards KC\np1 looks p2.a1")
    breaks(state, "p2 snaps p2.b1 KH", "snap.during_power")
    allows(state, "p2 snaps p2.b1 KH blocked")


def test_house_rules_close_snaps_to_some() -> None:
    story = "p1 draws\np1 discards 7C"
    closed = {
        "snap.discarder_may": ("p1 snaps p1.a1 7D", {"snap__discarder_may": False}, ""),
        "snap.on_power_cards": ("p2 snaps p2.a1 7D", {"snap__on_power_cards": False}, ""),
        "snap.caller_may": ("p2 snaps p2.a1 7D", {"snap__caller_may": False}, "p1 declines\np2 calls"),
        "snap.caller_protected": ("p1 snaps p2.a1 7D", {"snap__caller_protected": True}, "p1 declines\np2 calls"),
        "snap.after_wrong": ("p1 snaps p1.a1 7D", {"snap__after_wrong": "closes"}, "p2 snaps p2.a1 8D wrong"),
    }
    for rule, (event, house, then) in closed.items():
        breaks(told(begun("cambio", CAMBIO, **house), f"{story}\n{then}"), event, rule)
    breaks(told(begun("scambodia", SCAMBODIA), story), "p2 snaps p2.a1 7D", "snap.enabled")


def test_a_penalty_card_comes_from_a_refilled_deck_or_not_at_all() -> None:
    hands = "p1 ? ? ? ? | p2 ? ? ? ?"
    text = f"round 1 turns p1 | {hands} | deck 0 | pile {FORTY_FIVE} QD | top p2 snaps 0"
    for house, draw_pile in (("as_draw", 44), ("reshuffle", 44), ("pile_top", 0)):
        state = parse_table(text, load_pack("cambio", {"piles.penalty_when_empty": house}), TWO)
        state = told(state, "p1 snaps p1.a1 9S wrong\np1 penalty p1.x1")
        assert (state.draw_pile, len(state.hands[0])) == (draw_pile, 5)
    none = parse_table(text, load_pack("cambio", {"piles.penalty_when_empty": "none"}), TWO)
    assert told(none, "p1 snaps p1.a1 9S wrong").due == ()
    assert len(told(none, "p1 snaps p1.a1 9S wrong\np1 penalty p1.x1").hands[0]) == 4
    full = begun("cambio", CAMBIO, table__max_hand=4)
    assert told(full, "p1 snaps p1.a1 9S wrong").due == ()


def test_an_owner_s_empty_place_waits_for_the_card_given() -> None:
    text = f"round 1 turns p1 | p1 2C - - - | p2 ? ? ? ? | deck 3 | pile {FORTY_FIVE} 2H"
    state = told(parse_table(text, load_pack("cambio"), TWO), "p2 snaps p1.a1 2C")
    assert state.caller is None
    assert told(state, "p2 declines").caller == 0
    assert told(state, "p2 gives p2.a1 p1.a1").caller is None
