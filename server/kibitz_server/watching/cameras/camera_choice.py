"""The cameras that are plugged in, each with its live picture, for as long as somebody looks at them."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass

from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import Sentence
from kibitz_server.watching.cameras.camera import TableCamera, small_jpeg
from kibitz_vision.camera.addresses import without_password
from kibitz_vision.camera.health import SourceHealth, SourceState
from kibitz_vision.camera.names import Camera, list_cameras
from kibitz_vision.camera.sources import FrameSource, open_source

_LEFT_AFTER_S = 5.0
"""A page asks for each picture several times a second; who does not for so long looks elsewhere."""
_ANSWERS_WITHIN_S = 10.0
_ASK_S = 0.1
_WIDTH_PX = 320


@dataclass(slots=True)
class _Shown:
    source: FrameSource
    asked_s: float


class CameraChoice:
    """Opens cameras beside the table's own, and lets each go when its picture is no longer asked for."""

    def __init__(self, camera: TableCamera) -> None:
        self._camera = camera
        self._listed: tuple[Camera, ...] = ()
        self._shown: dict[str, _Shown] = {}

    def list(self) -> tuple[Camera, ...]:
        """The cameras that are plugged in now."""
        self._listed = tuple(list_cameras())
        return self._listed

    async def picture(self, number: int) -> bytes:
        """The newest picture of a listed camera as a small JPEG; `InputError` where there is none (yet)."""
        if not 0 <= number < len(self._listed):
            raise InputError(
                Sentence("There is no camera {number}: {there} are plugged in.", number=number, there=len(self._listed))
            )
        text = self._listed[number].source
        if text == self._camera.name:
            return await asyncio.to_thread(small_jpeg, await self._camera.picture(), _WIDTH_PX)
        source = await self._open(text)
        frame = await asyncio.to_thread(source.latest)
        if frame is None:
            raise InputError(source.health.sentence)
        return await asyncio.to_thread(small_jpeg, frame.image, _WIDTH_PX)

    async def test(self, text: str) -> tuple[SourceHealth, bytes | None]:
        """How a source does that is opened for a moment, and its first picture; `InputError` where it can be none."""
        source = await asyncio.to_thread(open_source, text)
        try:
            for _ in range(round(_ANSWERS_WITHIN_S / _ASK_S)):
                frame = await asyncio.to_thread(source.latest)
                if frame is not None:
                    return source.health, await asyncio.to_thread(small_jpeg, frame.image, _WIDTH_PX)
                await asyncio.sleep(_ASK_S)
            health = source.health
            if health.state is SourceState.STARTING:
                sentence = Sentence(
                    "{address} sent no picture within {seconds:.0f} s.",
                    address=without_password(text),
                    seconds=_ANSWERS_WITHIN_S,
                )
                health = SourceHealth(SourceState.LOST, sentence)
            return health, None
        finally:
            await asyncio.to_thread(source.close)

    def release(self, text: str | None = None) -> None:
        """Let go of a camera that is about to be opened for the table, or of all."""
        for name in [text] if text else list(self._shown):
            if shown := self._shown.pop(name, None):
                shown.source.close()

    async def _open(self, text: str) -> FrameSource:
        shown = self._shown.get(text)
        if shown is None:
            source = await asyncio.to_thread(open_source, text)
            # Two pages may have asked at once: the first one's is kept.
            shown = self._shown.setdefault(text, _Shown(source, time.monotonic()))
            if shown.source is not source:
                source.close()
            asyncio.get_running_loop().call_later(_LEFT_AFTER_S, self._look_round)
        shown.asked_s = time.monotonic()
        return shown.source

    def _look_round(self) -> None:
        for text, shown in list(self._shown.items()):
            if time.monotonic() - shown.asked_s > _LEFT_AFTER_S:
                self.release(text)
        if self._shown:
            asyncio.get_running_loop().call_later(_LEFT_AFTER_S, self._look_round)
