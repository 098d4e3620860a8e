"""The frames of a clip as they may leave: only what is public can be recognised on them, whoever looks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from kibitz_scoring.table import Interval
from kibitz_vision.clips.clip import Clip, ClipFrame
from kibitz_vision.clips.masked_clip import ClipView, MaskedClip
from kibitz_vision.detections import Image
from kibitz_vision.frames import decode_image
from kibitz_vision.geometry import Homography

if TYPE_CHECKING:
    from kibitz_vision.reading.pipeline import Pipeline


def masked_frames(clip: Clip, pipeline: Pipeline, within: Interval | None = None) -> Iterator[tuple[ClipFrame, Image]]:
    """Every frame, or those `within` a time, masked, at most 960 px wide; `InputError` where one is damaged."""
    masked = MaskedClip(clip, ClipView.TABLE)
    for number, frame in enumerate(clip.frames):
        if within is not None and not within.start_ms <= frame.at_ms <= within.end_ms:
            continue
        yield frame, decode_image(masked.picture(number, lambda: pipeline), f"frame {frame.index}")


def in_masked(clip: Clip, masked: Image) -> Homography:
    """The map (3, 3) from pixels of a clip's frames to those of a masked picture."""
    scale = masked.shape[1] / clip.size_px[0]
    return np.diag([scale, scale, 1.0])
