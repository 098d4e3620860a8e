"""Sprites of things that are no cards: drawn as in the training pictures, and cut out."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from kibitz_datasets.decks.gambit.drawing import disc, fill, paint
from kibitz_datasets.decks.gambit.tokens import CUT_MM, token
from kibitz_datasets.films.stage.things import REACH_MM, ThingKind
from kibitz_datasets.scenes.clutter import Shape, draw_box, draw_coin, draw_cup, draw_phone
from kibitz_datasets.scenes.optics.table_camera import CARD_MM
from kibitz_vision.detections import Image

_SHADOW_MM = 4.0


@dataclass(frozen=True, slots=True, eq=False)
class ThingSprite:
    """A thing from above: BGRA as all sprites, its corners (4, 2) in px, and its breadth and height in mm."""

    sprite: NDArray[np.uint8]
    corners: NDArray[np.float32]
    size_mm: tuple[float, float]


def thing_sprite(rng: Generator, kind: ThingKind, px_per_mm: float) -> ThingSprite:
    """A random thing of a kind at the size of the cards on the picture."""
    side = 2 * round((REACH_MM[kind] + 2 * _SHADOW_MM) * px_per_mm)
    seed = int(rng.integers(2**32))
    # Drawn alike on black and on white: where both agree it is opaque.
    dark, light = (_drawn(np.random.default_rng(seed), kind, side, px_per_mm, ground) for ground in (0, 255))
    cover = 255 - cv2.subtract(light, dark).max(2)
    soft = cv2.GaussianBlur(cover, (0, 0), max(0.6, _SHADOW_MM / 2 * px_per_mm)).astype(np.float32) * 0.5
    opacity = cover + soft * (1 - cover.astype(np.float32) / 255)
    sprite = np.dstack([dark, np.asarray(np.clip(opacity, 0, 255), np.uint8)])
    end = side - 0.5
    corners = np.array([[-0.5, -0.5], [end, -0.5], [end, end], [-0.5, end]], np.float32)
    return ThingSprite(np.ascontiguousarray(sprite), corners, (side / px_per_mm, side / px_per_mm))


def token_sprite(points: int, px_per_mm: float) -> ThingSprite:
    """A token +1 or -1 at the size of the cards on the picture."""
    side = max(6, round(CUT_MM * px_per_mm))
    half = CUT_MM / 2
    picture = paint(token(points), (-half, -half, half, half), (side, side))
    cover = 255 - paint((fill((0, 0, 0), disc(0, 0, half)),), (-half, -half, half, half), (side, side))[..., :1]
    inside = (picture.astype(np.float32) * cover / 255).round()
    sprite = np.dstack([inside, cover]).astype(np.uint8)
    end = side - 0.5
    corners = np.array([[-0.5, -0.5], [end, -0.5], [end, end], [-0.5, end]], np.float32)
    return ThingSprite(np.ascontiguousarray(sprite), corners, (CUT_MM, CUT_MM))


def _drawn(rng: Generator, kind: ThingKind, side: int, px_per_mm: float, ground: int) -> Image:
    picture = np.full((side, side, 3), ground, np.uint8)
    centre, card_px = np.array([side / 2, side / 2]), CARD_MM[0] * px_per_mm
    match kind:
        case ThingKind.BOX:
            draw_box(rng, picture, centre, card_px * 0.36)
        case ThingKind.CHIP:
            draw_coin(rng, picture, centre, card_px * 1.2)
        case ThingKind.CUP:
            draw_cup(rng, picture, centre, card_px * 0.9)
        case ThingKind.PHONE:
            draw_phone(rng, picture, centre, card_px * 0.8)
        case ThingKind.MOUSE:
            _draw_mouse(rng, picture, centre, px_per_mm)
    return picture


def _draw_mouse(rng: Generator, picture: Image, centre: Shape, px_per_mm: float) -> None:
    """A computer's mouse: an oval with two keys and a wheel."""
    shade = int(rng.choice((25, 60, 220)))
    turn = float(rng.uniform(0, 360))
    middle = (round(centre[0]), round(centre[1]))
    axes = (round(54 * px_per_mm), round(31 * px_per_mm))
    cv2.ellipse(picture, middle, axes, turn, 0, 360, (shade, shade, shade), -1, cv2.LINE_AA)
    ahead = np.array([np.cos(np.radians(turn)), np.sin(np.radians(turn))]) * 53 * px_per_mm
    line = shade - 20 if shade > 128 else shade + 30
    cv2.line(picture, middle, (round(centre[0] + ahead[0]), round(centre[1] + ahead[1])), (line, line, line), 1)
    wheel = centre + ahead * 0.6
    cv2.circle(picture, (round(wheel[0]), round(wheel[1])), max(1, round(4 * px_per_mm)), (line, line, line), -1)
