"""The sentences of Scambodia's rule text, sections 1 to 5 and 7: set-up, turns, powers, the end of a round."""

from __future__ import annotations

from collections import Counter

import pytest

from kibitz_scoring.cards import parse_card
from kibitz_scoring.errors import InputError
from kibitz_scoring.game.projection import project
from kibitz_scoring.game.record import GameState, score_sheet
from kibitz_scoring.game.round_state import Phase, first_state
from kibitz_scoring.notation.tables import format_table
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.score.hands import deck_cards
from kibitz_scoring.score.points import card_value
from kibitz_scoring.slots import slot_ids
from kibitz_scoring.table import FACE_DOWN

from ..reckonings import A, values
from ..snaps.snap_attempts import lay, words
from ..stories import THREE, acts, broken, dealt, hand_sizes, table, told, turned_up
from .rule_sentences import cites

TEXT = "scambodia.md"
PACK = load_pack("scambodia")


@cites(TEXT, "identified by suit and rank", "Suits: Hearts", "The value equals the rank", "Jack (J) = 11")
@cites(TEXT, "Queen (Q) = 12", "of Black Suits", "of Red Suits", "Black Kings = 13", "Red Kings = 0")
def test_deck_and_card_values() -> None:
    """2 (Deck & Card Values) and 7 (Kings): 52 cards; numbers their rank, J 11, Q 12, K 13, red K 0."""
    deck = deck_cards(PACK)
    assert Counter(str(card.suit) for card in deck) == dict.fromkeys("CDHS", 13)
    assert len(set(deck)) == 52
    assert values("scambodia", "2S 9H JC JD QS QH KS KC KH KD") == {
        "2S": 2,
        "9H": 9,
        "JC": 11,
        "JD": 11,
        "QS": 12,
        "QH": 12,
        "KS": 13,
        "KC": 13,
        "KH": 0,
        "KD": 0,
    }


@cites(TEXT, "treated as 1 or 0", "if using a specialized deck", "typically replaces Ace")
def test_ace_is_one_and_a_variant_may_make_it_nothing() -> None:
    """2: an ace is 1 or 0 by variant; a special deck has a 0."""
    assert values("scambodia", "AS") == {"AS": 1}
    assert card_value(load_pack("scambodia", {"values.A": 0}), parse_card("AS")) == 0
    numeric = load_pack("scambodia", {"deck.base": "numeric0_13"})
    assert parse_card("0") in deck_cards(numeric)
    assert card_value(numeric, parse_card("0")) == 0


@cites(TEXT, "4 players using", "4 players.")
def test_two_to_four_play() -> None:
    """1 (Overview) and 3 (Players)."""
    people = tuple(map(PlayerId, "ABCDE"))
    for seats in (1, 5):
        with pytest.raises(InputError, match=r"Scambodia is for 2 to 4 players"):
            first_state(PACK, people[:seats])
    assert [len(first_state(PACK, people[:seats]).hands) for seats in (2, 3, 4)] == [2, 3, 4]


@cites(TEXT, "grid of cards (four", "Deal 4 cards", "to form the draw pile", "to start the discard pile")
@cites(TEXT, "Normally each player holds")
def test_four_cards_each_in_a_grid_and_one_turned() -> None:
    """3 (Setup) and 7 (Hand Size Changes)."""
    state = dealt(PACK)
    assert hand_sizes(state) == [4, 4]
    assert slot_ids(PACK, 0, 4) == ("p1.a1", "p1.a2", "p1.b1", "p1.b2")
    assert (state.draw_pile, [str(card.face) for card in state.discard]) == (52 - 8 - 1, ["9H"])
    assert state.discard[-1].face_up
    assert not any(card and card.face_up for hand in state.hands for card in hand)
    unturned = told(first_state(PACK, THREE), "p3 deals")
    assert broken(unturned, "p1 draws") == ["piles.starter"]
    assert broken(first_state(PACK, THREE[:2]), "p2 deals 2C 3C 4C / 5C 6C 7C") == ["table.hand_size"]


@cites(TEXT, "bottom two cards (only once)", "top two cards remain unknown", "face-down cards remain hidden")
def test_each_looks_at_the_bottom_two_once() -> None:
    """3 (Initial Peek) and 7 (Memory Aspect)."""
    state = dealt(PACK)
    assert [broken(state, f"p1 looks p1.{place}") for place in ("a1", "a2", "b1", "b2")] == [
        ["peek.which"],
        ["peek.which"],
        [],
        [],
    ]
    assert broken(state, "p1 looks p2.b1") == ["peek.which"]
    looked = told(state, "p1 looks p1.b1 7C", "p1 looks p1.b2 KH")
    assert broken(looked, "p1 looks p1.b1") == ["peek.count"]
    assert broken(told(looked, "p1 draws", "p1 discards 3C"), "p2 looks p2.b1") == ["peek.count"]
    assert {card.face for card in project(looked, None).hands[0] if card} == {FACE_DOWN}


@cites(TEXT, "clockwise direction")
def test_turns_go_round_to_the_left_of_the_dealer() -> None:
    """4 (Turn Order)."""
    state = dealt(PACK, players=THREE)
    turns = [state.turn]
    for seat, card in ((1, "2C"), (2, "3C"), (3, "4C")):
        state = told(state, f"p{seat} draws", f"p{seat} discards {card}")
        turns.append(state.turn)
    assert turns == [0, 1, 2, 0]
    assert broken(state, "p2 draws") == ["play.turn"]


@cites(TEXT, "exactly one action")
def test_a_turn_is_exactly_one_action() -> None:
    """4 (Turn Order, Available Actions): no second act, no pass, and no snap out of turn."""
    state = dealt(PACK)
    drawn = told(state, "p1 draws")
    assert [broken(drawn, f"p1 {act}") for act in ("draws", "takes", "matches p1.a1")] == [["play.turn"]] * 3
    assert broken(told(drawn, "p1 discards 3C"), "p1 draws") == ["play.turn"]
    assert broken(state, "p1 passes") == ["turn.pass"]
    assert broken(state, "p2 snaps p2.a1 9C") == ["snap.enabled"]
    assert words(PACK, lay(A, 600)) == ["not_allowed"]


@cites(TEXT, "from the face-down deck", "Replace (face down)", "then discarded face up", "not changing their own")
def test_a_card_from_the_deck_is_exchanged_or_discarded() -> None:
    """4 (Draw from the Deck)."""
    drawn = dealt(PACK, "p1 draws 4C")
    assert drawn.draw_pile == 42
    exchanged = told(drawn, "p1 swaps p1.a1 QH")
    assert broken(drawn, "p1 swaps p1.a1 QH") == broken(drawn, "p1 discards 4C") == []
    assert [str(card.face) for card in exchanged.discard] == ["9H", "QH"]
    assert exchanged.discard[-1].face_up
    placed = exchanged.hands[0][0]
    assert placed is not None
    assert (str(placed.face), placed.face_up) == ("4C", False)
    assert broken(drawn, "p1 swaps p2.a1 QH") == ["play.place"]
    discarded = told(drawn, "p1 discards 4C")
    assert discarded.hands == drawn.hands
    assert str(discarded.discard[-1].face) == "4C"


@cites(TEXT, "top face-up card", "Must exchange one")
def test_a_card_from_the_pile_has_to_be_exchanged() -> None:
    """4 (Draw from the Discard)."""
    taken = dealt(PACK, "p1 takes")
    assert [str(held.card.face) for held in taken.held] == ["9H"]
    assert broken(taken, "p1 discards 9H") == ["piles.drawn_discard_may_return"]
    exchanged = told(taken, "p1 swaps p1.a2 QH")
    assert [str(card.face) for card in exchanged.discard] == ["QH"]
    assert exchanged.discard[-1].face_up
    assert exchanged.power is None


@cites(TEXT, "matches the top card", "They flip that", "flipped card is immediately discarded", "decreases by 1")
@cites(TEXT, "across turns", "3, 2, 1, or 0")
def test_a_match_discards_the_card_one_a_turn() -> None:
    """4 (Match & Discard) and 7 (Hand Size Changes)."""
    state = dealt(PACK)
    assert broken(state, "p1 matches p1.a1 9C") == []
    assert broken(state, "p1 matches p2.a1 9C") == ["play.place"]
    matched = told(state, "p1 matches p1.a1 9C")
    assert (str(matched.discard[-1].face), hand_sizes(matched), matched.turn) == ("9C", [3, 4], 1)
    sizes = []
    for place, card in (("a2", "2C"), ("b1", "3C"), ("b2", "4C")):
        matched = told(matched, "p2 draws", f"p2 discards {card[0]}D", f"p1 matches p1.{place} {card}")
        sizes.append(hand_sizes(matched)[0])
    assert sizes == [2, 1, 0]


@cites(TEXT, "newly revealed card", "guess incorrectly", "Next turn, Player B")
def test_a_wrong_match_is_exchanged_with_the_top_of_the_pile() -> None:
    """4 (Match & Discard) and 7 (Gameplay Example): the flipped card lies on the pile, the former top in its place."""
    state = dealt(PACK, "p1 draws", "p1 discards 9C")
    after = told(state, "p2 matches p2.a2 QS")
    assert "p2 ? 9C(*) ? ?" in format_table(after)
    assert [str(card.face) for card in after.discard] == ["9H", "QS"]
    assert (hand_sizes(after), after.turn, after.due) == ([4, 4], 0, ())


@cites(TEXT, "gets one final turn", "turn ends immediately", "the round stops", "everyone reveals and scores")
@cites(TEXT, "flip their remaining")
def test_after_a_declaration_everybody_else_has_one_turn_and_all_cards_are_turned() -> None:
    """4 (Declare), 5 (Ending the Round, Revealing Cards)."""
    state = dealt(PACK, "p1 calls", players=THREE)
    assert (state.phase, state.turn, state.final_left) == (Phase.FINAL, 1, (1, 2))
    assert broken(state, "p1 draws") == ["play.turn"]
    state = told(state, "p2 draws", "p2 discards 3C", "p3 takes", "p3 swaps p3.a1 4C")
    assert state.phase is Phase.REVEAL
    assert broken(state, "p1 draws") == ["play.phase"]
    assert not score_sheet(GameState((), state)).rounds
    state = turned_up(state, "AD 2D 4D 5D 6D 7D AS 2S 3C 4S 5S 6S")
    assert state.phase is Phase.SCORED
    assert score_sheet(GameState((), state)).rounds[0].scores["A"] == 0


@cites(TEXT, "(no further turns)", "one of two ways", "If you ever reach 0")
def test_an_emptied_hand_ends_the_round_at_once() -> None:
    """5 (Ending the Round) and 7 (Hand Size Changes): final turns that are left are lost (S12)."""
    text = "round 1 turns p1 | p1 9C - - - | p2 ? ? ? ? | p3 ? ? ? ? | deck 42 | pile 9H"
    state = told(table(PACK, text, THREE), "p1 matches p1.a1 9C")
    assert (state.phase, state.end, state.caller) == (Phase.REVEAL, "empty_hand", None)
    called = text.replace("turns p1", "final p1") + " | called p3 | final p1 p2"
    assert told(table(PACK, called, THREE), "p1 matches p1.a1 9C").phase is Phase.REVEAL


@cites(TEXT, "Only one Scambodia call", "before taking any other")
def test_one_declaration_a_round_and_before_anything_else() -> None:
    """7 (Scambodia Declaration)."""
    state = dealt(PACK)
    assert broken(state, "p1 calls") == []
    assert broken(told(state, "p1 draws"), "p1 calls") == ["call.when"]
    assert broken(told(state, "p1 draws", "p1 discards 7C"), "p1 calls") == ["call.when"]
    assert broken(told(state, "p1 calls"), "p2 calls") == ["call.final_turns"]
    assert broken(state, "p2 calls") == ["play.turn"]


@cites(TEXT, "60-second clock")
def test_a_minute_a_turn_may_be_set() -> None:
    """6 (Turn Timer): off by default; a camera makes no moves, so it reminds only (S17)."""
    assert PACK.turn.timer_s is None
    timed = load_pack("scambodia", {"turn.timer_s": 60})
    assert (timed.turn.timer_s, timed.turn.on_timeout) == (60, "remind")


@cites(TEXT, "player disconnects")
def test_who_leaves_is_not_waited_for() -> None:
    """6 (Disconnections)."""
    state = dealt(PACK, "p1 leaves", players=THREE)
    assert (state.turn, state.departed) == (1, {0})
    assert told(state, "p2 draws", "p2 discards 3C", "p3 draws", "p3 discards 4C").turn == 1


@cites(TEXT, "preserving the top card")
def test_an_empty_draw_pile_is_refilled_with_all_but_the_top() -> None:
    """6 (Deck Exhaustion): on by default; where nothing can be drawn all is revealed (S16)."""
    text = f"round 1 turns p1 | p1 ? ? ? ? | p2 ? ? ? ? | deck 0 | pile{' ?' * 43} 9H"
    state = table(PACK, text)
    assert broken(state, "refill") == []
    assert broken(dealt(PACK), "refill") == ["piles.when_empty"]
    assert "refill" in acts(state)
    refilled = told(state, "refill")
    assert (refilled.draw_pile, [str(card.face) for card in refilled.discard]) == (43, ["9H"])
    nothing = f"round 1 turns p1 | p1 ? ? ? ? | p2 ? ? ? ? | deck 1 | pile{' ?' * 42} 9H"
    assert told(table(PACK, nothing), "p1 draws", "p1 discards 3C").phase is Phase.TURNS
    bare = f"round 1 turns p1 | p1 ? ? ? ? | p2 ? ? ? ? | deck 0 | pile 9H | aside{' ?' * 43}"
    assert told(table(PACK, bare), "p1 takes", "p1 swaps p1.a1 2C").phase is Phase.REVEAL
