"""A small film for the tests that look at pictures."""

from __future__ import annotations

import pytest

from kibitz_datasets import pool


@pytest.fixture
def drawn_decks_only(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Decks are one of our own designs, drawn into a cache of the tests' own: the same on every machine."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.getbasetemp() / "deck-cache"))
    monkeypatch.setattr(pool, "MEASURE_DRAWN", range(1000, 1001))
