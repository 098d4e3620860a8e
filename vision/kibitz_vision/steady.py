"""Cards that lie still over several pictures of one camera, also where hands passed over them in some."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from kibitz_vision.detections import CardReading, Quad
from kibitz_vision.overlap import share_of_smaller

_SAME_PLACE = 0.15
"""Of a card's size: so near each other the outlines of one card are."""
_SAME_AREA = 1.2
_SHARED = 0.25


def steady_cards(pictures: Sequence[Sequence[CardReading]]) -> tuple[CardReading, ...]:
    """Cards that were read at one place in two pictures or more (in one, if that is all there is).

    Each has the median outline of all its readings and what was read last; of outlines that overlap, such as of a card
    that a hand covers partly, only the one seen most often counts.
    """
    seen: list[list[CardReading]] = []
    for readings in pictures:
        for reading in readings:
            same = next((group for group in seen if _same_card(group[-1], reading)), None)
            if same is None:
                seen.append([reading])
            else:
                same.append(reading)
    least = min(2, len(pictures))
    found: list[CardReading] = []
    for group in sorted(seen, key=lambda group: (len(group), _area(group[-1].quad)), reverse=True):
        if len(group) >= least and not any(share_of_smaller(group[-1].quad, other.quad) > _SHARED for other in found):
            found.append(replace(group[-1], quad=_median([reading.quad for reading in group])))
    return tuple(found)


def _same_card(one: CardReading, other: CardReading) -> bool:
    if one.face is not other.face:
        return False
    areas = _area(one.quad), _area(other.quad)
    apart = float(np.hypot(*(one.quad.mean(0) - other.quad.mean(0))))
    return apart < _SAME_PLACE * np.sqrt(areas[0]) and max(areas) < _SAME_AREA * min(areas)


def _median(quads: Sequence[Quad]) -> Quad:
    """The median outline, whichever corner each begins with."""
    last = quads[-1]
    aligned = [
        min((np.roll(quad, by, 0) for by in range(4)), key=lambda turned: float(np.abs(turned - last).sum()))
        for quad in quads
    ]
    return np.asarray(np.median(aligned, 0), np.float32)


def _area(quad: Quad) -> float:
    return float(cv2.contourArea(np.asarray(quad, np.float32)))
