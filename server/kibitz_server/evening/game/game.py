"""A game of the evening: its rounds in the order they were played, its seats and rules, and its tally."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256

from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.score.hands import ScoredCard
from kibitz_scoring.score.seats import SeatChange, account_holders
from kibitz_scoring.score.tally import RoundEnd
from kibitz_scoring.score.totals import GameTally, PlayedRound, tally_game
from kibitz_server.evening.game.challenges import Challenges
from kibitz_server.evening.game.filmed import FilmedMoments
from kibitz_server.evening.game.kept_results import KeptResults, kept_tally
from kibitz_server.evening.game.seating import Seating, fitting
from kibitz_server.evening.game.sheet import Sheet
from kibitz_server.journal.entries import PictureId, RoundId, Seq

_KEPT = 16
"""Results of a game that are kept: of its last few states the rounds played, the tally, how they look, who deals."""

_PAUSE = timedelta(hours=1)
"""No round takes as long: who puts nothing in for an hour has stopped playing."""

Hands = dict[PlayerId, tuple[ScoredCard, ...]]


@dataclass(frozen=True, slots=True)
class Round:
    """A confirmed round; `removed_by` is the entry that undid it, None while it counts.

    `watched` is the entry with which its watching began, None where nobody watched; of `filmed` there are clips.
    `dealer` dealt it, None where nobody said who did.
    `pack` are the rules that it was played by, for good; `changes` are those of the seats since the round before.
    `played_for` is how long the table had been at the game when it was confirmed, pauses left out.
    """

    round_id: RoundId
    hands: Hands
    caller: PlayerId | None
    end: RoundEnd
    sheet: Sheet
    pack: RulePack
    edited: bool = False
    removed_by: Seq | None = None
    watched: Seq | None = None
    filmed: FilmedMoments = ()
    changes: tuple[SeatChange, ...] = ()
    dealer: PlayerId | None = None
    played_for: timedelta = timedelta()


def game_key(begun: datetime, players: Iterable[PlayerId]) -> str:
    """Key of a game by when and by whom it was begun: 16 hexadecimal digits."""
    named = json.dumps([begun.astimezone(UTC).isoformat(), *players])
    return sha256(named.encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Game:
    """A game and its rounds in the order they were played, undone ones included.

    `evidence` are the kept pictures that a round was confirmed from, be it before a correction, and those of snaps that
    the table ruled on; `watched`, `filmed` and `dealer` are of the round that is not confirmed yet, as in `Round`.
    `start` is the table as the game began, `seating` as it is now, with its `pack` and `players`; `watched_from` as the
    round that is watched began.
    `by_hand` says that nobody watched the last round that was begun, and people told it.
    `stopped` says that the table plays no more, `extended_to` the number of rounds that it plays all the same.
    `kept` are results that its later states share.
    `played_for` is how long the table was at it up to `touched`, pauses of an hour left out.
    Of a demo (`is_demo`) the players are nobody's friends; `is_imported` says that the game came from an export.
    `challenges` are the disputes that may cost tokens.
    """

    seq: Seq
    at: datetime
    pack: RulePack
    players: tuple[PlayerId, ...]
    start: Seating
    seating: Seating
    rounds: tuple[Round, ...] = ()
    sheet: Sheet | None = None
    evidence: frozenset[PictureId] = frozenset()
    watched: Seq | None = None
    filmed: FilmedMoments = ()
    dealer: PlayerId | None = None
    watched_from: Seating | None = None
    by_hand: bool = False
    is_demo: bool = False
    is_imported: bool = False
    stopped: bool = False
    extended_to: int = 0
    challenges: Challenges = ()
    played_for: timedelta = timedelta()
    touched: datetime | None = None
    kept: KeptResults = field(default_factory=lambda: KeptResults(_KEPT), compare=False, repr=False)

    def going_on(self, at: datetime) -> Game:
        """The same game when something more was put in at this time."""
        since = at - (self.touched or self.at)
        played_for = self.played_for + since if timedelta() <= since < _PAUSE else self.played_for
        return replace(self, played_for=played_for, touched=at)

    @property
    def is_over(self) -> bool:
        """Whether no further round may be played: by the rules or as the table said, and it did not play on."""
        return (self.stopped or self.tally().finished) and len(self.counted) >= self.extended_to

    @property
    def key(self) -> str:
        """What tells the game from all others, on every computer."""
        return game_key(self.at, self.start.players)

    @property
    def counted(self) -> tuple[Round, ...]:
        """The rounds that count."""
        return tuple(played for played in self.rounds if played.removed_by is None)

    @property
    def pictures(self) -> frozenset[PictureId]:
        """The pictures that are kept: those of confirmed rounds, of ruled snaps and of the open sheet."""
        return self.evidence.union(self.sheet.pictures if self.sheet else ())

    def played(self) -> tuple[tuple[PlayedRound, ...], tuple[SeatChange, ...]]:
        """The rounds that count, and who came and left since the last of them."""
        return self.kept.of("played", self._counting, self._played)

    def _played(self) -> tuple[tuple[PlayedRound, ...], tuple[SeatChange, ...]]:
        here = self.start.players
        rounds: list[PlayedRound] = []
        holders = set(here)
        said: tuple[SeatChange, ...] = ()
        for played in self.rounds:
            said += played.changes
            if played.removed_by is None:
                changes, here, said = fitting(here, said, played.hands, holders), tuple(played.hands), ()
                holders = account_holders(holders, changes)
                rounds.append(PlayedRound(played.hands, played.caller, played.end, played.pack, changes))
        said += self.seating.changes
        return tuple(rounds), fitting(here, said, self.players, holders)

    def tally(self) -> GameTally:
        """Scores of all rounds that count, each by the rules of its own time, and the running totals."""
        return self.kept.of("tally", self._counting, self._tally)

    def _tally(self) -> GameTally:
        rounds, changes = self.played()
        return tally_game(self.pack, rounds, changes, self.start.players, kept_tally)

    @property
    def _counting(self) -> tuple[object, ...]:
        """All that the tally depends on."""
        return self.rounds, self.seating, self.pack, self.players, self.start

    def at_sheet(self, sheet: Sheet) -> tuple[RulePack, tuple[PlayerId, ...]]:
        """The rules and the players of the round that a sheet is about."""
        for played in self.rounds:
            if played.round_id == sheet.edits:
                return played.pack, tuple(played.hands)
        return self.pack, self.players
