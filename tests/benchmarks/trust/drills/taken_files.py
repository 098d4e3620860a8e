"""The journal's file, log or folder is deleted or replaced while Kibitz runs; nothing may be lost, or be unsaid."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from tests.benchmarks.trust.drills.damage import play
from tests.benchmarks.trust.kept_tally import KeptTally
from tests.benchmarks.trust.quietly import quiet

from kibitz_server.evening.live import Live
from kibitz_server.journal.entries import Seq
from kibitz_server.journal.journal import FILE_NAME, HEAD_NAME, Journal

TITLE = "Files taken away"
TIMES = 200
_MOST_ROUNDS = 4
_LOG = f"{FILE_NAME}-wal"


def _folder(folder: Path) -> None:
    shutil.rmtree(folder)


def _file(folder: Path) -> None:
    (folder / FILE_NAME).unlink()


def _log(folder: Path) -> None:
    (folder / _LOG).unlink()


def _file_and_log(folder: Path) -> None:
    (folder / FILE_NAME).unlink()
    (folder / _LOG).unlink()
    (folder / HEAD_NAME).unlink()


def _renamed(folder: Path) -> None:
    (folder / FILE_NAME).rename(folder / "elsewhere")


def _folder_renamed(folder: Path) -> None:
    shutil.rmtree(folder.with_name("elsewhere"), ignore_errors=True)
    folder.rename(folder.with_name("elsewhere"))


def _replaced(folder: Path) -> None:
    (folder / "other").write_bytes(b"another file" * 999)
    (folder / "other").replace(folder / FILE_NAME)


def _an_older_copy(folder: Path) -> None:
    shutil.copyfile(folder / FILE_NAME, folder / "copy")
    (folder / "copy").replace(folder / FILE_NAME)


def _overwritten(folder: Path) -> None:
    (folder / FILE_NAME).write_bytes(b"another file" * 999)


def _emptied(folder: Path) -> None:
    (folder / FILE_NAME).write_bytes(b"")
    (folder / _LOG).write_bytes(b"")


TAKEN: tuple[Callable[[Path], None], ...] = (
    _folder,
    _file,
    _log,
    _file_and_log,
    _renamed,
    _folder_renamed,
    _replaced,
    _an_older_copy,
    _overwritten,
    _emptied,
)


def run(work: Path, times: int) -> dict[str, Any]:
    """Take files away at so many random moments."""
    tally = KeptTally(work, times)
    with quiet():
        while not tally.is_done:
            folder = work / "data"
            shutil.rmtree(folder, ignore_errors=True)
            rng = random.Random(f"taken {tally.times}")
            take = rng.choice(TAKEN)
            tally.add(_evening(folder, take, rng), take.__name__.strip("_"))
    return tally.figures()


def _evening(folder: Path, take: Callable[[Path], None], rng: random.Random) -> str:
    live = Live(Journal(folder))
    try:
        play(live, rng.randrange(_MOST_ROUNDS), rng)
        take(folder)
        if rng.random() < 0.5:
            live.look_after()
            told_at_once = live.notice is not None
        else:
            told_at_once = True
        play(live, rng.randrange(1, _MOST_ROUNDS), rng)
        acts, told = live.since(Seq(1)), live.notice is not None
    except Exception as error:
        return f"failed: {type(error).__name__}: {error}"
    finally:
        live.close()
    if not (told and told_at_once):
        return "failed: nothing was said"
    again = Live(Journal(folder))
    same = again.since(Seq(1)) == acts and again.notice is None
    again.close()
    return "written anew from memory" if same else "failed: something is missing after a restart"


def sentence(figures: Mapping[str, Any]) -> str:
    """What it came to."""
    came = ", ".join(f"{what} {count}" for what, count in sorted(figures["came"].items()))
    return f"file, log or folder deleted, renamed, replaced, overwritten or emptied in the middle of an evening: {came}"
