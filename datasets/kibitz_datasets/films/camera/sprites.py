"""Pictures with transparency that are laid over others, and those of cards with their soft shadow.

A sprite is BGRA with the colours already multiplied by the coverage, uint8, shape (height, width, 4).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from kibitz_datasets.decks.deck import Deck
from kibitz_datasets.decks.sleeves import Sleeve, put_in_sleeve, sleeved_back
from kibitz_datasets.films.camera.thing_sprites import ThingSprite
from kibitz_datasets.films.stage.bodies import Body
from kibitz_datasets.films.stage.things import ThingKind
from kibitz_datasets.scenes.optics.table_camera import CARD_MM, Points
from kibitz_scoring.cards import Card
from kibitz_vision.detections import Image

Sprite = NDArray[np.uint8]
_SHADOW_MM = 3.0
_CORNER_MM = 3.2
_HIGH_MM = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class CardSprites:
    """Sprites of one deck, and of things, at their size on the picture; `corners` are a card's own corners in each.

    `high_back` is a back high above the table, where its shadow does not show beside it.
    """

    faces: dict[Card, Sprite]
    back: Sprite
    high_back: Sprite
    corners: NDArray[np.float32]
    aspect: float
    things: Mapping[ThingKind, ThingSprite] = field(default_factory=dict)
    tokens: Mapping[int, ThingSprite] = field(default_factory=dict)

    def side(self, body: Body, height_mm: float, *, up: bool) -> tuple[Sprite, NDArray[np.float32]]:
        """A card's face or back at a height, or a thing, and the corners (4, 2) of what it shows in it."""
        if (thing := self._thing(body)) is not None:
            return thing.sprite, thing.corners
        if up and body.face is not None:
            return self.faces[body.face], self.corners
        return (self.back if height_mm < _HIGH_MM else self.high_back), self.corners

    def shape(self, body: Body) -> tuple[float, float]:
        """Breadth over height of a card or thing, and its height in mm."""
        if (thing := self._thing(body)) is None:
            return self.aspect, CARD_MM[1]
        across, down = thing.size_mm
        return across / down, down

    def _thing(self, body: Body) -> ThingSprite | None:
        if body.token:
            return self.tokens[body.token]
        return None if body.thing is None else self.things[body.thing]


def card_sprites(rng: Generator, deck: Deck, px_per_mm: float, sleeve: Sleeve | None = None) -> CardSprites:
    """All cards of a deck, maybe in sleeves; of a card with several pictures one is chosen."""
    width = max(8, round(CARD_MM[1] * deck.aspect * px_per_mm))
    height = max(11, round(CARD_MM[1] * px_per_mm))
    margin = max(2, round(_SHADOW_MM * px_per_mm))
    outline = _rounded(width, height, max(1, round(_CORNER_MM * px_per_mm)))
    covered = cv2.copyMakeBorder(outline, *(margin,) * 4, cv2.BORDER_CONSTANT, value=0)
    shadow = np.asarray(cv2.GaussianBlur(covered, (0, 0), margin / 2.2) * (0.55 / 255), np.float32)
    faces = {
        card: _card_sprite(_sleeved(pictures[int(rng.integers(len(pictures)))], sleeve), outline, shadow, margin)
        for card, pictures in deck.faces.items()
    }
    back = deck.backs[int(rng.integers(len(deck.backs)))]
    art = _sleeved(back if sleeve is None else sleeved_back(back, sleeve), sleeve)
    low_back, high_back = (
        _card_sprite(art, outline, np.asarray(shadow * depth, np.float32), margin) for depth in (1.0, 0.25)
    )
    low, right, bottom = margin - 0.5, margin + width - 0.5, margin + height - 0.5
    corners = np.array([[low, low], [right, low], [right, bottom], [low, bottom]], np.float32)
    return CardSprites(faces, low_back, high_back, corners, deck.aspect)


def _sleeved(art: Image, sleeve: Sleeve | None) -> Image:
    """A card's picture as its sleeve shows it, framed by the rim."""
    if sleeve is None:
        return art
    opaque = np.full(art.shape[:2], 255, np.uint8)
    return put_in_sleeve(np.random.default_rng(0), art, opaque, sleeve)[0]


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
