"""Photographs of real hands, cut out, as sprites: loaded from a folder, recoloured, and lengthened by an arm.

The pictures are no part of the project: a folder is given, or `KIBITZ_HANDS` names one. A file is named
`POSE_GROUP_NUMBER.webp`, RGBA, finger tips up and the wrist at the lower border. Pictures of a group are alike.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from kibitz_datasets.noise import Field, smooth_noise, to_bytes
from kibitz_datasets.scenes.surfaces import draw_surface
from kibitz_scoring.errors import InputError

Sprite = NDArray[np.uint8]
"""Picture with opacity (h, w, 4), BGR and alpha."""

MM_A_PX = 0.87
"""Of the photographs as they are: a palm is some 85 mm wide."""
_WRIST_PX = 6
"""So many rows above the lower border show what an arm goes on with."""
_WIDER = 0.3
"""An arm is wider than its wrist by this share at the elbow, `_ELBOW_MM` from it."""
_ELBOW_MM = 250.0
_LEAN = 0.12
"""An arm leans to a side by up to this share of its length."""
_CLOTH_PX = (640, 320)
"""Enough cloth for an arm, so that its pattern hardly repeats."""
_ONE_OF_MEASURED = 5
"""Of so many groups of alike photographs one never enters training."""
_PALE, _DARK = np.array([172.0, 192.0, 233.0]), np.array([38.0, 52.0, 84.0])
"""Palest and darkest skin, BGR in white light."""


@dataclass(frozen=True, slots=True, eq=False)
class HandPhoto:
    """One cut-out hand; `wrist_px` are the columns (left, right) of the wrist at the lower border."""

    name: str
    group: int
    sprite: Sprite
    wrist_px: tuple[float, float]


@dataclass(frozen=True, slots=True, eq=False)
class ArmLook:
    """How one person's arms look: skin (BGR), and a sleeve of cloth, `cuff_mm` behind the wrist, or none."""

    skin: NDArray[np.float32]
    cloth: NDArray[np.uint8] | None
    cuff_mm: float
    fullness: float


@dataclass(frozen=True, slots=True, eq=False)
class ArmSprite:
    """A hand with an arm; `tip_px` is where its longest finger ends, the arm leaves over the lower border."""

    sprite: Sprite
    tip_px: tuple[float, float]
    mm_a_px: float = MM_A_PX


def hands_folder(given: Path | None = None) -> Path | None:
    """Where photographs of hands lie: as given, or as `KIBITZ_HANDS` says; None: hands are drawn."""
    named = os.environ.get("KIBITZ_HANDS")
    return given or (Path(named) if named else None)


def is_for_measuring(photo: HandPhoto) -> bool:
    """Whether pictures and films for measuring alone may show a photograph: those of a group are alike."""
    return photo.group % _ONE_OF_MEASURED == 0


def hands_told() -> str:
    """What hands films that measure show, in a word for their figures."""
    return "photographed" if hands_folder() else "drawn"


@functools.cache
def load_hands(folder: Path) -> tuple[HandPhoto, ...]:
    """All hands of a folder by name; `InputError` where there are none, or one is no such picture."""
    hands = tuple(_load(path) for path in sorted(folder.glob("*.webp")))
    if not hands:
        raise InputError(f"{folder}: no pictures of hands (POSE_GROUP_NUMBER.webp) are there.")
    return hands


def sample_arm_look(rng: Generator) -> ArmLook:
    """A person's skin from pale to dark, and a sleeve of any cloth, short or long, tight or wide, or bare arms."""
    share = rng.random()
    skin = (_PALE * (1 - share) + _DARK * share) * rng.uniform(0.92, 1.08, 3)
    bare = rng.random() < 0.3
    cloth = None if bare else draw_surface(rng, _CLOTH_PX)
    cuff_mm = float(rng.choice((rng.uniform(-12, 10), rng.uniform(10, 160)), p=(0.6, 0.4)))
    return ArmLook(skin.astype(np.float32), cloth, cuff_mm, float(rng.uniform(1.08, 1.5)))


def arm_sprite(
    rng: Generator, hands: Sequence[HandPhoto], look: ArmLook, arm_mm: float = 450.0, *, mirrored: bool | None = None
) -> ArmSprite:
    """One of the hands in a person's skin, with `arm_mm` of arm behind it; None: mirrored by chance."""
    photo = hands[int(rng.integers(len(hands)))]
    hand, (left, right) = recoloured(photo.sprite, look.skin), photo.wrist_px
    if rng.random() < 0.5 if mirrored is None else mirrored:
        width = hand.shape[1]
        hand, left, right = np.ascontiguousarray(hand[:, ::-1]), width - right, width - left
    rows = round(arm_mm / MM_A_PX)
    reach = (right - left) / 2 * (1 + _WIDER) * look.fullness + rows * _LEAN
    pad = int(max(0.0, reach - left, reach - (hand.shape[1] - right))) + 2
    height, width = hand.shape[0] + rows, hand.shape[1] + 2 * pad
    whole = np.zeros((height, width, 4), np.uint8)
    whole[: hand.shape[0], pad : width - pad] = hand
    _draw_arm(rng, whole, hand.shape[0], (left + pad, right + pad), look)
    tip_row = int(np.argmax(whole[..., 3].max(1) > 127))
    tip = float(np.nonzero(whole[tip_row, :, 3] > 127)[0].mean())
    return ArmSprite(whole, (tip, float(tip_row)))


def recoloured(sprite: Sprite, skin: NDArray[np.float32]) -> Sprite:
    """A hand in another skin: each colour scaled to the mean asked for, so that shading and creases stay."""
    solid = sprite[..., 3] > 200
    mean = np.maximum(np.median(sprite[..., :3][solid], axis=0), 1.0)
    # Creases of pale skin are faint on dark skin if scaled only: contrast grows as the tone falls.
    shade = (sprite[..., :3] / mean) ** np.float32(np.clip(1.2 - skin.mean() / 600, 0.8, 1.2))
    return np.dstack([np.clip(shade * skin, 0, 255).astype(np.uint8), sprite[..., 3]])


def _load(path: Path) -> HandPhoto:
    picture = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    parts = path.stem.split("_")
    if picture is None or picture.ndim != 3 or picture.shape[2] != 4 or len(parts) != 3 or not parts[1].isdigit():
        raise InputError(f"{path}: not a picture of a hand: expected POSE_GROUP_NUMBER.webp with an alpha channel.")
    sprite = np.asarray(picture, np.uint8)
    solid = np.nonzero(np.median(sprite[-_WRIST_PX:, :, 3], axis=0) > 127)[0]
    if not len(solid):
        raise InputError(f"{path}: no wrist at the lower border of the picture.")
    return HandPhoto(path.stem, int(parts[1]), sprite, (float(solid[0]), float(solid[-1] + 1)))


def _draw_arm(rng: Generator, whole: Sprite, below: int, wrist: tuple[float, float], look: ArmLook) -> None:
    """Draw the arm from row `below` on, which leans to a side, and the sleeve over it."""
    first = below - _WRIST_PX
    rows = np.arange(len(whole) - first, dtype=np.float32)
    middle = (wrist[0] + wrist[1]) / 2 + np.float32(rng.uniform(-_LEAN, _LEAN)) * rows
    radius = (wrist[1] - wrist[0]) / 2 * (1 + _WIDER * np.minimum(rows * np.float32(MM_A_PX / _ELBOW_MM), 1))
    columns = np.arange(whole.shape[1], dtype=np.float32)
    across = (columns - middle[:, None]) / radius[:, None]
    profile = np.median(whole[first:below, int(wrist[0]) : int(wrist[1]), :3], axis=0).astype(np.float32)
    profile = cv2.GaussianBlur(profile[None], (0, 0), len(profile) / 16)[0]
    at = np.clip((across + 1) / 2 * (len(profile) - 1), 0, len(profile) - 1).astype(np.intp)
    mottled = 1 + np.float32(0.025) * smooth_noise(rng, across.shape, 12)[..., None]
    _lay(whole[first:], to_bytes(profile[at] * mottled), _soft(across, radius))
    start = max(0, _WRIST_PX + round(look.cuff_mm / MM_A_PX))
    if look.cloth is not None and start < len(rows):
        wide = radius[start:] * look.fullness
        across = (columns - middle[start:, None]) / wide[:, None]
        _lay(whole[first + start :], _sleeve(rng, look.cloth, across), _soft(across, wide))


def _sleeve(rng: Generator, cloth: NDArray[np.uint8], across: Field) -> NDArray[np.uint8]:
    """Cloth over a round arm, with folds: picture of the shape of `across` (-1 to 1 within the arm)."""
    rounded = np.float32(0.55) + np.float32(0.45) * np.sqrt(np.clip(1 - across * across, 0, 1))
    folds = 1 + np.float32(0.12) * smooth_noise(rng, across.shape, rng.uniform(12, 40))
    repeats = (-(-across.shape[0] // cloth.shape[0]), -(-across.shape[1] // cloth.shape[1]), 1)
    flat = np.tile(cloth, repeats)[: across.shape[0], : across.shape[1]]
    return to_bytes(flat * (rounded * folds)[..., None])


def _soft(across: Field, radius: Field) -> Field:
    """Opacity 0 to 1 of a limb, soft by a pixel at its borders."""
    return np.asarray(np.clip((1 - np.abs(across)) * radius[:, None] + np.float32(0.5), 0, 1), np.float32)


def _lay(region: Sprite, colours: NDArray[np.uint8], opacity: Field) -> None:
    """Lay colours over a region of a sprite."""
    region[..., :3] = cv2.blendLinear(colours, np.ascontiguousarray(region[..., :3]), opacity, 1 - opacity)
    region[..., 3] = np.maximum(region[..., 3], (opacity * 255).astype(np.uint8))
