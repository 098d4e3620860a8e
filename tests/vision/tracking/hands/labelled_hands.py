"""Frames of real clips with labels of whether a hand is seen in them, and what the tracker takes for one.

The clips are no part of the project; what the labels mean stands in `labelled/README.md`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from kibitz_vision.camera.video import read_video
from kibitz_vision.detections import Image
from kibitz_vision.tracking.frames.normalized_frame import MotionGate
from kibitz_vision.tracking.hands.arm_attribution import Mask, arms_mask

_LABELS = Path(__file__).parent / "labelled"


@dataclass(frozen=True, slots=True)
class LabelledHands:
    """A clip, and of some of its frames whether a hand is seen, by their number."""

    video: Path
    hand: dict[int, bool]


def labelled_hands(folder: Path) -> Iterator[LabelledHands]:
    """The videos of a folder of which there are labels, by name."""
    for video in sorted(folder.glob("*.*")):
        path = _LABELS / f"{video.stem}.jsonl"
        if path.is_file():
            rows = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
            yield LabelledHands(video, {row["frame"]: row["hand"] for row in rows})


@dataclass(frozen=True, slots=True, eq=False)
class LookedAt:
    """A labelled frame: whether a hand is seen in it, the frame at a quarter of its size, and what differs there."""

    is_hand: bool
    picture: Image
    different: Mask


def looked_at(clip: LabelledHands) -> Iterator[LookedAt]:
    """The labelled frames of a clip, and in each what differs from the empty table as the tracker keeps it."""
    gate = MotionGate()
    for frame in read_video(clip.video):
        normalized = gate.look(frame)
        if (is_hand := clip.hand.get(frame.index)) is not None:
            size = normalized.quarter.shape[1::-1]
            picture = np.asarray(cv2.resize(frame.image, size, interpolation=cv2.INTER_AREA), np.uint8)
            yield LookedAt(is_hand, picture, arms_mask(normalized.quarter, gate.background, normalized.light))
