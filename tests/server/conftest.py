"""Evenings made of real entries in a real journal."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack
from kibitz_server.evening.live import Live
from kibitz_server.journal.entries import GameStarted
from kibitz_server.journal.journal import Journal

ANN, BEN = PlayerId("Ann"), PlayerId("Ben")
PACK = load_pack("kaboo", {"game.rounds": None})
NOON = datetime(2025, 6, 1, 12, tzinfo=UTC)


@pytest.fixture
def live(tmp_path: Path) -> Iterator[Live]:
    """A game of Ann and Ben that has just begun."""
    opened = Live(Journal(tmp_path), clock=lambda: NOON)
    opened.record(GameStarted(PACK, PACK.content_hash, (ANN, BEN)))
    yield opened
    opened.close()


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Live]:
    """An evening on which nothing has begun."""
    opened = Live(Journal(tmp_path), clock=lambda: NOON)
    yield opened
    opened.close()


async def comes(is_there: Callable[[], bool], wait_s: float = 30.0) -> bool:
    """Whether something comes to be so while the event loop goes on, within so many seconds."""
    end_s = time.monotonic() + wait_s
    while not is_there() and time.monotonic() < end_s:
        await asyncio.sleep(0.05)
    return is_there()


def crashed(journal: Journal) -> None:
    """Leave a journal as a process leaves it that is killed."""
    journal._let_go()
    journal._lock.release()
