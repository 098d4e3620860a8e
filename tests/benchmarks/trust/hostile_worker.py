"""A process that runs Kibitz's commands, one after the other, and is ended where one hangs."""

from __future__ import annotations

import multiprocessing
import os
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from kibitz_scoring.errors import InputError
from kibitz_server.evening.import_file import read_games
from kibitz_vision.camera.sources import open_source
from kibitz_vision.table.places_file import read_places

LONGEST_S = 30.0
_MOST_TOLD = 3000
"""Characters: what cannot be read is told in a sentence, not in a page."""
_LOADING_S = 120.0
READERS: Mapping[str, Callable[[str], object]] = {
    "page's import": lambda path: read_games(Path(path).read_bytes()),
    "places": lambda path: read_places(Path(path)),
    "source": lambda text: open_source(text).close(),
}
"""What only the page reads, with no command for it."""


@dataclass(frozen=True, slots=True)
class Came:
    """What became of one try: how long it took, and in a few words what was wrong with it, if anything was."""

    took_s: float
    fault: str = ""


class HostileWorker:
    """Tries are made one at a time; after one that hangs or breaks the process the next has another one."""

    def __init__(self) -> None:
        self._process: multiprocessing.process.BaseProcess | None = None
        self._asked: Connection | None = None

    def run(self, arguments: Sequence[str], longest_s: float = LONGEST_S) -> Came:
        """Run a command of `kibitz`, or the reader of this name from `READERS`."""
        asked = self._asked or self._start()
        began_s = time.monotonic()
        fault = f"no answer in {longest_s:.0f} s"
        with suppress(EOFError, OSError):
            asked.send(list(arguments))
            if asked.poll(longest_s):
                fault = "the process broke"
                return Came(time.monotonic() - began_s, asked.recv())
        self.close()
        return Came(time.monotonic() - began_s, fault)

    def close(self) -> None:
        """End the process."""
        if self._process is not None and self._asked is not None:
            self._process.kill()
            self._process.join()
            self._asked.close()
        self._process = self._asked = None

    def _start(self) -> Connection:
        context = multiprocessing.get_context("spawn")
        self._asked, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs,))
        self._process.start()
        theirs.close()
        # Loading all libraries is no part of a try.
        if not self._asked.poll(_LOADING_S):
            raise TimeoutError("the commands could not be loaded")
        self._asked.recv()
        return self._asked


def _serve(asked: Connection) -> None:
    from kibitz_server.cli import main

    with tempfile.TemporaryFile() as said:
        for number in (1, 2):
            os.dup2(said.fileno(), number)
        asked.send("")
        while True:
            try:
                arguments = asked.recv()
            except EOFError:
                return
            said.seek(0)
            said.truncate()
            code = _run_reader(arguments) if arguments[0] in READERS else _run_command(main, arguments)
            sys.stdout.flush()
            sys.stderr.flush()
            said.seek(0)
            asked.send(_fault(code, said.read().decode(errors="replace")))


def _run_reader(arguments: Sequence[str]) -> int:
    try:
        READERS[arguments[0]](arguments[1])
    except InputError as error:
        print(error, file=sys.stderr)
        return 2
    except Exception:
        traceback.print_exc()
        return 1
    return 0


def _run_command(main: Callable[[], None], arguments: Sequence[str]) -> int:
    sys.argv = ["kibitz", *arguments]
    try:
        main()
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException:
        traceback.print_exc()
        return 1
    return 0


def _fault(code: int, said: str) -> str:
    """An error of Kibitz's own, in words that are short enough to be written down."""
    is_own = "error of its own" in said or "Traceback" in said
    if is_own or code not in {0, 1, 2}:
        return f"ended with {code}: {said[-300:]}"
    return f"{len(said)} characters were said" if code == 2 and len(said) > _MOST_TOLD else ""
