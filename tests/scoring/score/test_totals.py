from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz_scoring.errors import InputError
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.score.card_text import parse_hand
from kibitz_scoring.score.tally import RoundEnd
from kibitz_scoring.score.totals import GameTally, PlayedRound, tally_game

A, B, C = PlayerId("A"), PlayerId("B"), PlayerId("C")
FIFTY = "10S 9S 8S 7S 6S 4S 3S 2S AS"
HUNDRED = f"{FIFTY} 10H 9H 8H 7H 6H 4H 3H 2H AH"
FIFTY_MORE = "10C 9C 8C 7C 6C 4C 3C 2C AC"


def played(caller: PlayerId | None = None, end: RoundEnd | None = None, **texts: str) -> PlayedRound:
    return PlayedRound({PlayerId(player): parse_hand(text) for player, text in texts.items()}, caller, end)


def game(pack_id: str, options: Mapping[str, object], *rounds: PlayedRound) -> GameTally:
    return tally_game(load_pack(pack_id, options), rounds)


def test_totals_run_over_the_rounds_with_the_caller_s_result() -> None:
    result = game("scambodia", {}, played(A, A="KH 2S", B="3S"), played(B, A="4S", B="9S"))
    assert result.running == ({A: 0, B: 3}, {A: 4, B: 21})
    assert result.totals == {A: 4, B: 21}
    assert [tally.caller_succeeded for tally in result.rounds] == [True, False]
    assert (result.finished, result.ended_after, result.winners) == (False, None, ())
    assert result.reason == "2 rounds played; the game ends after round 3"


def test_a_game_without_rounds_goes_on_with_no_totals() -> None:
    result = game("cambio", {})
    assert (result.totals, result.finished, result.winners) == ({}, False, ())
    assert result.reason == "0 rounds played; the game ends after round 1"


def test_a_game_ends_after_its_rounds_and_the_lowest_total_wins() -> None:
    result = game("scambodia", {"game.rounds": 2}, played(A="9S", B="3S"), played(A="2S", B="3S"))
    assert (result.finished, result.ended_after, result.winners) == (True, 2, (B,))
    assert result.reason == "all 2 rounds are played; B wins with the lowest total, 6"


def test_one_round_games_end_after_the_only_round() -> None:
    result = game("cameo", {}, played(A="9S", B="3S"))
    assert result.reason == "the only round is played; B wins with the lowest total, 3"


@pytest.mark.parametrize(
    ("hand", "at", "finished", "reason"),
    [
        (
            f"{FIFTY} 10H 9H 8H 7H 6H 4H 3H 2H",
            "reached",
            False,
            "1 round played; the game ends when a total reaches 100",
        ),
        (HUNDRED, "reached", True, "A reached 100 in round 1; B wins with the lowest total, 0"),
        (HUNDRED, "exceeded", False, "1 round played; the game ends when a total exceeds 100"),
        (f"{HUNDRED} AC", "exceeded", True, "A passed 100 with 101 in round 1; B wins with the lowest total, 0"),
        (f"{HUNDRED} AC", "reached", True, "A passed 100 with 101 in round 1; B wins with the lowest total, 0"),
    ],
)
def test_a_threshold_ends_a_game_when_reached_or_exceeded(hand: str, at: str, finished: bool, reason: str) -> None:
    result = game("dragons_gambit", {"game.threshold_at": at}, played(A=hand, B="0"))
    assert result.finished is finished
    assert result.reason == reason


def test_a_game_with_rounds_and_a_threshold_ends_with_whichever_comes_first() -> None:
    options = {"game.rounds": 2, "game.threshold": 60}
    assert game("scambodia", options, played(A=HUNDRED, B="")).ended_after == 1
    assert game("scambodia", options, played(A="2S", B="3S"), played(A="2S", B="3S")).ended_after == 2
    reason = game("scambodia", options, played(A="2S", B="3S")).reason
    assert reason == "1 round played; the game ends after round 2 or when a total reaches 60"


def test_an_open_ended_game_says_so() -> None:
    result = game("kaboo", {"game.rounds": None}, played(A="9S", B="3S"))
    assert result.reason == "1 round played; the game ends when the players stop"


def test_rounds_after_the_end_still_count_and_the_game_stays_finished() -> None:
    rounds = (played(A=HUNDRED, B="AC"), played(A="AC", B=f"{HUNDRED} 2C"))
    result = game("dragons_gambit", {}, *rounds)
    assert (result.ended_after, result.totals, result.winners) == (1, {A: 101, B: 103}, (A,))
    low = game("kaboo", {"game.threshold": 13}, played(A="KS", B="2S"), played(A="JK", B="2S"))
    assert (low.ended_after, low.totals) == (1, {A: 12, B: 4})


def test_scambodia_breaks_a_tie_by_successful_declarations() -> None:
    result = game(
        "scambodia",
        {"game.rounds": 2},
        played(B, A="3S", B="2S", C="9S"),
        played(None, A="2S", B="5S", C="9S"),
    )
    assert (result.totals, result.winners) == ({A: 5, B: 5, C: 18}, (B,))
    assert result.reason == ("all 2 rounds are played; A and B tie with 5; B made the most successful calls, 1; B wins")


def test_an_emptied_hand_and_a_failed_call_break_no_tie() -> None:
    result = game(
        "scambodia",
        {"game.rounds": 2},
        played(None, RoundEnd.EMPTY_HAND, A="", B="4S"),
        played(A, A="2S", B="KH"),
    )
    assert (result.totals, result.winners) == ({A: 4, B: 4}, (A, B))
    assert result.reason == "all 2 rounds are played; A and B tie with 4; A and B share the win"


@pytest.mark.parametrize("tie_break", [["shared"], ["shared", "most_successful_calls"]])
def test_a_shared_tie_stays_shared(tie_break: list[str]) -> None:
    options = {"game.rounds": 2, "game.tie_break": tie_break}
    result = game("scambodia", options, played(B, A="3S", B="2S"), played(A="2S", B="5S"))
    assert result.winners == (A, B)


def test_a_tie_that_calls_do_not_break_is_shared_by_those_who_still_tie() -> None:
    result = game(
        "scambodia",
        {},
        played(A, A="2S", B="3S", C="4S"),
        played(B, A="5S", B="3S", C="4S"),
        played(None, A="AS", B="3S", C="KH"),
    )
    assert result.totals == {A: 6, B: 6, C: 8}
    assert result.reason == "all 3 rounds are played; A and B tie with 6; A and B share the win"


def test_calls_may_leave_some_of_those_who_tie() -> None:
    result = game(
        "scambodia",
        {},
        played(A, A="2S", B="3S", C="4S"),
        played(B, A="3S", B="2S", C="4S"),
        played(None, A="6S", B="6H", C="AS"),
    )
    assert (result.totals, result.winners) == ({A: 9, B: 9, C: 9}, (A, B))
    assert result.reason == (
        "all 3 rounds are played; A and B and C tie with 9; A and B made the most successful calls, 1; "
        "A and B share the win"
    )


def test_a_tie_that_no_rule_breaks_is_shared() -> None:
    options = {"game.rounds": 1, "game.tie_break": ["most_successful_calls"]}
    result = game("scambodia", options, played(A="2S", B="2H"))
    assert result.reason == "the only round is played; A and B tie with 2; A and B share the win"


RESET = {"from": 100, "to": 50, "once": True}


def test_a_total_of_exactly_one_hundred_is_set_back_once_for_each_player() -> None:
    rounds = (played(A=HUNDRED, B=FIFTY_MORE), played(A=FIFTY, B=FIFTY_MORE))
    result = game("dragons_gambit", {"game.reset_exact": RESET}, *rounds)
    assert result.running == ({A: 50, B: 50}, {A: 100, B: 50})
    assert result.resets == (
        "A reached exactly 100 in round 1: the total becomes 50",
        "B reached exactly 100 in round 2: the total becomes 50",
    )
    assert result.ended_after == 2


def test_a_total_may_be_set_back_every_time() -> None:
    options = {"game.reset_exact": RESET | {"once": False}}
    result = game("dragons_gambit", options, played(A=HUNDRED, B="AC"), played(A=FIFTY, B="AC"))
    assert result.totals == {A: 50, B: 2}
    assert not result.finished


def test_other_totals_are_not_set_back() -> None:
    result = game("dragons_gambit", {"game.reset_exact": RESET}, played(A=f"{HUNDRED} AC", B="KH"))
    assert (result.totals, result.resets) == ({A: 101, B: 0}, ())


@pytest.mark.parametrize(
    ("second", "sentence"),
    [
        (played(A="2S", C="3S"), "rounds[1].hands: found the players A, C: expected those of the first round, A, B."),
        (played(A="2S"), "rounds[1].hands: found the players A: expected those of the first round, A, B."),
        (played(C, A="2S", B="3S"), "rounds[1].caller: 'C' is not a player: expected A or B."),
        (played(A="2S", B="2S"), "rounds[1].hands: 2S stands twice in the hands: Scambodia's deck has one."),
    ],
)
def test_a_round_that_cannot_be_tallied_is_named(second: PlayedRound, sentence: str) -> None:
    with pytest.raises(InputError) as caught:
        game("scambodia", {}, played(A="2S", B="3S"), second)
    assert str(caught.value) == sentence


HANDS = st.lists(st.sampled_from("A23456789"), min_size=1, max_size=4, unique=True)


@given(
    st.lists(st.tuples(HANDS, HANDS, st.sampled_from((None, A, B))), min_size=1, max_size=6), st.permutations(range(6))
)
def test_totals_are_the_sum_of_the_scores_in_any_order_of_rounds(
    drawn: list[tuple[list[str], list[str], PlayerId | None]], order: list[int]
) -> None:
    rounds = [
        played(caller, A=" ".join(f"{rank}S" for rank in first), B=" ".join(f"{rank}H" for rank in second))
        for first, second, caller in drawn
    ]
    result = game("kaboo", {"game.rounds": None}, *rounds)
    assert result.totals == {player: sum(tally.scores[player] for tally in result.rounds) for player in (A, B)}
    shuffled = game("kaboo", {"game.rounds": None}, *(rounds[index] for index in order if index < len(rounds)))
    assert shuffled.totals == result.totals


@given(st.lists(st.tuples(HANDS, HANDS), min_size=2, max_size=6))
def test_a_game_s_past_does_not_change_with_its_next_round(drawn: list[tuple[list[str], list[str]]]) -> None:
    rounds = [
        played(A=" ".join(f"{rank}S" for rank in first), B=" ".join(f"{rank}H" for rank in second))
        for first, second in drawn
    ]
    options = {"game.threshold": 20, "game.reset_exact": {"from": 20, "to": 10, "once": True}}
    before, after = game("kaboo", options, *rounds[:-1]), game("kaboo", options, *rounds)
    assert after.running[:-1] == before.running
    assert after.rounds[:-1] == before.rounds
    if before.finished:
        assert after.ended_after == before.ended_after


def test_a_tie_is_played_off_where_the_house_says_so() -> None:
    options: dict[str, object] = {"game.rounds": 1, "game.tie_break": ["play_off"]}
    first, level, ahead = played(A="3H", B="3S"), played(A="4H", B="4S"), played(A="2H", B="AS")
    tied = game("scambodia", options, first)
    assert (tied.finished, tied.winners) == (False, ())
    assert tied.reason == "A and B tie with 3; a play-off round decides"
    assert not game("scambodia", options, first, level).finished
    ended = game("scambodia", options, first, level, ahead)
    assert (ended.ended_after, ended.winners) == (3, (B,))
    assert ended.reason == "the play-off ended in round 3; B wins with the lowest total, 8"
    later = game("scambodia", options, first, ahead, played(A="AH", B="2S"))
    assert (later.ended_after, later.winners) == (2, (A, B))


def test_calls_may_decide_before_a_play_off_and_sharing_never_plays_off() -> None:
    options: dict[str, object] = {"game.rounds": 1, "game.tie_break": ["most_successful_calls", "play_off"]}
    assert game("kaboo", options, played(A, A="KH", B="AS")).winners == (A,)
    called = game("cameo", {"game.tie_break": ["most_successful_calls", "play_off"]}, played(A, A="3H", B="3S"))
    assert (called.finished, called.winners) == (True, (A,))
    assert game("kaboo", {"game.tie_break": ["shared", "play_off"]}, played(A="3H", B="3S")).winners == (A, B)


def test_an_emptied_hand_counts_as_a_call_only_where_the_house_says_so() -> None:
    rounds = (
        played(None, RoundEnd.EMPTY_HAND, A="", B="3S"),
        played(B, A="5H", B="2S"),
        played(A="2H", B="2C 2D"),
    )
    plain = game("scambodia", {"game.rounds": 3}, *rounds)
    assert (plain.totals, plain.winners) == ({A: 7, B: 7}, (B,))
    both = game("scambodia", {"game.rounds": 3, "game.emptied_counts_as_call": True}, *rounds)
    assert both.winners == (A, B)


def test_most_rounds_won_win_where_the_house_says_so() -> None:
    rounds = (played(A="2H", B="3S"), played(A="2H", B="3S"), played(A="KS", B="AS"))
    assert game("scambodia", {}, *rounds).winners == (B,)
    app = game("scambodia_app", {}, *rounds)
    assert app.winners == (A,)
    assert app.reason == "all 3 rounds are played; A wins with the most rounds won, 2"


def test_the_published_cabo_resets_ends_above_its_threshold_and_knows_a_kamikaze() -> None:
    """As the rules paper has Cabo: exactly 100 becomes 50, the game ends above 100, two 12 and two 13 give 50."""
    lost = played(A="12 12 13 13", B="2")
    first = game("cabo_first_edition", {}, lost, lost, lost, lost)
    assert first.running[1] == {A: 0, B: 50}
    assert (first.totals, first.finished) == ({A: 0, B: 50}, False)
    second = game("cabo_second_edition", {}, lost, lost, lost, lost)
    assert [totals[B] for totals in second.running] == [50, 50, 100, 150]
    assert (second.ended_after, second.winners) == (4, (A,))


@pytest.mark.parametrize(("edition", "failed"), [("cabo_first_edition", 10), ("cabo_second_edition", 15)])
def test_the_editions_of_cabo_differ_in_what_a_failed_call_costs(edition: str, failed: int) -> None:
    assert game(edition, {}, played(A, A="5", B="3")).totals == {A: failed, B: 3}
    assert game(edition, {}, played(A, A="3", B="3", C="9")).totals == {A: 0, B: 3, C: 9}
