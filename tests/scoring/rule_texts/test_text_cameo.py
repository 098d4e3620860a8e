"""The sentences of Cameo's rule text."""

from __future__ import annotations

import pytest

from kibitz_scoring.errors import InputError
from kibitz_scoring.game.projection import project
from kibitz_scoring.game.record import GameState, score_sheet
from kibitz_scoring.game.round_state import Phase, RoundState, first_state
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.score.card_text import parse_hand
from kibitz_scoring.score.hands import deck_cards
from kibitz_scoring.score.tally import tally_round
from kibitz_scoring.slots import slot_id
from kibitz_scoring.table import FACE_DOWN

from .. import stories
from ..reckonings import A, B, scored, values
from ..snaps.snap_attempts import lay, words
from ..stories import THREE, TWO, acts, broken, hand_sizes, told, turned_up
from .rule_sentences import cites

TEXT = "cameo.md"
PACK = load_pack("cameo")


def dealt(*story: str) -> RoundState:
    return stories.dealt(PACK, *story)


@cites(TEXT, "standard deck of 52", "2 = 2, 10 = 10", "Jack (J) : 11", "Queen (Q) : 12", "King (K) Black")
@cites(TEXT, "King (K) Red: 0", "a value of 0")
def test_deck_and_card_values() -> None:
    """1, 10 and 14: 52 cards; 1 to 10 their face, J 11, Q 12, black K 13, red K 0."""
    assert len(deck_cards(PACK)) == 52
    assert values("cameo", "AS 2H 10D JH QS KC KD") == {
        "AS": 1,
        "2H": 2,
        "10D": 10,
        "JH": 11,
        "QS": 12,
        "KC": 13,
        "KD": 0,
    }


@cites(TEXT, "between two players")
def test_two_play() -> None:
    """1."""
    assert len(first_state(PACK, TWO).hands) == 2
    with pytest.raises(InputError, match="is for 2 to 2 players"):
        first_state(PACK, THREE)


@cites(TEXT, "4 random cards", "all cards are placed face-down", "2x2 grid for each", "now 44 cards")
def test_four_cards_each_face_down_and_no_card_turned() -> None:
    """2 and 4: 44 cards are left, so none is turned; player 1 begins."""
    state = dealt()
    assert hand_sizes(state) == [4, 4]
    assert (state.draw_pile, state.discard, state.turn) == (44, (), 0)
    assert [slot_id(PACK, 0, index) for index in range(4)] == ["p1.a1", "p1.a2", "p1.b1", "p1.b2"]
    for role in (*TWO, None):
        assert {card.face for hand in project(state, role).hands for card in hand if card} == {FACE_DOWN}
    assert broken(state, "starter 9H") == ["piles.starter"]
    assert broken(state, "p1 takes") == ["piles.draw_from_discard"]


@cites(TEXT, "two cards in the bottom row", "positions 2 and 3", "return them to their face-down")
def test_both_look_at_their_bottom_row() -> None:
    """3: positions count from 0, so 2 and 3 are the bottom row (C11)."""
    state = dealt()
    for seat in (1, 2):
        allowed = [index for index in range(4) if not broken(state, f"p{seat} looks {slot_id(PACK, seat - 1, index)}")]
        assert allowed == [2, 3]
    looked = told(state, "p1 looks p1.b1 3H", "p1 looks p1.b2 10S")
    assert broken(looked, "p1 looks p1.b2") == ["peek.count"]
    assert not any(card and card.face_up for card in looked.hands[0])
    assert PACK.peek.seconds == 2


@cites(TEXT, "remains face-up")
def test_a_drawn_card_is_its_player_s_until_it_is_placed_or_a_house_opens_it() -> None:
    """4 contradicts itself: private until used, kept or laid aside (C1)."""
    drawn = dealt("p1 draws 5C")
    assert [str(project(drawn, role).held[0].card.face) for role in (*TWO, None)] == ["5C", "?", "?"]
    house = load_pack("cameo", {"turn.drawn_card": "open"})
    opened = stories.dealt(house, "p1 draws 5C")
    assert [str(project(opened, role).held[0].card.face) for role in (*TWO, None)] == ["5C"] * 3


@cites(TEXT, "ranked 1 to 6", "without showing")
def test_low_cards_replace_a_card_which_is_not_shown() -> None:
    """5: the replaced card goes face down out of play (C3)."""
    opened = load_pack("cameo", {"turn.drawn_card": "open"})
    for rank in ("A", "2", "3", "4", "5", "6"):
        assert broken(stories.dealt(opened, f"p1 draws {rank}C"), "p1 swaps p1.a1") == []
    for rank in ("7", "8", "9", "10", "J", "Q", "K"):
        assert broken(stories.dealt(opened, f"p1 draws {rank}C"), "p1 swaps p1.a1") == ["keep.ranks"]
    after = dealt("p1 draws 4D", "p1 swaps p1.a1 QH")
    assert (after.discard, len(after.aside), after.aside[0].face_up, after.turn) == ((), 1, False, 1)
    assert project(after, B).aside[0].face is FACE_DOWN
    kept = after.hands[0][0]
    assert kept is not None
    assert (str(kept.face), kept.face_up) == ("4D", False)


@cites(TEXT, "doing nothing with it", "without action")
def test_a_discarded_card_lies_aside_face_up_and_opens_nothing() -> None:
    """5 and 11: aside is no pile, so there is nothing to snap onto or to draw again (C4)."""
    after = dealt("p1 draws", "p1 discards 8C")
    assert (after.discard, [str(card.face) for card in after.aside], after.aside[0].face_up) == ((), ["8C"], True)
    assert (after.power, after.turn) == (None, 1)
    assert not any("takes" in act or "snaps" in act for act in acts(after))
    assert words(PACK, lay(A, 600)) == ["not_allowed"]


@cites(TEXT, "draws a 7 or 8", "Peek Own")
def test_seven_and_eight_look_at_an_own_card() -> None:
    """6."""
    for card in ("7S", "8H"):
        state = dealt("p1 draws", f"p1 uses {card}")
        assert broken(state, "p1 looks p1.a1") == []
        assert broken(state, "p1 looks p2.a1") == [f"powers.{card[:-1]}"]
        after = told(state, "p1 looks p1.a1 QH")
        assert not any(card and card.face_up for card in after.hands[0])
        assert after.turn == 1


@cites(TEXT, "draws a 9 or 10", "Peek Opponent")
def test_nine_and_ten_look_at_the_opponent_s_card() -> None:
    """7: only who drew it looks (C10)."""
    for card in ("9S", "10C"):
        state = dealt("p1 draws", f"p1 uses {card}")
        assert broken(state, "p1 looks p2.a1") == []
        assert broken(state, "p1 looks p1.a1") == [f"powers.{card[:-1]}"]
        seen = told(state, "p1 looks p2.a1 KD").hands[1][0]
        assert seen is not None
        assert (seen.known_to, seen.face_up) == ({0}, False)


@cites(TEXT, "Jack (J) or Queen (Q)", "Swap one of their cards")
def test_jack_and_queen_switch_an_own_card_with_the_opponent_s() -> None:
    """8: unseen (C9)."""
    for card in ("JH", "QS"):
        state = dealt("p1 draws", f"p1 uses {card}")
        assert broken(state, "p1 exchanges p1.a1 p2.b2") == []
        assert broken(state, "p1 exchanges p1.a1 p1.b2") == [f"powers.{card[0]}"]
        assert broken(state, "p1 looks p2.a1") == [f"powers.{card[0]}"]


@cites(TEXT, "a black suit", "leave it as is")
def test_a_black_king_looks_and_may_switch() -> None:
    """9."""
    for card in ("KC", "KS"):
        state = dealt("p1 draws", f"p1 uses {card}")
        assert broken(state, "p1 exchanges p1.a1 p2.a1") == ["powers.K.black"]
        looked = told(state, "p1 looks p2.a1 6H")
        assert broken(looked, "p1 exchanges p1.a1 p2.a1") == broken(looked, "p1 declines") == []
        assert broken(looked, "p1 exchanges p1.a1 p2.a2") == ["powers.K.black"]
        assert told(looked, "p1 declines").turn == 1


@cites(TEXT, "a red suit", "discard it or replace")
def test_a_red_king_has_no_power_and_may_be_kept() -> None:
    """10."""
    opened = load_pack("cameo", {"turn.drawn_card": "open"})
    for card in ("KH", "KD"):
        drawn = stories.dealt(opened, f"p1 draws {card}")
        assert broken(drawn, "p1 swaps p1.a1") == broken(drawn, f"p1 discards {card}") == []
        assert broken(drawn, f"p1 uses {card}") == ["powers.K.red"]


@cites(TEXT, "Exercise the drawn card's")
def test_a_drawn_card_s_power_is_used_or_not() -> None:
    """11: its use is a choice, its discard another; what was swapped out or discarded has no power."""
    drawn = dealt("p1 draws 7C")
    assert broken(drawn, "p1 uses 7C") == broken(drawn, "p1 discards 7C") == []
    assert told(drawn, "p1 uses 7C").power is not None
    assert told(drawn, "p1 discards 7C").power is None
    assert dealt("p1 draws 3C", "p1 swaps p1.a1 7C").power is None
    assert broken(dealt("p1 draws 3C"), "p1 uses 3C") == ["powers.trigger"]


@cites(TEXT, "follows the same rules")
def test_players_take_turns() -> None:
    """12."""
    state = dealt("p1 draws", "p1 discards 3C")
    assert (state.turn, broken(state, "p1 draws"), broken(state, "p2 draws")) == (1, ["play.turn"], [])
    assert told(state, "p2 draws", "p2 uses 9C", "p2 looks p1.a1").turn == 0


@cites(TEXT, "haven't drawn a card yet", "Both players reveal")
def test_the_game_is_ended_before_drawing_and_both_reveal_at_once() -> None:
    """13: no more turns."""
    state = dealt()
    assert broken(state, "p1 calls") == []
    assert broken(told(state, "p1 draws"), "p1 calls") == ["call.when"]
    assert broken(state, "p2 calls") == ["play.turn"]
    called = told(state, "p1 calls")
    assert (called.phase, called.final_left) == (Phase.REVEAL, ())
    (tally,) = score_sheet(GameState((), turned_up(called, "10H 5C KH KD JS 9D AC 2C"))).rounds
    assert (tally.points, tally.winners) == ({A: 15, B: 23}, (A,))


@cites(TEXT, "Minimize the sum", "The player with the lower sum", "Player 1: 15, Player 2: 20")
def test_lower_sum_wins_whoever_ended_the_game() -> None:
    """13: the caller who is higher just loses."""
    assert scored("cameo", A, A="10H 5C", B="JS 9D").winners == (A,)
    worse = scored("cameo", B, A="10H 5C", B="JS 9D")
    assert (worse.scores, worse.winners) == ({A: 15, B: 20}, (A,))


@cites(TEXT, "haven't drawn a card yet")
def test_equal_sums_draw_and_a_house_may_let_the_caller_lose() -> None:
    """13 is silent on equal sums: a draw (C6)."""
    assert scored("cameo", A, A="10H 2C", B="9S 3D").winners == (A, B)
    house = load_pack("cameo", {"score.caller_succeeds": "sole_lowest"})
    assert tally_round(house, {A: parse_hand("10H 2C"), B: parse_hand("9S 3D")}, A).winners == (PlayerId("B"),)
