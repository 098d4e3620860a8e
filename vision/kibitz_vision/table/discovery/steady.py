"""Cards that lie still over several pictures of one camera, also where hands passed over them in some."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import cv2
import numpy as np

from kibitz_vision.detections import CardReading, Quad
from kibitz_vision.geometry import Points, areas, even_table_from_image, project
from kibitz_vision.reading.overlap import contains, share_of_smaller

_SAME_PLACE = 0.15
"""Of a card's size: so near each other the outlines of one card are."""
_SAME_AREA = 1.2
_SHARED = 0.25
_LARGER, _DOUBLE = 1.25, 1.6


def steady_cards(pictures: Sequence[Sequence[CardReading]]) -> tuple[CardReading, ...]:
    """Cards that were read at one place in two pictures or more (in one, if that is all there is).

    Each has the median outline of all its readings and what was read last; of outlines that overlap, such as of a card
    that a hand covers partly, only the one seen most often counts; none of several cards that seem to be one.
    """
    seen: list[list[CardReading]] = []
    for readings in pictures:
        for reading in readings:
            same = next((group for group in seen if _same_card(group[-1], reading)), None)
            if same is None:
                seen.append([reading])
            else:
                same.append(reading)
    steady = [group for group in seen if len(group) >= min(2, len(pictures))]
    quads = [group[-1].quad for group in steady]
    found: list[CardReading] = []
    for group in sorted(steady, key=lambda group: (len(group), _area(group[-1].quad)), reverse=True):
        last = group[-1].quad
        if not any(_overlap(last, other.quad) for other in found) and not _is_several(last, quads):
            found.append(replace(group[-1], quad=_median([reading.quad for reading in group])))
    return tuple(found)


def share_covered(places_px: Sequence[Points], pictures: Sequence[Sequence[CardReading]]) -> float:
    """The share (0 to 1) of places, quads (4, 2) in px, on whose middle some card was read in any of the pictures."""
    quads = [card.quad for cards in pictures for card in cards]
    covered = sum(any(contains(quad, place.mean(axis=0)) for quad in quads) for place in places_px)
    return covered / len(places_px)


def _is_several(quad: Quad, quads: Sequence[Quad]) -> bool:
    """Whether an outline is of several cards side by side: larger than others, and over two of them."""
    if _area(quad) < _LARGER * float(np.median([_area(other) for other in quads])):
        return False
    within = [other for other in quads if _area(other) < _area(quad) and _overlap(quad, other)]
    return any(not _overlap(one, other) for one, other in combinations(within, 2))


def _overlap(one: Quad, other: Quad) -> bool:
    return share_of_smaller(one, other) > _SHARED


def halved(cards: Sequence[CardReading]) -> tuple[CardReading, ...]:
    """The cards, each outline of twice the size and length of the others taken for two cards end to end.

    As they lie on the table: those that are farther from the camera look smaller.
    """
    if not cards:
        return ()
    quads_px = np.array([card.quad for card in cards], np.float64)
    seen = project(quads_px, even_table_from_image(quads_px)[0])
    sizes, lengths = areas(seen), np.array([_length(quad) for quad in seen])
    are_double = (sizes > _DOUBLE * np.median(sizes)) & (lengths > _DOUBLE * np.median(lengths))
    found: list[CardReading] = []
    for card, is_double in zip(cards, are_double, strict=True):
        found += [replace(card, quad=half) for half in _halves(card.quad)] if is_double else [card]
    return tuple(found)


def _length(quad: Quad) -> float:
    """How many times as long as wide an outline is."""
    across, along = _sides(quad)
    return max(across, along) / max(min(across, along), 1.0)


def _halves(quad: Quad) -> tuple[Quad, Quad]:
    across, along = _sides(quad)
    first, second, third, fourth = quad if along > across else np.roll(quad, -1, 0)
    right, left = (second + third) / 2, (first + fourth) / 2
    return np.array([first, second, right, left], np.float32), np.array([left, right, third, fourth], np.float32)


def _sides(quad: Quad) -> tuple[float, float]:
    """Mean lengths of the first and third side, and of the second and fourth."""
    lengths = np.linalg.norm(np.roll(quad, -1, 0) - quad, axis=1)
    return float(lengths[::2].mean()), float(lengths[1::2].mean())


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
