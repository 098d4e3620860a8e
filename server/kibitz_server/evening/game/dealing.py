"""Who deals the next round of a game: by its rules, from who dealt the rounds before as far as that was said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from kibitz_scoring.game.next_deal import dealer_after
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.score.seats import HandingOver, Joining, Leaving, SeatChange
from kibitz_server.evening.game.game import Game
from kibitz_server.evening.game.seating import joining


def next_dealer(game: Game) -> PlayerId:
    """Who deals the round that comes, or is being played; of a round of which nobody said it, who had to by the rules.

    The first at the table deals the first round.
    """
    return game.kept.of("dealer", (game.rounds, game.seating, game.players, game.dealer), lambda: _reckoned(game))


def _reckoned(game: Game) -> PlayerId:
    rounds, changes = game.played()
    table = _Table(list(game.start.players))
    for dealt, played, tally in zip(game.counted, rounds, game.tally().rounds, strict=True):
        table.take(played.changes)
        table.deal(_called_now(dealt.dealer, played.changes), dealt.pack)
        table.score(tuple(played.hands), [tally.scores[player] for player in played.hands])
    table.take(changes)
    return table.deal(_called_now(game.dealer, changes), game.seating.coming)


def _called_now(dealer: PlayerId | None, changes: Sequence[SeatChange]) -> PlayerId | None:
    """The dealer, or who went on in that seat."""
    for change in changes:
        if isinstance(change, HandingOver) and change.player == dealer:
            dealer = change.successor
    return dealer


@dataclass(slots=True)
class _Table:
    """Seats from round to round: `departed` are free, `dealer` dealt the last round, -1 before the first."""

    seats: list[PlayerId]
    departed: set[int] = field(default_factory=set)
    dealer: int = -1
    scores: dict[int, int] = field(default_factory=dict)

    def take(self, changes: Sequence[SeatChange]) -> None:
        """Let players come and go."""
        for change in changes:
            match change:
                case Leaving(player):
                    self.departed.add(self._here[player])
                case HandingOver(player, successor):
                    self.seats[self._here[player]] = successor
                case Joining(player=player):
                    self._sit_down(player)

    @property
    def _here(self) -> dict[PlayerId, int]:
        """The seats of those who are there."""
        return {player: seat for seat, player in enumerate(self.seats) if seat not in self.departed}

    def _sit_down(self, player: PlayerId) -> None:
        seat = joining(self.seats, list(self._here), player).seat
        self.seats[seat : seat + 1] = [player]
        self.departed.discard(seat)
        # Who sits down in a free seat has not been scored there.
        self.scores.pop(seat, None)

    def deal(self, said: PlayerId | None, pack: RulePack) -> PlayerId:
        """Let who was said to deal do so, or else who has to."""
        if said is not None and said in self.seats:
            self.dealer = self._here.get(said, self.seats.index(said))
        else:
            rule, seats = pack.game.next_dealer, len(self.seats)
            self.dealer = dealer_after(rule, self.dealer, seats, self.departed, self.scores)
        return self.seats[self.dealer]

    def score(self, players: Sequence[PlayerId], scores: Sequence[int]) -> None:
        """Take the seats away that are free, and note what a round came to for those who are left."""
        order = [(self.dealer + step) % len(self.seats) for step in range(1, len(self.seats) + 1)]
        left = next(player for player in (self.seats[seat] for seat in order) if player in players)
        self.seats, self.departed, self.scores = list(players), set(), dict(enumerate(scores))
        # Whoever dealt and left sat before the next one to the left.
        self.dealer = (self.seats.index(left) - 1) % len(self.seats)
