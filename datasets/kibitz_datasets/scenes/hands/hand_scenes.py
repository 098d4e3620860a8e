"""Rendered tables with and without hands over them, and where hands and arms are: to learn to see hands by sight."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator

from kibitz_datasets.decks.deck import Deck
from kibitz_datasets.scenes.canvas import Canvas
from kibitz_datasets.scenes.clutter import draw_thing
from kibitz_datasets.scenes.hands.arms_over import cut_photo, lay_photographed_arm
from kibitz_datasets.scenes.hands.hand_photos import HandPhoto, sample_arm_look
from kibitz_datasets.scenes.hands.hands import Mask, draw_hand, throw_shadow
from kibitz_datasets.scenes.optics.lens import photograph
from kibitz_datasets.scenes.scene import DRAWN, SceneConfig, render_table
from kibitz_vision.detections import Image

SCENE = SceneConfig(height_px=384, width_px=640)
INPUT_PX = (320, 192)
MASK_PX = (160, 96)
"""Width and height of what the network sees, and of the mask that it gives."""
_VARIANTS = 3
"""A table is used so often, once without hands: the difference is what is to be learnt."""
_LEAST_PALM_PX, _LARGEST_PALM_PX = 20.0, 300.0
_REAL = 0.4
"""Share of tables that are photographs, where there are any."""


@dataclass(frozen=True, slots=True, eq=False)
class HandScene:
    """A picture (192, 320, 3) and how much of each 2 x 2 pixels is hand or arm, (96, 160) of 0 to 255."""

    picture: Image
    mask: Mask


def render_hand_scenes(
    rng: Generator, decks: Sequence[Deck], hands: Sequence[HandPhoto], photos: Sequence[Image]
) -> Iterator[HandScene]:
    """One table several times: without hands, then with some; hands are drawn where there are no photographs of any."""
    if photos and rng.random() < _REAL:
        table = cut_photo(rng, photos[int(rng.integers(len(photos)))], (SCENE.width_px, SCENE.height_px))
    else:
        table = render_table(rng, decks, SCENE)[0].picture
    if rng.random() < 0.2:
        table = _in_skin_colour(rng, table)
    deck = decks[int(rng.integers(len(decks)))]
    for variant in range(_VARIANTS):
        canvas, mask = Canvas(table.copy()), np.zeros(table.shape[:2], np.uint8)
        palm_px = float(np.exp(rng.uniform(np.log(_LEAST_PALM_PX), np.log(_LARGEST_PALM_PX))))
        if rng.random() < 0.35:
            _shadow_alone(rng, canvas.picture, palm_px)
        count = 0 if variant == 0 else int(rng.choice((0, 1, 2, 3, 4), p=(0.1, 0.45, 0.25, 0.12, 0.08)))
        for _ in range(count):
            reaching = lay_photographed_arm if hands and rng.random() > DRAWN else _drawn
            mask = np.maximum(mask, reaching(rng, canvas, deck, hands, palm_px * rng.uniform(0.75, 1.3)))
        picture = photograph(rng, canvas.picture, float(np.clip(palm_px / 60, 0.4, 3.0)))
        picture, mask = _framed(rng, picture, mask)
        small = cv2.resize(picture, INPUT_PX, interpolation=cv2.INTER_AREA)
        yield HandScene(
            np.asarray(small, np.uint8), np.asarray(cv2.resize(mask, MASK_PX, interpolation=cv2.INTER_AREA))
        )


def _drawn(rng: Generator, canvas: Canvas, _: Deck, __: Sequence[HandPhoto], palm_px: float) -> Mask:
    """A drawn hand, for where there are no photographs."""
    return draw_hand(rng, canvas.picture, rng.uniform((0, 0), (SCENE.width_px, SCENE.height_px)), palm_px)


def _shadow_alone(rng: Generator, picture: Image, palm_px: float) -> None:
    """The shadow of a hand or arm that is itself not in the picture."""
    bare = np.full(picture.shape, 255, np.uint8)
    mask = draw_hand(rng, bare, rng.uniform((0, 0), (SCENE.width_px, SCENE.height_px)), palm_px)
    throw_shadow(rng, picture, mask, palm_px * rng.uniform(0.1, 1.5))


def _in_skin_colour(rng: Generator, table: Image) -> Image:
    """The table in a colour that skin may have, as wood and leather do."""
    skin = sample_arm_look(rng).skin
    gain = skin / np.maximum(np.median(table.reshape(-1, 3), axis=0), 8)
    tinted = np.asarray(np.clip(table * np.clip(gain, 0.2, 5), 0, 255), np.uint8)
    for _ in range(int(rng.integers(3))):
        draw_thing(rng, tinted, float(rng.uniform(20, 150)))
    return tinted


def _framed(rng: Generator, picture: Image, mask: Mask) -> tuple[Image, Mask]:
    """Now and then with plain bars at the borders, as programs and phones put round a picture."""
    if rng.random() < 0.1:
        picture, mask = picture.copy(), mask.copy()
        share, colour = rng.uniform(0.05, 0.3), int(rng.choice((0, 255, int(rng.integers(256)))))
        columns, rows = round(picture.shape[1] * share), round(picture.shape[0] * share)
        sides = ((np.s_[:, :columns], np.s_[:, -columns:]), (np.s_[-rows:],), (np.s_[:rows], np.s_[-rows:]))
        for part in sides[int(rng.integers(len(sides)))]:
            picture[part], mask[part] = colour, 0
    return picture, mask
