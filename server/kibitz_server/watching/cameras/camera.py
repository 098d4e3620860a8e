"""The camera over the table, where the server itself has one: a name, a number, a stream, a video, a folder."""

from __future__ import annotations

import asyncio

import cv2
import numpy as np

from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import Sentence
from kibitz_server.watching.cameras.shutter_checking import check_open
from kibitz_vision.camera.addresses import without_password
from kibitz_vision.camera.health import SourceHealth, SourceState
from kibitz_vision.camera.names import lasting_name
from kibitz_vision.camera.shutter.shutter import ASSUMED
from kibitz_vision.camera.shutter.shutter_check import ShutterCheck
from kibitz_vision.camera.shutter.shutter_file import ShutterFile
from kibitz_vision.camera.sources import FrameSource, open_source
from kibitz_vision.detections import Image
from kibitz_vision.frames import encode_jpeg

_PREVIEW_WIDTH_PX = 960


class TableCamera:
    """Holds at most one open source; `name` is what a person typed to open it, None while there is none.

    `hold_light`: whether the exposure and white balance of a camera are held. `shutters`: what was measured of cameras.
    """

    def __init__(self, *, hold_light: bool = True, shutters: ShutterFile | None = None) -> None:
        self._hold_light, self._shutters = hold_light, shutters
        self.shutter = ASSUMED
        self.name: str | None = None
        self._source: FrameSource | None = None

    def open(self, text: str) -> None:
        """Open a source in place of the one before; `InputError` where the text can be none, which changes nothing."""
        source = open_source(text, hold_light=self._hold_light)
        self.close()
        self._source, self.name = source, text
        self.shutter = self._shutters.of(lasting_name(text)) if self._shutters else ASSUMED

    async def check_shutter(self, seconds: float) -> ShutterCheck:
        """Look for so long at a light that blinks, and keep what it tells; `InputError` where no camera is open."""
        source, name, shutters = self._source, self.name, self._shutters
        if source is None or name is None or shutters is None:
            raise InputError(Sentence("No camera is open at the table: enter its number or address first."))
        check, self.shutter = await asyncio.to_thread(check_open, source, name, seconds, shutters)
        return check

    @property
    def shown_name(self) -> str:
        """The name as it may be shown: without a password; empty while no camera is open."""
        return without_password(self.name or "")

    @property
    def source(self) -> FrameSource | None:
        """The open source, None while there is none."""
        return self._source

    async def picture(self) -> Image:
        """The newest picture; `InputError` says in one sentence why there is none."""
        source = self._source
        if source is None:
            raise InputError(Sentence("No camera is open at the table: enter its number or address first."))
        frame = await asyncio.to_thread(source.latest)
        if frame is None:
            raise InputError(source.health.sentence)
        return frame.image

    async def preview(self) -> bytes:
        """The newest picture as JPEG, at most 960 px wide."""
        image = await self.picture()
        return await asyncio.to_thread(small_jpeg, image)

    @property
    def health(self) -> SourceHealth:
        """How the camera is doing."""
        if self._source is None:
            return SourceHealth(SourceState.ENDED, Sentence("No camera is open at the table."))
        return self._source.health

    def close(self) -> None:
        """Let go of the camera."""
        if self._source:
            self._source.close()
        self._source, self.name = None, None


def small_jpeg(image: Image, width_px: int = _PREVIEW_WIDTH_PX) -> bytes:
    """A picture as JPEG, at most so wide."""
    height, width = image.shape[:2]
    scale = min(1.0, width_px / width)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    return encode_jpeg(np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.uint8))
