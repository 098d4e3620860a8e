"""Evenings made of real entries in a real journal."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from kibitz_scoring.packs import load_pack
from kibitz_scoring.table import PlayerId
from kibitz_server.entries import GameStarted
from kibitz_server.journal import Journal
from kibitz_server.live import Live

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
