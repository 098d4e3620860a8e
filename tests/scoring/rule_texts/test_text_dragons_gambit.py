"""The sentences of The Dragon's Gambit's rule text."""

from __future__ import annotations

import pytest

from kibitz_scoring.cards import parse_card
from kibitz_scoring.errors import InputError
from kibitz_scoring.game.changes.powers import power_of
from kibitz_scoring.game.projection import project
from kibitz_scoring.game.record import GameState, score_sheet
from kibitz_scoring.game.round_state import Phase, RoundState, first_state
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.choices import Power
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.score.card_text import parse_hand
from kibitz_scoring.score.hands import deck_cards
from kibitz_scoring.score.points import hand_points
from kibitz_scoring.score.tally import tally_round
from kibitz_scoring.table import FACE_DOWN

from .. import stories
from ..reckonings import A, B, game, scored, values
from ..snaps.snap_attempts import lay, words
from ..stories import THREE, TWO, acts, broken, hand_sizes, told, turned_up
from .rule_sentences import cites

TEXT = "dragons_gambit.md"
PACK = load_pack("dragons_gambit")


def dealt(*story: str, players: tuple[PlayerId, ...] = TWO) -> RoundState:
    return stories.dealt(PACK, *story, players=players, starter="5")


@cites(TEXT, "Custom deck of cards", "2x per card", "4x per card")
def test_deck_and_card_values() -> None:
    """Components and Card Values: 0 and 13 twice, 1 to 12 four times, each worth its face."""
    counts = {number: deck_cards(PACK).count(parse_card(str(number))) for number in range(14)}
    assert counts == {number: 2 if number in (0, 13) else 4 for number in range(14)}
    assert values("dragons_gambit", "0 1 7 12 13") == {"0": 0, "1": 1, "7": 7, "12": 12, "13": 13}


@cites(TEXT, "6 players per game")
def test_two_to_six_play() -> None:
    """Components."""
    people = tuple(map(PlayerId, "ABCDEFG"))
    for seats in (1, 7):
        with pytest.raises(InputError, match="is for 2 to 6 players"):
            first_state(PACK, people[:seats])
    assert len(first_state(PACK, people[:6]).hands) == 6


@cites(TEXT, "Deal 4 cards", "as the draw pile", "to form the discard pile")
def test_four_cards_each_and_one_turned() -> None:
    """Setup."""
    state = dealt()
    assert hand_sizes(state) == [4, 4]
    assert (PACK.table.hand_size, PACK.table.rows) == (4, 2)
    assert (state.draw_pile, [str(card.face) for card in state.discard]) == (52 - 8 - 1, ["5"])
    assert not any(card and card.face_up for hand in state.hands for card in hand)
    assert broken(told(first_state(PACK, TWO), "p2 deals"), "p1 draws") == ["piles.starter"]


@cites(TEXT, "exactly 2 of their own", "cannot look at their own")
def test_each_looks_at_two_own_cards_and_never_again() -> None:
    """Setup and Memory & Information: the two nearest (D12)."""
    state = dealt()
    assert broken(state, "p1 looks p1.b1") == broken(state, "p1 looks p1.b2") == []
    assert broken(state, "p1 looks p1.a1") == broken(state, "p1 looks p2.b1") == ["peek.which"]
    looked = told(state, "p1 looks p1.b1", "p1 looks p1.b2")
    assert broken(looked, "p1 looks p1.b1") == ["peek.count"]
    assert broken(told(looked, "p1 draws"), "p1 looks p1.b1") == ["peek.count"]
    allowed = told(looked, "p1 draws", "p1 discards 10")
    assert broken(allowed, "p1 looks p1.a1") == []


@cites(TEXT, "must take one of these")
def test_a_turn_is_one_of_three_actions() -> None:
    """Turn Structure: no pass, no snap, no match."""
    state = dealt()
    assert [act for act in acts(state) if act.startswith("p1") and "looks" not in act] == [
        "p1 calls",
        "p1 draws",
        "p1 takes",
    ]
    assert broken(state, "p1 passes") == ["turn.pass"]
    assert words(PACK, lay(A, 600)) == ["not_allowed"]
    assert broken(told(state, "p1 draws", "p1 discards 3"), "p1 draws") == ["play.turn"]


@cites(TEXT, "in secret", "Swap it with one card", "Discard it immediately")
def test_a_card_from_the_deck_is_seen_by_its_player_and_swapped_or_discarded() -> None:
    """Turn Structure 1."""
    drawn = dealt("p1 draws 4")
    seen = {role: str(project(drawn, role).held[0].card.face) for role in (*TWO, None)}
    assert seen == {"A": "4", "B": "?", None: "?"}
    assert broken(drawn, "p1 swaps p1.a1 12") == broken(drawn, "p1 discards 4") == []
    swapped = told(drawn, "p1 swaps p1.a1 12")
    assert (str(swapped.discard[-1].face), swapped.discard[-1].face_up) == ("12", True)
    assert swapped.power is None
    discarded = told(drawn, "p1 discards 4")
    assert (discarded.hands, str(discarded.discard[-1].face)) == (drawn.hands, "4")


@cites(TEXT, "visible to all", "discarding the replaced card")
def test_a_card_from_the_pile_is_swapped() -> None:
    """Turn Structure 2."""
    taken = dealt("p1 takes")
    assert {str(project(taken, role).held[0].card.face) for role in (*TWO, None)} == {"5"}
    assert broken(taken, "p1 discards 5") == ["piles.drawn_discard_may_return"]
    swapped = told(taken, "p1 swaps p1.b2 9")
    assert [str(card.face) for card in swapped.discard] == ["9"]
    assert swapped.discard[-1].face_up


@cites(TEXT, "All discards are visible")
def test_the_whole_pile_is_seen_by_everybody() -> None:
    """Memory & Information."""
    state = dealt("p1 draws", "p1 discards 3", "p2 draws", "p2 swaps p2.a1 13")
    assert [str(card.face) for card in project(state, None).discard] == ["5", "3", "13"]


@cites(TEXT, "Instead of drawing", "each other player gets one last", "another action after calling")
def test_a_call_is_the_turn_and_gives_everybody_else_one() -> None:
    """Turn Structure 3."""
    state = dealt(players=THREE)
    assert broken(told(state, "p1 draws"), "p1 calls") == ["call.when"]
    called = told(state, "p1 calls")
    assert (called.phase, called.turn, called.final_left) == (Phase.FINAL, 1, (1, 2))
    assert broken(called, "p1 draws") == ["play.turn"]
    over = told(called, "p2 draws", "p2 discards 3", "p3 draws", "p3 discards 4")
    assert over.phase is Phase.REVEAL


@cites(TEXT, "reveal their hands", "at the moment the round ends")
def test_all_hands_are_turned_up_before_they_count() -> None:
    """Objective and Round End & Scoring."""
    state = dealt("p1 calls", "p2 draws", "p2 swaps p2.a1 12")
    assert not score_sheet(GameState((), state)).rounds
    (tally,) = score_sheet(GameState((), turned_up(state, "0 1 2 3 13 1 2 4"))).rounds
    assert (tally.points, tally.winners) == ({A: 6, B: 20}, (A,))


@cites(TEXT, "Sum the value", "wins the round", "end each round with")
def test_lowest_sum_wins_the_round() -> None:
    """Overview, Objective and Round End & Scoring."""
    tally = scored("dragons_gambit", None, A="0 1 2 3", B="0 3 4 4")
    assert (tally.points, tally.winners) == ({A: 6, B: 11}, (A,))


@cites(TEXT, "or as agreed", "actual lowest hand")
def test_caller_without_the_lowest_hand_gets_ten() -> None:
    """Penalty Rule; another number is a key."""
    tally = scored("dragons_gambit", B, A="2", B="7")
    assert (tally.scores, tally.winners) == ({A: 2, B: 17}, (A,))
    agreed = load_pack("dragons_gambit", {"score.fail": "add_25"})
    assert tally_round(agreed, {A: parse_hand("2"), B: parse_hand("7")}, B).scores[B] == 32


@cites(TEXT, "or as agreed")
def test_caller_who_shares_the_lowest_hand_pays_nothing() -> None:
    """Penalty Rule: silent on ties; who shares the lowest hand has it (D2)."""
    assert scored("dragons_gambit", A, A="7", B="7").scores == {A: 7, B: 7}
    strict = load_pack("dragons_gambit", {"score.caller_succeeds": "sole_lowest"})
    assert tally_round(strict, {A: parse_hand("7"), B: parse_hand("7")}, A).scores == {A: 17, B: 7}


@cites(TEXT, "Add +1", "Subtract 1")
def test_eight_and_eleven_change_the_value_of_a_card() -> None:
    """Special Abilities: silent on bounds; each card stays within 0 and 13 (D8), the token travels with the card."""
    for card, delta in (("8", "+1"), ("11", "-1")):
        state = dealt("p1 draws", f"p1 discards {card}")
        assert broken(state, f"p1 marks p2.a1 {delta}") == broken(state, f"p1 marks p1.a1 {delta}") == []
        assert broken(state, f"p1 marks p2.a1 {'-1' if delta == '+1' else '+1'}") == [
            f"powers.{card.replace('11', 'J')}"
        ]
    marked = told(state, "p1 marks p2.a1 -1").hands[1][0]
    assert marked is not None
    assert marked.modifier == -1
    assert hand_points(PACK, parse_hand("7+1 7-1 0-1 13+1")).points == 8 + 6 + 0 + 13
    assert hand_points(load_pack("dragons_gambit", {"score.modifier_clamp": None}), parse_hand("0-1")).points == -1


@cites(TEXT, "peek at another", "inspect one of your own")
def test_nine_looks_at_another_s_card_and_ten_at_an_own_one() -> None:
    """Special Abilities."""
    nine, ten = dealt("p1 draws", "p1 discards 9"), dealt("p1 draws", "p1 discards 10")
    assert broken(nine, "p1 looks p2.a1") == broken(ten, "p1 looks p1.a1") == []
    assert broken(nine, "p1 looks p1.a1") == ["powers.9"]
    assert broken(ten, "p1 looks p2.a1") == ["powers.10"]


@cites(TEXT, "with one of your opponents")
def test_twelve_swaps_an_own_card_with_an_opponent_s() -> None:
    """Special Abilities; unseen (D9)."""
    state = dealt("p1 draws", "p1 discards 12", players=THREE)
    assert broken(state, "p1 exchanges p1.a1 p3.a1") == []
    assert broken(state, "p1 exchanges p2.a1 p3.a1") == ["powers.Q"]
    assert broken(state, "p1 looks p3.a1") == ["powers.Q"]


@cites(TEXT, "0 S", "may have unique abilities", "can be customized")
def test_other_cards_have_no_ability_unless_a_house_gives_them_one() -> None:
    """Card Values and Special Abilities: the 0's is unfinished (D5), 13 is not in the table (D13)."""
    for number in (0, 1, 2, 3, 4, 5, 6, 7, 13):
        assert power_of(PACK, parse_card(str(number))) is Power.NONE
    house = load_pack("dragons_gambit", {"powers.0": "blind_swap", "powers.7": "peek_own"})
    assert power_of(house, parse_card("0")) is Power.BLIND_SWAP
    state = stories.dealt(house, "p1 draws", "p1 discards 0", starter="5")
    assert broken(state, "p1 exchanges p1.a1 p2.a1") == []


@cites(TEXT, "accumulating player scores")
def test_totals_accumulate_and_the_winner_s_hand_counts() -> None:
    """End of Game: who wins a round is not set to nothing (D3)."""
    assert game("dragons_gambit", (None, "2", "5"), (None, "3", "4")).totals == {A: 5, B: 9}


@cites(TEXT, "reaches a set score threshold", "Lowest total score wins")
def test_the_game_ends_at_its_threshold_and_the_lowest_total_wins() -> None:
    """End of Game: 100 reached is enough (D4)."""
    rounds = (None, "13 13 12 12", "0 1 2 3")
    assert not game("dragons_gambit", rounds).finished
    ended = game("dragons_gambit", rounds, rounds)
    assert (ended.finished, ended.totals, ended.winners) == (True, {A: 100, B: 12}, (B,))
    assert not game("dragons_gambit", rounds, rounds, game__threshold_at="exceeded").finished


def test_the_face_of_an_unturned_card_is_nobody_s() -> None:
    assert {card.face for card in dealt().hands[0] if card} == {FACE_DOWN}
