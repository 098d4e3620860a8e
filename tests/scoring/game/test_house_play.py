"""House rules of play: looks left out, early pairs, lost final turns, two decks, refills, powers one after another."""

from __future__ import annotations

import pytest

from kibitz_scoring.game.events import Called
from kibitz_scoring.game.legality.check import check
from kibitz_scoring.game.playout import RandomTable
from kibitz_scoring.game.round_state import Phase, count_cards, deck_size
from kibitz_scoring.notation.events import parse_event
from kibitz_scoring.notation.tables import format_table, parse_table
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.score.card_text import parse_hand
from kibitz_scoring.score.hands import check_hands
from kibitz_scoring.score.points import hand_points
from kibitz_scoring.score.totals import PlayedRound, tally_game

from ..reckonings import A, B, C
from ..stories import THREE, TWO, allows, begun, breaks, broken, dealt, table, told


def test_a_swap_may_come_without_the_look_where_the_house_says_so() -> None:
    queen = ("p1 draws", "p1 discards QC")
    breaks(dealt(load_pack("cambio"), *queen), "p1 exchanges p1.a1 p2.a1", "powers.Q")
    house = {"powers.look_optional": True}
    allows(dealt(load_pack("cambio", house), *queen), "p1 exchanges p1.a1 p2.a1")
    king = dealt(load_pack("kaboo", house), "p1 draws", "p1 discards KC")
    allows(king, "p1 exchanges p1.a1 p2.a1")
    allows(told(king, "p1 looks p1.a1"), "p1 exchanges p1.a1 p2.a1")
    breaks(told(king, "p1 looks p1.a2"), "p1 exchanges p1.a1 p2.a1", "powers.K.black")
    jack = dealt(load_pack("kaboo", house), "p1 draws", "p1 discards QC")
    allows(jack, "p1 exchanges p1.a1 p2.a1")


def test_a_pair_may_come_before_drawing_or_calling_where_the_house_says_so() -> None:
    house = {"pairs__enabled": True, "pairs__before_draw": True}
    state = begun("kaboo", "starter 9H", **house)
    allows(state, "p1 pairs p1.a1 5C p1.a2 5D")
    breaks(state, "p2 pairs p2.a1 5C p2.a2 5D", "play.turn")
    breaks(state, "p1 pairs p1.a1 5C hand 5D", "pairs.enabled")
    paired = told(state, "p1 pairs p1.a1 5C p1.a2 5D")
    assert (paired.phase, paired.turn) == (Phase.TURNS, 0)
    allows(paired, "p1 draws", "p1 calls")


def test_the_final_turn_of_who_has_no_cards_is_lost_where_the_house_says_so() -> None:
    text = (
        "round 1 final p1 | p1 2C - - - | p2 2D - - - | p3 ? ? ? ? | deck 47 | pile 2H | top p3 snaps 0 | "
        "called p3 | final p1 p2"
    )
    pack = load_pack("kaboo", {"empty_hand.final_turn": False})
    first = told(table(pack, text, THREE), "p1 snaps p1.a1 2C")
    assert (first.final_left, first.turn) == ((1,), 1)
    assert (
        told(table(pack, text, THREE), "p2 draws", "p2 discards 3C", "p1 snaps p1.a1 2C").phase is Phase.AFTER_LAST_TURN
    )
    assert told(table(load_pack("kaboo"), text, THREE), "p1 snaps p1.a1 2C").final_left == (0, 1)
    owed = told(
        table(load_pack("kaboo", {"empty_hand.final_turn": False, "snap.whose": "any"}), text, THREE),
        "p3 snaps p1.a1 2C",
    )
    assert owed.final_left == (0, 1), "a card may still be given into the gap"


def test_two_decks_have_every_card_twice() -> None:
    pack = load_pack("cambio", {"deck.copies": 2})
    assert deck_size(pack) == 108
    state = dealt(pack, "p1 draws", "p1 discards 9H")
    assert count_cards(state) == 108
    assert broken(told(state, "p2 draws"), "p2 discards 9H") == ["deck.base"]
    hands = {A: parse_hand("5C 5C 5D 5D"), B: parse_hand("5H 5H JK JK")}
    check_hands(pack, hands)
    fives = load_pack("cambio", {"deck.copies": 2, "score.fives": True, "score.fives_more": "two_and_rest"})
    assert hand_points(fives, parse_hand("5C 5C 5D 5D 5H")).sum_text.startswith("-10 (5 fives)")


def test_cameo_s_open_cards_are_shuffled_again_where_the_house_says_so() -> None:
    text = "round 1 turns p1 | p1 ? ? ? ? | p2 ? ? ? ? | deck 0 | aside 2C 3C" + " ?_()" * 42
    state = table(load_pack("cameo", {"piles.when_empty": "reshuffle"}), text)
    allows(state, "p1 draws", "refill")
    refilled = told(state, "refill")
    assert (refilled.draw_pile, len(refilled.aside)) == (2, 42)


def test_snapped_cards_have_their_powers_one_after_another() -> None:
    pack = load_pack("cambio", {"snap.powers": True})
    state = dealt(pack, "p1 draws", "p1 discards 9C", "p2 snaps p2.a1 9D")
    assert state.power is not None
    assert (state.power.seat, [power.seat for power in state.waiting]) == (0, [1])
    assert "power p1 9C | power p2 9D" in format_table(state)
    assert parse_table(format_table(state), pack, TWO) == state
    used = told(state, "p1 looks p1.b1")
    assert used.power is not None
    assert (used.power.seat, used.turn) == (1, 1)
    allows(used, "p2 looks p2.b1", "p2 declines")
    assert told(used, "p2 looks p2.b1").power is None
    assert told(state, "p2 draws").power is not None
    others = dealt(pack, "p1 draws", "p1 discards 9C", "p2 snaps p2.a1 9D", players=THREE)
    assert told(others, "p3 draws").power is None


def test_a_power_comes_before_the_snap_where_the_house_says_so() -> None:
    state = dealt(load_pack("kaboo", {"powers.after_snap_window": False}), "p1 draws", "p1 discards 9C")
    breaks(state, "p2 snaps p2.a1 9D", "powers.after_snap_window")
    drawn = dealt(load_pack("cambio", {"snap.with_card_drawn": False}), "p1 draws")
    breaks(drawn, "p2 snaps p2.a1 9D", "snap.with_card_drawn")


@pytest.mark.parametrize(("rule", "dealer"), [("lowest", 2), ("highest", 1), ("rotate_left", 2)])
def test_who_deals_next_is_told_by_the_scores(rule: str, dealer: int) -> None:
    pack = load_pack("kaboo", {"game.next_dealer": rule})
    text = "round 1 scored p1 | dealer p1 | p1 9C^(*) - - - | p2 2C^(*) - - - | p3 8C^(*) - - - | deck 51 | ended deck"
    state = table(pack, text, THREE)
    seats = [seat for seat in (1, 2, 3) if not check(state, parse_event(f"p{seat} deals", THREE))]
    assert seats == [dealer]
    twice = table(pack, text.replace("8C", "9C"), THREE)
    assert not check(twice, parse_event("p2 deals", THREE)), "without scores the deal goes to the left"


def test_too_few_players_are_not_dealt_to() -> None:
    state = told(begun("kaboo", "starter 9H"), "p2 leaves")
    scored = told(
        state,
        *(f"reveal p1.{place} {card}" for place, card in (("a1", "2C"), ("a2", "3C"), ("b1", "4C"), ("b2", "5C"))),
    )
    breaks(scored, "p1 deals", "table.players")


def test_the_pot_is_shared_and_totals_are_set_back_by_several_rules() -> None:
    pack = load_pack("kaboo", {"game.pot": 11})
    tied = tally_game(pack, [PlayedRound({A: parse_hand("5C"), B: parse_hand("5D")})])
    assert tied.shares == {A: 5, B: 5}
    assert tied.reason.endswith("; the pot of 11 gives 5 each, 1 stays over")
    alone = tally_game(pack, [PlayedRound({A: parse_hand("5C"), B: parse_hand("6D")})])
    assert alone.reason.endswith("; the pot of 11 gives 11")
    rules = {
        "game.reset_exact": {"from": 100, "to": 50, "once": True},
        "game.more_resets": [{"from": 50, "to": 0, "once": False}],
    }
    resets = load_pack("dragons_gambit", {**rules, "game.threshold": None})
    forty = parse_hand("10C 10D 10H 10S")
    ten = parse_hand("9C AC")
    rounds = [PlayedRound({A: forty, B: ()}), PlayedRound({A: ten, B: ()}), PlayedRound({A: (*forty, *ten), B: ()})]
    tally = tally_game(resets, rounds)
    assert [running[A] for running in tally.running] == [40, 0, 0]
    assert len(tally.resets) == 2
    assert C not in tally.totals


def test_a_random_round_that_is_long_is_called() -> None:
    table_of_chance = RandomTable(lambda _: 0)
    state = dealt(load_pack("kaboo"))
    for _ in range(160):
        event = table_of_chance.next_event(state)
    assert event == Called(A)
