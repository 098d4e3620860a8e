"""Partly covered cards, read by the one index corner that shows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz_scoring.cards import JOKER
from kibitz_vision.crops import cut_card
from kibitz_vision.detections import Image, Quad
from kibitz_vision.index_corners import INDEX_HEIGHT, INDEX_WIDTH, card_of_index
from kibitz_vision.overlap import iou, share_of_smaller
from kibitz_vision.reader import Reader

_OF_ITS_CARD = 0.9
"""How far from its printed place an index may be found, as a share of half its size: outlines are inexact."""
_SAME_CARD_IOU = 0.3
_SAME_OUTLINE = 0.7
_LEAST_NAMED = 0.5
"""Probability of its best card below which an index corner is none."""
_SURE = 0.97
"""The same in the middle of another face, where a pip may look like a corner; and for a face to be beyond doubt."""
_LEAST_POSSIBLE = 0.3
VIEWS = 6
"""Further views of a doubtful corner, and from what probability on they are taken."""
_CLEAR = 0.8
"""The same for a corner to speak against the name of an outline that it lies in."""
_SAME_OUTLINE_IOU = 0.25


@dataclass(frozen=True, slots=True, eq=False)
class IndexReading:
    """An upright index corner that belongs to no card seen whole: the card's likely place, and the reader's row."""

    quad: Quad
    card: Quad
    probabilities: NDArray[np.float32]

    @property
    def column(self) -> int:
        """The likeliest card's column in the reader's rows."""
        return int(self.probabilities.argmax())


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """An outline that was looked at, and the reader's row."""

    quad: Quad
    probabilities: NDArray[np.float32]

    @property
    def column(self) -> int:
        """The likeliest card's column in the reader's rows."""
        return int(self.probabilities[:-2].argmax())

    @property
    def best(self) -> float:
        """Probability of the likeliest card."""
        return float(self.probabilities[:-2].max())


@dataclass(frozen=True, slots=True, eq=False)
class Resolved:
    """Cards read by their corners, and which outlines (numbers) those explain better: several cards taken for one."""

    readings: tuple[IndexReading, ...]
    replaced: frozenset[int]


def resolve(image: Image, indices: Sequence[Quad], looks: Sequence[Look], reader: Reader) -> Resolved:
    """What the index corners say that belong to none of the faces that could be named; `looks` surest outline first.

    A doubtful outline in which a corner is read for certain that does not agree with it gives way to its corners.
    """
    twins = _twins(looks)
    single = {number: look for number, look in enumerate(looks) if number not in twins}
    seen = _read(image, indices, single.values(), reader)
    readings = _named(seen, single.values())
    joker = reader.cards.index(JOKER)
    contested = {
        number
        for number, look in single.items()
        if look.best < _SURE and any(_is_part_of(one, look, is_joker=look.column == joker) for one in readings)
    }
    if contested:
        readings = _named(seen, [look for number, look in single.items() if number not in contested])
    return Resolved(tuple(readings), twins.union(contested))


def _twins(looks: Sequence[Look]) -> frozenset[int]:
    """Second outlines of one card, looser than the first."""
    twins = set()
    for number, look in enumerate(looks):
        for other in looks[:number]:
            same = look.column == other.column and min(look.best, other.best) >= _LEAST_NAMED
            if same and share_of_smaller(look.quad, other.quad) > _SAME_OUTLINE:
                twins.add(number)
    return frozenset(twins)


def _is_part_of(one: IndexReading, look: Look, *, is_joker: bool) -> bool:
    """Whether a corner speaks against an outline's name; no joker has one."""
    least = _LEAST_NAMED if is_joker else _CLEAR
    clear = one.probabilities.max() >= least and one.column != look.column
    return clear and _is_inside(one.quad, [look]) and iou(one.card, look.quad) > _SAME_OUTLINE_IOU


def is_corner_of(index: Quad, face: Quad) -> bool:
    """Whether an index lies where every card has one: at the first and the third corner, or nearly there."""
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    warp = cv2.getPerspectiveTransform(np.asarray(face, np.float32), unit)
    middle = cv2.perspectiveTransform(np.asarray(index.mean(0)[None, None], np.float32), warp)[0, 0]
    corner = np.array([INDEX_WIDTH, INDEX_HEIGHT]) / 2
    off = np.minimum(np.abs(middle - corner), np.abs(1 - corner - middle))
    return bool((off < corner * _OF_ITS_CARD).all())


def _read(image: Image, indices: Sequence[Quad], looks: Iterable[Look], reader: Reader) -> list[IndexReading]:
    """What the corners say that are not at a corner of a face beyond doubt."""
    sure = [look for look in looks if look.best >= _SURE]
    corners = [quad for quad in indices if not any(is_corner_of(quad, face.quad) for face in sure)]
    if not corners:
        return []
    upright, rows = _both_ways(image, corners, reader)
    return [IndexReading(quad, card_of_index(quad), row) for quad, row in zip(upright, rows, strict=True)]


def _named(seen: Sequence[IndexReading], looks: Iterable[Look]) -> list[IndexReading]:
    """Of these the clear ones, one a card, that do not name what a face beside them is."""
    faces = [look for look in looks if look.best >= _LEAST_NAMED]
    clear = [one for one in seen if one.probabilities.max() >= (_SURE if _is_inside(one.quad, faces) else _LEAST_NAMED)]
    return [one for one in _one_a_card(clear) if not any(_is_face(one, face) for face in faces)]


def _both_ways(image: Image, corners: Sequence[Quad], reader: Reader) -> tuple[list[Quad], NDArray[np.float32]]:
    """The corners turned upright, and what they say: no joker, as jokers have no index to speak of."""
    ranks = np.array([card != JOKER for card in reader.cards] + [False, False])
    ways = [quad for corner in corners for quad in (corner, np.roll(corner, 2, 0))]
    both = (np.exp(reader.read([cut_card(image, quad) for quad in ways])) * ranks).reshape(len(corners), 2, -1)
    turned = both[:, 0].max(1) < both[:, 1].max(1)
    upright = [ways[2 * k + int(turn)] for k, turn in enumerate(turned)]
    rows = both[np.arange(len(corners)), turned.astype(int)]
    doubtful = [k for k, row in enumerate(rows) if _LEAST_POSSIBLE <= row.max() < _CLEAR]
    views = [cut_card(image, view) for k in doubtful for view in _further_views(upright[k])]
    more = (np.exp(reader.read(views)) * ranks).reshape(len(doubtful), VIEWS, rows.shape[1])
    for k, others in zip(doubtful, more, strict=True):
        rows[k] = (rows[k] + others.sum(0)) / (VIEWS + 1)
    return upright, np.asarray(rows, np.float32)


def _further_views(quad: Quad) -> list[Quad]:
    """The corner a little larger, smaller and moved: errors of the outline then differ."""
    middle, across, down = quad.mean(0), quad[1] - quad[0], quad[3] - quad[0]
    moves = ((1.15, 0.0, 0.0), (0.9, 0.0, 0.0), (1.0, 0.1, 0.0), (1.0, -0.1, 0.0), (1.0, 0.0, 0.08), (1.0, 0.0, -0.08))
    return [np.asarray((quad - middle) * size + middle + x * across + y * down, np.float32) for size, x, y in moves]


def _is_inside(index: Quad, faces: Sequence[Look]) -> bool:
    x, y = (float(value) for value in index.mean(0))
    return any(cv2.pointPolygonTest(cv2.convexHull(face.quad), (x, y), False) > 0 for face in faces)


def _one_a_card(found: Sequence[IndexReading]) -> list[IndexReading]:
    """All corners of one card make one reading, the surest one, where the corners agree that the card lies."""
    kept: list[IndexReading] = []
    for one in sorted(found, key=lambda one: -float(one.probabilities.max())):
        for number, other in enumerate(kept):
            place = _common_card(other, one) if one.column == other.column else None
            if place is not None:
                kept[number] = replace(other, card=place)
                break
        else:
            kept.append(one)
    return kept


def _common_card(first: IndexReading, second: IndexReading) -> Quad | None:
    """The card that has both corners, if one can: some decks have an index at the upper right, too."""
    places = [[card_of_index(one.quad, right=right) for right in (False, True)] for one in (first, second)]
    overlap, place = max(((iou(a, b), a) for a in places[0] for b in places[1]), key=lambda pair: pair[0])
    return place if overlap > _SAME_CARD_IOU else None


def _is_face(one: IndexReading, face: Look) -> bool:
    """Whether the corner is of a face that was seen whole: some decks have four."""
    if one.column != face.column:
        return False
    return _is_inside(one.quad, [face]) or iou(one.card, face.quad) > 0
