"""A table top that cards are laid on, and which card each pixel of it shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from kibitz_datasets.decks.card_look import Look, PrintedCard, printed, sample_look
from kibitz_datasets.decks.deck import Deck
from kibitz_datasets.decks.sleeves import sleeved_back
from kibitz_datasets.scenes.arrangements import Place
from kibitz_datasets.scenes.foreign_cards import FOREIGN
from kibitz_datasets.scenes.hands.hands import draw_hand, draw_thumb, sample_skin
from kibitz_datasets.scenes.hands.held_cards import HeldCards
from kibitz_datasets.scenes.optics.fisheye import Fisheye
from kibitz_datasets.scenes.optics.table_camera import Points, card_corners, project
from kibitz_scoring.cards import Card
from kibitz_vision.detections import Image, Quad
from kibitz_vision.reading.corners.index_corners import index_quad


@dataclass(frozen=True, slots=True, eq=False)
class SceneCard:
    """One card in a scene: `card` is None face down; `visible` 0 to 1; the same of its two index corners.

    `number` counts the cards that were laid from 1, as `Canvas.owner` does.
    """

    card: Card | None
    quad: Quad
    visible: float
    indices_visible: tuple[float, float]
    number: int = 0

    @property
    def index_visible(self) -> float:
        """How much shows of its best index corner, 0 to 1."""
        return max(self.indices_visible)


WHOLE = 0.995
"""Share of a card above which too little is hidden for an index corner to lack anything."""


class Canvas:
    """A table top that cards are laid on; keeps which card each pixel shows."""

    def __init__(self, picture: Image) -> None:
        self.picture = picture
        self.owner: NDArray[np.int16] = np.zeros(picture.shape[:2], np.int16)
        self._laid: list[tuple[Card | None, Quad]] = []

    def lay(
        self, rng: Generator, deck: Deck, places: Sequence[Place], camera: Points, look: Look | None = None
    ) -> None:
        """Lay cards of one deck, none oftener than it has them, later ones on top; as new cards look, or at random."""
        pack = deck.pack
        order = rng.permutation(len(pack))
        look = look or sample_look(rng)
        back = sleeved_back(deck.backs[int(rng.integers(len(deck.backs)))], look.sleeve)
        thickness = rng.uniform(0.3, 2.5)
        for k, place in zip(order, places, strict=False):
            corners = project(camera, card_corners(place.centre, place.angle, deck.aspect))
            if not _usable(corners, self.picture.shape[:2]):
                continue
            card = pack[k] if place.up else None
            pictures = deck.faces[pack[k]]
            art = pictures[int(rng.integers(len(pictures)))] if place.up else back
            self._laid.append((card, corners.astype(np.float32)))
            self._paste(printed(rng, art, look, corners), corners.astype(np.float32), look, thickness, len(self._laid))

    def strew(self, rng: Generator, spots: Sequence[Points], camera: Points) -> list[Quad]:
        """Lay cards of another game about, things that nobody asks for; returns where they lie."""
        look, quads = sample_look(rng), []
        kind = int(rng.integers(len(FOREIGN)))
        for spot in spots:
            aspect = float(rng.choice((63 / 88, 0.62, 0.5)))
            corners = project(camera, card_corners(spot, rng.uniform(0, 2 * np.pi), aspect))
            if _usable(corners, self.picture.shape[:2]):
                art = FOREIGN[kind](rng)
                quads.append(corners.astype(np.float32))
                self._paste(printed(rng, art, look, corners), quads[-1], look, 1.0, 0)
        return quads

    def hold(self, rng: Generator, deck: Deck, held: HeldCards) -> None:
        """Show a hand that holds up cards of a deck which do not lie on the table."""
        skin, laid = sample_skin(rng), {card for card, _ in self._laid}
        self.cover(draw_hand(rng, self.picture, held.tip, held.hand_px, skin))
        rest = {card: pictures for card, pictures in deck.faces.items() if card not in laid}
        self.lay(rng, replace(deck, faces=rest), held.places, held.camera)
        self.cover(draw_thumb(rng, self.picture, held.thumb, held.hand_px, skin))

    def bend(self, lens: Fisheye) -> None:
        """See the table through a lens that bends straight lines; the labels follow."""
        self.picture = np.asarray(lens.bend(self.picture, smooth=True), np.uint8)
        self.owner = np.asarray(lens.bend(self.owner, smooth=False), np.int16)
        self._laid = [(card, lens.bent(quad)) for card, quad in self._laid]

    def cover(self, mask: NDArray[np.uint8]) -> None:
        """Note that something which is not a card hides these pixels."""
        self.owner[mask > 127] = 0

    def labels(self) -> tuple[SceneCard, ...]:
        """Every card of which at least a twentieth shows."""
        cards = []
        for number, (card, quad) in enumerate(self._laid, start=1):
            visible = self._share(number, quad)
            if visible >= 0.05:
                indices = (visible, visible) if visible > WHOLE else self._indices(number, quad)
                cards.append(SceneCard(card, quad, visible, indices, number))
        return tuple(cards)

    def _indices(self, number: int, quad: Quad) -> tuple[float, float]:
        """How much shows of a card's two index corners."""
        first, third = (self._share(number, index_quad(quad, turned=turned)) for turned in (False, True))
        return first, third

    def shown(self, card: SceneCard) -> Quad:
        """The smallest rectangle round what shows of a card."""
        rows, columns = np.nonzero(self.owner == card.number)
        points = np.stack([columns, rows], 1).astype(np.float32)
        return np.asarray(cv2.boxPoints(cv2.minAreaRect(points)), np.float32)

    def _share(self, number: int, quad: Quad) -> float:
        """Share of a quad's area (also outside the picture) that shows card `number`."""
        area = abs(float(cv2.contourArea(quad)))
        x0, y0 = np.maximum(np.floor(quad.min(0)).astype(int), 0)
        x1, y1 = np.ceil(quad.max(0)).astype(int) + 1
        owned = self.owner[y0 : max(y0, y1), x0 : max(x0, x1)] == number
        if area < 1 or owned.size == 0:
            return 0.0
        inside = np.zeros(owned.shape, np.uint8)
        cv2.fillConvexPoly(inside, np.round((quad - [x0, y0]) * 16).astype(np.int32), 1, cv2.LINE_8, 4)
        filled = int(np.count_nonzero(inside))
        whole = max(area, float(filled)) if filled < area * 0.85 else float(max(filled, 1))
        return float(np.count_nonzero(owned & inside.view(bool)) / whole)

    def _paste(
        self, card: PrintedCard, corners: NDArray[np.float32], look: Look, thickness: float, number: int
    ) -> None:
        """Draw a card, its shadow first, and note where it shows by its number."""
        height, width = self.picture.shape[:2]
        pad = 8 + round(card.rim_px * float(np.ptp(corners, axis=0).max()) / max(card.opacity.shape))
        x0, y0 = np.maximum(np.floor(corners.min(0)).astype(int) - pad, 0)
        x1, y1 = np.minimum(np.ceil(corners.max(0)).astype(int) + pad, (width, height))
        local = corners - np.array([x0, y0], np.float32)
        h, w = card.opacity.shape
        r = card.rim_px
        source = np.array([[r, r], [w - r, r], [w - r, h - r], [r, h - r]], np.float32)
        warp = cv2.getPerspectiveTransform(source - 0.5, local - 0.5)
        size = (int(x1 - x0), int(y1 - y0))
        placed = cv2.warpPerspective(card.picture, warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        alpha = cv2.warpPerspective(card.opacity, warp, size, flags=cv2.INTER_LINEAR)
        region = self.picture[y0:y1, x0:x1]
        self._shade(region, np.asarray(alpha, np.uint8), thickness, look)
        share = np.asarray(alpha, np.float32) / np.float32(255)
        region[:] = cv2.blendLinear(placed, region, share, 1 - share)
        self.owner[y0:y1, x0:x1][alpha > 127] = number

    @staticmethod
    def _shade(region: Image, alpha: NDArray[np.uint8], thickness: float, look: Look) -> None:
        """The soft dark edge that a card of some thickness throws beside itself."""
        soft = cv2.GaussianBlur(alpha, (0, 0), 0.6 + thickness)
        moved = cv2.warpAffine(
            soft,
            np.array([[1, 0, look.shadow[0] * thickness], [0, 1, look.shadow[1] * thickness]], np.float32),
            alpha.shape[::-1],
        )
        light = 255 - cv2.convertScaleAbs(moved, alpha=look.shadow_depth / 256)
        region[:] = cv2.multiply(region, cv2.merge((light, light, light)), scale=1 / 255)


def _usable(corners: Points, size: tuple[int, int]) -> bool:
    """Whether a projected card lies at least partly in the picture, in front of the camera and not absurdly near."""
    height, width = size
    inside = (corners.max(0) > 4).all() and corners[:, 0].min() < width - 4 and corners[:, 1].min() < height - 4
    spread = corners.max(0) - corners.min(0)
    area = cv2.contourArea(corners.astype(np.float32), True)
    return bool(inside and area > 60 and spread.max() < 3 * max(size))
