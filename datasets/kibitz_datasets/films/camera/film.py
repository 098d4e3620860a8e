"""The film of a simulated round: what a camera over the table would see at any moment, without its own faults.

What lies still is painted once; for a frame only what moves is painted over it, several times within the exposure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator

from kibitz_datasets.decks.deck import Deck
from kibitz_datasets.films.camera.sprites import Sprite, card_sprites, hand_sprite, lay_over, sample_hand_look
from kibitz_datasets.films.camera.still import SHADOW_PX, StillLife, lighten, paint_card
from kibitz_datasets.films.camera.view import Box, View, hand_outline, merged, overlap
from kibitz_datasets.films.stage.stage import Body, Hand, Stage
from kibitz_datasets.noise import smooth_noise
from kibitz_datasets.scenes.surfaces import draw_plain_table, draw_surface
from kibitz_datasets.scenes.table_camera import CARD_MM, Points, project_space
from kibitz_vision.detections import Image

_MARGIN = 0.08
"""How much more of the table is painted on each side than the camera sees, so that it can be knocked."""
_SUB_FRAME_PX = 3.0
_MOST_SUB_FRAMES = 6


@dataclass(slots=True, eq=False)
class Film:
    """Everything needed to paint a moment; `hands` are the sprites by seat, right and left."""

    stage: Stage
    still: StillLife
    hands: list[tuple[Sprite, Sprite]]
    px_per_mm: float
    exposure_ms: float

    def frame(self, time_ms: float, knock: Points) -> Image:
        """The picture whose exposure ends at a time, from a camera knocked by a homography (3, 3)."""
        view = self.still.view
        if not np.array_equal(knock, view.knock):
            view = View(view.camera, view.size, knock)
            self.still.look_from(view)
        there = [body for body in self.stage.bodies if body.born_ms <= time_ms < body.gone_ms]
        moving = [body for body in there if body.is_aloft(time_ms - self.exposure_ms, time_ms)]
        self.still.update([body for body in there if body not in moving], time_ms)
        times = self._sub_times(moving, time_ms)
        picture = self.still.lit.copy()
        for box in self._boxes(moving, times):
            x0, y0, x1, y1 = box
            layers = [self._patch(box, moving, at_ms) for at_ms in times]
            picture[y0:y1, x0:x1] = lighten(_mean(layers), self.still.light[y0:y1, x0:x1])
        return picture

    def _sub_times(self, moving: Sequence[Body], time_ms: float) -> list[float]:
        """Moments within the exposure, so many that nothing goes far between two of them."""
        start_ms = time_ms - self.exposure_ms
        tracks = [body.track for body in moving] + [hand.track for pair in self.stage.hands for hand in pair]
        spread = max(float(np.abs(track.at(time_ms)[:3] - track.at(start_ms)[:3]).max()) for track in tracks)
        count = int(np.clip(np.ceil(spread * self.px_per_mm / _SUB_FRAME_PX), 1, _MOST_SUB_FRAMES))
        return [time_ms - self.exposure_ms * k / count for k in range(count)]

    def _boxes(self, moving: Sequence[Body], times: Sequence[float]) -> list[Box]:
        """What of the picture is to be painted again."""
        view, aspect = self.still.view, self.still.cards.aspect
        found = []
        for at_ms in times:
            found += [view.box(view.card(body.track.at(at_ms), aspect)[0], SHADOW_PX) for body in moving]
            found += [self._hand_box(self._hand_warp(hand, at_ms)) for pair in self.stage.hands for hand in pair]
        return merged(box for box in found if box)

    def _hand_warp(self, hand: Hand, at_ms: float) -> Points:
        return self.still.view.hand(hand.track.at(at_ms), hand.home, self.px_per_mm)

    def _hand_box(self, warp: Points) -> Box | None:
        corners = hand_outline(self.px_per_mm) @ warp[:2, :2].T + warp[:2, 2]
        return self.still.view.box(corners, 1)

    def _patch(self, box: Box, moving: Sequence[Body], at_ms: float) -> Image:
        """A part of the picture at one moment, in its place on an otherwise empty picture; without light."""
        x0, y0, x1, y1 = box
        still = self.still
        patch = still.bare[y0:y1, x0:x1].copy()
        shifted = still.view.moved(x0, y0, (y1 - y0, x1 - x0))
        whole = (0, 0, x1 - x0, y1 - y0)
        for body in sorted(moving, key=lambda body: (body.track.at(at_ms)[2], body.layer(at_ms))):
            paint_card(patch, shifted, still.cards, body, body.track.at(at_ms), whole)
        for pair, sprites in zip(self.stage.hands, self.hands, strict=True):
            for hand, sprite in zip(pair, sprites, strict=True):
                warp = shifted.hand(hand.track.at(at_ms), hand.home, self.px_per_mm)
                corners = hand_outline(self.px_per_mm) @ warp[:2, :2].T + warp[:2, 2]
                shared = shifted.box(corners, 1)
                if shared and overlap(shared, whole):
                    lay_over(patch, sprite, warp, shared)
        return patch


def _mean(layers: Sequence[Image]) -> Image:
    if len(layers) == 1:
        return layers[0]
    total = layers[0].astype(np.uint16)
    for layer in layers[1:]:
        cv2.add(total, layer, dst=total, dtype=cv2.CV_16U)
    return np.asarray(cv2.convertScaleAbs(total, alpha=1 / len(layers)), np.uint8)


def shoot(rng: Generator, stage: Stage, deck: Deck, camera: Points, size: tuple[int, int]) -> Film:
    """A film of a stage with random table, light and players, and the cards of a deck."""
    height, width = size
    margin = (round(width * _MARGIN), round(height * _MARGIN))
    wide = (height + 2 * margin[1], width + 2 * margin[0])
    surface = draw_plain_table(rng, wide) if rng.random() < 0.75 else draw_surface(rng, wide)
    px_per_mm = _px_per_mm(camera)
    cards = card_sprites(rng, deck, px_per_mm)
    still = StillLife(surface, margin, _light(rng, size), cards, View(camera, size, np.eye(3)))
    hands = []
    for _ in stage.hands:
        look = sample_hand_look(rng)
        right, left = (hand_sprite(rng, look, px_per_mm, left=left) for left in (False, True))
        hands.append((right, left))
    return Film(stage, still, hands, px_per_mm, float(rng.uniform(5.0, 20.0)))


def _px_per_mm(camera: Points) -> float:
    """Pixels of a mm in the middle of the table."""
    across, down = CARD_MM
    corners = np.array([[0, 0, 0], [across, 0, 0], [0, down, 0]], float)
    origin, right, below = project_space(camera, corners)
    return float((np.hypot(*(right - origin)) / across + np.hypot(*(below - origin)) / down) / 2)


def _light(rng: Generator, size: tuple[int, int]) -> Image:
    """Light that falls off to one side, of the colour of some lamp."""
    grid = 48
    y, x = np.mgrid[0:grid, 0:grid].astype(np.float32) / (grid - 1)
    centre = rng.uniform(0.2, 0.8, 2)
    field = 1.04 - rng.uniform(0.1, 0.45) * ((x - centre[0]) ** 2 + (y - centre[1]) ** 2)
    field *= 1 + 0.03 * smooth_noise(rng, (grid, grid), 16)
    field *= rng.uniform(0.75, 1.0)
    cast = np.exp(rng.normal(0, 0.05, 3)).astype(np.float32)
    small = np.clip(field[..., None] * cast * 200, 0, 255).astype(np.uint8)
    return np.asarray(cv2.resize(small, size[::-1], interpolation=cv2.INTER_CUBIC), np.uint8)
