from __future__ import annotations

from hypothesis import HealthCheck, given, settings

from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack
from kibitz_server.evening.live import Live
from kibitz_server.journal.entries import Undone
from kibitz_server.journal.play_entries import ActSaid
from kibitz_server.views.standings import course, leading, standings

from .. import games
from ..conftest import ANN, BEN
from ..games import Told, begin, play, shown

CLEO = PlayerId("Cleo")


def places(live: Live) -> list[tuple[str, int | None, bool]]:
    return [(str(one.player), one.rank, one.is_winner) for one in standings(shown(live))]


def test_players_who_are_level_share_a_rank_and_the_next_rank_is_left_out(live: Live) -> None:
    begin(live, players=(ANN, BEN, CLEO))
    play(live, (("9H", "2C", "2D"), None))
    assert places(live) == [("Ben", 1, False), ("Cleo", 1, False), ("Ann", 3, False)]
    assert leading(shown(live)) == {BEN, CLEO}


def test_nobody_leads_before_the_first_round(live: Live) -> None:
    assert leading(shown(live)) == frozenset()


def test_who_won_a_tie_by_the_rules_is_first_alone(live: Live) -> None:
    begin(live, load_pack("kaboo", {"game.rounds": 2, "game.tie_break": ["most_successful_calls", "shared"]}))
    play(live, (("2H", "6C"), "Ann"), (("6D", "2C"), None))
    game = shown(live)
    assert game.score.finished
    assert game.totals[ANN] == game.totals[BEN]
    assert places(live) == [("Ann", 1, True), ("Ben", 2, False)]


def test_a_game_of_rounds_won_is_led_by_who_won_the_most_whatever_the_points(live: Live) -> None:
    begin(live, load_pack("kaboo", {"game.rounds": 5, "game.won_by": "round_wins"}))
    play(live, (("2H", "3C"), None), (("2D", "3D"), None), (("KS QS JS", "AH"), None))
    game = shown(live)
    assert game.totals[ANN] > game.totals[BEN]
    assert [(one.player, one.rank, one.rounds_won) for one in standings(game)] == [(ANN, 1, 2), (BEN, 2, 1)]


def test_who_left_has_no_rank_and_stands_last(live: Live) -> None:
    begin(live, players=(ANN, BEN, CLEO))
    play(live, (("AH", "9C", "9D"), None))
    live.record(ActSaid(0.0, "p1 leaves"))
    assert places(live)[-1] == ("Ann", None, False)
    assert leading(shown(live)) == {BEN, CLEO}


def test_the_course_of_a_seat_goes_on_with_who_took_it_over_and_begins_late_for_who_joined(live: Live) -> None:
    play(live, (("AH", "9C"), None))
    live.record(ActSaid(0.0, 'p1 hands-over "Cleo"'))
    live.record(ActSaid(1.0, 'p3 joins "Dan"'))
    game = play(live, (("2H", "3C", "4C"), None))
    assert course(game, CLEO) == (0, 1, 3)
    assert course(game, PlayerId("Dan"))[:2] == (None, None)


@given(told=games.rounds)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25, deadline=None)
def test_ranks_follow_the_totals_and_every_course_ends_in_one(live: Live, told: list[Told]) -> None:
    begin(live)
    game = play(live, *told)
    placed = standings(game)
    assert [one.total for one in placed] == sorted(game.totals.values())
    assert {one.player: one.total for one in placed} == dict(game.totals)
    for player, total in game.totals.items():
        assert course(game, player)[-1] == total


def test_a_round_that_was_undone_counts_for_nobody(live: Live) -> None:
    play(live, (("AH", "9C"), None))
    assert live.evening.last is not None
    live.record(Undone(live.evening.last.seq))
    assert [one.rounds_won for one in standings(shown(live))] == [0, 0]
