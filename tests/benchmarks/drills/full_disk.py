"""A disk that is full in the middle of an evening: every act is taken, said to wait, and there after a restart."""

from __future__ import annotations

import random
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.benchmarks.drills.damage import play
from tests.benchmarks.kept_tally import KeptTally
from tests.benchmarks.quietly import quiet
from tests.full_disk import smallest_file

from kibitz_server.evening.live import Live
from kibitz_server.journal.entries import Entry, Seq
from kibitz_server.journal.journal import FILE_NAME, Journal

TITLE = "Disk full"
TIMES = 200
_MOST_ROUNDS = 6
_MOST_BYTES = 40_000


def run(work: Path, times: int) -> dict[str, Any]:
    """Let the disk be full at so many random moments."""
    tally = KeptTally(work, times)
    with quiet():
        while not tally.is_done:
            folder = work / "data"
            shutil.rmtree(folder, ignore_errors=True)
            tally.add(_evening(folder, random.Random(f"full {tally.times}")))
    return tally.figures()


def _evening(folder: Path, rng: random.Random) -> str:
    live = Live(Journal(folder))
    try:
        play(live, rng.randrange(_MOST_ROUNDS), rng)
        log = folder / f"{FILE_NAME}-wal"
        with smallest_file(log.stat().st_size + rng.randrange(_MOST_BYTES)):
            play(live, rng.randrange(1, _MOST_ROUNDS), rng)
            waited = bool(live.trouble)
            half = [path.name for path in folder.rglob("*.part*")]
        live.look_after()
        if live.trouble:
            return "failed: it stays in trouble once there is room"
        if half:
            return f"failed: {half} was left"
        acts = _entries(live)
    except Exception as error:
        return f"failed: {type(error).__name__}: {error}"
    finally:
        live.close()
    again = Live(Journal(folder))
    same = _entries(again) == acts and again.notice is None
    again.close()
    if not same:
        return "failed: something is missing after a restart"
    return "acts waited in memory and were written" if waited else "there was just room"


def _entries(live: Live) -> list[Entry]:
    return [recorded.entry for recorded in live.since(Seq(1))]


def sentence(figures: Mapping[str, Any]) -> str:
    """What it came to."""
    came = ", ".join(f"{what} {count}" for what, count in sorted(figures["came"].items()))
    return f"evenings that went on while nothing more could be written, until there was room again: {came}"
