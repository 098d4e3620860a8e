"""What looks at each frame of a watched round: the watcher, as long as the camera stands still."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from kibitz_scoring.rules import RulePack
from kibitz_scoring.table import PlayerId, TableEvent
from kibitz_vision.detections import Image
from kibitz_vision.frames import Frame
from kibitz_vision.geometry import Homography
from kibitz_vision.pipeline import Pipeline
from kibitz_vision.places import TablePlaces
from kibitz_vision.registration import CameraWatch, Stand
from kibitz_vision.watcher import Watcher

_SMALL_WIDTH_PX = 640
_LOOK_EVERY_MS = 90.0


class Lookout:
    """Follows one round; a camera that is pushed freezes it until the camera stands, and then it goes on from there.

    Not safe to share between threads.
    """

    def __init__(
        self, pipeline: Pipeline, pack: RulePack, players: Sequence[PlayerId], places: TablePlaces | None = None
    ) -> None:
        self._pipeline, self._pack, self._players = pipeline, pack, tuple(players)
        self._size = (0, 0)
        self._looked_ms = float("-inf")
        self._camera = CameraWatch()
        self._watcher = self._begin(places)
        self.is_moving = False

    @property
    def places(self) -> TablePlaces | None:
        """Where everything lies in the picture, None until it has been found."""
        return self._watcher.places

    def look(self, frame: Frame) -> list[TableEvent]:
        """What this frame shows to have happened: nothing while the camera moves."""
        height, width = frame.image.shape[:2]
        if (height, width) != self._size:
            self._resize(height, width)
        self._stand(frame.image, frame.captured_ns / 1e6)
        return [] if self.is_moving else self._watcher.update(frame)

    def _begin(self, places: TablePlaces | None) -> Watcher:
        return Watcher(self._pipeline, self._pack, self._players, places=places)

    def _resize(self, height: int, width: int) -> None:
        before_height, before_width = self._size
        self._size = (height, width)
        self._camera = CameraWatch(scale=max(1.0, width / _SMALL_WIDTH_PX))
        if before_width:
            self._go_on_from(np.diag([width / before_width, height / before_height, 1.0]), (width, height))

    def _stand(self, image: Image, at_ms: float) -> None:
        if at_ms - self._looked_ms < _LOOK_EVERY_MS:
            return
        self._looked_ms = at_ms
        scale = self._camera.scale
        size = (round(image.shape[1] / scale), round(image.shape[0] / scale))
        small = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
        registration = self._camera.look(small, at_ms)
        self.is_moving = registration.stand is Stand.MOVING
        if registration.stand is Stand.MOVED:
            self._go_on_from(registration.image_from_before, (image.shape[1], image.shape[0]))

    def _go_on_from(self, image_from_before: Homography, size_px: tuple[int, int]) -> None:
        places = self._watcher.places
        moved = replace(places.moved(image_from_before), size_px=size_px) if places else None
        self._watcher = self._begin(moved)
