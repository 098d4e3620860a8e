"""A round that is watched while the disk is full."""

from __future__ import annotations

from pathlib import Path

from kibitz_scoring.table import CardLifted, Heap, Interval, Seen
from kibitz_server.evening.live import Live
from kibitz_server.journal.entries import Seq
from kibitz_server.journal.journal import FILE_NAME, Journal
from kibitz_server.journal.play_entries import RoundWatched, TableSeen, WatchDropped

from ...full_disk import smallest_file
from ..conftest import ANN


def test_sightings_are_kept_and_watching_can_be_stopped(live: Live, tmp_path: Path) -> None:
    seen = [CardLifted(Seen(Interval(at_ms, at_ms + 50.0)), Heap.DRAW) for at_ms in range(0, 40_000, 400)]
    live.record(RoundWatched(ANN, is_dealt=True))

    with smallest_file((tmp_path / f"{FILE_NAME}-wal").stat().st_size + 9000):
        for event in seen:
            live.see((event,), event.seen.at.end_ms)
        live.record(WatchDropped())
        assert "Acts that wait in memory" in live.trouble

    assert live.play is None
    assert live.look_after()
    told = live.since(Seq(1))
    live.close()
    assert sum(isinstance(recorded.entry, TableSeen) for recorded in told) == len(seen)
    again = Journal(tmp_path)
    assert again.recorded == list(told)
    again.close()
