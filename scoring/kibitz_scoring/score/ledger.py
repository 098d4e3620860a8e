"""The ledger of a game: everybody's account over the rounds, with what was written once and stays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import assert_never

from kibitz_scoring.errors import InputError
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.score.seats import HandingOver, Joining, Leaving, SeatChange
from kibitz_scoring.score.tally import RoundTally
from kibitz_scoring.sentences import Sentence


@dataclass(slots=True)
class Account:
    """What a seat has gathered: points, rounds won, calls that succeeded, and resets that were used up.

    `has_left` says that nobody plays on it; `is_out` that this was so before the game had ended, so it cannot win.
    """

    total: int = 0
    wins: int = 0
    calls: int = 0
    used: set[int] = field(default_factory=set)
    has_left: bool = False
    is_out: bool = False


class Ledger:
    """The accounts by player in the order in which they came, and what happened to them in sentences."""

    def __init__(self, players: Sequence[PlayerId] = ()) -> None:
        self.accounts: dict[PlayerId, Account] = {player: Account() for player in players}
        self.resets: list[str] = []
        self.seats: list[str] = []
        self.successors: dict[PlayerId, PlayerId] = {}

    @property
    def totals(self) -> dict[PlayerId, int]:
        """Everybody's total, of those who left too."""
        return {player: account.total for player, account in self.accounts.items()}

    @property
    def present(self) -> tuple[PlayerId, ...]:
        """Who is at the table."""
        return tuple(player for player, account in self.accounts.items() if not account.has_left)

    @property
    def left(self) -> tuple[PlayerId, ...]:
        """Who has left the game."""
        return tuple(player for player, account in self.accounts.items() if account.has_left)

    @property
    def in_the_running(self) -> dict[PlayerId, Account]:
        """The accounts that can win: all but of those who left before the game had ended."""
        return {player: account for player, account in self.accounts.items() if not account.is_out}

    def change(self, pack: RulePack, change: SeatChange, after: int, *, ended: bool) -> None:
        """A seat changes after so many rounds; `InputError` for a player who is not there, or is there already."""
        match change:
            case Leaving(player):
                account = self._account(player)
                account.has_left, account.is_out = True, not ended
                self.seats.append(
                    Sentence("{player} left {when} with {total}", player=player, when=_when(after), total=account.total)
                )
            case Joining(player, rule):
                self._join(pack.game.joins_with if rule is None else rule, player, after)
            case HandingOver(player, successor):
                self._check_new(successor)
                self._account(player)
                self.accounts = {successor if name == player else name: one for name, one in self.accounts.items()}
                self.successors[player] = successor
                total = self.accounts[successor].total
                self.seats.append(
                    Sentence(
                        "{successor} took over {player}'s seat {when} with {total}",
                        successor=successor,
                        player=player,
                        when=_when(after),
                        total=total,
                    )
                )
            case _:
                assert_never(change)

    def add(self, pack: RulePack, tally: RoundTally, number: int) -> None:
        """Write down a round by the rules that it is scored by."""
        for player, score in tally.scores.items():
            account = self.accounts.setdefault(player, Account())
            account.total += score
            account.wins += player in tally.winners
            emptied = pack.game.emptied_counts_as_call and player in tally.emptied
            account.calls += emptied or (tally.caller == player and tally.declared_success)
        for player in tally.scores:
            self._reset(pack, player, number)

    def _reset(self, pack: RulePack, player: PlayerId, number: int) -> None:
        account = self.accounts[player]
        for rule in pack.game.resets:
            if account.total != rule.from_total or (rule.once and rule.from_total in account.used):
                continue
            account.used.add(rule.from_total)
            account.total = rule.to_total
            self.resets.append(
                Sentence(
                    "{player} reached exactly {from_total} in round {number}: the total becomes {to_total}",
                    player=player,
                    from_total=rule.from_total,
                    number=number,
                    to_total=rule.to_total,
                )
            )
            return

    def _join(self, rule: str | int, player: PlayerId, after: int) -> None:
        there = [account.total for account in self.accounts.values() if not account.has_left]
        start, how = _start(rule, there)
        before = self.accounts.get(player)
        if before is None:
            self.accounts[player] = Account(start)
            self.seats.append(
                Sentence(
                    "{player} joined {when} with {start}{how}", player=player, when=_when(after), start=start, how=how
                )
            )
            return
        if not before.has_left:
            self._check_new(player)
        if before.total >= start:
            start, how = before.total, Sentence(", as before")
        before.total, before.has_left, before.is_out = start, False, False
        self.seats.append(
            Sentence(
                "{player} came back {when} with {start}{how}", player=player, when=_when(after), start=start, how=how
            )
        )

    def _account(self, player: PlayerId) -> Account:
        account = self.accounts.get(player)
        if account is None or account.has_left:
            raise InputError(
                Sentence(
                    "found {player}, who is not at the table: expected one of {present}.",
                    player=player,
                    present=", ".join(self.present),
                )
            )
        return account

    def _check_new(self, player: PlayerId) -> None:
        if player in self.accounts:
            raise InputError(Sentence("found {player}, who has a total already: expected another name.", player=player))


def _start(rule: str | int, totals: list[int]) -> tuple[int, str]:
    """Points that somebody begins with, and why."""
    if rule == 0 or not totals:
        return 0, ""
    if rule == "highest":
        return max(totals), Sentence(", the highest total")
    return (2 * sum(totals) + len(totals)) // (2 * len(totals)), Sentence(", the average")


def _when(after: int) -> str:
    return Sentence("after round {after}", after=after) if after else Sentence("before the first round")


def most(values: Mapping[PlayerId, int]) -> tuple[PlayerId, ...]:
    """Who has the most."""
    top = max(values.values(), default=0)
    return tuple(player for player, value in values.items() if value == top)
