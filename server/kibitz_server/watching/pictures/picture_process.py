"""Pictures of strangers, decoded one at a time in a process of its own, which has only so much memory."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import sys
import threading
from multiprocessing.connection import Connection
from pathlib import Path

from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import Sentence
from kibitz_vision.detections import Image
from kibitz_vision.frames import READ_MEGAPIXELS, decode_image

log = logging.getLogger(__name__)

MOST_FILE_BYTES = 60 * 1024 * 1024
"""No photo is taken in that is larger."""
_MEMORY_BYTES = 700_000_000
"""Beside what the process has at its start. 64 megapixels with transparency take 300 MB until they are smaller."""
_WITHIN_S = 30.0


class PictureProcess:
    """Starts with the first picture; where one breaks the process, the next one has another."""

    def __init__(self) -> None:
        self._one = threading.Lock()
        self._process: multiprocessing.process.BaseProcess | None = None
        self._asked: Connection | None = None

    async def decode(self, data: bytes, name: str) -> Image:
        """The picture, BGR (height, width, 3), of at most `READ_MEGAPIXELS`; `InputError` where it is none."""
        return await asyncio.to_thread(self._decode, data, name)

    def close(self) -> None:
        """End the process."""
        with self._one:
            self._end()

    def _decode(self, data: bytes, name: str) -> Image:
        with self._one:
            asked = self._asked or self._start()
            try:
                asked.send((data, name))
                found = asked.recv() if asked.poll(_WITHIN_S) else None
            except (EOFError, OSError):
                found = None
            if found is None:
                self._end()
                raise InputError(
                    Sentence("{name} takes too much time or memory to be read: expected a photo.", name=name)
                )
        if isinstance(found, InputError):
            raise found
        image: Image = found
        return image

    def _start(self) -> Connection:
        # A forked process would share this one's memory, and what it is in the middle of.
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs,), name="kibitz-pictures", daemon=True)
        self._process.start()
        theirs.close()
        self._asked = ours
        return ours

    def _end(self) -> None:
        if self._process is not None and self._asked is not None:
            self._process.kill()
            self._process.join()
            self._asked.close()
        self._process = self._asked = None


def _serve(asked: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _bound_memory()
    while True:
        try:
            data, name = asked.recv()
        except (EOFError, OSError):
            return
        asked.send(_decoded(data, name))


def _decoded(data: bytes, name: str) -> Image | InputError:
    try:
        return decode_image(data, name, READ_MEGAPIXELS)
    except InputError as error:
        return error
    except Exception:
        # Above all that there is no memory, which every library says in its own way.
        log.exception("A picture could not be decoded.")
        return InputError(
            Sentence("{name} takes too much memory to be read: send it smaller, or as a JPEG.", name=name)
        )


def _bound_memory() -> None:
    """Where the system can; elsewhere the size of a picture bounds what it takes."""
    if sys.platform != "linux":
        return
    import resource

    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[5])
    most = pages * os.sysconf("SC_PAGE_SIZE") + _MEMORY_BYTES
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))
