"""Arms from cut-out photographs: flat or pointing while a hand is free, closed over a card while it holds one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from kibitz_datasets.films.camera.arms import HAND_LENGTH_MM, HAND_TIP_MM, HAND_WIDTH_MM, Arm, with_soft_shadow
from kibitz_datasets.films.camera.sprites import Sprite
from kibitz_datasets.films.stage.bodies import ArmSleeve
from kibitz_datasets.scenes.hands.hand_photos import ArmLook, HandPhoto, arm_sprite, sample_arm_look
from kibitz_datasets.scenes.surfaces import draw_surface

_CLOSED = "rock"
_WRIST_MM = 150.0
"""How far from the finger tips a wrist is, about."""
_FINGERS_MM = 22.0
"""The middle of what lies within this of the longest finger's end holds a card."""
_ARM_HALF_MM = 36.0


def sample_person(rng: Generator, sleeve: ArmSleeve | None) -> ArmLook:
    """A person, in a broad sleeve where there is one."""
    look = sample_arm_look(rng)
    if sleeve is None:
        return look
    cloth = draw_surface(rng, (640, 320)) if look.cloth is None else look.cloth
    return replace(look, cloth=cloth, cuff_mm=sleeve.from_mm - _WRIST_MM, fullness=sleeve.half_mm / _ARM_HALF_MM)


def photographed_arm(
    rng: Generator, photos: Sequence[HandPhoto], look: ArmLook, px_per_mm: float, *, left: bool
) -> Arm:
    """An arm of a person, for whom two photographs are taken at random."""
    closed = [photo for photo in photos if photo.name.startswith(_CLOSED)]
    free = [photo for photo in photos if photo not in closed]
    open_hand, fist = (_sprite(rng, some or photos, look, px_per_mm, left=left) for some in (free, closed))
    return Arm(open_hand, fist)


def _sprite(rng: Generator, photos: Sequence[HandPhoto], look: ArmLook, px_per_mm: float, *, left: bool) -> Sprite:
    """A hand and its arm at the size of the picture, on a sprite as those of drawn arms."""
    arm = arm_sprite(rng, photos, look, HAND_LENGTH_MM, mirrored=left)
    scale = arm.mm_a_px * px_per_mm
    alpha = arm.sprite[..., 3:].astype(np.float32) / 255
    whole = np.dstack([arm.sprite[..., :3] * alpha, alpha]).astype(np.float32)
    size = (max(2, round(whole.shape[1] * scale)), max(2, round(whole.shape[0] * scale)))
    small = np.asarray(cv2.resize(whole, size, interpolation=cv2.INTER_AREA), np.float32)
    top = round(arm.tip_px[1] * scale)
    fingers = small[top : top + max(1, round(_FINGERS_MM * px_per_mm)), :, 3].sum(0)
    middle = float((fingers * np.arange(len(fingers))).sum() / max(float(fingers.sum()), 1.0))
    origin = (round(HAND_WIDTH_MM / 2 * px_per_mm - middle), round(HAND_TIP_MM * px_per_mm) - top)
    return with_soft_shadow(*_framed(small, origin, px_per_mm), px_per_mm)


def _framed(
    arm: NDArray[np.float32], origin: tuple[int, int], px_per_mm: float
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Colours (h, w, 3) and coverage (h, w) on a canvas of a sprite's size, as far as the arm is on it."""
    size = (round(HAND_LENGTH_MM * px_per_mm), round(HAND_WIDTH_MM * px_per_mm))
    canvas = np.zeros((*size, 4), np.float32)
    x, y = origin
    x0, y0, x1, y1 = max(x, 0), max(y, 0), min(x + arm.shape[1], size[1]), min(y + arm.shape[0], size[0])
    canvas[y0:y1, x0:x1] = arm[y0 - y : y1 - y, x0 - x : x1 - x]
    return canvas[..., :3], np.ascontiguousarray(canvas[..., 3])
