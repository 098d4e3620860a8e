"""What players have done over all games: rounds, calls, snaps, averages and streaks; pure functions over games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from kibitz_scoring.players import PlayerId
from kibitz_server.journal.play_entries import SnapOutcome
from kibitz_server.views.evening_view import GameView, RoundView


@dataclass(frozen=True, slots=True)
class PlayerStatistics:
    """One person under one name, over the rounds that count.

    `games` are those with a round of the player's, `games_won` those that are over and shared wins too. Calls that
    nobody judges are in neither `calls_won` nor `calls_lost`. `points` is the sum of the round scores, `average` their
    mean. Snaps are those of watched rounds. A streak is the longest run of rounds or finished games won one after the
    other.
    """

    player: PlayerId
    games: int
    games_finished: int
    games_won: int
    rounds: int
    rounds_won: int
    points: int
    average: float
    best: int
    worst: int
    calls: int
    calls_won: int
    calls_lost: int
    snaps_won: int
    snaps_lost: int
    snaps_wrong: int
    round_streak: int
    game_streak: int


def player_statistics(games: Sequence[GameView]) -> tuple[PlayerStatistics, ...]:
    """Statistics of everybody who played a round of these games, which are in the order in which they were begun.

    Who played the most rounds comes first.
    """
    players = dict.fromkeys(player for game in games for played in counted(game) for player in played.hands)
    found = (_statistics(player, games) for player in players)
    return tuple(sorted(found, key=lambda one: (-one.rounds, one.player.casefold())))


def counted(game: GameView) -> Iterator[RoundView]:
    """The rounds of a game that count."""
    return (played for played in game.rounds if played.tally is not None)


def _statistics(player: PlayerId, games: Iterable[GameView]) -> PlayerStatistics:
    own = [game for game in games if any(player in played.hands for played in counted(game))]
    finished = [game for game in own if game.score.finished]
    rounds = [played for game in own for played in counted(game) if player in played.hands]
    tallies = [played.tally for played in rounds if played.tally is not None]
    scores = [tally.scores[player] for tally in tallies]
    calls = [tally.caller_succeeded for tally in tallies if tally.caller == player]
    snaps = [outcome for played in rounds for snapper, outcome in played.snaps if snapper == player]
    games_won = [player in game.score.winners for game in finished]
    rounds_won = [player in tally.winners for tally in tallies]
    return PlayerStatistics(
        player=player,
        games=len(own),
        games_finished=len(finished),
        games_won=sum(games_won),
        rounds=len(rounds),
        rounds_won=sum(rounds_won),
        points=sum(scores),
        average=sum(scores) / len(scores),
        best=min(scores),
        worst=max(scores),
        calls=len(calls),
        calls_won=calls.count(True),
        calls_lost=calls.count(False),
        snaps_won=snaps.count(SnapOutcome.WON),
        snaps_lost=snaps.count(SnapOutcome.LOST),
        snaps_wrong=snaps.count(SnapOutcome.WRONG),
        round_streak=_longest(rounds_won),
        game_streak=_longest(games_won),
    )


def _longest(won: Iterable[bool]) -> int:
    """Length of the longest run of wins."""
    return max((sum(1 for _ in run) for is_won, run in groupby(won) if is_won), default=0)
