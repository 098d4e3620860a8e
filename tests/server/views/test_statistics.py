"""Statistics agree with the games that they are about."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings

from kibitz_scoring.rules.packs import load_pack
from kibitz_server.access.viewer import Role
from kibitz_server.evening.live import Live
from kibitz_server.journal.entries import Undone
from kibitz_server.journal.play_entries import SnapOutcome
from kibitz_server.views.evening_view import GameView, project_game
from kibitz_server.views.statistics import PlayerStatistics, counted, player_statistics

from .. import games
from ..conftest import ANN, BEN
from ..games import Told, begin, play, play_watched

WON, LOST, WRONG = SnapOutcome.WON, SnapOutcome.LOST, SnapOutcome.WRONG


def all_games(live: Live) -> list[GameView]:
    return [project_game(live.evening, game.seq, Role.HOST) for game in live.evening.all_games]


def of(live: Live, player: str) -> PlayerStatistics:
    return next(one for one in player_statistics(all_games(live)) if one.player == player)


@given(told=games.rounds)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25, deadline=None)
def test_sums_over_all_players_agree_with_the_games(live: Live, told: list[Told]) -> None:
    begin(live)
    play(live, *told)
    found = all_games(live)
    players = player_statistics(found)
    tallies = [played.tally for game in found for played in counted(game) if played.tally]

    assert sum(one.points for one in players) == sum(sum(game.totals.values()) for game in found)
    assert sum(one.rounds for one in players) == sum(len(tally.scores) for tally in tallies)
    assert sum(one.rounds_won for one in players) == sum(len(tally.winners) for tally in tallies)
    assert sum(one.calls for one in players) == sum(tally.caller is not None for tally in tallies)
    assert sum(one.calls_won + one.calls_lost for one in players) == sum(
        tally.caller_succeeded is not None for tally in tallies
    )
    for one in players:
        assert one.best <= one.average <= one.worst
        assert one.round_streak <= one.rounds_won <= one.rounds
        assert one.game_streak <= one.games_won <= one.games_finished <= one.games


def test_calls_won_and_lost_and_streaks_are_counted_over_games(live: Live) -> None:
    begin(live, load_pack("kaboo", {"game.rounds": 2}))
    play(live, (("AH", "9C"), "Ann"), (("9H", "2C"), "Ann"))
    begin(live, load_pack("kaboo", {"game.rounds": 2}))
    play(live, (("AH", "9C"), "Ann"), (("2H", "9D"), "Ann"))

    ann, ben = of(live, "Ann"), of(live, "Ben")

    assert (ann.calls_won, ann.calls_lost) == (3, 1)
    assert (ann.games, ann.games_finished, ann.rounds, ann.rounds_won, ann.round_streak) == (2, 2, 4, 3, 2)
    assert (ben.rounds_won, ben.round_streak, ben.calls) == (1, 1, 0)


def test_snaps_of_a_watched_round_are_counted_for_who_made_them(live: Live) -> None:
    play_watched(live, ((ANN, WON), (BEN, LOST), (BEN, WRONG), (ANN, WON)))
    ann, ben = of(live, "Ann"), of(live, "Ben")
    assert (ann.snaps_won, ann.snaps_lost, ann.snaps_wrong) == (2, 0, 0)
    assert (ben.snaps_won, ben.snaps_lost, ben.snaps_wrong) == (0, 1, 1)


def test_a_game_without_a_round_that_counts_is_nobodys(live: Live) -> None:
    play(live, (("AH", "9C"), "Ann"))
    assert live.evening.last is not None
    live.record(Undone(live.evening.last.seq))
    assert player_statistics(all_games(live)) == ()
