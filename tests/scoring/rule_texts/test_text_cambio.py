"""The sentences of Cambio's rule text: set-up, turns, special cards, the end, options."""

from __future__ import annotations

import pytest

from kibitz_scoring.errors import InputError
from kibitz_scoring.game.projection import project
from kibitz_scoring.game.record import GameState, score_sheet
from kibitz_scoring.game.round_state import Phase, RoundState, first_state
from kibitz_scoring.notation.tables import format_table
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.score.card_text import parse_hand
from kibitz_scoring.score.hands import deck_cards
from kibitz_scoring.score.points import hand_points
from kibitz_scoring.slots import slot_ids

from .. import stories
from ..reckonings import A, B, scored, values
from ..stories import THREE, TWO, acts, broken, hand_sizes, table, told, turned_up
from .rule_sentences import cites

TEXT = "cambio.html"
PACK = load_pack("cambio")


def dealt(*story: str, players: tuple[PlayerId, ...] = TWO) -> RoundState:
    return stories.dealt(PACK, *story, players=players)


@cites(TEXT, "standard deck and two jokers", "Black king", "Joker", "Ace", "Jack or Queen", "Red King")
@cites(TEXT, "Numbers are worth")
def test_deck_and_card_values() -> None:
    """Black king -1, joker 0, ace 1, J and Q 10, red king 40, numbers their face; two or more play."""
    assert len(deck_cards(PACK)) == 54
    assert values("cambio", "KS KC JK AH JD QS KH KD 2C 9D") == {
        "KS": -1,
        "KC": -1,
        "JK": 0,
        "AH": 1,
        "JD": 10,
        "QS": 10,
        "KH": 40,
        "KD": 40,
        "2C": 2,
        "9D": 9,
    }
    with pytest.raises(InputError, match="Cambio is for 2 to 8 players"):
        first_state(PACK, TWO[:1])


@cites(TEXT, "two rows of two cards", "one is drawn face up")
def test_four_cards_each_in_two_rows_and_one_turned() -> None:
    """How to play."""
    state = dealt()
    assert hand_sizes(state) == [4, 4]
    assert slot_ids(PACK, 1, 4) == ("p2.a1", "p2.a2", "p2.b1", "p2.b2")
    assert (state.draw_pile, [str(card.face) for card in state.discard]) == (54 - 8 - 1, ["9H"])
    assert state.discard[-1].face_up
    assert broken(told(first_state(PACK, TWO), "p2 deals"), "p1 draws") == ["piles.starter"]


@cites(TEXT, "peek once at their two closest")
def test_each_looks_once_at_the_two_nearest() -> None:
    """How to play."""
    state = dealt()
    assert broken(state, "p1 looks p1.b1") == broken(state, "p2 looks p2.b2") == []
    assert broken(state, "p1 looks p1.a1") == broken(state, "p1 looks p2.b1") == ["peek.which"]
    assert broken(told(state, "p1 looks p1.b1", "p1 looks p1.b2"), "p1 looks p1.b1") == ["peek.count"]
    assert broken(told(state, "p1 draws"), "p1 looks p1.b1") == ["peek.count"]


@cites(TEXT, "clockwise from the player")
def test_the_player_to_the_dealer_s_left_begins_and_turns_go_round() -> None:
    """How to play."""
    state = told(first_state(PACK, THREE), "p2 deals", "starter 9H")
    turns = [state.turn]
    for seat in (3, 1, 2):
        state = told(state, f"p{seat} passes")
        turns.append(state.turn)
    assert turns == [2, 0, 1, 2]


@cites(TEXT, "may pass or choose", "Pick up the top pile card", "Pick up the top deck card")
@cites(TEXT, "swapped card is placed face up")
def test_a_turn_is_a_pass_or_one_of_three_actions() -> None:
    """How to play: passing is free (B19); a card of the pile has to be swapped in."""
    state = dealt()
    mine = [act for act in acts(state) if act.startswith("p1") and "looks" not in act and "snaps" not in act]
    assert mine == ["p1 calls", "p1 draws", "p1 takes", "p1 passes"]
    passed = told(state, "p1 passes")
    assert (passed.turn, passed.due, passed.hands) == (1, (), state.hands)
    assert broken(told(state, "p1 draws"), "p1 passes") == ["play.turn"]
    taken, drawn = told(state, "p1 takes"), told(state, "p1 draws 4C")
    assert broken(taken, "p1 discards 9H") == ["piles.drawn_discard_may_return"]
    assert broken(drawn, "p1 discards 4C") == []
    assert str(told(drawn, "p1 discards 4C").discard[-1].face) == "4C"
    for held in (taken, drawn):
        swapped = told(held, "p1 swaps p1.a1 3C")
        assert (str(swapped.discard[-1].face), swapped.discard[-1].face_up, swapped.turn) == ("3C", True, 1)


@cites(TEXT, "to end their turn", "has taken a final turn")
def test_a_call_is_the_turn_and_everybody_else_has_a_final_one() -> None:
    """How to play: then all cards are turned up and count."""
    state = dealt(players=THREE)
    assert broken(told(state, "p1 draws"), "p1 calls") == ["call.when"]
    called = told(state, "p1 calls")
    assert (called.phase, called.turn, called.final_left) == (Phase.FINAL, 1, (1, 2))
    assert broken(called, "p1 draws") == ["play.turn"]
    over = told(called, "p2 passes", "p3 draws", "p3 discards 3C")
    assert over.phase is Phase.AFTER_LAST_TURN
    over = told(over, "last-window-closes")
    assert not score_sheet(GameState((), over)).rounds
    over = turned_up(over, "KC KS JK AC 2C 2D 2S 2H KH KD 5S 5H")
    assert score_sheet(GameState((), over)).rounds[0].scores == {"A": -1, "B": 8, "C": 90}


@cites(TEXT, "player with the lowest score")
def test_lowest_score_wins_and_a_caller_is_nobody_special() -> None:
    """How to play."""
    tally = scored("cambio", B, A="KS JK", B="KH", C="QH AD")
    assert (tally.scores, tally.winners, tally.caller_succeeded) == ({"A": -1, "B": 40, "C": 11}, (A,), None)


@cites(TEXT, "special action when a player places")
def test_actions_come_with_any_placement_of_the_own_turn() -> None:
    """Special cards: drawn, swapped out by a card of the deck or of the pile (B13), not the card turned first (B12)."""
    for card in ("7C", "8C", "9C", "10C", "JC", "QC"):
        for story in (
            ("draws", f"discards {card}"),
            ("draws", f"swaps p1.a1 {card}"),
            ("takes", f"swaps p1.a1 {card}"),
        ):
            assert dealt(*(f"p1 {act}" for act in story)).power is not None
    for card in ("AC", "6C", "KC", "KH", "JK"):
        assert dealt("p1 draws", f"p1 discards {card}").power is None
    assert dealt().power is None


@cites(TEXT, "Seven or eight", "Nine or ten")
@pytest.mark.parametrize(("card", "own"), [("7C", False), ("8D", False), ("9S", True), ("10C", True)])
def test_seven_and_eight_look_at_another_s_card_nine_and_ten_at_an_own_one(card: str, own: bool) -> None:
    """Special cards: the other way round than in the other games (T1), and optional."""
    state = dealt("p1 draws", f"p1 discards {card}")
    key = [f"powers.{card[:-1]}"]
    assert broken(state, "p1 looks p1.a1") == ([] if own else key)
    assert broken(state, "p1 looks p2.a1") == (key if own else [])
    assert broken(state, "p1 declines") == broken(state, "p2 draws") == []


@cites(TEXT, "without looking at either card")
def test_a_jack_has_to_exchange_an_own_card_with_another_s_unseen() -> None:
    """Special cards: the only one that is not optional (B14)."""
    state = dealt("p1 draws", "p1 discards JC", players=THREE)
    assert broken(state, "p1 exchanges p1.a1 p3.a1") == []
    for act in ("exchanges p2.a1 p3.a1", "exchanges p1.a1 p1.a2", "looks p2.a1"):
        assert broken(state, f"p1 {act}") == ["powers.J"]
    assert broken(state, "p1 declines") == broken(state, "p2 draws") == ["powers.J.optional"]
    swapped = told(state, "p1 exchanges p1.a1 p3.a1")
    assert (swapped.turn, {card.known_to for card in (swapped.hands[0][0], swapped.hands[2][0]) if card}) == (
        1,
        {frozenset()},
    )


@cites(TEXT, "then decide whether to swap", "does not need to be the one")
def test_a_queen_looks_at_another_s_card_and_may_swap_any_other_s() -> None:
    """Special cards (B15)."""
    state = dealt("p1 draws", "p1 discards QC", players=THREE)
    assert broken(state, "p1 declines") == []
    assert broken(state, "p1 looks p1.a1") == ["powers.Q"]
    looked = told(state, "p1 looks p2.a1 2C")
    for other in ("p2.a1", "p2.b2", "p3.a1"):
        assert broken(looked, f"p1 exchanges p1.a1 {other}") == []
    assert broken(looked, "p1 declines") == []
    assert broken(looked, "p1 exchanges p2.a1 p3.a1") == ["powers.Q"]


@cites(TEXT, "Instead of counting five cards")
def test_risky_fives_count_in_place_of_fives() -> None:
    """Options: off by default."""
    risky = load_pack("cambio", {"score.fives": True})
    assert hand_points(risky, parse_hand("5H 5S 3C 2D")).points == -20
    assert hand_points(risky, parse_hand("5H 3S 2C AD")).points == 31
    assert hand_points(load_pack("cambio"), parse_hand("5H 3S 2C AD")).points == 11


@cites(TEXT, "everyone's cards face up")
def test_open_hands_lie_face_up() -> None:
    """Options: off by default (B24)."""
    story = "p2 deals 2C 3C 4C 5C / 6C 7C 8C 10C"
    shut = told(first_state(PACK, TWO), story)
    opened = told(first_state(load_pack("cambio", {"display.open_hands": True}), TWO), story)
    assert [str(card.face) for card in project(shut, None).hands[0] if card] == ["?"] * 4
    assert [str(card.face) for card in project(opened, None).hands[0] if card] == ["2C", "3C", "4C", "5C"]


@cites(TEXT, "should not rearrange", "maintaining its position", "between fixed position")
def test_cards_keep_their_places() -> None:
    """Playing offline: nobody rearranges, a gap stays a gap, and cards swapped take each other's place."""
    state = dealt("p1 draws", "p1 discards 3C")
    assert broken(state, "p1 exchanges p1.a1 p1.a2") == ["powers.trigger"]
    gap = told(state, "p2 snaps p2.a2 3D")
    assert "p2 ? - ? ?" in format_table(gap)
    swapped = dealt("p1 looks p1.b1 2C", "p1 draws", "p1 discards JC", "p1 exchanges p1.b1 p2.a2")
    assert "p1 ? ? ? ?" in format_table(swapped)
    assert "p2 ? 2C(1) ? ?" in format_table(swapped)


@cites(TEXT, "Replenish an empty deck")
def test_an_empty_deck_is_refilled_with_all_but_the_top() -> None:
    """Playing offline."""
    state = table(PACK, f"round 1 turns p1 | p1 ? ? ? ? | p2 ? ? ? ? | deck 0 | pile{' ?' * 45} 9H")
    assert broken(state, "refill") == []
    assert broken(dealt(), "refill") == ["piles.when_empty"]
    refilled = told(state, "refill")
    assert (refilled.draw_pile, [str(card.face) for card in refilled.discard]) == (45, ["9H"])
