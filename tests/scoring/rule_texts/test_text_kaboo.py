"""The sentences of Kaboo's rule text: set-up, turns, effects, pairs, the call."""

from __future__ import annotations

import pytest

from kibitz_scoring.game.record import GameState, score_sheet
from kibitz_scoring.game.round_state import Phase, RoundState
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.score.card_text import parse_hand
from kibitz_scoring.score.hands import deck_cards
from kibitz_scoring.score.points import card_value, hand_points
from kibitz_scoring.score.tally import RoundEnd, tally_round

from .. import stories
from ..reckonings import A, B, scored, values
from ..stories import THREE, TWO, acts, broken, hand_sizes, table, told, turned_up
from .rule_sentences import cites

TEXT = "kaboo.md"
PACK = load_pack("kaboo")
LAST_CARD = "round 1 turns p1 | p1 ? ? ? ? | p2 ? ? ? ? | deck 1 | pile" + " ?" * 44 + " 9H"


def dealt(*story: str, players: tuple[PlayerId, ...] = TWO, **house: object) -> RoundState:
    options = {key.replace("__", "."): value for key, value in house.items()}
    return stories.dealt(load_pack("kaboo", options), *story, players=players)


@cites(TEXT, "54-card deck", "Red King, Queen, Jack", "Black King", "Black Queen", "Black Jack", "Ace 1", "Face Value")
def test_deck_and_card_values() -> None:
    """Setup and Card Values: red courts 0, black K 13, Q 12, J 11, ace 1, numbers, jokers -1."""
    assert len(deck_cards(PACK)) == 54
    assert values("kaboo", "KH QD JH KS QC JS AS 2H 10D JK") == {
        "KH": 0,
        "QD": 0,
        "JH": 0,
        "KS": 13,
        "QC": 12,
        "JS": 11,
        "AS": 1,
        "2H": 2,
        "10D": 10,
        "JK": -1,
    }


@cites(TEXT, "score is -2")
def test_lowest_score_is_two_jokers() -> None:
    """Card Values."""
    lowest = sorted(card_value(PACK, card) for card in deck_cards(PACK))[:4]
    assert sum(lowest) == hand_points(PACK, parse_hand("JK JK")).points == -2


@cites(TEXT, "start with 4 cards face-down", "receives 4 cards")
def test_four_cards_each_face_down() -> None:
    """Objective and Setup."""
    state = dealt(players=THREE)
    assert hand_sizes(state) == [4, 4, 4]
    assert state.draw_pile == 54 - 12 - 1
    assert not any(card and card.face_up for hand in state.hands for card in hand)
    assert broken(stories.first_state(PACK, TWO), "p2 deals 2C 3C 4C / 5C 6C 7C") == ["table.hand_size"]


@cites(TEXT, "peek at 2 of their own")
def test_each_looks_at_any_two_own_cards() -> None:
    """Setup."""
    state = dealt()
    assert [broken(state, f"p1 looks p1.{place}") for place in ("a1", "a2", "b1", "b2")] == [[]] * 4
    assert broken(state, "p1 looks p2.a1") == ["peek.which"]
    assert broken(told(state, "p1 looks p1.a1", "p1 looks p1.b2"), "p1 looks p1.a2") == ["peek.count"]
    assert broken(told(state, "p1 draws"), "p1 looks p1.a1") == ["peek.count"]


@cites(TEXT, "from the deck or discard pile", "must choose one action", "Replace one of your")
@cites(TEXT, "The replaced card is discarded", "Place the drawn card")
def test_a_drawn_card_is_swapped_or_discarded() -> None:
    """Game Flow: a card of the pile may only be kept (K4); a turn is one of these, so nobody passes."""
    state = dealt()
    mine = [act for act in acts(state) if act.startswith("p1") and "looks" not in act]
    assert mine == ["p1 calls", "p1 draws", "p1 takes"]
    for draw, held in (("draws 4C", "4C"), ("takes", "9H")):
        drawn = told(state, f"p1 {draw}")
        assert [str(card.card.face) for card in drawn.held] == [held]
        swapped = told(drawn, "p1 swaps p1.a1 2C")
        assert (str(swapped.discard[-1].face), swapped.turn) == ("2C", 1)
        placed = swapped.hands[0][0]
        assert placed is not None
        assert str(placed.face) == held
    assert broken(told(state, "p1 draws 4C"), "p1 discards 4C") == []
    assert broken(told(state, "p1 takes"), "p1 discards 9H") == ["piles.drawn_discard_may_return"]
    assert broken(state, "p1 passes") == ["turn.pass"]
    assert broken(told(state, "p1 draws", "p1 discards 4C"), "p1 draws") == ["play.turn"]


@cites(TEXT, "the game ends immediately")
def test_the_last_card_ends_the_round_without_a_caller() -> None:
    """Game Flow: that player finishes the turn (K6); the deck calls, so nobody fails; who has called is judged."""
    state = told(table(PACK, LAST_CARD), "p1 draws", "p1 discards 3C")
    assert (state.phase, state.end, state.caller) == (Phase.REVEAL, RoundEnd.DECK, None)
    assert scored("kaboo", None, RoundEnd.DECK, A="9S", B="3H").scores == {A: 9, B: 3}
    assert scored("kaboo", A, RoundEnd.DECK, A="9S", B="3H").scores == {A: 29, B: 3}
    at_once = load_pack("kaboo", {"piles.end_round_at": "at_once"})
    assert told(table(at_once, LAST_CARD), "p1 draws").phase is Phase.REVEAL


@cites(TEXT, "No reshuffling")
def test_the_deck_is_never_refilled() -> None:
    """Game Flow."""
    state = table(PACK, LAST_CARD.replace("deck 1", "deck 0").replace("pile ?", "pile ? ?", 1))
    assert broken(state, "refill") == ["piles.when_empty"]
    assert "refill" not in acts(state)


@cites(TEXT, "moved to the discard pile", "you may use it")
def test_effects_come_from_drawn_and_from_swapped_out_cards_and_are_optional() -> None:
    """Game Flow and Card Effects: any own move to the pile, but neither snapped cards nor pairs (K2)."""
    for card in ("7C", "8C", "9C", "10C", "JC", "QC", "KC"):
        for story in (("p1 draws", f"p1 discards {card}"), ("p1 draws", f"p1 swaps p1.a1 {card}")):
            state = dealt(*story)
            assert state.power is not None
            assert broken(state, "p1 declines") == []
            assert told(state, "p1 declines").turn == 1
        assert dealt("p1 takes", f"p1 swaps p1.a1 {card}").power is not None
    for card in ("AC", "2C", "6C", "JK"):
        assert dealt("p1 draws", f"p1 discards {card}").power is None
    assert dealt("p1 draws", "p1 discards 7C", "p1 declines", "p1 snaps p1.a1 7D").power is None


@cites(TEXT, "still carry their Rank effects")
def test_red_courts_count_nothing_and_have_their_effects() -> None:
    """Card Effects, Note (K1)."""
    for card in ("JH", "QD", "KH"):
        assert values("kaboo", card) == {card: 0}
        assert dealt("p1 draws", f"p1 discards {card}").power is not None
        assert dealt("p1 draws", f"p1 discards {card}", powers__red_royals_effect=False).power is None


@cites(TEXT, "7, 8 Peek Own", "9, 10 Peek Opponent")
@pytest.mark.parametrize(("card", "own"), [("7C", True), ("8D", True), ("9S", False), ("10C", False)])
def test_seven_and_eight_look_at_an_own_card_nine_and_ten_at_an_opponent_s(card: str, own: bool) -> None:
    """Card Effects."""
    state = dealt("p1 draws", f"p1 discards {card}")
    key = [f"powers.{card[:-1]}"]
    assert broken(state, "p1 looks p1.a1") == ([] if own else key)
    assert broken(state, "p1 looks p2.a1") == (key if own else [])
    looked = told(state, f"p1 looks p{1 if own else 2}.a1")
    assert (looked.power, looked.turn) == (None, 1)


@cites(TEXT, "any two cards on the table")
def test_a_jack_swaps_any_two_cards_unseen() -> None:
    """Card Effects: own or others' (K18)."""
    state = dealt("p1 draws", "p1 discards JC", players=THREE)
    for first, second in (("p1.a1", "p2.a1"), ("p2.a1", "p3.a1"), ("p2.a1", "p2.a2"), ("p1.a1", "p1.b1")):
        assert broken(state, f"p1 exchanges {first} {second}") == []
    assert broken(state, "p1 exchanges p1.a1 p1.a1") == broken(state, "p1 looks p2.a1") == ["powers.J"]


@cites(TEXT, "Semi-Blind Swap")
def test_a_queen_looks_at_an_opponent_s_card_and_may_swap_it_with_an_own_one() -> None:
    """Card Effects."""
    state = dealt("p1 draws", "p1 discards QC", players=THREE)
    assert broken(state, "p1 looks p1.a1") == broken(state, "p1 exchanges p1.a1 p2.a1") == ["powers.Q"]
    looked = told(state, "p1 looks p2.a1 2H")
    assert broken(looked, "p1 exchanges p1.a1 p2.a1") == broken(looked, "p1 declines") == []
    assert broken(looked, "p1 exchanges p2.a1 p3.a1") == broken(looked, "p1 exchanges p1.a1 p2.a2") == ["powers.Q"]


@cites(TEXT, "Full Vision Swap")
def test_a_king_looks_at_any_two_cards_and_may_swap_them() -> None:
    """Card Effects."""
    state = dealt("p1 draws", "p1 discards KC", players=THREE)
    key = ["powers.K.black"]
    assert broken(told(state, "p1 looks p2.a1"), "p1 exchanges p1.a1 p2.a1") == key
    for first, second in (("p1.a1", "p2.a1"), ("p2.a1", "p3.a1"), ("p1.a1", "p1.a2")):
        looked = told(state, f"p1 looks {first}", f"p1 looks {second}")
        assert broken(looked, f"p1 exchanges {first} {second}") == broken(looked, "p1 declines") == []
        assert broken(looked, f"p1 exchanges {first} p3.b2") == broken(looked, "p1 looks p3.b2") == key


@cites(TEXT, "Optional House Rule", "you may discard both")
def test_a_pair_of_equal_rank_is_discarded_where_the_house_plays_so() -> None:
    """Matt's Pairs Rule: off by default; own cards in the own action phase; a wrong pair costs a card (K15)."""
    assert broken(dealt("p1 draws"), "p1 pairs p1.a1 7C p1.a2 7D") == ["pairs.enabled"]
    drawn = dealt("p1 draws", pairs__enabled=True)
    assert broken(drawn, "p1 pairs p1.a1 7C p1.a2 7D") == []
    after = told(drawn, "p1 pairs p1.a1 7C p1.a2 7D")
    assert (hand_sizes(after), len(after.held), after.power) == ([2, 4], 1, None)
    assert broken(drawn, "p2 pairs p2.a1 7C p2.a2 7D") == ["pairs.enabled"]
    assert broken(dealt(pairs__enabled=True), "p1 pairs p1.a1 7C p1.a2 7D") == ["pairs.enabled"]
    wrong = told(drawn, "p1 pairs p1.a1 7C p1.a2 8D")
    assert (hand_sizes(wrong), [due.seat for due in wrong.due]) == ([4, 4], [0])


@cites(TEXT, "at the start of their turn", "Instead of drawing/swapping", "enters the Final Phase")
@cites(TEXT, "exactly one more turn", "scores are calculated")
def test_a_call_gives_every_other_player_one_more_turn_and_then_all_is_revealed() -> None:
    """Game Flow, Calling Kaboo & Scoring."""
    state = dealt(players=THREE)
    assert broken(state, "p1 calls") == []
    assert broken(told(state, "p1 draws"), "p1 calls") == ["call.when"]
    assert broken(state, "p2 calls") == ["play.turn"]
    called = told(state, "p1 calls")
    assert (called.phase, called.turn, called.final_left) == (Phase.FINAL, 1, (1, 2))
    assert "call.final_turns" in broken(called, "p2 calls")
    over = told(called, "p2 draws", "p2 discards 3C", "p3 draws", "p3 discards 4C")
    assert over.phase is Phase.AFTER_LAST_TURN
    assert broken(over, "p1 draws") == ["play.phase"]
    revealed = told(over, "last-window-closes")
    assert not score_sheet(GameState((), revealed)).rounds
    (tally,) = score_sheet(GameState((), turned_up(revealed, "AC AD AS JK 2C 2D 2S 2H 5C 5D 5S 5H"))).rounds
    assert tally.scores == {"A": 2, "B": 8, "C": 20}


@cites(TEXT, "the strictly lowest", "Caller Score = Sum of Cards.", "Winning condition")
def test_caller_strictly_lowest_scores_the_hand_and_wins() -> None:
    """Scoring Logic."""
    tally = scored("kaboo", A, A="3S", B="4H")
    assert (tally.scores, tally.winners, tally.caller_succeeded) == ({A: 3, B: 4}, (A,), True)


@cites(TEXT, "tied or higher", "+20 points")
def test_caller_tied_or_higher_gets_twenty() -> None:
    """Scoring Logic; another number is a key."""
    assert scored("kaboo", A, A="4S", B="4H").scores == {A: 24, B: 4}
    assert scored("kaboo", A, A="5S", B="4H").scores == {A: 25, B: 4}
    assert tally_round(load_pack("kaboo", {"score.fail": "add_5"}), {A: parse_hand("5S"), B: ()}, A).scores[A] == 10


@cites(TEXT, "the lowest total score", "Calculate total value")
def test_others_score_their_hands() -> None:
    """Objective and Scoring Logic."""
    tally = scored("kaboo", A, A="9S", B="3H 2D", C="JH")
    assert (tally.scores, tally.winners) == ({"A": 29, "B": 5, "C": 0}, ("C",))
