"""Printed zones: what looks like the back of a card and is none of the pack, as places printed on a mat do.

All backs of a pack look alike, in any light; what is printed looks otherwise than they do, and mostly is there several
times.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import cv2
import numpy as np

from kibitz_vision.detections import CardReading, Face, Image, Quad
from kibitz_vision.table.patches import (
    HEIGHT_PX,
    INNER,
    MARGIN_MM,
    MM_PER_PX,
    WIDTH_PX,
    Atlas,
    near,
    portion,
)

_AROUND_PX, _ALIKE = 9, 0.5
"""So many px around, and for what share of each of two cards, the other shows the same colours. With that all backs of
36 filmed tables dealt without mats hung together but one under a hand, at 0.41 and more but for that; of the backs of
three tables with mats each zone was like at most 0.02.
"""
_DARKER, _BRIGHTER = 0.4, 2.5
"""How many times as bright one card of a table may be lit as another."""
_LEAST = 2
"""One back alone may look otherwise for a hand or a lamp over it."""


def looks(patches: Sequence[Atlas]) -> list[list[int]]:
    """Numbers of the patches that look alike, or each like the next of them: what most look like first."""
    groups: list[list[int]] = []
    for number, patch in enumerate(patches):
        same = [group for group in groups if is_like_any(patch, (patches[other] for other in group))]
        groups = [group for group in groups if group not in same]
        groups.append([*(one for group in same for one in group), number])
    return sorted((sorted(group) for group in groups), key=len, reverse=True)


def unlike(patches: Sequence[Atlas], number: int) -> list[int]:
    """Which patches look otherwise than one of them that is known to show a card of the pack, and like each other."""
    others = (group for group in looks(patches) if number not in group)
    return sorted(one for group in others if len(group) >= _LEAST for one in group)


def is_like_any(patch: Atlas, others: Iterable[Atlas]) -> bool:
    """Whether a patch shows the colours of any other, and that shows its own, whatever light falls on them."""
    return any(_are_alike(patch, other) for other in others)


def packs(image: Image, cards: Sequence[CardReading], least: int) -> Iterator[Sequence[CardReading]]:
    """What may be the cards of the pack: all that were read, but before that those without the backs of other looks.

    Once for each look that at least so many have.
    """
    backs = [card for card in cards if card.face is Face.DOWN]
    found = looks(cut_out(image, backs))
    for group in found if len(found) > 1 else ():
        if len(group) >= least:
            others = [back for number, back in enumerate(backs) if number not in group]
            yield [card for card in cards if card not in others]
    yield cards


def odd_ones(image: Image, cards: Sequence[CardReading]) -> list[CardReading]:
    """The backs that look like no other."""
    backs = [card for card in cards if card.face is Face.DOWN]
    return [backs[group[0]] for group in looks(cut_out(image, backs)) if len(group) == 1 < len(backs)]


def cut_out(image: Image, cards: Iterable[CardReading]) -> list[Atlas]:
    """What cards of a picture show, each stood upright."""
    height, width = image.shape[:2]
    half = np.asarray(cv2.resize(image, (width // 2, height // 2), interpolation=cv2.INTER_AREA), np.uint8)
    return [_patch(half, card.quad) for card in cards]


def _patch(half: Image, quad: Quad) -> Atlas:
    edge = MARGIN_MM / MM_PER_PX
    right, down = WIDTH_PX - edge, HEIGHT_PX - edge
    corners = np.array([[edge, edge], [right, edge], [right, down], [edge, down]], np.float32)
    stand = cv2.getPerspectiveTransform(np.asarray(quad / 2, np.float32), corners)
    upright = cv2.warpPerspective(half, stand, (WIDTH_PX, HEIGHT_PX), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(upright, np.uint8)


def _are_alike(one: Atlas, other: Atlas) -> bool:
    """Whether each of two patches shows the colours of the other, whatever light falls on them."""
    bright, dark = (max(float(np.median(patch[INNER].sum(axis=-1))), 1.0) for patch in (other, one))
    lit = cv2.convertScaleAbs(one, alpha=float(np.clip(bright / dark, _DARKER, _BRIGHTER)))
    return all(_share(*pair) >= _ALIKE for pair in ((lit, other), (other, lit)))


def _share(patch: Atlas, other: Atlas) -> float:
    return portion(near(patch, other, _AROUND_PX)[INNER])
