"""The hand network: where hands and arms are in a picture, by how they look, whatever the table looked like before."""

from __future__ import annotations

import cv2
import numpy as np

from kibitz_vision.detections import Image
from kibitz_vision.reading.onnx_model import OnnxModel
from kibitz_vision.tracking.hands.arm_attribution import Mask

_LONGER_PX, _STEP_PX = 320, 32
"""The network looks at pictures whose longer side is so long, as it learnt to, in steps of its coarsest layer."""
_LEAST_LOGIT = 0.0
"""Above it a pixel is rather hand than not."""


class HandNetwork:
    """Sees hands; safe to share between threads."""

    def __init__(self, model: OnnxModel) -> None:
        self._model = model

    def mask(self, picture: Image) -> Mask:
        """255 where hands and arms are in a picture (h, w, 3) of any size, 0 elsewhere; of the same size."""
        height, width = picture.shape[:2]
        scale = _LONGER_PX / max(height, width)
        seen = (_stepped(width * scale), _stepped(height * scale))
        blob = cv2.dnn.blobFromImage(cv2.resize(picture, seen, interpolation=cv2.INTER_AREA), 1 / 255, swapRB=True)
        (logits,) = self._model.run(np.asarray(blob, np.float32))
        larger = cv2.resize(logits[0, 0], (width, height), interpolation=cv2.INTER_LINEAR)
        return np.asarray((larger > _LEAST_LOGIT) * np.uint8(255), np.uint8)


def _stepped(side_px: float) -> int:
    """The nearest length that the network can look at."""
    return max(_STEP_PX, round(side_px / _STEP_PX) * _STEP_PX)
