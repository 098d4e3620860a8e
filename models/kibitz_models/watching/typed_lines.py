"""Lines that somebody types while something else goes on."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from queue import Empty, SimpleQueue

import typer


class TypedLines:
    """Reads standard input in a thread of its own, so that nobody waits for a person who types nothing."""

    def __init__(self) -> None:
        self._lines: SimpleQueue[str | None] = SimpleQueue()
        self._has_ended = False
        threading.Thread(target=self._read, name="typed lines", daemon=True).start()

    def waiting(self) -> Iterator[str]:
        """What was typed since the last time, without empty lines."""
        while not self._has_ended:
            try:
                line = self._lines.get_nowait()
            except Empty:
                return
            if line is None:
                self._has_ended = True
            elif line.strip():
                yield line.strip()

    def ask(self, question: str) -> str | None:
        """Say something and wait for the next line; None where there will be none."""
        if self._has_ended:
            return None
        typer.echo(question, nl=False, err=True)
        line = self._lines.get()
        self._has_ended = line is None
        return line

    def _read(self) -> None:
        for line in sys.stdin:
            self._lines.put(line)
        self._lines.put(None)
