"""The reader in a thread of its own: pictures are read one after the other, and no page waits for them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cached_property
from typing import TYPE_CHECKING

from kibitz_scoring.cards import Card
from kibitz_scoring.errors import KibitzError
from kibitz_scoring.sentences import Sentence
from kibitz_vision.detections import Image, Reading

if TYPE_CHECKING:
    from kibitz_vision.reading.pipeline import Pipeline
    from kibitz_vision.reading.taught_head import TaughtHead

log = logging.getLogger(__name__)


class Worker:
    """Loads the weights once, in the background, and reads pictures with them."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="reader")
        self._pipeline: Future[Pipeline] = self._thread.submit(_load)
        self._head: TaughtHead | None = None

    async def read(self, image: Image, deck: Sequence[Card] | None = None) -> Reading:
        """Everything on a picture, whose cards are from one deck where it is given.

        `KibitzError` where the weights could not be loaded or the picture was too much.
        """
        return await asyncio.wrap_future(self._thread.submit(self._read, image, deck))

    def use(self, head: TaughtHead | None) -> None:
        """Read by a taught deck from now on, by what was learnt where there is none; rounds that are watched go on."""
        self._head = head

    def soon(self, act: Callable[[], object]) -> None:
        """Do something in the reader's thread, after what is to be read already."""
        self._thread.submit(act)

    def pipeline(self) -> Pipeline:
        """The models, once they are loaded; for a thread of one's own, not for the event loop's."""
        return self._by_deck(self.standard())

    def standard(self) -> Pipeline:
        """The same, by no taught deck."""
        return self._pipeline.result()

    @property
    def watching(self) -> Pipeline:
        """Models of their own for watching a table, which leave the camera's frames a core; for a thread, too."""
        return self._by_deck(self._beside)

    @cached_property
    def _beside(self) -> Pipeline:
        return _load(threads=1)

    def _by_deck(self, pipeline: Pipeline) -> Pipeline:
        return pipeline if self._head is None else pipeline.taught(self._head)

    def _read(self, image: Image, deck: Sequence[Card] | None) -> Reading:
        try:
            return self.pipeline().read(image, deck)
        except KibitzError:
            raise
        except Exception as error:
            log.exception("A picture could not be read.")
            raise KibitzError(
                Sentence("The picture could not be read ({error}): take another, or enter the cards.", error=error)
            ) from error

    def close(self) -> None:
        """Let the picture in hand be finished and read no further one."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def _load(threads: int = 2) -> Pipeline:
    # ONNX Runtime takes a second to import; the page is up by then.
    from kibitz_models.weights import load_pipeline

    return load_pipeline(threads=threads)
