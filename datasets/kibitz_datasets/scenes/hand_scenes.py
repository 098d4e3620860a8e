"""Rendered tables with and without hands over them, and where hands and arms are: to learn to see hands by sight."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from kibitz_datasets.decks.deck import Deck
from kibitz_datasets.scenes.arrangements import Place
from kibitz_datasets.scenes.clutter import draw_thing
from kibitz_datasets.scenes.hand_photos import MM_A_PX, ArmSprite, HandPhoto, arm_sprite, sample_arm_look
from kibitz_datasets.scenes.hands import Mask, draw_hand, throw_shadow
from kibitz_datasets.scenes.lens import photograph
from kibitz_datasets.scenes.scene import Canvas, SceneConfig, render_table
from kibitz_vision.detections import Image

SCENE = SceneConfig(height_px=384, width_px=640)
INPUT_PX = (320, 192)
MASK_PX = (160, 96)
"""Width and height of what the network sees, and of the mask that it gives."""
_VARIANTS = 3
"""A table is used so often, once without hands: the difference is what is to be learnt."""
_PALM_MM = 85.0
_LEAST_PALM_PX, _LARGEST_PALM_PX = 20.0, 300.0
_LONGEST_ARM_MM = 650.0
_REAL = 0.4
"""Share of tables that are photographs, where there are any."""


_DRAWN = 0.2
"""Share of hands that are drawn beside photographed ones: films have such where there are no photographs."""


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
        table = _cut_photo(rng, photos[int(rng.integers(len(photos)))])
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
            reaching = _photographed if hands and rng.random() > _DRAWN else _drawn
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


def _photographed(rng: Generator, canvas: Canvas, deck: Deck, hands: Sequence[HandPhoto], palm_px: float) -> Mask:
    """A hand of the photographs whose arm comes from beyond a border; often it holds a card. Where it covers."""
    scale = palm_px / _PALM_MM
    turn = rng.uniform(0, 2 * np.pi)
    away = np.array([-np.sin(turn), np.cos(turn)])
    tip = rng.uniform((-20, -20), (SCENE.width_px + 20, SCENE.height_px + 20))
    until = _to_border(tip, away)
    longest = _LONGEST_ARM_MM * scale
    if until > longest:  # nobody's arm is longer
        tip, until = tip + away * (until - longest), longest
    arm = arm_sprite(rng, hands, sample_arm_look(rng), until / scale + 60)
    if rng.random() < 0.4:
        camera = np.diag([scale, scale, 1.0])
        spot = tip + away * palm_px * rng.uniform(0.0, 0.5)
        canvas.lay(rng, deck, [Place(spot / scale, turn + rng.normal(0, 0.6), bool(rng.random() < 0.5))], camera)
    return _lay_arm(rng, canvas.picture, arm, (tip, turn), scale)


def _to_border(tip: NDArray[np.float64], away: NDArray[np.float64]) -> float:
    """How far it is from a point to where its arm has left the picture, in px."""
    last = np.array([SCENE.width_px, SCENE.height_px])
    steps = [(last[k] - tip[k]) / away[k] if away[k] > 0 else -tip[k] / away[k] for k in range(2) if away[k]]
    return max(0.0, float(min(steps)))


def _lay_arm(
    rng: Generator, picture: Image, arm: ArmSprite, pose: tuple[NDArray[np.float64], float], scale: float
) -> Mask:
    """Paste an arm whose tip is at a point, turned (radians), sharp or smeared by its movement, with its shadow."""
    layer = _warped(arm, pose, scale * MM_A_PX, float(rng.uniform(0.8, 1.1)))
    if rng.random() < 0.35:
        length = int(rng.uniform(0.05, 0.4) * _PALM_MM * scale) | 1
        layer = np.asarray(cv2.filter2D(layer, -1, _streak(length, rng.uniform(0, np.pi))), np.uint8)
    mask = np.ascontiguousarray(layer[..., 3])
    if rng.random() < 0.8:
        throw_shadow(rng, picture, mask, _PALM_MM * scale * rng.uniform(0.5, 3))
    rest = 1 - mask.astype(np.float32)[..., None] / np.float32(255)
    picture[:] = np.clip(layer[..., :3] + picture * rest, 0, 255).astype(np.uint8)
    return mask


def _warped(arm: ArmSprite, pose: tuple[NDArray[np.float64], float], scale: float, squash: float) -> Image:
    """An arm as a layer (h, w, 4) of the whole picture, its colours already times its opacity."""
    (x, y), turn = pose
    turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) * scale @ np.diag([1.0, squash])
    warp = np.column_stack([turned, np.array([x, y]) - turned @ np.array(arm.tip_px)])
    sprite = arm.sprite
    if scale < 0.5:  # a warp alone would skip pixels
        shrunk = (max(2, round(sprite.shape[1] * scale)), max(2, round(sprite.shape[0] * scale)))
        warp = warp @ np.diag([sprite.shape[1] / shrunk[0], sprite.shape[0] / shrunk[1], 1.0])
        sprite = np.asarray(cv2.resize(sprite, shrunk, interpolation=cv2.INTER_AREA), np.uint8)
    share = sprite[..., 3:].astype(np.float32) / np.float32(255)
    flat = np.dstack([(sprite[..., :3] * share).astype(np.uint8), sprite[..., 3]])
    return np.asarray(cv2.warpAffine(flat, warp, (SCENE.width_px, SCENE.height_px), flags=cv2.INTER_LINEAR), np.uint8)


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


def _cut_photo(rng: Generator, photo: Image) -> Image:
    """A part of a photograph, upright or on its side, as large as a scene."""
    if rng.random() < 0.5:
        photo = np.ascontiguousarray(np.rot90(photo))
    height, width = photo.shape[:2]
    least = max(SCENE.width_px / width, SCENE.height_px / height)
    scale = least * rng.uniform(1.0, 1.5)
    wide, high = SCENE.width_px / scale, SCENE.height_px / scale
    x, y = rng.uniform(0, max(width - wide, 0)), rng.uniform(0, max(height - high, 0))
    warp = np.array([[scale, 0, -x * scale], [0, scale, -y * scale]])
    size = (SCENE.width_px, SCENE.height_px)
    return np.asarray(cv2.warpAffine(photo, warp, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)


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


def _streak(length: int, angle: float) -> NDArray[np.float32]:
    """Kernel of a straight movement by `length` px (odd) along an angle in radians."""
    kernel = np.zeros((length, length), np.float32)
    middle = length // 2
    dx, dy = np.cos(angle) * middle, np.sin(angle) * middle
    ends = [(round(middle - dx), round(middle - dy)), (round(middle + dx), round(middle + dy))]
    cv2.line(kernel, ends[0], ends[1], 1.0, 1)
    return np.asarray(kernel / max(kernel.sum(), 1e-6), np.float32)
