"""A round told by hand in the notation, for tests: nobody watches, and what is said counts at once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from pydantic import JsonValue

from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack
from kibitz_server.evening.game.game import Game
from kibitz_server.evening.live import Live
from kibitz_server.evening.round.choices import Choice, Kind, dispute_of, entry_of
from kibitz_server.evening.round.play import Play
from kibitz_server.journal.entries import GameStarted, Seq
from kibitz_server.journal.journal import Journal
from kibitz_server.journal.play_entries import ActSaid, RoundWatched

ANN, BEN, CLEO = PLAYERS = (PlayerId("Ann"), PlayerId("Ben"), PlayerId("Cleo"))


class HandTold:
    """The evening, with a clock that goes on by a second with everything that is done."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.now_ms = 0.0

    @property
    def play(self) -> Play:
        assert self.live.play is not None
        return self.live.play

    @property
    def game(self) -> Game:
        assert self.live.evening.game is not None
        return self.live.evening.game

    def begin(self) -> None:
        self.live.record(RoundWatched(ANN, is_dealt=True, by_hand=True))

    def tell(self, *events: str) -> None:
        for event in events:
            self.now_ms += 1000
            self.live.record(ActSaid(self.now_ms, event))

    def dispute(self, player: PlayerId) -> str:
        """Dispute what was told last, and give its act."""
        self.now_ms += 1000
        self.live.record(dispute_of(self.play, player, self.now_ms))
        return self.play.disputes.open[-1].act

    def rule(self, kind: Kind, act: str) -> Seq:
        self.now_ms += 1000
        return self.live.record(entry_of(self.play, Choice(kind, act), self.now_ms)).seq


@contextmanager
def hand_told(pack_id: str = "kaboo", **rules: JsonValue) -> Iterator[HandTold]:
    """A game of Ann, Ben and Cleo with its first round dealt by Ann."""
    keys = {key.replace("__", "."): value for key, value in rules.items()}
    pack = load_pack(pack_id, {"game.rounds": None, **keys})
    with TemporaryDirectory() as folder:
        live = Live(Journal(Path(folder)), clock=lambda: datetime(2026, 11, 28, tzinfo=UTC))
        live.record(GameStarted(pack, pack.content_hash, PLAYERS))
        told = HandTold(live)
        told.begin()
        yield told
        live.close()
