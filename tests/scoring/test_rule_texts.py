"""The sentences of the five rule texts on which a score or a snap depends, each with a test.

Every test cites its text by name and section, with a few of its words; where the texts lie beside the checkout, the
words are looked up in them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from kibitz_scoring.cards import parse_card
from kibitz_scoring.choices import Place, SnapGive
from kibitz_scoring.hands import deck_cards
from kibitz_scoring.judge_lines import parse_snap_card
from kibitz_scoring.notation import parse_hand
from kibitz_scoring.packs import load_pack
from kibitz_scoring.points import card_value, hand_points
from kibitz_scoring.round_state import Phase
from kibitz_scoring.snap import Attempt, Snaps, SnapVerdict
from kibitz_scoring.snap_costs import judge_snaps
from kibitz_scoring.table import FACE_DOWN, PlayerId
from kibitz_scoring.tally import RoundEnd, RoundTally, tally_round
from kibitz_scoring.totals import GameTally, PlayedRound, tally_game

A, B, C = map(PlayerId, "ABC")
Test = TypeVar("Test", bound=Callable[..., None])
CITED: list[tuple[str, str]] = []


def cites(file: str, *words: str) -> Callable[[Test], Test]:
    """Remember the words of a rule text that a test is about."""

    def keep(test: Test) -> Test:
        CITED.extend((file, phrase) for phrase in words)
        return test

    return keep


def values(pack_id: str, text: str) -> dict[str, int]:
    """Points of cards given as words."""
    return {word: card_value(load_pack(pack_id), parse_card(word)) for word in text.split()}


def scored(pack_id: str, caller: PlayerId | None, end: RoundEnd | None = None, **hands: str) -> RoundTally:
    players = {PlayerId(player): parse_hand(text) for player, text in hands.items()}
    return tally_round(load_pack(pack_id), players, caller, end)


def game(pack_id: str, *rounds: tuple[PlayerId | None, str, str], **options: object) -> GameTally:
    """A game of A and B; each round gives the caller and both hands. `__` in an option stands for the dot of a key."""
    pack = load_pack(pack_id, {key.replace("__", "."): value for key, value in options.items()})
    return tally_game(pack, [PlayedRound({A: parse_hand(a), B: parse_hand(b)}, who) for who, a, b in rounds])


def lay(player: PlayerId, at_ms: float, card: str = "2S", owner: PlayerId | None = None) -> Attempt:
    return Attempt(player, owner or player, None, parse_snap_card(card), at_ms - 500, at_ms)


def snap(pack_id: str, *attempts: Attempt, **table: Any) -> list[SnapVerdict]:
    """Verdicts on attempts at the two of hearts."""
    return list(judge_snaps(load_pack(pack_id), replace(Snaps(parse_card("2H"), attempts), **table)))


def words(verdicts: list[SnapVerdict]) -> list[str]:
    return [str(verdict.verdict) for verdict in verdicts]


# --- Scambodia -------------------------------------------------------------------------------------------------------


@cites("scambodia.md", "A standard deck of 52 cards", "Jack (J) = 11", "Queen (Q) = 12", "(special case)")
def test_scambodia_deck_and_card_values() -> None:
    """Scambodia 2 (Deck & Card Values) and 7 (Kings): 52 cards; numbers their rank, J 11, Q 12, K 13, red K 0."""
    assert len(deck_cards(load_pack("scambodia"))) == 52
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


@cites("scambodia.md", "can be treated as 1 or 0", "0 (if using a specialized deck)")
def test_scambodia_ace_is_one_and_a_variant_may_make_it_nothing() -> None:
    """Scambodia 2: an ace is 1 or 0 by variant; a special deck has a 0."""
    assert values("scambodia", "AS") == {"AS": 1}
    assert card_value(load_pack("scambodia", {"values.A": 0}), parse_card("AS")) == 0
    numeric = load_pack("scambodia", {"deck.base": "numeric0_13"})
    assert card_value(numeric, parse_card("0")) == 0


@cites("scambodia.md", "their round score is 0")
def test_scambodia_declarer_alone_lowest_scores_nothing() -> None:
    """Scambodia 5 (Scoring): the declarer with the lowest unique total scores 0."""
    assert scored("scambodia", A, A="3S 4S", B="8H").scores == {A: 0, B: 8}


@cites("scambodia.md", "round score doubles", "so they double their sum")
def test_scambodia_declarer_who_ties_or_is_higher_scores_twice() -> None:
    """Scambodia 5 (Scoring, Ties) and 7 (Tied for Lowest Score)."""
    assert scored("scambodia", A, A="8S", B="8H").scores == {A: 16, B: 8}
    assert scored("scambodia", A, A="9S", B="8H").scores == {A: 18, B: 8}


@cites("scambodia.md", "simply add the sum of their card values", "they just keep that sum")
def test_scambodia_others_add_their_sums_and_ties_among_them_change_nothing() -> None:
    """Scambodia 5 (Scoring, Ties)."""
    assert scored("scambodia", A, A="9S", B="3H", C="3D").scores == {A: 18, B: 3, C: 3}


@cites("scambodia.md", "they effectively have 0 points", "scoring 0 points", "(hand=0), their round score is 0")
def test_scambodia_emptied_hand_scores_nothing() -> None:
    """Scambodia 4 (Match & Discard), 5 (Scoring) and 7 (Hand Size Changes)."""
    assert scored("scambodia", None, RoundEnd.EMPTY_HAND, A="", B="9H").scores == {A: 0, B: 9}


@cites("scambodia.md", "(1, 2, 3, or 5)", "Keep a cumulative total of points")
def test_scambodia_totals_run_over_the_chosen_rounds() -> None:
    """Scambodia 5 (Multiple Rounds)."""
    for rounds in (1, 2, 3, 5):
        played = [(None, "2S", "3H")] * rounds
        assert game("scambodia", *played, game__rounds=rounds).totals == {A: 2 * rounds, B: 3 * rounds}
        assert game("scambodia", *played, game__rounds=rounds).ended_after == rounds


@cites("scambodia.md", "the player with the lowest total points is the winner", "Minimize your cumulative score")
def test_scambodia_lowest_total_wins() -> None:
    """Scambodia 5 (Game End & Tie-Breaks) and 8 (Objective)."""
    assert game("scambodia", *[(None, "2S", "3H")] * 3).winners == (A,)


@cites("scambodia.md", "more times overall wins", "victory is shared among those tied players")
def test_scambodia_tie_goes_to_most_successful_declarations_then_is_shared() -> None:
    """Scambodia 5 (Game End & Tie-Breaks)."""
    tied = game("scambodia", (A, "2S", "3H"), (None, "4S", "AH"), game__rounds=2)
    assert (tied.totals, tied.winners) == ({A: 4, B: 4}, (A,))
    failed = game("scambodia", (A, "2S", "2H"), (None, "AS", "3H"), game__rounds=2)
    assert (failed.totals, failed.winners) == ({A: 5, B: 5}, (A, B))


@cites("scambodia.md", "exactly one action can be performed")
def test_scambodia_has_no_snap_out_of_turn() -> None:
    """Scambodia 4 (Turn Order, Available Actions): a match is an action of the own turn."""
    assert words(snap("scambodia", lay(A, 600))) == ["not_allowed"]
    assert load_pack("scambodia").match.enabled


# --- The Dragon's Gambit ---------------------------------------------------------------------------------------------


@cites("dragons_gambit.md", "0 & 13 Face value 2x per card", "1-12 Face value 4x per card")
def test_dragons_gambit_deck_and_card_values() -> None:
    """The Dragon's Gambit, Card Values: 0 and 13 twice, 1 to 12 four times, each worth its face."""
    pack = load_pack("dragons_gambit")
    counts = {number: deck_cards(pack).count(parse_card(str(number))) for number in range(14)}
    assert counts == {number: 2 if number in (0, 13) else 4 for number in range(14)}
    assert values("dragons_gambit", "0 1 7 12 13") == {"0": 0, "1": 1, "7": 7, "12": 12, "13": 13}


@cites("dragons_gambit.md", "Sum the value of each player", "with the lowest total value wins the round")
def test_dragons_gambit_lowest_sum_wins_the_round() -> None:
    """The Dragon's Gambit, Objective and Round End & Scoring."""
    tally = scored("dragons_gambit", None, A="0 1 2 3", B="0 3 4 4")
    assert (tally.points, tally.winners) == ({A: 6, B: 11}, (A,))


@cites("dragons_gambit.md", "+10 points or as agreed", "The player with the actual lowest hand wins")
def test_dragons_gambit_caller_without_the_lowest_hand_gets_ten() -> None:
    """The Dragon's Gambit, Penalty Rule; another number is a key."""
    tally = scored("dragons_gambit", B, A="2", B="7")
    assert (tally.scores, tally.winners) == ({A: 2, B: 17}, (A,))
    agreed = load_pack("dragons_gambit", {"score.fail": "add_25"})
    assert tally_round(agreed, {A: parse_hand("2"), B: parse_hand("7")}, B).scores[B] == 32


@cites("dragons_gambit.md", "does not have the lowest hand")
def test_dragons_gambit_caller_who_shares_the_lowest_hand_pays_nothing() -> None:
    """The Dragon's Gambit, Penalty Rule: silent on ties; who shares the lowest hand has it (D2)."""
    assert scored("dragons_gambit", A, A="7", B="7").scores == {A: 7, B: 7}
    strict = load_pack("dragons_gambit", {"score.caller_succeeds": "sole_lowest"})
    assert tally_round(strict, {A: parse_hand("7"), B: parse_hand("7")}, A).scores == {A: 17, B: 7}


@cites("dragons_gambit.md", "Add +1 to the value to any card", "Subtract 1 of the value to any card")
def test_dragons_gambit_eight_and_eleven_change_the_value_of_a_card() -> None:
    """The Dragon's Gambit, Special Abilities: silent on bounds; each card stays within 0 and 13 (D8)."""
    pack = load_pack("dragons_gambit")
    assert hand_points(pack, parse_hand("7+1 7-1 0-1 13+1")).points == 8 + 6 + 0 + 13
    assert hand_points(load_pack("dragons_gambit", {"score.modifier_clamp": None}), parse_hand("0-1")).points == -1


@cites("dragons_gambit.md", "accumulating player scores")
def test_dragons_gambit_totals_accumulate_and_the_winner_s_hand_counts() -> None:
    """The Dragon's Gambit, End of Game: who wins a round is not set to nothing (D3)."""
    assert game("dragons_gambit", (None, "2", "5"), (None, "3", "4")).totals == {A: 5, B: 9}


@cites("dragons_gambit.md", "reaches a set score threshold (e.g., 100 points)", "Lowest total score wins")
def test_dragons_gambit_ends_at_its_threshold_and_the_lowest_total_wins() -> None:
    """The Dragon's Gambit, End of Game: 100 reached is enough (D4)."""
    rounds = (None, "13 13 12 12", "0 1 2 3")
    assert not game("dragons_gambit", rounds).finished
    ended = game("dragons_gambit", rounds, rounds)
    assert (ended.finished, ended.totals, ended.winners) == (True, {A: 100, B: 12}, (B,))
    assert not game("dragons_gambit", rounds, rounds, game__threshold_at="exceeded").finished


@cites("dragons_gambit.md", "Each turn, a player must take one of these actions")
def test_dragons_gambit_has_no_snap() -> None:
    """The Dragon's Gambit, Turn Structure."""
    assert words(snap("dragons_gambit", lay(A, 600))) == ["not_allowed"]


# --- Kaboo -----------------------------------------------------------------------------------------------------------


@cites("kaboo.md", "54-card deck (Standard 52 + 2 Jokers)", "Red King, Queen, Jack", "Black Queen", "Black Jack")
def test_kaboo_deck_and_card_values() -> None:
    """Kaboo, Setup and Card Values: red courts 0, black K 13, Q 12, J 11, ace 1, numbers, jokers -1."""
    assert len(deck_cards(load_pack("kaboo"))) == 54
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


@cites("kaboo.md", "Lowest possible score is -2 (2 Jokers)")
def test_kaboo_lowest_score_is_two_jokers() -> None:
    """Kaboo, Card Values."""
    pack = load_pack("kaboo")
    lowest = sorted(card_value(pack, card) for card in deck_cards(pack))[:4]
    assert sum(lowest) == hand_points(pack, parse_hand("JK JK")).points == -2


@cites("kaboo.md", "the game ends immediately (Auto-Kaboo)")
def test_kaboo_nobody_is_judged_when_the_deck_ends_the_round() -> None:
    """Kaboo, Game Flow: the deck calls, so nobody fails (K6); whoever has called before is judged."""
    assert scored("kaboo", None, RoundEnd.DECK, A="9S", B="3H").scores == {A: 9, B: 3}
    assert scored("kaboo", A, RoundEnd.DECK, A="9S", B="3H").scores == {A: 29, B: 3}


@cites("kaboo.md", "strictly lowest", "Caller Score = Sum of Cards. (Winning condition)")
def test_kaboo_caller_strictly_lowest_scores_the_hand() -> None:
    """Kaboo, Scoring Logic."""
    tally = scored("kaboo", A, A="3S", B="4H")
    assert (tally.scores, tally.winners) == ({A: 3, B: 4}, (A,))


@cites("kaboo.md", "does not have the lowest score (tied or higher)", "(e.g., +20 points)")
def test_kaboo_caller_tied_or_higher_gets_twenty() -> None:
    """Kaboo, Scoring Logic; another number is a key."""
    assert scored("kaboo", A, A="4S", B="4H").scores == {A: 24, B: 4}
    assert scored("kaboo", A, A="5S", B="4H").scores == {A: 25, B: 4}
    assert tally_round(load_pack("kaboo", {"score.fail": "add_5"}), {A: parse_hand("5S"), B: ()}, A).scores[A] == 10


@cites("kaboo.md", "lowest total score when the round ends", "Calculate total value of cards in hand")
def test_kaboo_others_score_their_hands() -> None:
    """Kaboo, Objective and Scoring Logic."""
    assert scored("kaboo", A, A="9S", B="3H 2D", C="JH").scores == {A: 29, B: 5, C: 0}


@cites("kaboo.md", "a brief window opens")
def test_kaboo_window_is_brief() -> None:
    """Kaboo, Snap: how brief is a key, 3 s (K10); the next draw ends it too."""
    assert words(snap("kaboo", lay(A, 2900))) == ["correct"]
    assert words(snap("kaboo", lay(A, 3100))) == ["late"]
    assert words(snap("kaboo", lay(A, 2900), window_closed_ms=2000)) == ["late"]


@cites("kaboo.md", "Any player (even out of turn)")
def test_kaboo_any_player_may_snap_the_discarder_and_the_caller_too() -> None:
    """Kaboo, Snap (K9, K23)."""
    for player in (A, B):
        assert words(snap("kaboo", lay(player, 600), discarder=A, caller=B, phase=Phase.FINAL)) == ["correct"]


@cites("kaboo.md", "a card in their hand that matches the rank")
def test_kaboo_snaps_are_of_own_cards_and_by_rank() -> None:
    """Kaboo, Snap: "their hand" is the own one (K8); ranks match, not points."""
    assert words(snap("kaboo", lay(A, 600, owner=B))) == ["not_allowed"]
    assert words(snap("kaboo", lay(A, 600, "KH"), top=parse_card("KS"))) == ["correct"]
    assert words(snap("kaboo", lay(A, 600, "QH"), top=parse_card("KH"))) == ["wrong"]


@cites("kaboo.md", "After any player discards a card")
def test_kaboo_starter_card_opens_no_window() -> None:
    """Kaboo, Snap: nobody has discarded the card turned at the start (K3)."""
    assert words(snap("kaboo", lay(A, 600), phase=Phase.INITIAL_PEEK)) == ["not_allowed"]


@cites("kaboo.md", "The matching card is discarded for free")
def test_kaboo_matching_card_is_free() -> None:
    """Kaboo, Snap, Success: no cost, and the hand is one smaller, whose gap a later penalty fills."""
    first, second = snap("kaboo", lay(A, 600), lay(A, 900, "9S"))
    assert (first.verdict, first.penalty_cards, first.give) == ("correct", 0, SnapGive.NONE)
    assert second.penalty_slots == (Place.FIRST_GAP,)


@cites("kaboo.md", "the player draws a Penalty Card")
def test_kaboo_card_that_does_not_match_costs_one() -> None:
    """Kaboo, Snap, Failure: only what does not match costs; late or returned cards go back (K13)."""
    (wrong,) = snap("kaboo", lay(A, 600, "9S"))
    assert (wrong.verdict, wrong.penalty_cards, wrong.takes_card) == ("wrong", 1, False)
    late = snap("kaboo", lay(A, 600), lay(B, 900), Attempt(C, C, None, FACE_DOWN, 100, None))
    assert [(str(verdict.verdict), verdict.penalty_cards) for verdict in late[1:]] == [("late", 0), ("returned", 0)]


@cites("kaboo.md", "No reshuffling occurs")
def test_kaboo_penalty_is_none_when_the_deck_is_empty() -> None:
    """Kaboo, Game Flow: nothing is reshuffled, for penalties neither (K12)."""
    (verdict,) = snap("kaboo", lay(A, 600, "9S"), draw_pile=0)
    assert (verdict.verdict, verdict.penalty_cards) == ("wrong", 0)


# --- Cameo -----------------------------------------------------------------------------------------------------------


@cites("cameo.md", "standard deck of 52 cards", "Face value (e.g., 2 = 2, 10 = 10)", "value of 0")
def test_cameo_deck_and_card_values() -> None:
    """Cameo 1, 10 and 14: 52 cards; 1 to 10 their face, J 11, Q 12, black K 13, red K 0."""
    assert len(deck_cards(load_pack("cameo"))) == 52
    assert values("cameo", "AS 2H 10D JH QS KC KD") == {
        "AS": 1,
        "2H": 2,
        "10D": 10,
        "JH": 11,
        "QS": 12,
        "KC": 13,
        "KD": 0,
    }


@cites(
    "cameo.md", "Minimize the sum of your 4 cards", "The player with the lower sum wins", "Player 1: 15, Player 2: 20"
)
def test_cameo_lower_sum_wins_whoever_ended_the_game() -> None:
    """Cameo 13: the caller who is higher just loses."""
    assert scored("cameo", A, A="10H 5C", B="JS 9D").winners == (A,)
    worse = scored("cameo", B, A="10H 5C", B="JS 9D")
    assert (worse.scores, worse.winners) == ({A: 15, B: 20}, (A,))


@cites("cameo.md", "if they believe their sum is lower than the opponent's")
def test_cameo_equal_sums_draw_and_a_house_may_let_the_caller_lose() -> None:
    """Cameo 13 is silent on equal sums: a draw (C6)."""
    assert scored("cameo", A, A="10H 2C", B="9S 3D").winners == (A, B)
    house = load_pack("cameo", {"score.caller_succeeds": "sole_lowest"})
    assert tally_round(house, {A: parse_hand("10H 2C"), B: parse_hand("9S 3D")}, A).winners == (B,)


@cites("cameo.md", "Place the drawn card aside face-up")
def test_cameo_has_no_pile_to_snap_onto() -> None:
    """Cameo 5 and 11: what is discarded goes aside (C4)."""
    assert words(snap("cameo", lay(A, 600))) == ["not_allowed"]


# --- Cambio ----------------------------------------------------------------------------------------------------------


@cites("cambio.html", "two jokers", "-1 — Black king", "0 — Joker", "10 — Jack or Queen", "40 — Red King")
def test_cambio_deck_and_card_values() -> None:
    """Cambio, How to play: black king -1, joker 0, ace 1, J and Q 10, red king 40, numbers their face."""
    assert len(deck_cards(load_pack("cambio"))) == 54
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


@cites("cambio.html", "The winner is the player with the lowest score")
def test_cambio_lowest_score_wins_and_a_caller_is_nobody_special() -> None:
    """Cambio, How to play."""
    tally = scored("cambio", B, A="KS JK", B="KH", C="QH AD")
    assert (tally.scores, tally.winners, tally.caller_succeeded) == ({A: -1, B: 40, C: 11}, (A,), None)


@cites("cambio.html", "if its rank matches the visible card", "a two of any suit")
def test_cambio_snaps_match_by_rank() -> None:
    """Cambio, Snapping: J and Q are both worth 10 and do not match."""
    for suit in "CDS":
        assert words(snap("cambio", lay(A, 600, f"2{suit}"))) == ["correct"]
    assert words(snap("cambio", lay(A, 600, "JS"), top=parse_card("QH"))) == ["wrong"]


@cites("cambio.html", "including during another player's turn or while peeking")
def test_cambio_snaps_happen_any_time() -> None:
    """Cambio, Snapping: in turns, in the first look, in the last turns, and shortly after them (B4, B18)."""
    for phase in (Phase.TURNS, Phase.INITIAL_PEEK, Phase.FINAL, Phase.AFTER_LAST_TURN):
        assert words(snap("cambio", lay(A, 600), phase=phase, discarder=B)) == ["correct"]
    assert words(snap("cambio", lay(A, 99_000))) == ["correct"]


@cites("cambio.html", "each card can only be snapped onto once")
def test_cambio_cards_are_snapped_onto_once() -> None:
    """Cambio, Snapping: neither the card nor the one that was snapped onto it (B5)."""
    assert words(snap("cambio", lay(A, 600), already_snapped=True)) == ["not_allowed"]
    assert words(snap("cambio", lay(A, 600), lay(B, 900, "2C"))) == ["correct", "late"]


@cites("cambio.html", "A player who snaps incorrectly draws a penalty card from the deck")
def test_cambio_wrong_snap_costs_a_card() -> None:
    """Cambio, Snapping."""
    (verdict,) = snap("cambio", lay(A, 600, "9S"))
    assert (verdict.verdict, verdict.penalty_cards, verdict.takes_card) == ("wrong", 1, False)


@cites("cambio.html", "Play returns to the player who originally played the card")
def test_cambio_power_not_yet_begun_blocks_no_snap() -> None:
    """Cambio, Snapping: the snap comes before the power; only a card in use for one has to be back first (B11)."""
    assert load_pack("cambio").powers.after_snap_window is True
    assert words(snap("cambio", lay(A, 600, "7S"), top=parse_card("7H"))) == ["correct"]
    assert words(snap("cambio", lay(A, 600), power_in_progress=True)) == ["blocked"]


@cites("cambio.html", "the action is not triggered a second time")
def test_cambio_snapped_card_has_no_power() -> None:
    """Cambio, Snapping."""
    assert load_pack("cambio").snap.powers is False


@cites(
    "cambio.html", "lets you snap another player's card", "they can place one of their cards where the snapped card was"
)
def test_cambio_another_s_card_may_be_snapped_and_replaced() -> None:
    """Cambio, Options: on by default; "can", so giving is optional."""
    (verdict,) = snap("cambio", lay(A, 600, owner=B))
    assert (verdict.verdict, verdict.give) == ("correct", SnapGive.OPTIONAL)
    off = Snaps(parse_card("2H"), (lay(A, 600, owner=B),))
    assert words(list(judge_snaps(load_pack("cambio", {"snap.whose": "own"}), off))) == ["not_allowed"]


@cites("cambio.html", "they have to take the player's card and a penalty card")
def test_cambio_another_s_wrong_card_is_taken_with_a_penalty() -> None:
    """Cambio, Options."""
    (verdict,) = snap("cambio", lay(A, 600, "9S", owner=B))
    assert (verdict.verdict, verdict.penalty_cards, verdict.takes_card) == ("wrong", 1, True)


@cites("cambio.html", "players with two five cards subtract 25", "those with only one five card add 25 points")
def test_cambio_risky_fives_count_in_place_of_fives() -> None:
    """Cambio, Options: off by default."""
    risky = load_pack("cambio", {"score.fives": True})
    assert hand_points(risky, parse_hand("5H 5S 3C 2D")).points == -20
    assert hand_points(risky, parse_hand("5H 3S 2C AD")).points == 31
    assert hand_points(load_pack("cambio"), parse_hand("5H 3S 2C AD")).points == 11


@cites("cambio.html", "shows everyone's cards face up at all times")
def test_cambio_open_hands_change_no_snap() -> None:
    """Cambio, Options (B24)."""
    table = Snaps(parse_card("2H"), (lay(A, 600), lay(B, 900, "9S")))
    assert judge_snaps(load_pack("cambio", {"display.open_hands": True}), table) == judge_snaps(
        load_pack("cambio"), table
    )


@cites("cambio.html", "the first to place their matching card on the pile succeeds", "lifted a card off the table")
def test_cambio_first_on_the_pile_wins_and_whoever_else_lifted_pays() -> None:
    """Cambio, Playing offline: lifting first does not help, and a lift alone costs (B6, B7)."""
    early_lift = replace(lay(B, 900, "2C"), lifted_ms=1)
    verdicts = snap("cambio", early_lift, lay(A, 600), Attempt(C, C, None, FACE_DOWN, 100, None))
    assert [(str(verdict.verdict), verdict.penalty_cards) for verdict in verdicts] == [
        ("late", 1),
        ("correct", 0),
        ("returned", 1),
    ]


@cites("cambio.html", "fill an empty position if one is available, otherwise place the penalty card to one side")
def test_cambio_penalty_fills_a_gap_first() -> None:
    """Cambio, Playing offline."""
    assert snap("cambio", lay(A, 600, "9S"), hands={A: 3})[0].penalty_slots == (Place.FIRST_GAP,)
    assert snap("cambio", lay(A, 600, "9S"), hands={A: 4})[0].penalty_slots == (Place.END,)


@cites("cambio.html", "shuffling all but the top card of the pile")
def test_cambio_deck_is_refilled_for_a_penalty() -> None:
    """Cambio, Playing offline: the top stays, so a pile of one gives no card (B20)."""
    assert snap("cambio", lay(A, 600, "9S"), draw_pile=0, discard_pile=2)[0].penalty_cards == 1
    assert snap("cambio", lay(A, 600, "9S"), draw_pile=0, discard_pile=1)[0].penalty_cards == 0


def plain(text: str) -> str:
    """Words of a text without its markup."""
    return " ".join(re.sub(r"<[^>]*>|[*_|#]", " ", text).replace("\u2019", "'").split())


def test_the_words_cited_stand_in_the_rule_texts(shared_folder: Path) -> None:
    texts = {
        file: plain((shared_folder / "rules" / file).read_text(encoding="utf-8"))
        for file in {file for file, _ in CITED}
    }
    assert len(texts) == 5
    assert [(file, words) for file, words in CITED if plain(words) not in texts[file]] == []
