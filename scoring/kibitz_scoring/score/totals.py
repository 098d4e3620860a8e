"""The tally of a game: running totals over its rounds, when it ends, who wins it and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from kibitz_scoring.errors import InputError
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.choices import ThresholdAt, TieBreak, WonBy
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.score.hands import Hands
from kibitz_scoring.score.tally import RoundEnd, RoundTally, tally_round


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """What a table knows of one round at its reveal; without `end`, a call when there is a caller, else the deck."""

    hands: Hands
    caller: PlayerId | None = None
    end: RoundEnd | None = None


@dataclass(frozen=True, slots=True)
class GameTally:
    """A game tallied after its rounds so far.

    `running[i]` are the totals after round i, `totals` the last of them. `ended_after` is the number (from 1) of the
    round that ended the game, None while it goes on; rounds played after it still count.
    `winners` are empty while the game goes on. `reason` says in words why the game goes on, or who won it and why;
    `resets` says for each total that was set back, in order, what happened.
    """

    rounds: tuple[RoundTally, ...]
    running: tuple[Mapping[PlayerId, int], ...]
    ended_after: int | None
    winners: tuple[PlayerId, ...]
    reason: str
    resets: tuple[str, ...]

    @property
    def totals(self) -> Mapping[PlayerId, int]:
        """Totals after the last round, none before the first."""
        return self.running[-1] if self.running else {}

    @property
    def finished(self) -> bool:
        """Whether the game has ended."""
        return self.ended_after is not None


def tally_game(pack: RulePack, rounds: Sequence[PlayedRound]) -> GameTally:
    """Tally of a game so far.

    Raises `InputError` that names the round (`rounds[0]` is the first) where it cannot be tallied, or where its
    players are not those of the first round.
    """
    tallies = tuple(_tally_at(pack, rounds, index) for index in range(len(rounds)))
    running, resets = _running(pack, tallies)
    ends = (_ended(pack, tallies[:number], totals) for number, totals in enumerate(running, 1))
    ended = next(filter(None, ends), None)
    if ended is None:
        return GameTally(tallies, running, None, (), _goes_on(pack, tallies, running), resets)
    winners, why = _winners(pack, tallies, running[-1])
    number, end_reason = ended
    return GameTally(tallies, running, number, winners, f"{end_reason}; {why}", resets)


def _tally_at(pack: RulePack, rounds: Sequence[PlayedRound], index: int) -> RoundTally:
    played = rounds[index]
    if played.hands.keys() != rounds[0].hands.keys():
        raise InputError(
            f"rounds[{index}].hands: found the players {', '.join(played.hands)}: "
            f"expected those of the first round, {', '.join(rounds[0].hands)}."
        )
    try:
        return tally_round(pack, played.hands, played.caller, played.end)
    except InputError as error:
        raise InputError(f"rounds[{index}].{error}") from error


def _running(
    pack: RulePack, tallies: Sequence[RoundTally]
) -> tuple[tuple[Mapping[PlayerId, int], ...], tuple[str, ...]]:
    """Totals after each round, and what was reset on the way."""
    rule = pack.game.reset_exact
    running: list[Mapping[PlayerId, int]] = []
    resets: dict[tuple[PlayerId, int], str] = {}
    totals: dict[PlayerId, int] = {}
    for number, tally in enumerate(tallies, 1):
        totals = {player: totals.get(player, 0) + score for player, score in tally.scores.items()}
        for player, total in totals.items():
            before = any(player == name for name, _ in resets)
            if rule and total == rule.from_total and not (rule.once and before):
                totals[player] = rule.to_total
                resets[player, number] = (
                    f"{player} reached exactly {total} in round {number}: the total becomes {rule.to_total}"
                )
        running.append(totals)
    return tuple(running), tuple(resets.values())


def _ended(pack: RulePack, tallies: Sequence[RoundTally], totals: Mapping[PlayerId, int]) -> tuple[int, str] | None:
    """Number of the last of these rounds and why it ends the game; None where a tie has to be played off."""
    end = _end_reason(pack, len(tallies), totals)
    if end is None or (_plays_off(pack) and len(_winners(pack, tallies, totals)[0]) > 1):
        return None
    return end


def _plays_off(pack: RulePack) -> bool:
    return TieBreak.PLAY_OFF in takewhile(lambda rule: rule is not TieBreak.SHARED, pack.game.tie_break)


def _end_reason(pack: RulePack, number: int, totals: Mapping[PlayerId, int]) -> tuple[int, str] | None:
    game = pack.game
    if game.threshold is not None:
        highest = max(totals.values())
        player = " and ".join(name for name, total in totals.items() if total == highest)
        if highest > game.threshold:
            return number, f"{player} passed {game.threshold} with {highest} in round {number}"
        if highest == game.threshold and game.threshold_at is ThresholdAt.REACHED:
            return number, f"{player} reached {game.threshold} in round {number}"
    if game.rounds is not None and number > game.rounds and _plays_off(pack):
        return number, f"the play-off ended in round {number}"
    if game.rounds is not None and number >= game.rounds:
        return number, "the only round is played" if game.rounds == 1 else f"all {game.rounds} rounds are played"
    return None


def _goes_on(pack: RulePack, tallies: Sequence[RoundTally], running: Sequence[Mapping[PlayerId, int]]) -> str:
    game, played = pack.game, len(tallies)
    if running and _end_reason(pack, played, running[-1]):
        return f"{_winners(pack, tallies, running[-1])[1]}; a play-off round decides"
    ends = []
    if game.rounds is not None:
        ends.append(f"after round {game.rounds}")
    if game.threshold is not None:
        verb = "reaches" if game.threshold_at is ThresholdAt.REACHED else "exceeds"
        ends.append(f"when a total {verb} {game.threshold}")
    rounds = "1 round" if played == 1 else f"{played} rounds"
    return f"{rounds} played; the game ends {' or '.join(ends) or 'when the players stop'}"


def _winners(
    pack: RulePack, tallies: Sequence[RoundTally], totals: Mapping[PlayerId, int]
) -> tuple[tuple[PlayerId, ...], str]:
    tied, what = _ahead(pack, tallies, totals)
    if len(tied) == 1:
        return tied, f"{tied[0]} wins with {what}"
    level = f"{' and '.join(tied)} tie with {what.rpartition(' ')[2]}"
    for rule in pack.game.tie_break:
        if rule is not TieBreak.MOST_SUCCESSFUL_CALLS:
            break
        calls = {player: _successful_calls(pack, tallies, player) for player in tied}
        most = max(calls.values())
        if any(calls[player] < most for player in tied):
            tied = tuple(player for player in tied if calls[player] == most)
            level = f"{level}; {' and '.join(tied)} made the most successful calls, {most}"
    if len(tied) > 1 and _plays_off(pack):
        return tied, level
    return tied, f"{level}; {' and '.join(tied)} {'wins' if len(tied) == 1 else 'share the win'}"


def _ahead(
    pack: RulePack, tallies: Sequence[RoundTally], totals: Mapping[PlayerId, int]
) -> tuple[tuple[PlayerId, ...], str]:
    """Who is ahead by what wins the game, and with how much."""
    if pack.game.won_by is WonBy.ROUND_WINS:
        wins = {player: sum(player in tally.winners for tally in tallies) for player in totals}
        most = max(wins.values())
        return tuple(player for player in totals if wins[player] == most), f"the most rounds won, {most}"
    lowest = min(totals.values())
    return tuple(player for player, total in totals.items() if total == lowest), f"the lowest total, {lowest}"


def _successful_calls(pack: RulePack, tallies: Sequence[RoundTally], player: PlayerId) -> int:
    """Calls that succeeded by a word, and hands emptied where the house counts them."""
    emptied = pack.game.emptied_counts_as_call
    return sum(
        (tally.caller == player and tally.declared_success) or (emptied and player in tally.emptied)
        for tally in tallies
    )
