"""Backs of a whole table found by how one of them looks, where their outlines run into each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz_vision.detections import CardReading, Face, Image
from kibitz_vision.geometry import (
    CARD_HEIGHT_MM,
    Homography,
    Points,
    are_card_like,
    areas,
    even_table_from_image,
    inverse,
    misfit_mm,
    project,
)
from kibitz_vision.reading.overlap import share_of_smaller
from kibitz_vision.table.patches import has_pattern

_MM_PER_PX = 2.5
_AROUND_MM = 330.0
"""Cards may lie so far beyond those that were found: a whole grid may be missing."""
_MOST_PX = 900
_RIM_PX = 2
"""So much of the table around a back is compared, too: a pattern that repeats itself ends at the card's edge."""
_TURNS_DEG = (-12.0, -8.0, -4.0, 0.0, 4.0, 8.0, 12.0)
_FINE_DEG, _SCALES, _AROUND_PX = (-2.0, 0.0, 2.0), (0.95, 0.975, 1.0, 1.025, 1.05), 3
"""How one that may be the same back is compared more closely."""
_MAYBE, _LIKE, _LIKE_WITHIN = 0.45, 0.6, 0.25
"""Correlation from which on there may be the same back, from which on there is with its rim, and without it."""
_SHARED = 0.2
_WHOLE = 0.7
"""Share of a face's size on the picture from which on an outline is one of a whole card, and of two cards that is
common to both from which on they are one."""
_ROUNDS, _TRIED = 2, 2
"""So often others are compared with more backs than the first one, and with so many at a time: the best one counts."""
_LEAST = 2
"""So many of the outlines look like a back that is found by itself."""
_ENOUGH = 4
"""Outlines of whole cards that tell a plane better than all do."""


@dataclass(frozen=True, slots=True, eq=False)
class _Plan:
    """The table seen from straight above, and the homography from the picture to its pixels."""

    image: Image
    from_picture: Homography


def with_backs_alike(image: Image, cards: Sequence[CardReading], expected: int) -> list[CardReading]:
    """The cards of a picture, for those face down whatever looks like the one that lies most by itself.

    All backs of a pack look alike, also those that were read as faces. Where fewer than `expected` look like that one,
    what looks like the ones found counts, too: light and fine patterns look otherwise elsewhere. They are as they were
    where that one shows no pattern.
    """
    faces = [card for card in cards if card.face is Face.UP]
    backs = [card for card in cards if card.face is Face.DOWN and not card.partial]
    if len(backs) < 2:
        return list(cards)
    whole = [card for card in faces if not card.partial]
    quads_px = np.array([card.quad for card in backs], np.float64)
    plane, width = _plane(quads_px, np.array([card.quad for card in whole], np.float64).reshape(-1, 4, 2))
    size_mm, order = _outlined_well(project(quads_px, plane), width)
    if not order:
        return list(cards)
    plan = _plan(image, plane, quads_px)
    outlines = project(quads_px[order], plan.from_picture)
    found = _found(plan, outlines, size_mm / _MM_PER_PX, expected)
    if not found:
        return list(cards)
    others = [card for card in faces if not _is_misread(card, found)]
    alike = (one.quad for one in found if not any(share_of_smaller(one.quad, card.quad) > _SHARED for card in others))
    return [*others, *(CardReading(quad.astype(np.float32), Face.DOWN, None, 1.0) for quad in alike)]


def _is_misread(face: CardReading, found: Sequence[_Alike]) -> bool:
    """Whether a face is a back: no face of a deck looks like its backs."""
    return any(one.like > _LIKE and share_of_smaller(one.quad, face.quad) > _WHOLE for one in found)


def _plane(backs_px: Points, faces_px: Points) -> tuple[Homography, float]:
    """The plane of backs (n, 4, 2) and faces (m, 4, 2), and how wide in mm the cards are.

    Where faces shaped like cards tell another size, what was outlined of backs are emblems or halves.
    """
    every = even_table_from_image(np.concatenate([backs_px, faces_px]))
    if not len(faces_px) or _are_told_by(*every, faces_px):
        return every
    sizes = areas(backs_px) / np.median(areas(faces_px))
    whole = backs_px[(sizes > _WHOLE) & (sizes < 1 / _WHOLE)]
    plane, width = even_table_from_image(np.concatenate([whole if len(whole) >= _ENOUGH else backs_px, faces_px]))
    scale = float(np.sqrt(width * CARD_HEIGHT_MM / np.median(areas(project(faces_px, plane)))))
    scaled: Homography = np.diag([scale, scale, 1.0]) @ plane
    return (scaled, width) if _are_told_by(scaled, width, faces_px) else every


def _are_told_by(plane: Homography, width_mm: float, faces_px: Points) -> bool:
    return bool(are_card_like(project(faces_px, plane), width_mm).any())


def _outlined_well(quads_mm: Points, width_mm: float) -> tuple[Points, list[int]]:
    """How wide and high (2,) backs with the outline of a card are, and which they are, none if none lies by itself.

    Those that do come first, the ones most like a card before others; then those that are farther from all others.
    Their own halves may be outlined, too.
    """
    misfit, like = misfit_mm(quads_mm, width_mm), are_card_like(quads_mm, width_mm)
    alone = {one: _alone_mm(quads_mm, one) for one in np.flatnonzero(like).tolist()}
    if not any(apart >= CARD_HEIGHT_MM for apart in alone.values()):
        return np.zeros(2), []
    sides = np.linalg.norm(np.roll(quads_mm[like], -1, axis=1) - quads_mm[like], axis=-1)
    size: Points = np.median((sides[:, :2] + sides[:, 2:]) / 2, axis=0)
    ranks = {one: (1, -apart) if apart < CARD_HEIGHT_MM else (0, misfit[one]) for one, apart in alone.items()}
    return size, sorted(ranks, key=ranks.__getitem__)


def _alone_mm(quads_mm: Points, one: int) -> float:
    """How far the middle of an outline is from that of the nearest that is no part of it."""
    middles = quads_mm.mean(axis=1)
    apart = np.linalg.norm(middles - middles[one], axis=1)
    nearest = (number for number in np.argsort(apart).tolist() if number != one)
    return next((float(apart[n]) for n in nearest if not _is_part(quads_mm[n], quads_mm[one])), np.inf)


def _is_part(quad: Points, whole: Points) -> bool:
    first, second = areas(np.stack([quad, whole]))
    return bool(first < second) and share_of_smaller(quad, whole) > _WHOLE


def _plan(image: Image, plane: Homography, quads_px: Points) -> _Plan:
    spots = project(quads_px, plane).reshape(-1, 2)
    first, last = spots.min(axis=0) - _AROUND_MM, spots.max(axis=0) + _AROUND_MM
    height, width = image.shape[:2]
    corners = np.array([[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]])
    if (corners @ plane[2, :2] + plane[2, 2] > 0).all():  # no horizon in the picture
        shown = project(corners, plane)
        first, last = np.maximum(first, shown.min(axis=0)), np.minimum(last, shown.max(axis=0))
    size = np.minimum(np.ceil((last - first) / _MM_PER_PX), _MOST_PX).astype(int)
    shift = np.array([[1.0, 0, -first[0]], [0, 1, -first[1]], [0, 0, _MM_PER_PX]])
    from_picture: Homography = shift @ plane
    seen = cv2.warpPerspective(
        image, from_picture, (int(size[0]), int(size[1])), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE
    )
    return _Plan(np.asarray(seen, np.uint8), from_picture)


@dataclass(frozen=True, slots=True, eq=False)
class _Alike:
    """What looks like a back: its outline (4, 2) in px, and how much (correlation) without the rim."""

    quad: Points
    like: float


def _found(plan: _Plan, outlines: Points, size: Points, expected: int) -> list[_Alike]:
    """What looks like one of the backs outlined (n, 4, 2) on a plan, about of a size (2,) in px.

    Like the first one, and where that has a pattern but finds too few, like others that it does not look like.
    """
    models = [outlines[0]]
    found = list(_alike(plan, models[0], size, []))
    for _ in range(_ROUNDS):
        if not found or len(found) >= expected:
            break
        others = _others(models, outlines, found)
        models += others
        # One that is outlined badly looks like others that lie a little beside them, and less so.
        alike = [_like_another(plan, one, outlines, size, found) for one in others]
        found += max(alike, key=_likes, default=[])
    picture_from_plan = inverse(plan.from_picture)
    return [replace(one, quad=project(one.quad, picture_from_plan)) for one in found]


def _likes(alike: Iterable[_Alike]) -> float:
    return sum(one.like for one in alike)


def _like_another(plan: _Plan, model: Points, outlines: Points, size: Points, found: Sequence[_Alike]) -> list[_Alike]:
    """What else looks like one more back; what is only outlined, and looks like no other back that is, may be none."""
    known = [one.quad for one in found]
    alike = list(_alike(plan, model, size, known))
    return alike if _are_any(model, known, _WHOLE) or _outlined(alike, outlines) >= _LEAST else []


def _outlined(found: Sequence[_Alike], outlines: Points) -> int:
    """How many of the outlines are what was found."""
    quads = [one.quad for one in found]
    return sum(_are_any(quad, quads, _WHOLE) for quad in outlines)


def _others(models: Sequence[Points], outlines: Points, found: Sequence[_Alike]) -> list[Points]:
    """The next backs to compare with, if any: the first ones outlined but not found yet, or the farthest that is."""
    quads = [one.quad for one in found]
    missed = [quad for quad in outlines if not _are_any(quad, [*quads, *models], _SHARED)]
    others = [quad for quad in quads if not _are_any(quad, models, _WHOLE)]
    return missed[:_TRIED] or ([_farthest(others, models)] if others else [])


def _are_any(quad: Points, others: Sequence[Points], shared: float) -> bool:
    """Whether an outline shares more of itself with any other."""
    return any(share_of_smaller(quad, other) > shared for other in others)


def _alike(plan: _Plan, model: Points, size: Points, known: Sequence[Points]) -> Iterator[_Alike]:
    """What looks like one back (4, 2) of a plan, and is not known yet; nothing where that has no pattern."""
    upright = _upright(plan.image, model, size)
    pattern = upright[_RIM_PX:-_RIM_PX, _RIM_PX:-_RIM_PX]
    if not has_pattern(pattern):
        return
    found = list(known)
    for peak in _peaks(plan.image, upright, size):
        if _are_any(peak[1], found, _SHARED):
            continue
        like, quad = _closest(plan.image, upright, size, peak)
        if like > _LIKE and not _are_any(quad, found, _SHARED):
            found.append(quad)
            # The edge of any other card on the same table looks like that of a back.
            within = float(_likeness(_upright(plan.image, quad, size), pattern).max())
            if within > _LIKE_WITHIN:
                yield _Alike(quad, within)


def _peaks(image: Image, upright: Image, size: Points) -> list[tuple[float, Points]]:
    """How a back may be turned and where it then lies (4, 2), what looks most like it first."""
    peaks: list[tuple[float, float, Points]] = []
    for turn_deg in (quarter + degrees for quarter in (0.0, 90.0, 180.0, 270.0) for degrees in _TURNS_DEG):
        turned, corners = _turned(upright, size, turn_deg)
        like = _likeness(image, turned)
        tops = np.argwhere((like > _MAYBE) & (like == cv2.dilate(like, np.ones((5, 5), np.uint8))))
        peaks += [(float(like[y, x]), turn_deg, corners + np.array([x, y])) for y, x in tops]
    return [(turn_deg, quad) for _, turn_deg, quad in sorted(peaks, key=lambda peak: -peak[0])]


def _closest(image: Image, upright: Image, size: Points, peak: tuple[float, Points]) -> tuple[float, Points]:
    """How much what lies about a peak is like a back at best, and where it lies: fine patterns are off by little."""
    turn_deg, quad = peak
    best = -1.0, quad
    for degrees in _FINE_DEG:
        for scale in _SCALES:
            turned, corners = _turned(upright, size, turn_deg + degrees, scale)
            x0, y0 = np.maximum(np.round((quad - corners).mean(axis=0)).astype(int) - _AROUND_PX, 0).tolist()
            high, wide = (side + 2 * _AROUND_PX for side in turned.shape[:2])
            like = _likeness(image[y0 : y0 + high, x0 : x0 + wide], turned)
            y, x = np.unravel_index(int(like.argmax()), like.shape)
            best = max(best, (float(like[y, x]), corners + np.array([x0 + x, y0 + y])), key=lambda one: one[0])
    return best


def _farthest(quads: Sequence[Points], models: Sequence[Points]) -> Points:
    """Of outlines (4, 2) the one that is farthest from all that were models."""
    middles = np.mean(models, axis=1)
    return max(quads, key=lambda quad: float(np.linalg.norm(middles - quad.mean(axis=0), axis=1).min()))


def _likeness(image: Image, part: Image) -> NDArray[np.float32]:
    return np.asarray(cv2.matchTemplate(image, part, cv2.TM_CCOEFF_NORMED), np.float32)


def _upright(image: Image, quad: Points, size: Points) -> Image:
    """A back (4, 2) of a size (2,) in px and the rim of table around it, its short sides level."""
    stand = cv2.getPerspectiveTransform(quad.astype(np.float32), _corners(size).astype(np.float32))
    width, height = (round(float(side)) + 2 * _RIM_PX for side in size)
    return np.asarray(cv2.warpPerspective(image, stand, (width, height), flags=cv2.INTER_LINEAR), np.uint8)


def _corners(size: Points) -> Points:
    corners: Points = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * size + _RIM_PX
    return corners


def _turned(upright: Image, size: Points, turn_deg: float, scale: float = 1.0) -> tuple[Image, Points]:
    """A back turned and scaled, in a picture as large as if it stood or lay straight, with its corners (4, 2) there."""
    high, wide = upright.shape[:2]
    side = (wide, high) if round(turn_deg / 90) % 2 == 0 else (high, wide)
    turn = cv2.getRotationMatrix2D(((wide - 1) / 2, (high - 1) / 2), turn_deg, scale)
    turn[:, 2] = turn[:, 2] + (np.array(side) - (wide, high)) / 2
    turned = cv2.warpAffine(upright, turn, side, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(turned, np.uint8), _corners(size) @ turn[:, :2].T + turn[:, 2]
