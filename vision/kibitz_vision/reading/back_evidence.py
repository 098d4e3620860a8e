"""What speaks for a card that lies face down: a card's outline round one design, the same from both ends.

A back has to look alike whichever way it is held, or it would mark its card; faces of other games, wood and printed
places do not. Backs that are drawn for one way up are known by lying there more than once.

The thresholds are from the development sets (44 labelled backs, 273 things told as backs on 125 pictures without cards,
57 other things on photos with cards): each leaves the labelled backs, but for one half covered, on its right side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz_vision.detections import Image, Quad
from kibitz_vision.reading.crops import CROP_HEIGHT_PX, CROP_SIZE, CROP_WIDTH_PX, crop_corners, cut_card

_MARGIN = 0.12
"""Share of the card's size that is looked at beyond its outline."""
_SHIFT_PX = 2
"""So inexact are outlines, in a crop of half its size, at which designs are compared."""
_LIGHT_PX = 15
"""Width of the mean, in the same crop, that is taken off: what is coarser is light that falls from one side."""
_PLAIN_CONTRAST = 1.5
"""Contrast, in CIELAB units, below which there is no design."""
_SAME_COLOUR = 12.0
"""Distance in CIELAB up to which colours are one ground."""
_LEAST_SYMMETRY, _LEAST_ALIKE = 0.3, 0.85
"""Correlations of a design with itself upside down, and of two cards' designs, from which on they are the same."""
_SURE_SYMMETRY = 0.75
_NARROWEST, _WIDEST = 0.5, 0.86
"""Short side by long side of 63 x 88 mm seen from above or from the side of a table."""
_LEAST_STEP = 10.0
"""Distance in CIELAB between the middle of a card and the table beside it."""
_LEAST_EDGE = 0.7
"""How straight the least straight side is, 0 to 1; wood, cables and rugs have none."""
_NOISE = 2.0
"""Steps of CIELAB that say nothing."""
_PAPER = 0.83
"""A card whose rim is bare paper for so large a share is a face of some game, or blank; rims of backs: up to 0.81."""
_SHADE = 0.5
"""What lightness counts beside colour where a card may lie half in a shadow."""
_PALE, _LIGHT = 0.15, 80.0
"""Chroma by lightness of paper, and its lightness."""

Design = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class BackEvidence:
    """What a card's look says: `is_outlined` like a card; `is_design`: may be a back's; `is_symmetric` beyond doubt."""

    is_outlined: bool
    is_design: bool
    is_symmetric: bool


def back_evidence(image: Image, quads: Sequence[Quad], *, one_deck: bool) -> list[BackEvidence]:
    """The evidence for each outline of a picture, all of which may be backs.

    Only where cards of `one_deck` lie is what lies there more than once a back: of other games some faces do, too.
    """
    crops = [_lab(cut_card(image, quad, margin=_MARGIN)) for quad in quads]
    designs = [_design(crop) for crop in crops]
    symmetries = [_likeness(design, design[::-1, ::-1]) for design in designs]
    found = []
    for k, (quad, crop, design) in enumerate(zip(quads, crops, designs, strict=True)):
        is_plain = float(design.std()) < _PLAIN_CONTRAST
        is_same = symmetries[k] >= _LEAST_SYMMETRY or (one_deck and _is_repeated(k, designs))
        is_design = (is_plain or is_same) and not _is_paper(crop) and _has_proportions(quad) and _differs(crop)
        is_symmetric = is_design and not is_plain and symmetries[k] >= _SURE_SYMMETRY
        found.append(BackEvidence(_straightness(crop) >= _LEAST_EDGE, is_design, is_symmetric))
    return found


def _lab(crop: Image) -> Design:
    """A crop, a little smoothed, in CIELAB as OpenCV scales it, (h, w, 3)."""
    smooth = cv2.GaussianBlur(crop, (5, 5), 0)
    return np.asarray(cv2.cvtColor(smooth, cv2.COLOR_BGR2LAB), np.float32)


def _inner(crop: Design, border: float) -> Design:
    """The card in a crop without a border, as share of its size."""
    x0, y0 = crop_corners(CROP_SIZE, _MARGIN)[0]
    dx, dy = int(x0 + border * CROP_WIDTH_PX), int(y0 + border * CROP_HEIGHT_PX)
    return crop[dy:-dy, dx:-dx]


def _design(crop: Design) -> Design:
    """What is drawn on a card, without its border and without how light falls on it."""
    inner = _inner(crop, 0.06)
    half = cv2.resize(inner, (inner.shape[1] // 2, inner.shape[0] // 2), interpolation=cv2.INTER_AREA)
    return np.asarray(half - cv2.blur(half, (_LIGHT_PX, _LIGHT_PX)), np.float32)


def _likeness(one: Design, other: Design) -> float:
    """The best correlation of two designs that may lie some pixels apart."""
    core = np.ascontiguousarray(other[_SHIFT_PX:-_SHIFT_PX, _SHIFT_PX:-_SHIFT_PX])
    return float(cv2.matchTemplate(np.ascontiguousarray(one), core, cv2.TM_CCORR_NORMED).max())


def _is_repeated(number: int, designs: Sequence[Design]) -> bool:
    """Whether another card shows the same, either way up."""
    others = (other for k, other in enumerate(designs) if k != number)
    return any(
        max(_likeness(designs[number], other), _likeness(designs[number], other[::-1, ::-1])) >= _LEAST_ALIKE
        for other in others
    )


def _is_paper(crop: Design) -> bool:
    """Whether a card's rim is one bare, pale ground."""
    inner = _inner(crop, 0.04)
    dy, dx = (side // 6 for side in inner.shape[:2])
    rim = np.concatenate([part.reshape(-1, 3) for part in (inner[:dy], inner[-dy:], inner[:, :dx], inner[:, -dx:])])
    ground = np.median(rim, axis=0)
    is_pale = float(np.hypot(*(ground[1:] - 128))) <= _PALE * float(ground[0]) and float(ground[0]) >= _LIGHT
    apart = np.linalg.norm((rim - ground) * np.array([_SHADE, 1, 1], np.float32), axis=1)
    return is_pale and float((apart < _SAME_COLOUR).mean()) >= _PAPER


def _has_proportions(quad: Quad) -> bool:
    sides = np.linalg.norm(quad - np.roll(quad, -1, 0), axis=1)
    pairs = sorted((float(sides[0] + sides[2]), float(sides[1] + sides[3])))
    return _NARROWEST <= pairs[0] / max(pairs[1], 1e-6) <= _WIDEST


def _differs(crop: Design) -> bool:
    """Whether the card's middle has another colour than the table round it, as no place that is printed on it has."""
    middle = np.median(_inner(crop, 0.2).reshape(-1, 3), axis=0)
    around = np.median(np.concatenate([crop[:3].reshape(-1, 3), crop[-3:].reshape(-1, 3)]), axis=0)
    beside = np.median(np.concatenate([crop[:, :3].reshape(-1, 3), crop[:, -3:].reshape(-1, 3)]), axis=0)
    return max(float(np.linalg.norm(middle - around)), float(np.linalg.norm(middle - beside))) >= _LEAST_STEP


def _straightness(crop: Design) -> float:
    """Of the four sides the least straight: how well the steps across it agree along it, 0 to 1."""
    return min(_side_straightness(np.rot90(crop, turn)) for turn in range(4))


def _side_straightness(crop: Design) -> float:
    """The same for the left side of a crop, in six pieces, as an outline may stand a little askew."""
    height, width = crop.shape[:2]
    reach = int(2 * _MARGIN * width / (1 + 2 * _MARGIN))
    strip = crop[height // 4 : -(height // 4), : reach + 2]
    steps = strip[:, 2:] - strip[:, :-2]
    pieces = steps[: len(steps) // 6 * 6].reshape(6, -1, *steps.shape[1:])
    agreed = np.linalg.norm(pieces.mean(1), axis=2) / (np.linalg.norm(pieces, axis=3).mean(1) + _NOISE)
    return float(np.median(agreed.max(1)))
