"""The detector: finds cards in a picture with an ONNX model of rotated boxes."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz_vision.detections import Detection, Detections, Face, Image, Quad
from kibitz_vision.reading.onnx_model import OnnxModel

STRIDE_PX = 32
FACES = (Face.UP, Face.DOWN)
"""What the model's first classes mean, in their order; the last is an index corner."""
MOST_BOXES = 400
SMALL_CARD_PX = 20.0
"""A larger pass is made for short sides below this, in px of the network's picture."""
_SIZE_PX, _FINE_SIZE_PX = 640, 1280
"""Of the network's picture, and of that in the larger pass."""
_LEAST_CONFIDENCE, _LEAST_HINT = 0.3, 0.05
_LEAST_INDEX_CONFIDENCE = 0.1
"""The reader tells a corner from a pip."""
_SAME_CARD_IOU, _SAME_INDEX_IOU = 0.6, 0.3
_GREY = 114
"""What the model was shown beyond a picture's border."""
_FILLS = 0.45
"""Share of a picture from which on a card fills it: of 52 cards that do, 16 were found only with a border round it."""


class Detector:
    """Finds every card of a picture; safe to share between threads."""

    def __init__(self, model: OnnxModel, size_px: int = _SIZE_PX, small_card_px: float = SMALL_CARD_PX) -> None:
        self._model = model
        self._size_px, self._small_card_px = size_px, small_card_px

    def detect(self, image: Image) -> Detections:
        """Cards and index corners of a picture; a second, larger pass only where the cards are small."""
        found, scale = self._pass(image, self._size_px)
        finer = max(image.shape[:2]) > self._size_px * 1.2
        if finer and (not found.cards or _median_short_side(found.cards) * scale < self._small_card_px):
            found, _ = self._pass(image, _FINE_SIZE_PX)
        return found

    def detect_in(self, part: Image, size_px: int) -> Detections:
        """Cards and index corners of a small part of a picture, in one pass at an input of that size."""
        return self._pass(part, size_px)[0]

    def _pass(self, image: Image, size_px: int) -> tuple[Detections, float]:
        """Detections in px of `image`, and the factor from there to network pixels."""
        blob, scale = letterbox(image, size_px)
        (output,) = self._model.run(blob)
        return self._decode(output[0], scale), scale

    def _decode(self, output: NDArray[np.float32], scale: float) -> Detections:
        """From rows x, y, w, h, class scores.., angle (radians) to suppressed, scaled detections."""
        scores = output[4:-1]
        cards = scores[: len(FACES)]
        faces = cards.argmax(0)
        boxes = _surest(output, cards.max(0), scale, (_LEAST_CONFIDENCE, _SAME_CARD_IOU))
        corners = _surest(output, scores[-1], scale, (_LEAST_INDEX_CONFIDENCE, _SAME_INDEX_IOU))
        return Detections(
            tuple(Detection(quad_of_box(box), FACES[int(faces[k])], float(cards[:, k].max())) for k, box in boxes),
            tuple(quad_of_box(box) for _, box in corners),
            np.asarray(output[:2, cards.max(0) >= _LEAST_HINT].T / scale, np.float64),
        )


def may_be_cut_off(found: Detections, image: Image) -> bool:
    """Whether nothing was found, or a card that fills most of the picture: its edges are then no edges."""
    area = image.shape[0] * image.shape[1]
    return not found.cards or any(cv2.contourArea(card.quad) > _FILLS * area for card in found.cards)


def with_border(image: Image) -> tuple[Image, int]:
    """The picture on a grey ground that shows on all sides, and how wide, in px."""
    width_px = max(image.shape[:2]) // 5
    framed = cv2.copyMakeBorder(image, *(width_px,) * 4, cv2.BORDER_CONSTANT, value=(_GREY,) * 3)
    return np.asarray(framed, np.uint8), width_px


RotatedRectangle = tuple[tuple[float, float], tuple[float, float], float]


def _surest(
    output: NDArray[np.float32], scores: NDArray[np.float32], scale: float, thresholds: tuple[float, float]
) -> list[tuple[int, RotatedRectangle]]:
    """Columns and boxes at least so sure, of those that overlap by more than the second threshold only the surest."""
    least, iou = thresholds
    keep = np.flatnonzero(scores >= least)
    keep = keep[np.argsort(-scores[keep])][:MOST_BOXES]
    boxes = [_rotated_rectangle(output[:4, k] / scale, float(output[-1, k])) for k in keep]
    if not boxes:
        return []
    kept = cv2.dnn.NMSBoxesRotated(boxes, scores[keep].tolist(), least, iou)
    return [(int(keep[i]), boxes[i]) for i in np.asarray(kept).reshape(-1)]


def _rotated_rectangle(xywh: NDArray[np.float32], angle: float) -> RotatedRectangle:
    x, y, w, h = (float(v) for v in xywh)
    return (x, y), (w, h), float(np.degrees(angle))


def quad_of_box(box: RotatedRectangle) -> Quad:
    """The corners of a rotated rectangle, clockwise on the picture, a short side first."""
    corners = np.asarray(cv2.boxPoints(box), np.float32)
    return in_order(corners)


def in_order(corners: NDArray[np.float32]) -> Quad:
    """Four corners turned into a quad: clockwise on the picture, the first side a short one, its middle uppermost."""
    if cv2.contourArea(corners, True) < 0:
        corners = corners[::-1]
    sides = np.linalg.norm(corners - np.roll(corners, -1, 0), axis=1)
    first = 0 if sides[0] + sides[2] <= sides[1] + sides[3] else 1
    corners = np.roll(corners, -first, 0)
    if corners[:2, 1].mean() > corners[2:, 1].mean():
        corners = np.roll(corners, 2, 0)
    return np.asarray(corners, np.float32)


def letterbox(image: Image, size_px: int) -> tuple[NDArray[np.float32], float]:
    """The picture at `size_px` on its long side as an input (1, 3, h, w), RGB 0 to 1, grey beyond; and the scale."""
    height, width = image.shape[:2]
    scale = size_px / max(height, width)
    h, w = max(1, round(height * scale)), max(1, round(width * scale))  # a picture can be a thin line
    small = cv2.resize(image, (w, h), interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    canvas = np.full((-(-h // STRIDE_PX) * STRIDE_PX, -(-w // STRIDE_PX) * STRIDE_PX, 3), _GREY, np.uint8)
    canvas[:h, :w] = small
    blob = cv2.dnn.blobFromImage(canvas, 1 / 255, swapRB=True)
    return np.asarray(blob, np.float32), scale


def _median_short_side(found: Sequence[Detection]) -> float:
    sides = [float(np.linalg.norm(d.quad[0] - d.quad[1])) for d in found]
    return float(np.median(sides))
