"""Tokens on cards: each card is stood upright in mm, and rings of a token's size are looked for on it and about it."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz_vision.detections import Image, Quad, Reading
from kibitz_vision.geometry import CARD_HEIGHT_MM, CARD_WIDTH_MM
from kibitz_vision.tokens.design import DISC_MM, INNER_RING, OUTER_RING, SIGN_LENGTH

_PX_PER_MM = 1.6
_AROUND_MM = DISC_MM
"""So far beyond a card's edge is looked: a token may lie beside a card and touch it only."""
_SIZES = (0.92, 1.0, 1.08)
"""How many times as large as printed a token may look, as outlines are inexact and tokens lie higher than the table."""
RING_LIKE = 0.72
"""How well a ring has to match, as a correlation."""
SIGN_LIKE = 0.6
"""How well a sign has to match, as a correlation."""
_SAMPLES = 72


@dataclass(frozen=True, slots=True)
class Token:
    """A token found: its points, its middle (x, y) in px of the picture, and how well it matches, 0 to 1."""

    points: int
    middle: tuple[float, float]
    likeness: float


@dataclass(frozen=True, slots=True)
class CardTokens:
    """The tokens that lie on one card, and those that touch it and lie on none; each is counted at one card."""

    on: tuple[Token, ...] = ()
    beside: tuple[Token, ...] = ()


def find_tokens(image: Image, cards: Sequence[Quad]) -> tuple[CardTokens, ...]:
    """The tokens of each card of a picture (h, w, 3), given the cards' outlines (4, 2) in px.

    A token belongs to the card on which its middle lies; of two of which it may be, to that in which it lies deeper,
    or is nearer to.
    """
    found: list[tuple[float, int, Token]] = []
    for number, quad in enumerate(cards):
        for token in _on(image, np.asarray(quad, np.float32)):
            depth = float(cv2.pointPolygonTest(np.asarray(quad, np.float32), token.middle, True))
            found.append((depth, number, token))
    kept: list[tuple[float, int, Token]] = []
    apart = _apart_px(cards)
    for depth, number, token in sorted(found, key=lambda one: -one[0]):
        if depth > -apart and all(np.hypot(*np.subtract(token.middle, other.middle)) > apart for *_, other in kept):
            kept.append((depth, number, token))
    return tuple(
        CardTokens(
            tuple(token for depth, number, token in kept if number == card and depth > 0),
            tuple(token for depth, number, token in kept if number == card and depth <= 0),
        )
        for card in range(len(cards))
    )


def points_on(image: Image, cards: Sequence[Quad]) -> tuple[int, ...]:
    """The points that the tokens on each card give together."""
    return tuple(_sum(tokens.on) for tokens in find_tokens(image, cards))


def with_tokens(image: Image, reading: Reading) -> Reading:
    """A reading of a picture with the tokens on its cards."""
    found = find_tokens(image, [card.quad for card in reading.cards])
    cards = tuple(
        replace(card, points=_sum(tokens.on), beside=_sum(tokens.beside))
        for card, tokens in zip(reading.cards, found, strict=True)
    )
    return replace(reading, cards=cards)


def _sum(tokens: Sequence[Token]) -> int:
    return sum(token.points for token in tokens)


def _apart_px(cards: Sequence[Quad]) -> float:
    """Half a token's breadth in px, on a middling card: nearer to each other two are one."""
    heights = [np.linalg.norm(quad - np.roll(quad, -1, 0), axis=1).max() for quad in cards]
    return float(np.median(heights)) * DISC_MM / CARD_HEIGHT_MM / 2 if heights else 0.0


def _on(image: Image, quad: Quad) -> Iterator[Token]:
    """Tokens on a card or at its edge; an outline does not say which of its sides are the short ones."""
    either = [_stood(image, np.roll(quad, turn, 0)) for turn in (0, 1)]
    rings = [_rings(upright) for upright, _ in either]
    best = max((0, 1), key=lambda turn: max((likeness for *_, likeness in rings[turn]), default=0.0))
    upright, image_from_upright = either[best]
    for x, y, size, likeness in rings[best]:
        points, sign = _sign(upright, x, y, size)
        if sign >= SIGN_LIKE:
            where = cv2.perspectiveTransform(np.array([[[x, y]]], np.float64), image_from_upright)[0, 0]
            yield Token(points, (float(where[0]), float(where[1])), min(likeness, sign))


def _stood(image: Image, quad: Quad) -> tuple[NDArray[np.uint8], NDArray[np.float64]]:
    """A card in grey, upright in mm with a margin, and the map from its px to the picture's."""
    x0, y0 = _AROUND_MM, _AROUND_MM
    x1, y1 = x0 + CARD_WIDTH_MM, y0 + CARD_HEIGHT_MM
    corners = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float32) * _PX_PER_MM - 0.5
    image_from_upright = cv2.getPerspectiveTransform(corners, quad)
    size = (round((x1 + x0) * _PX_PER_MM), round((y1 + y0) * _PX_PER_MM))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    upright = cv2.warpPerspective(image, image_from_upright, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    grey = cv2.cvtColor(upright, cv2.COLOR_BGR2GRAY)
    return np.asarray(grey, np.uint8), np.asarray(image_from_upright, np.float64)


def _rings(upright: NDArray[np.uint8]) -> list[tuple[float, float, float, float]]:
    """Middles (x, y) in px of what looks like the ring of a token, its size and how well it matches, best first."""
    found: list[tuple[float, float, float, float]] = []
    for size in _SIZES:
        template, mask = _ring_template(size)
        likeness = cv2.matchTemplate(upright.astype(np.float32), template, cv2.TM_CCOEFF_NORMED, mask=mask)
        likeness = np.where(np.isfinite(likeness), likeness, 0.0)
        peaks = (likeness >= RING_LIKE) & (likeness == cv2.dilate(likeness, np.ones((9, 9), np.uint8)))
        off = (template.shape[0] - 1) / 2
        found += [(x + off, y + off, size, float(likeness[y, x])) for y, x in np.argwhere(peaks)]
    best: list[tuple[float, float, float, float]] = []
    for one in sorted(found, key=lambda ring: -ring[3]):
        if all(np.hypot(one[0] - x, one[1] - y) > DISC_MM / 2 * _PX_PER_MM for x, y, *_ in best):
            best.append(one)
    return best


@functools.cache
def _ring_template(size: float) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The ring without the sign, which is left out as the mask says; both (n, n)."""
    radius = DISC_MM / 2 * _PX_PER_MM * size
    half = int(np.ceil(radius))
    y, x = np.mgrid[-half : half + 1, -half : half + 1]
    share = np.hypot(x, y) / radius
    ring = ((share > INNER_RING) & (share < OUTER_RING)).astype(np.float32) * 255
    seen = ((share > SIGN_LENGTH + 0.04) & (share < 1.0)).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(ring, (0, 0), 1.0), np.float32), seen


def _sign(upright: NDArray[np.uint8], x: float, y: float, size: float) -> tuple[int, float]:
    """What the middle of a ring shows on the way round, and how well that matches."""
    angles = np.arange(_SAMPLES) * 2 * np.pi / _SAMPLES
    shares = np.array([0.22, 0.3, 0.38])[:, None]
    radius = DISC_MM / 2 * _PX_PER_MM * size
    columns, rows = (
        np.asarray(middle + radius * shares * along, np.float32)
        for middle, along in ((x, np.cos(angles)), (y, np.sin(angles)))
    )
    around = cv2.remap(upright.astype(np.float32), columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    course = around.mean(0)
    return max(((points, _likeness(course, points)) for points in (1, -1)), key=lambda one: one[1])


def _likeness(course: NDArray[np.float32], points: int) -> float:
    """The best correlation of the way round with that of a sign in any turn."""
    wanted = _sign_course(points)
    spread = float(course.std())
    if spread < 1e-3:
        return 0.0
    standard = (course - course.mean()) / spread
    return max(float((standard * np.roll(wanted, turn)).mean()) for turn in range(_SAMPLES))


@functools.cache
def _sign_course(points: int) -> NDArray[np.float64]:
    """Four or two light strokes on the way round, with mean 0 and spread 1."""
    strokes = 4 if points > 0 else 2
    angles = np.arange(_SAMPLES) * 2 * np.pi / _SAMPLES
    off = np.abs((angles * strokes / (2 * np.pi) + 0.5) % 1 - 0.5) * 2 * np.pi / strokes
    course = np.exp(-((off / 0.42) ** 2))
    return np.asarray((course - course.mean()) / course.std())
