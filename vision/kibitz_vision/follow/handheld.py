"""Videos from a camera held in a hand: by how much it has moved, and what cards are read as if it had not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import cv2
import numpy as np

from kibitz_vision.follow.rests import Look
from kibitz_vision.frames import Frame
from kibitz_vision.geometry import Homography, inverse, project
from kibitz_vision.reading.pipeline import Pipeline

_CORNERS, _QUALITY, _APART_PX = 400, 0.01, 7
_WINDOW_PX = (21, 21)
_INLIER_PX = 1.0
_LOOK_EVERY_MS = 190.0
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
    """What is read in some five frames a second, with outlines where they would be on the first frame."""
    looked_ms = float("-inf")
    for frame, moved in movements(frames):
        at_ms = frame.captured_ns / 1e6
        if at_ms - looked_ms < _LOOK_EVERY_MS:
            continue
        looked_ms = at_ms
        larger = 2 if frame.image.shape[1] < _SMALL_PX else 1
        picture = cv2.resize(frame.image, None, fx=larger, fy=larger, interpolation=cv2.INTER_CUBIC)
        first_from_picture = inverse(moved) @ np.diag([1 / larger, 1 / larger, 1.0])
        height, width = frame.image.shape[:2]
        found = pipeline.read(np.asarray(picture, np.uint8)).cards
        there = [
            replace(card, quad=np.asarray(project(card.quad.astype(np.float64), first_from_picture), np.float32))
            for card in found
        ]
        # What its border cuts comes and goes with every movement of the camera.
        cards = [card for card in there if ((card.quad >= 0) & (card.quad <= (width - 1, height - 1))).all()]
        yield Look(at_ms, tuple(cards))
