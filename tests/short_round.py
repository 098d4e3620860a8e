"""The shortest round that is played, as it was filmed and watched once for all tests."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from kibitz_datasets.films.simulate import SimulationConfig
from kibitz_models.commands import app
from kibitz_models.watching.commands import watch_command
from kibitz_models.watching.measuring.truth import FilmedRound, read_filmed
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.table import TableEvent
from kibitz_vision.frames import Frame
from kibitz_vision.watcher import Watcher

CONFIG = SimulationConfig(load_pack("cameo"), 2, 25, size=(640, 360), thinking_s=0.2, seconds=12, troubles=0.0)
"""Ten seconds at a table of two, with a call, from the deal to the reveal."""
Told = tuple[list[TableEvent], float]
"""What a watcher tells of a frame, and up to when it has told all."""


@dataclass(frozen=True)
class WatchedRound:
    """What `kibitz watch --json` says of a film, and what its watcher told of each frame and at the end."""

    lines: tuple[str, ...]
    told: tuple[Told, ...]


@dataclass(eq=False)
class ToldAgain:
    """A watcher that tells what one told before of the same film."""

    told: Sequence[Told]
    missing = ""
    known_ms: float = float("-inf")
    _next: int = field(default=0, init=False)

    def keep_up(self, _lateness: object) -> None:
        """A recording waits."""

    def update(self, _frame: Frame) -> list[TableEvent]:
        return self.finish()

    def finish(self) -> list[TableEvent]:
        events, self.known_ms = self.told[self._next]
        self._next += 1
        return events


def arguments_of(film: FilmedRound, *more: str) -> list[str]:
    """What `kibitz watch` is given to watch a film."""
    acts = str(film.folder / "acts.jsonl")
    names = ",".join(film.players)
    return ["watch", str(film.video), "--rules", film.pack.id, "--players", names, "--acts", acts, *more]


def watch_once(film: Path, out: Path) -> None:
    """Watch a film and keep what was told of it."""
    told: list[Told] = []

    def noted(method: Callable[..., list[TableEvent]]) -> Callable[..., list[TableEvent]]:
        def note(watcher: Watcher, *given: Any) -> list[TableEvent]:
            events = method(watcher, *given)
            told.append((events, watcher.known_ms))
            return events

        return note

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Watcher, "update", noted(Watcher.update))
        patch.setattr(Watcher, "finish", noted(Watcher.finish))
        done = CliRunner().invoke(app, arguments_of(read_filmed(film), "--json"), catch_exceptions=False)
    assert done.exit_code == 0, done.output
    kept = WatchedRound(tuple(done.stdout.splitlines()), tuple(told))
    (out / "watched.pickle").write_bytes(pickle.dumps(kept))


def read_watched_round(folder: Path) -> WatchedRound:
    """What `watch_once` kept."""
    kept: WatchedRound = pickle.loads((folder / "watched.pickle").read_bytes())
    return kept


def tell_again(patch: pytest.MonkeyPatch, watched: WatchedRound) -> None:
    """Let `kibitz watch` be told of the same film what it was told before."""
    patch.setattr(watch_command, "Watcher", lambda *_, **__: ToldAgain(watched.told))
