"""Videos from a camera held in a hand: by how much it has moved, and what cards are read as if it had not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import cv2
import numpy as np

from kibitz_vision.detections import CardReading, Image
from kibitz_vision.follow.glimpse import Glimpse, Opened, is_standing, share_inside
from kibitz_vision.follow.rests import Look
from kibitz_vision.frames import Frame
from kibitz_vision.geometry import Homography, inverse, project
from kibitz_vision.reading.pipeline import Pipeline

_CORNERS, _QUALITY, _APART_PX = 400, 0.01, 7
_WINDOW_PX = (21, 21)
_INLIER_PX = 1.0
_LOOK_EVERY_MS = 95.0
"""Three cards a second are laid by who deals fast: each is to be seen at rest more than once between two hands."""
_STANDS_MS = 3000.0
"""A camera that was seen to stand within this time stands: hands that move hide it meanwhile."""
_LEAST_INSIDE = 0.5
"""Of a card that the picture's edge cuts."""
_SMALL_PX = 720
"""Pictures of less width are read at twice their size: their cards are too small otherwise."""
_LEAST = 0.25
"""Where fewer of the corners agree, what moved is not the camera, or nobody can say."""


def movements(frames: Iterable[Frame]) -> Iterator[tuple[Frame, Homography]]:
    """Each frame with the homography from pixels of the first one to its own, as most of the picture has it.

    Where too little of the first frame is found again, the camera counts as standing where it stood before.
    """
    reference, corners, moved = None, None, np.eye(3)
    for frame in frames:
        grey = cv2.cvtColor(frame.image, cv2.COLOR_BGR2GRAY)
        if reference is None:
            reference, corners = grey, cv2.goodFeaturesToTrack(grey, _CORNERS, _QUALITY, _APART_PX)
        elif corners is not None:
            guess = np.asarray(cv2.perspectiveTransform(corners, moved), np.float32)
            now, found, _ = cv2.calcOpticalFlowPyrLK(
                reference, grey, corners, guess, winSize=_WINDOW_PX, flags=cv2.OPTFLOW_USE_INITIAL_FLOW
            )
            kept = found[:, 0] > 0
            if kept.sum() >= max(4, _LEAST * len(corners)):
                homography, agreed = cv2.findHomography(corners[kept], now[kept], cv2.RANSAC, _INLIER_PX)
                if homography is not None and agreed.sum() >= _LEAST * len(corners):
                    moved = np.asarray(homography, np.float64)
        yield frame, moved


def looks_at(pipeline: Pipeline, frames: Iterable[Frame]) -> Iterator[Look]:
    """What is read in some ten frames a second, with outlines where they would be on the first frame."""
    looked_ms = stood_ms = float("-inf")
    before: Opened | None = None
    for frame, moved in movements(frames):
        at_ms = frame.captured_ns / 1e6
        if at_ms - looked_ms < _LOOK_EVERY_MS:
            continue
        looked_ms = at_ms
        glimpse = Glimpse.of(frame.image, moved)
        now = glimpse.opened()
        if before is not None and is_standing(now, before):
            stood_ms = at_ms
        before = now
        # What its border cuts comes and goes with every movement of a camera in a hand.
        least = _LEAST_INSIDE if at_ms - stood_ms <= _STANDS_MS else 1.0
        cards = [card for card in _read(pipeline, frame.image) if share_inside(card.quad, frame.image.shape) >= least]
        yield Look(at_ms, tuple(_moved(card, inverse(moved)) for card in cards), glimpse)


def _read(pipeline: Pipeline, image: Image) -> Iterator[CardReading]:
    larger = 2 if image.shape[1] < _SMALL_PX else 1
    picture = cv2.resize(image, None, fx=larger, fy=larger, interpolation=cv2.INTER_CUBIC)
    for card in pipeline.read(np.asarray(picture, np.uint8)).cards:
        yield replace(card, quad=np.asarray(card.quad / larger, np.float32))


def _moved(card: CardReading, there_from_here: Homography) -> CardReading:
    return replace(card, quad=np.asarray(project(card.quad.astype(np.float64), there_from_here), np.float32))
