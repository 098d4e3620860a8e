"""Pictures with transparency that are laid over others: cards with their soft shadow, and hands with their arm.

A sprite is BGRA with the colours already multiplied by the coverage, uint8, shape (height, width, 4).
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from kibitz_datasets.decks.deck import Deck
from kibitz_datasets.noise import smooth_noise
from kibitz_datasets.scenes.table_camera import CARD_MM, Points
from kibitz_scoring.cards import Card
from kibitz_vision.detections import Image

Sprite = NDArray[np.uint8]
_SHADOW_MM = 3.0
_CORNER_MM = 3.2
_HIGH_MM = 1.0

HAND_WIDTH_MM, HAND_LENGTH_MM, HAND_TIP_MM = 170.0, 760.0, 12.0
"""Size of a hand's sprite with its arm; the finger tips are in the middle, this far below the upper border."""


@dataclass(frozen=True, slots=True, eq=False)
class CardSprites:
    """Sprites of one deck at the size of the cards on the picture; `corners` are a card's own corners in each.

    `high_back` is a back high above the table, where its shadow does not show beside it.
    """

    faces: dict[Card, Sprite]
    back: Sprite
    high_back: Sprite
    corners: NDArray[np.float32]
    aspect: float

    def side(self, face: Card | None, height_mm: float) -> Sprite:
        """A card's face, or a back, of a card at a height."""
        if face is not None:
            return self.faces[face]
        return self.back if height_mm < _HIGH_MM else self.high_back


def card_sprites(rng: Generator, deck: Deck, px_per_mm: float) -> CardSprites:
    """All cards of a deck; of a card with several pictures one is chosen."""
    width = max(8, round(CARD_MM[1] * deck.aspect * px_per_mm))
    height = max(11, round(CARD_MM[1] * px_per_mm))
    margin = max(2, round(_SHADOW_MM * px_per_mm))
    outline = _rounded(width, height, max(1, round(_CORNER_MM * px_per_mm)))
    covered = cv2.copyMakeBorder(outline, *(margin,) * 4, cv2.BORDER_CONSTANT, value=0)
    shadow = np.asarray(cv2.GaussianBlur(covered, (0, 0), margin / 2.2) * (0.55 / 255), np.float32)
    faces = {
        card: _card_sprite(pictures[int(rng.integers(len(pictures)))], outline, shadow, margin)
        for card, pictures in deck.faces.items()
    }
    art = deck.backs[int(rng.integers(len(deck.backs)))]
    low_back, high_back = (
        _card_sprite(art, outline, np.asarray(shadow * depth, np.float32), margin) for depth in (1.0, 0.25)
    )
    low, right, bottom = margin - 0.5, margin + width - 0.5, margin + height - 0.5
    corners = np.array([[low, low], [right, low], [right, bottom], [low, bottom]], np.float32)
    return CardSprites(faces, low_back, high_back, corners, deck.aspect)


def _rounded(width: int, height: int, radius: int) -> NDArray[np.uint8]:
    """Coverage of a card with round corners, smooth at the edge."""
    mask = np.zeros((height * 4, width * 4), np.uint8)
    r = radius * 4
    cv2.rectangle(mask, (r, 0), (width * 4 - 1 - r, height * 4), 255, -1)
    cv2.rectangle(mask, (0, r), (width * 4, height * 4 - 1 - r), 255, -1)
    for x in (r, width * 4 - 1 - r):
        for y in (r, height * 4 - 1 - r):
            cv2.circle(mask, (x, y), r, 255, -1)
    return np.asarray(cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def _card_sprite(art: Image, outline: NDArray[np.uint8], shadow: NDArray[np.float32], margin: int) -> Sprite:
    height, width = outline.shape
    small = cv2.resize(np.asarray(art), (width, height), interpolation=cv2.INTER_AREA)
    cover = outline[..., None].astype(np.float32) / 255
    sprite = np.zeros((*shadow.shape, 4), np.float32)
    sprite[..., 3] = shadow
    inside = np.s_[margin : margin + height, margin : margin + width]
    sprite[inside][..., :3] = small * cover
    sprite[inside][..., 3:] = cover + sprite[inside][..., 3:] * (1 - cover)
    sprite[..., 3] *= 255
    return np.asarray(np.clip(np.round(sprite), 0, 255), np.uint8)


@dataclass(frozen=True, slots=True)
class HandLook:
    """What a player's hands look like: skin and sleeve (BGR), how far the sleeve reaches, and the spread of fingers."""

    skin: tuple[float, float, float]
    cloth: tuple[float, float, float]
    sleeve_mm: float
    spread: float
    breadth: float


def sample_hand_look(rng: Generator) -> HandLook:
    """A random player."""
    tone = rng.uniform(0.3, 1.0)
    skin = np.array([150, 180, 232]) * tone * rng.uniform(0.92, 1.08, 3)
    blue, green, red = (float(value) for value in rng.uniform(15, 215, 3))
    return HandLook(
        (float(skin[0]), float(skin[1]), float(min(skin[2], 245.0))),
        (blue, green, red),
        float(rng.uniform(190, 330)),
        float(rng.uniform(0.6, 1.3)),
        float(rng.uniform(0.88, 1.1)),
    )


def hand_sprite(rng: Generator, look: HandLook, px_per_mm: float, *, left: bool) -> Sprite:
    """A hand seen from above, its finger tips at the top and its arm going down, with the shadow that it throws."""
    size = (round(HAND_LENGTH_MM * px_per_mm), round(HAND_WIDTH_MM * px_per_mm))
    draw = _Limb(np.zeros(size, np.uint8), px_per_mm)
    _draw_palm_and_fingers(draw, look)
    skin = draw.mask
    sleeve = _Limb(np.zeros(size, np.uint8), px_per_mm)
    sleeve.taper((4, look.sleeve_mm), (12, HAND_LENGTH_MM + 40), 40 * look.breadth, 58 * look.breadth)
    colours = np.zeros((*size, 3), np.float32)
    _shade(colours, skin, look.skin, px_per_mm * 5, smooth_noise(rng, size, max(2.0, 6 * px_per_mm)) * 3)
    _shade(colours, sleeve.mask, look.cloth, px_per_mm * 12, smooth_noise(rng, size, 25 * px_per_mm, 0.6) * 12)
    cover = np.maximum(skin, sleeve.mask).astype(np.float32) / 255
    shadow = cv2.GaussianBlur(cover, (0, 0), 7 * px_per_mm) * 0.45
    sprite = np.dstack([colours, (cover + shadow * (1 - cover)) * 255])
    whole = np.asarray(np.clip(np.round(sprite), 0, 255), np.uint8)
    return np.ascontiguousarray(whole[:, ::-1]) if left else whole


@dataclass(frozen=True, slots=True, eq=False)
class _Limb:
    """A mask that limbs are drawn on; mm to the right of the finger tips and below them."""

    mask: NDArray[np.uint8]
    scale: float

    def px(self, x: float, y: float) -> tuple[int, int]:
        return round((x + HAND_WIDTH_MM / 2) * self.scale * 8), round((y + HAND_TIP_MM) * self.scale * 8)

    def taper(self, start: tuple[float, float], end: tuple[float, float], first_mm: float, last_mm: float) -> None:
        """A limb that is `first_mm` wide from its middle at the start and `last_mm` at the end."""
        a, b = np.array(start, float), np.array(end, float)
        across = np.array([a[1] - b[1], b[0] - a[0]]) / np.hypot(*(b - a))
        corners = [a + across * first_mm, b + across * last_mm, b - across * last_mm, a - across * first_mm]
        points = np.array([self.px(*corner) for corner in corners], np.int32)
        cv2.fillConvexPoly(self.mask, points, 255, cv2.LINE_AA, 3)
        for point, radius in ((a, first_mm), (b, last_mm)):
            cv2.circle(self.mask, self.px(*point), round(radius * self.scale * 8), 255, -1, cv2.LINE_AA, 3)


def _draw_palm_and_fingers(limb: _Limb, look: HandLook) -> None:
    """Four fingers together, the thumb to their left, the back of the hand and the wrist."""
    broad = look.breadth
    lengths = (66, 76, 72, 56)
    for k, length in enumerate(lengths):
        root = ((k - 1.5) * 19 * broad, 92.0)
        tip = ((k - 1.5) * 13 * look.spread * broad, 92.0 - length - (6 if k in (1, 2) else 0))
        joint = ((root[0] + tip[0]) / 2 + (k - 1.5) * 2, (root[1] + tip[1]) / 2)
        limb.taper(tip, joint, 7.0 * broad, 8.6 * broad)
        limb.taper(joint, root, 8.6 * broad, 9.8 * broad)
    limb.taper((-29 * broad, 95), (-24 * broad, 150), 14 * broad, 18 * broad)
    limb.taper((29 * broad, 98), (22 * broad, 150), 12 * broad, 16 * broad)
    limb.taper((0, 100), (0, 150), 32 * broad, 34 * broad)
    limb.taper((-46 * broad, 62), (-40 * broad, 110), 8.5 * broad, 13 * broad)
    limb.taper((-40 * broad, 110), (-20 * broad, 140), 13 * broad, 18 * broad)
    limb.taper((0, 160), (4, look.sleeve_mm + 20), 27 * broad, 31 * broad)


def _shade(
    colours: NDArray[np.float32],
    mask: NDArray[np.uint8],
    colour: tuple[float, float, float],
    depth_px: float,
    grain: NDArray[np.float32],
) -> None:
    """Fill a mask, darker towards its edges and in the clefts, as round things are."""
    distance = cv2.distanceTransform((mask > 100).astype(np.uint8), cv2.DIST_L2, 3)
    roundness = np.sqrt(np.clip(distance / max(depth_px, 1.0), 0, 1))
    cover = mask[..., None].astype(np.float32) / 255
    lit = (0.58 + 0.42 * cv2.GaussianBlur(roundness, (0, 0), max(0.6, depth_px / 8)))[..., None] * np.array(colour)
    filled = np.clip(lit + grain[..., None], 0, 255)
    colours[:] = colours * (1 - cover) + filled * cover


def lay_over(picture: Image, sprite: Sprite, warp: Points, box: tuple[int, int, int, int]) -> None:
    """Warp a sprite by a homography (3, 3) from its pixels to the picture's, and lay it over the box x0, y0, x1, y1."""
    x0, y0, x1, y1 = box
    shifted = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1.0]]) @ warp
    if abs(shifted[2, 0]) + abs(shifted[2, 1]) < 1e-12:
        over = cv2.warpAffine(sprite, shifted[:2] / shifted[2, 2], (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR)
    else:
        over = cv2.warpPerspective(sprite, shifted, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR)
    through = cv2.bitwise_not(over[..., 3])
    region = picture[y0:y1, x0:x1]
    dimmed = cv2.multiply(region, cv2.merge([through, through, through]), scale=1 / 255)
    cv2.add(dimmed, np.ascontiguousarray(over[..., :3]), dst=dimmed)
    region[:] = dimmed
