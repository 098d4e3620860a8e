"""What makes a face hard to read: how small, how tilted and how blurred it is in the picture."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from kibitz_vision.detections import Image, Quad
from kibitz_vision.geometry import CARD_HEIGHT_MM, CARD_WIDTH_MM
from kibitz_vision.reading.crops import cut_card
from kibitz_vision.reading.detector import in_order


@dataclass(frozen=True, slots=True)
class FaceLook:
    """`short_px`: a card's short side in the picture; `tilt_deg`: away from the camera; `sharpness`: of its crop.

    Sharpness is the variance of the Laplacian of the grey crop (J. Pech-Pacheco et al., ICPR 2000): small means
    blurred, or small and enlarged.
    """

    short_px: float
    tilt_deg: float
    sharpness: float


GROUPS: dict[str, tuple[Callable[[FaceLook], float], tuple[float, ...]]] = {
    "short side, px": (lambda look: look.short_px, (0, 32, 48, 72, 110, 170, math.inf)),
    "tilt, degrees": (lambda look: look.tilt_deg, (0, 25, 40, 55, math.inf)),
    "sharpness of the crop": (lambda look: look.sharpness, (0, 100, 300, 1000, 3000, math.inf)),
}
"""What faces are told apart by, and the edges of the groups."""


def look_at(image: Image, quad: Quad) -> FaceLook:
    """How the face in `quad` (its corners in any order round it) looks in the picture."""
    upright = in_order(np.asarray(quad, np.float32))
    crop = cv2.cvtColor(cut_card(image, upright), cv2.COLOR_BGR2GRAY)
    across, down = _sides(upright)
    tilt = min(_tilt_deg(across, down), _tilt_deg(down, across))
    return FaceLook(float(np.linalg.norm(across)), tilt, float(cv2.Laplacian(crop, cv2.CV_64F).var()))


def _sides(quad: Quad) -> tuple[Quad, Quad]:
    """The mean of each pair of opposite sides, in px."""
    return (quad[1] - quad[0] + quad[2] - quad[3]) / 2, (quad[3] - quad[0] + quad[2] - quad[1]) / 2


def _tilt_deg(short: Quad, long: Quad) -> float:
    """Tilt of a 63 x 88 mm card whose sides are seen like this from afar: foreshortening is its cosine.

    A card of other proportions (bridge size) seems tilted by up to 25 degrees more.
    """
    stretch = np.linalg.svd(np.stack([short / CARD_WIDTH_MM, long / CARD_HEIGHT_MM]), compute_uv=False)
    return float(np.degrees(np.arccos(np.clip(stretch[1] / max(stretch[0], 1e-9), 0, 1))))
