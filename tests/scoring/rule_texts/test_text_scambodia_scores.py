"""The sentences of Scambodia's rule text, sections 5, 7 and 8: what a round counts, totals, who wins."""

from __future__ import annotations

from kibitz_scoring.score.tally import RoundEnd

from ..reckonings import A, B, game, scored
from .rule_sentences import cites

TEXT = "scambodia.md"


@cites(TEXT, "lowest unique total", "being the sole lowest")
def test_declarer_alone_lowest_scores_nothing() -> None:
    """5 (Scoring) and 7 (Tied for Lowest Score)."""
    assert scored("scambodia", A, A="3S 4S", B="8H").scores == {A: 0, B: 8}


@cites(TEXT, "round score doubles", "part of that tie", "If they tie")
def test_declarer_who_ties_or_is_higher_scores_twice() -> None:
    """5 (Scoring, Ties) and 7 (Tied for Lowest Score)."""
    assert scored("scambodia", A, A="8S", B="8H").scores == {A: 16, B: 8}
    assert scored("scambodia", A, A="9S", B="8H").scores == {A: 18, B: 8}


@cites(TEXT, "simply add the sum", "two or more non-declarers", "calculates the sum")
def test_others_add_their_sums_and_ties_among_them_change_nothing() -> None:
    """5 (Revealing Cards, Scoring, Ties)."""
    assert scored("scambodia", A, A="9S", B="3H", C="3D").scores == {"A": 18, "B": 3, "C": 3}
    assert scored("scambodia", None, A="9S KH 4C", B="3H").points == {A: 13, B: 3}


@cites(TEXT, "effectively have 0 points", "(hand=0)")
def test_an_emptied_hand_scores_nothing() -> None:
    """4 (Match & Discard) and 5 (Scoring)."""
    assert scored("scambodia", None, RoundEnd.EMPTY_HAND, A="", B="9H").scores == {A: 0, B: 9}


@cites(TEXT, "(1, 2, 3, or 5)", "Keep a cumulative total")
def test_totals_run_over_the_chosen_rounds() -> None:
    """5 (Multiple Rounds)."""
    for rounds in (1, 2, 3, 5):
        played = [(None, "2S", "3H")] * rounds
        assert game("scambodia", *played, game__rounds=rounds).totals == {A: 2 * rounds, B: 3 * rounds}
        assert game("scambodia", *played, game__rounds=rounds).ended_after == rounds
        assert not game("scambodia", *played[1:], game__rounds=rounds).finished


@cites(TEXT, "lowest total points", "Minimize your cumulative score", "as low as possible")
def test_lowest_total_wins() -> None:
    """1 (Overview), 5 (Game End & Tie-Breaks) and 8 (Objective)."""
    assert game("scambodia", *[(None, "2S", "3H")] * 3).winners == (A,)


@cites(TEXT, "more times overall", "shared among those tied")
def test_a_tie_goes_to_most_successful_declarations_then_is_shared() -> None:
    """5 (Game End & Tie-Breaks)."""
    tied = game("scambodia", (A, "2S", "3H"), (None, "4S", "AH"), game__rounds=2)
    assert (tied.totals, tied.winners) == ({A: 4, B: 4}, (A,))
    failed = game("scambodia", (A, "2S", "2H"), (None, "AS", "3H"), game__rounds=2)
    assert (failed.totals, failed.winners) == ({A: 5, B: 5}, (A, B))
