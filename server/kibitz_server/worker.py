"""The reader in a thread of its own: pictures are read one after the other, and no page waits for them."""

from __future__ import annotations

import asyncio
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING

from kibitz_vision.detections import Image, Reading

if TYPE_CHECKING:
    from kibitz_vision.pipeline import Pipeline


class Worker:
    """Loads the weights once, in the background, and reads pictures with them."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="reader")
        self._pipeline: Future[Pipeline] = self._thread.submit(_load)

    async def read(self, image: Image) -> Reading:
        """Everything on a picture; what kept the weights from loading is raised here."""
        return await asyncio.wrap_future(self._thread.submit(lambda: self._pipeline.result().read(image)))

    def close(self) -> None:
        """Let the picture in hand be finished and read no further one."""
        self._thread.shutdown(wait=False, cancel_futures=True)


def _load() -> Pipeline:
    # ONNX Runtime takes a second to import; the page is up by then.
    from kibitz_models.weights import load_pipeline

    return load_pipeline()
