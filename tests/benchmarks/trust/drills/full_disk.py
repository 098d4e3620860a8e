"""A disk that is full in the middle of an evening: every act is taken, said to wait, and there after a restart."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.benchmarks.trust.drills.damage import play
from tests.benchmarks.trust.kept_tally import KeptTally
from tests.benchmarks.trust.quietly import quiet
from tests.full_disk import smallest_file

from kibitz_server.evening.live import Live
from kibitz_server.journal.entries import Entry, Seq
from kibitz_server.journal.journal import FILE_NAME, Journal

TITLE = "Disk full"
TIMES = 200
_MOST_ROUNDS = 6
_DISK_BYTES = 8_000_000
_MOST_BYTES = 60_000


@contextmanager
def _own_disk(folder: Path) -> Iterator[bool]:
    """A small disk of its own at a folder where one may be mounted; whether it is one."""
    folder.mkdir()
    mounted = ["mount", "-t", "tmpfs", "-o", f"size={_DISK_BYTES}", "none", str(folder)]
    is_own = sys.platform == "linux" and subprocess.run(mounted, capture_output=True, check=False).returncode == 0
    try:
        yield is_own
    finally:
        if is_own:
            subprocess.run(["umount", str(folder)], check=True)


@contextmanager
def _full(folder: Path, left: int, *, is_own: bool) -> Iterator[None]:
    """So many bytes may be written still."""
    if not is_own:
        with smallest_file((folder / f"{FILE_NAME}-wal").stat().st_size + left):
            yield
        return
    filler = folder / "filler"
    filler.write_bytes(bytes(max(0, shutil.disk_usage(folder).free - left)))
    try:
        yield
    finally:
        filler.unlink()


def run(work: Path, times: int) -> dict[str, Any]:
    """Let the disk be full at so many random moments."""
    tally = KeptTally(work, times)
    with quiet():
        while not tally.is_done:
            folder = work / "data"
            shutil.rmtree(folder, ignore_errors=True)
            with _own_disk(folder) as is_own:
                tally.add(_evening(folder, random.Random(f"full {tally.times}"), is_own=is_own))
    return tally.figures()


def _evening(folder: Path, rng: random.Random, *, is_own: bool) -> str:
    live = Live(Journal(folder))
    try:
        play(live, rng.randrange(_MOST_ROUNDS), rng)
        with _full(folder, rng.randrange(_MOST_BYTES), is_own=is_own):
            play(live, rng.randrange(1, _MOST_ROUNDS), rng)
            waited = bool(live.trouble)
            half = [path.name for path in folder.rglob("*.part*")]
        live.look_after()
        if live.trouble:
            return "failed: it stays in trouble once there is room"
        if half or live.notice:
            return f"failed: {half or live.notice}"
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
