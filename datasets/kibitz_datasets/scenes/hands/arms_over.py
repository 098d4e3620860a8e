"""Arms of photographs over a scene, and photographs as tables."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from kibitz_datasets.decks.deck import Deck
from kibitz_datasets.scenes.arrangements import Place
from kibitz_datasets.scenes.canvas import Canvas
from kibitz_datasets.scenes.hands.hand_photos import MM_A_PX, ArmSprite, HandPhoto, arm_sprite, sample_arm_look
from kibitz_datasets.scenes.hands.hands import Mask, throw_shadow
from kibitz_vision.detections import Image

_PALM_MM = 85.0
_LONGEST_ARM_MM = 650.0


def lay_photographed_arm(
    rng: Generator, canvas: Canvas, deck: Deck, hands: Sequence[HandPhoto], palm_px: float
) -> Mask:
    """A photographed hand whose arm comes from beyond a border; often it holds a card. Returns where it covers."""
    height, width = canvas.picture.shape[:2]
    scale = palm_px / _PALM_MM
    turn = rng.uniform(0, 2 * np.pi)
    away = np.array([-np.sin(turn), np.cos(turn)])
    tip = rng.uniform((-20, -20), (width + 20, height + 20))
    until = _to_border(tip, away, (width, height))
    longest = _LONGEST_ARM_MM * scale
    if until > longest:  # nobody's arm is longer
        tip, until = tip + away * (until - longest), longest
    arm = arm_sprite(rng, hands, sample_arm_look(rng), until / scale + 60)
    if rng.random() < 0.4:
        camera = np.diag([scale, scale, 1.0])
        spot = tip + away * palm_px * rng.uniform(0.0, 0.5)
        canvas.lay(rng, deck, [Place(spot / scale, turn + rng.normal(0, 0.6), bool(rng.random() < 0.5))], camera)
    return _lay_arm(rng, canvas.picture, arm, (tip, turn), scale)


def _to_border(tip: NDArray[np.float64], away: NDArray[np.float64], size: tuple[int, int]) -> float:
    """How far it is from a point to where its arm has left the picture, in px."""
    last = np.array(size)
    steps = [(last[k] - tip[k]) / away[k] if away[k] > 0 else -tip[k] / away[k] for k in range(2) if away[k]]
    return max(0.0, float(min(steps)))


def _lay_arm(
    rng: Generator, picture: Image, arm: ArmSprite, pose: tuple[NDArray[np.float64], float], scale: float
) -> Mask:
    """Paste an arm whose tip is at a point, turned (radians), sharp or smeared by its movement, with its shadow."""
    layer = _warped(arm, pose, scale * MM_A_PX, float(rng.uniform(0.8, 1.1)), picture.shape[:2])
    if rng.random() < 0.35:
        length = int(rng.uniform(0.05, 0.4) * _PALM_MM * scale) | 1
        layer = np.asarray(cv2.filter2D(layer, -1, _streak(length, rng.uniform(0, np.pi))), np.uint8)
    mask = np.ascontiguousarray(layer[..., 3])
    if rng.random() < 0.8:
        throw_shadow(rng, picture, mask, _PALM_MM * scale * rng.uniform(0.5, 3))
    rest = 1 - mask.astype(np.float32)[..., None] / np.float32(255)
    picture[:] = np.clip(layer[..., :3] + picture * rest, 0, 255).astype(np.uint8)
    return mask


def _warped(
    arm: ArmSprite, pose: tuple[NDArray[np.float64], float], scale: float, squash: float, shape: tuple[int, ...]
) -> Image:
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
    return np.asarray(cv2.warpAffine(flat, warp, (shape[1], shape[0]), flags=cv2.INTER_LINEAR), np.uint8)


def cut_photo(rng: Generator, photo: Image, size: tuple[int, int]) -> Image:
    """A part of a photograph, upright or on its side, of this width and height."""
    if rng.random() < 0.5:
        photo = np.ascontiguousarray(np.rot90(photo))
    height, width = photo.shape[:2]
    least = max(size[0] / width, size[1] / height)
    scale = least * rng.uniform(1.0, 1.5)
    wide, high = size[0] / scale, size[1] / scale
    x, y = rng.uniform(0, max(width - wide, 0)), rng.uniform(0, max(height - high, 0))
    warp = np.array([[scale, 0, -x * scale], [0, scale, -y * scale]])
    return np.asarray(cv2.warpAffine(photo, warp, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _streak(length: int, angle: float) -> NDArray[np.float32]:
    """Kernel of a straight movement by `length` px (odd) along an angle in radians."""
    kernel = np.zeros((length, length), np.float32)
    middle = length // 2
    dx, dy = np.cos(angle) * middle, np.sin(angle) * middle
    ends = [(round(middle - dx), round(middle - dy)), (round(middle + dx), round(middle + dy))]
    cv2.line(kernel, ends[0], ends[1], 1.0, 1)
    return np.asarray(kernel / max(kernel.sum(), 1e-6), np.float32)
