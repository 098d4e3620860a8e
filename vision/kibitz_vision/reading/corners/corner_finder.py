"""The corner finder: moves a detector's rectangle to the card's true corners, which perspective has skewed."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from kibitz_vision.detections import Image, Quad
from kibitz_vision.reading.crops import crop_corners, cut_card
from kibitz_vision.reading.onnx_model import OnnxModel

OUTLINE_SIZE = (96, 128)
OUTLINE_MARGIN = 0.22
"""The crop shows the card with a border this wide (share of its size), so that its edges are in view."""


class CornerFinder:
    """Refines quads; safe to share between threads."""

    def __init__(self, model: OnnxModel) -> None:
        self._model = model

    def refine(self, image: Image, quads: Sequence[Quad]) -> list[Quad]:
        """The quads moved to the corners seen in the picture; one that would become absurd stays as it was."""
        if not quads:
            return []
        crops = [cut_card(image, quad, OUTLINE_SIZE, OUTLINE_MARGIN) for quad in quads]
        blob = cv2.dnn.blobFromImages(crops, 1 / 255, swapRB=True)
        (corners,) = self._model.run(np.asarray(blob, np.float32))
        shown = crop_corners(OUTLINE_SIZE, OUTLINE_MARGIN)
        refined = []
        for quad, found in zip(quads, corners.reshape(-1, 4, 2), strict=True):
            warp = cv2.getPerspectiveTransform(shown, np.asarray(quad, np.float32))
            moved = cv2.perspectiveTransform(np.asarray(found * OUTLINE_SIZE, np.float32)[None], warp)[0]
            refined.append(np.asarray(moved, np.float32) if _plausible(quad, moved) else quad)
        return refined


def _plausible(before: Quad, after: Quad) -> bool:
    """Whether a refined quad is convex, turns the same way and has kept its size within a factor of two."""
    was, now = (float(cv2.contourArea(np.asarray(quad, np.float32), True)) for quad in (before, after))
    hull = cv2.convexHull(np.asarray(after, np.float32))
    return len(hull) == 4 and was * now > 0 and 0.5 < now / was < 2
