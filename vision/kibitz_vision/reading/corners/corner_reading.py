"""Partly covered cards, read by the one index corner that shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz_scoring.cards import JOKER
from kibitz_vision.detections import Image, Quad
from kibitz_vision.reading.corners.index_corners import INDEX_HEIGHT, INDEX_WIDTH, card_of_index
from kibitz_vision.reading.crops import cut_card
from kibitz_vision.reading.overlap import contains, iou, share_of_smaller
from kibitz_vision.reading.reader import Reader

_OF_ITS_CARD = 0.9
"""How far from its printed place an index may be found, as a share of half its size: outlines are inexact."""
_SAME_CARD_IOU, _SAME_CORNER_IOU = 0.6, 0.9
_SAME_OUTLINE = 0.7
_LEAST_NAMED = 0.5
"""Probability of its best card below which an index corner is none."""
_SURE = 0.97
"""The same in the middle of another face, where a pip may look like a corner; and for a face to be beyond doubt."""
_FITS_BETTER = 0.2
_REACHES_OVER = 0.05
"""Share of the smaller of two outlines in both from which on their cards overlap: outlines are inexact."""
_VIEWS = 6
"""Further views of a doubtful corner."""
_LEAST_POSSIBLE = 0.3
"""Probability of its best card from which on they are taken."""
_CLEAR = 0.8
"""From this one on a corner is in no doubt, and speaks against the name of an outline that it lies in."""
_SAME_OUTLINE_IOU = 0.25


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
class IndexReading(Look):
    """An upright index corner that belongs to no card seen whole: the card's likely place, and the reader's row."""

    card: Quad


@dataclass(frozen=True, slots=True, eq=False)
class Resolved:
    """What the corners say beside the outlines.

    `readings`: cards read by their corners. `replaced`: outlines (numbers) that those explain better, several cards
    taken for one. `rows` (n, classes): what to believe of each outline, a doubtful one as its own corners say.
    """

    readings: tuple[IndexReading, ...]
    replaced: frozenset[int]
    rows: NDArray[np.float32]


def resolve(
    image: Image, indices: Sequence[Quad], looks: Sequence[Look], reader: Reader, possible: NDArray[np.bool_]
) -> Resolved:
    """What the index corners say that belong to none of the faces that could be named; `looks` surest outline first.

    A doubtful outline in which a corner is read for certain that does not agree with it gives way to its corners; one
    that they agree with is as sure as they are. `possible` (classes): of these the table's cards can be.
    """
    twins = _twins(looks)
    single = {number: look for number, look in enumerate(looks) if number not in twins}
    seen = _seen(image, indices, list(single.values()), reader, possible)
    jokers = {k for k, card in enumerate(reader.cards) if card == JOKER}
    contested = {
        number
        for number, look in single.items()
        if look.best < (_CLEAR if _is_lone(look, list(single.values()), seen) else _SURE)
        and not any(_is_face(one, look) for one in seen)
        and any(_is_part_of(one, look, is_joker=look.column in jokers) for one in seen)
    }
    owners = [_owner(one, looks) for one in seen]
    own = [[one for one, owner in zip(seen, owners, strict=True) if owner == number] for number in range(len(looks))]
    told = [look if number in contested else _told(look, own[number]) for number, look in enumerate(looks)]
    replaced = contested.union(_twins(told))
    faces = [look for number, look in enumerate(told) if number not in replaced and look.best >= _LEAST_NAMED]
    readings = _without_doubles([one for one in seen if not any(_is_face(one, face) for face in faces)], faces)
    rows = np.array([look.probabilities for look in told], np.float32).reshape(len(told), len(possible))
    return Resolved(readings, frozenset(replaced), rows)


def _without_doubles(found: Sequence[IndexReading], faces: Sequence[Look]) -> tuple[IndexReading, ...]:
    """The readings, without doubtful ones of a card that is seen elsewhere: a 3 half covered looks like a 5."""
    named, kept = {face.column for face in faces}, []
    for one in sorted(found, key=lambda one: -one.best):
        if one.best >= _SURE or one.column not in named:
            kept.append(one)
            named.add(one.column)
    return tuple(kept)


def _told(look: Look, own: Sequence[IndexReading]) -> Look:
    """An outline; a doubtful one as its own corners tell, where these are surer of the same card."""
    surest = max(own, key=lambda one: one.best, default=None)
    if surest is None or not look.best < min(_SURE, surest.best):
        return look
    return Look(look.quad, surest.probabilities)


def _owner(one: IndexReading, looks: Sequence[Look]) -> int | None:
    """The outline round a corner that names its card too and lies most like it."""
    around = [k for k, look in enumerate(looks) if one.column == look.column and _is_inside(one.quad, [look])]
    return max(around, key=lambda k: iou(one.card, looks[k].quad), default=None)


def _is_lone(look: Look, looks: Sequence[Look], seen: Sequence[IndexReading]) -> bool:
    """Whether an outline is that of a card by itself, and not of one in a fan, a column or a heap.

    No other outline reaches over it, and no corners of two other cards are clear in it.
    """
    others = {one.column for one in seen if one.best >= _CLEAR and _is_inside(one.quad, [look])} - {look.column}
    return len(others) < 2 and all(
        other is look or share_of_smaller(other.quad, look.quad) < _REACHES_OVER for other in looks
    )


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
    clear = one.best >= least and one.column != look.column
    return clear and _is_inside(one.quad, [look]) and iou(one.card, look.quad) > _SAME_OUTLINE_IOU


def is_corner_of(index: Quad, face: Quad) -> bool:
    """Whether an index lies where every card has one: at the first and the third corner, or nearly there."""
    unit = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    warp = cv2.getPerspectiveTransform(np.asarray(face, np.float32), unit)
    middle = cv2.perspectiveTransform(np.asarray(index.mean(0)[None, None], np.float32), warp)[0, 0]
    corner = np.array([INDEX_WIDTH, INDEX_HEIGHT]) / 2
    off = np.minimum(np.abs(middle - corner), np.abs(1 - corner - middle))
    return bool((off < corner * _OF_ITS_CARD).all())


def _seen(
    image: Image, indices: Sequence[Quad], looks: Sequence[Look], reader: Reader, possible: NDArray[np.bool_]
) -> list[IndexReading]:
    """Cards whose corners can be read, and are not at a corner of a face beyond doubt.

    A corner in the middle of a face that lies alone may be a pip, and has to be read for certain; one where cards
    overlap is often that of the card on top.
    """
    sure = [look for look in looks if look.best >= _SURE]
    corners = [quad for quad in indices if not any(is_corner_of(quad, face.quad) for face in sure)]
    if not corners:
        return []
    upright, rows = _both_ways(image, corners, reader, possible)
    seen = [IndexReading(quad, row, _place(quad, looks)) for quad, row in zip(upright, rows, strict=True)]
    faces = [look for look in looks if look.best >= _LEAST_NAMED]
    lonely = [look for look in faces if look.best >= _CLEAR and _is_lone(look, looks, seen)]
    clear = [one for one in seen if one.best >= (_SURE if _is_inside(one.quad, lonely) else _LEAST_POSSIBLE)]
    return [one for one in _one_a_card(clear) if one.best >= (_CLEAR if _is_inside(one.quad, faces) else _LEAST_NAMED)]


def _place(index: Quad, looks: Sequence[Look]) -> Quad:
    """Where the corner's card lies: some decks have an index at the upper right too, as the outlines then tell."""
    left, right = (card_of_index(index, right=side) for side in (False, True))
    fits = [max((iou(place, look.quad) for look in looks), default=0.0) for place in (left, right)]
    return right if fits[1] > fits[0] + _FITS_BETTER else left


def _both_ways(
    image: Image, corners: Sequence[Quad], reader: Reader, possible: NDArray[np.bool_]
) -> tuple[list[Quad], NDArray[np.float32]]:
    """The corners turned upright, and what they say: no joker, as jokers have no index to speak of."""
    ranks = possible & np.array([card != JOKER for card in reader.cards] + [False, False])
    ways = [quad for corner in corners for quad in (corner, np.roll(corner, 2, 0))]
    both = (np.exp(reader.read([cut_card(image, quad) for quad in ways])) * ranks).reshape(len(corners), 2, -1)
    turned = both[:, 0].max(1) < both[:, 1].max(1)
    upright = [ways[2 * k + int(turn)] for k, turn in enumerate(turned)]
    rows = both[np.arange(len(corners)), turned.astype(int)]
    doubtful = [k for k, row in enumerate(rows) if _LEAST_POSSIBLE <= row.max() < _CLEAR]
    views = [cut_card(image, view) for k in doubtful for view in _further_views(upright[k])]
    more = (np.exp(reader.read(views)) * ranks).reshape(len(doubtful), _VIEWS, rows.shape[1])
    for k, others in zip(doubtful, more, strict=True):
        rows[k] = (rows[k] + others.sum(0)) / (_VIEWS + 1)
    return upright, np.asarray(rows, np.float32)


def _further_views(quad: Quad) -> list[Quad]:
    """The corner a little larger, smaller and moved: errors of the outline then differ."""
    middle, across, down = quad.mean(0), quad[1] - quad[0], quad[3] - quad[0]
    moves = ((1.15, 0.0, 0.0), (0.9, 0.0, 0.0), (1.0, 0.1, 0.0), (1.0, -0.1, 0.0), (1.0, 0.0, 0.08), (1.0, 0.0, -0.08))
    return [np.asarray((quad - middle) * size + middle + x * across + y * down, np.float32) for size, x, y in moves]


def _is_inside(index: Quad, faces: Sequence[Look]) -> bool:
    return any(contains(face.quad, index.mean(0)) for face in faces)


def _one_a_card(found: Sequence[IndexReading]) -> list[IndexReading]:
    """All corners of one card make one reading, the surest one, where the corners agree that the card lies."""
    kept: list[IndexReading] = []
    for one in sorted(found, key=lambda one: -float(one.probabilities.max())):
        for number, other in enumerate(kept):
            place = _common_card(other, one) if one.column == other.column else None
            if place is not None:
                kept[number] = replace(other, card=place, probabilities=_both(other, one))
                break
        else:
            kept.append(one)
    return kept


def _both(first: IndexReading, second: IndexReading) -> NDArray[np.float32]:
    """What two corners of one card say together."""
    together = first.probabilities * second.probabilities
    return np.asarray(together / together.sum(), np.float32)


def _common_card(first: IndexReading, second: IndexReading) -> Quad | None:
    """The card that has both corners, if one can: some decks have an index at the upper right, too."""
    places = [[card_of_index(one.quad, right=right) for right in (False, True)] for one in (first, second)]
    turned = float(np.dot(first.quad[3] - first.quad[0], second.quad[3] - second.quad[0])) < 0
    for a, b in ((0, 0), (0, 1), (1, 0), (1, 1)):
        # The same corner of two cards in a fan lies nearly at one place.
        least = _SAME_CORNER_IOU if a == b and not turned else _SAME_CARD_IOU
        if iou(places[0][a], places[1][b]) > least:
            return places[0][a]
    return None


def _is_face(one: IndexReading, face: Look) -> bool:
    """Whether the corner is of a face that was seen whole: some decks have four."""
    if one.column != face.column:
        return False
    return _is_inside(one.quad, [face]) or iou(one.card, face.quad) > 0
