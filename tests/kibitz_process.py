"""The `kibitz` command in a process of its own, which begins with all libraries loaded.

Loading them takes longer than most of what a test does, so one process loads them and every other is forked of it.
"""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from pathlib import Path

COMMAND_S = 120
_START = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
_PROCESSES = multiprocessing.get_context(_START)
_PROCESSES.set_forkserver_preload(
    [
        "kibitz_scoring.cli.commands",
        "kibitz_datasets.commands",
        "kibitz_models.commands",
        "kibitz_server.commands",
        "kibitz_server.doctor.command",
        "kibitz_server.app",
        "uvicorn.protocols.http.auto",
        "uvicorn.protocols.websockets.auto",
    ]
)


@dataclass(frozen=True)
class Surroundings:
    """What a process has of the one that starts it: its variables, its folder, and the rights of files it makes."""

    variables: dict[str, str]
    folder: Path
    mask: int


class KibitzProcess:
    """`kibitz` with some arguments, and what it says."""

    def __init__(self, arguments: Sequence[str], folder: Path, given: str = "") -> None:
        folder.mkdir(parents=True, exist_ok=True)
        given_file, self._said, self._complained = (folder / name for name in ("given", "said", "complained"))
        given_file.write_text(given, encoding="utf-8")
        self._said.write_bytes(b"")
        self._complained.write_bytes(b"")
        mask = os.umask(0)
        os.umask(mask)
        files = (given_file.resolve(), self._said.resolve(), self._complained.resolve())
        task = (arguments, files, Surroundings(dict(os.environ), Path.cwd(), mask))
        self._process: BaseProcess = _PROCESSES.Process(target=_run, args=task)
        self._process.start()

    @property
    def number(self) -> int:
        """Its number in the system."""
        assert self._process.pid is not None
        return self._process.pid

    @property
    def is_alive(self) -> bool:
        """Whether it runs."""
        return self._process.is_alive()

    def kill(self) -> None:
        """End it at once, and wait for nothing."""
        self._process.kill()

    @property
    def exit_code(self) -> int:
        """What it came to, once it has ended."""
        assert self._process.exitcode is not None
        return self._process.exitcode

    @property
    def said(self) -> str:
        """All that it has said so far."""
        return self._said.read_text(encoding="utf-8")

    @property
    def complained(self) -> str:
        """All that it has said on standard error so far."""
        return self._complained.read_text(encoding="utf-8")

    def line(self, number: int, wait_s: float) -> str:
        """One of the lines that it says, counted from 0; fails where it ends or that time passes before."""
        end_s = time.monotonic() + wait_s
        while self.said.count("\n") <= number:
            assert self.is_alive and time.monotonic() < end_s, self.complained
            time.sleep(0.02)
        return self.said.splitlines()[number]

    def send(self, sign: int) -> None:
        """Send it a signal, if it still runs."""
        if self.is_alive:
            os.kill(self.number, sign)

    def join(self, wait_s: float) -> None:
        """Wait for its end; it is killed where that takes longer."""
        self._process.join(wait_s)
        if self.is_alive:
            self.kill()
            self._process.join()


def kibitz(folder: Path, *arguments: str | Path, given: str = "") -> subprocess.CompletedProcess[str]:
    """What a command comes to that ends by itself and is given this text; what it says is kept in the folder."""
    running = KibitzProcess([str(one) for one in arguments], folder, given)
    running.join(COMMAND_S)
    return subprocess.CompletedProcess(arguments, running.exit_code, running.said, running.complained)


def _run(arguments: Sequence[str], files: tuple[Path, Path, Path], surroundings: Surroundings) -> None:
    for number, path in enumerate(files):
        opened = os.open(path, os.O_RDWR | os.O_APPEND)
        os.dup2(opened, number)
        os.close(opened)
    # A process of `multiprocessing` has closed the one that it had.
    sys.stdin = os.fdopen(0, encoding="utf-8")
    os.umask(surroundings.mask)
    os.chdir(surroundings.folder)
    os.environ.clear()
    os.environ.update(surroundings.variables)
    sys.argv = ["kibitz", *arguments]

    import cv2

    from kibitz_server.cli import main

    # What the command asks of OpenCV it asks of one that is not loaded yet.
    cv2.setNumThreads(1)
    main()
