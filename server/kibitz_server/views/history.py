"""All that was played: the evenings with their games, and the players with their statistics."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta, tzinfo
from itertools import groupby

from kibitz_scoring.players import PlayerId
from kibitz_server.access.viewer import Role
from kibitz_server.evening.evening import Evening
from kibitz_server.journal.entries import Seq
from kibitz_server.views.evening_view import GameView, project_game
from kibitz_server.views.standings import leading
from kibitz_server.views.statistics import PlayerStatistics, player_statistics

_NEXT_DAY_H = 5
"""A game begun before this hour belongs to the evening before: people play past midnight, and nobody before dawn."""


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game as a list shows it; `rounds` counts those that count, `ahead` won it or leads, nobody before a round."""

    seq: Seq
    at: datetime
    name: str
    players: tuple[PlayerId, ...]
    rounds: int
    is_finished: bool
    is_imported: bool
    ahead: tuple[PlayerId, ...]


@dataclass(frozen=True, slots=True)
class PastEvening:
    """The games of one evening, the newest first."""

    day: date
    games: tuple[PastGame, ...]


@dataclass(frozen=True, slots=True)
class History:
    """Evenings, the newest first, and players, who played the most first."""

    evenings: tuple[PastEvening, ...]
    players: tuple[PlayerStatistics, ...]


def project_history(evening: Evening, role: Role, zone: tzinfo | None = None) -> History:
    """All games and players as this role may know them, with the days of a time zone, by default of this computer.

    The players of a demo have no statistics.
    """
    games = [project_game(evening, game.seq, role) for game in evening.all_games]
    demos = {game.seq for game in evening.games if game.is_demo}
    newest_first = [_past(game, zone) for game in reversed(games)]
    days = groupby(newest_first, lambda game: _day(game.at))
    return History(
        tuple(PastEvening(day, tuple(group)) for day, group in days),
        player_statistics([game for game in games if game.seq not in demos]),
    )


def search(history: History, text: str) -> History:
    """What is left of a history where a player or a game is called so: any part of the name, in any case."""
    wanted = text.strip().casefold()
    evenings = (
        replace(evening, games=tuple(game for game in evening.games if _matches(wanted, (game.name, *game.players))))
        for evening in history.evenings
    )
    players = tuple(one for one in history.players if _matches(wanted, (one.player,)))
    return History(tuple(evening for evening in evenings if evening.games), players)


def _matches(wanted: str, names: Iterable[str]) -> bool:
    return any(wanted in name.casefold() for name in names)


def _past(game: GameView, zone: tzinfo | None) -> PastGame:
    return PastGame(
        seq=game.seq,
        at=game.at.astimezone(zone),
        name=game.pack.name,
        players=tuple(game.totals),
        rounds=len(game.score.rounds),
        is_finished=game.score.finished,
        is_imported=game.is_imported,
        ahead=tuple(player for player in game.totals if player in leading(game)),
    )


def _day(at: datetime) -> date:
    return (at - timedelta(hours=_NEXT_DAY_H)).date()
