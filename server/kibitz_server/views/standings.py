"""Who is where in a game: ranks, leaders and winners, and who sat in whose seat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.choices import WonBy
from kibitz_server.texts import say
from kibitz_server.views.evening_view import GameView, RoundView


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place in a game; `rank` is from 1, equal for those who are level, None for who left and has not won.

    `behind` are the points to the first; `rounds_won` are those of the seat, whoever sat in it.
    """

    player: PlayerId
    rank: int | None
    total: int
    behind: int
    rounds_won: int
    is_winner: bool


def standings(game: GameView) -> tuple[Standing, ...]:
    """Everybody who has a total, the best first; once the game is over its winners are before all who are level."""
    wins = {player: _rounds_won(game, player) for player in game.totals}
    measure = _measure(game, wins)
    ranked = [player for player in game.totals if player not in game.score.left or player in game.score.winners]
    keys = {player: (player not in game.score.winners, measure[player]) for player in ranked}
    ranks = {player: 1 + sum(other < keys[player] for other in keys.values()) for player in ranked}
    first = min((game.totals[player] for player in ranked if ranks[player] == 1), default=0)
    placed = [
        Standing(player, ranks.get(player), total, total - first, wins[player], player in game.score.winners)
        for player, total in game.totals.items()
    ]
    return tuple(sorted(placed, key=lambda one: (one.rank is None, one.rank or 0)))


def outcome_words(game: GameView) -> str:
    """Why the game goes on, or who won it, how ties were told apart and why, as a sentence."""
    reason = say(game.score.reason)
    return f"{reason[:1].upper()}{reason[1:]}."


def leading(game: GameView) -> frozenset[PlayerId]:
    """Who is ahead by what wins the game, or has won it; nobody before the first round."""
    if not game.score.rounds:
        return frozenset()
    return frozenset(one.player for one in standings(game) if one.rank == 1)


def in_round(game: GameView, played: RoundView, player: PlayerId) -> PlayerId | None:
    """Who sat in a player's seat in a round, None for nobody."""
    before = {successor: other for other, successor in game.score.successors.items()}
    # One who goes on in the own seat again makes a ring of names.
    while player not in played.hands:
        if player not in before:
            return None
        player = before.pop(player)
    return player


def course(game: GameView, column: PlayerId) -> tuple[int | None, ...]:
    """Totals in a player's seat before the first round and after each, None where nobody sat there."""
    sat = [(played.totals, in_round(game, played, column)) for played in game.rounds if played.tally]
    first = 0 if not sat or sat[0][1] is not None else None
    return (first, *(None if player is None else totals.get(player) for totals, player in sat))


def _measure(game: GameView, wins: Mapping[PlayerId, int]) -> Mapping[PlayerId, int]:
    """What the game is won by, the lowest first, by the rules of its last round."""
    pack = game.score.packs[-1] if game.score.packs else game.pack
    if pack.game.won_by is WonBy.ROUND_WINS:
        return {player: -won for player, won in wins.items()}
    return game.totals


def _rounds_won(game: GameView, player: PlayerId) -> int:
    return sum(
        played.tally is not None and in_round(game, played, player) in played.tally.winners for played in game.rounds
    )
