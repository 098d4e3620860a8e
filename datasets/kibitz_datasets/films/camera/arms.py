"""Arms as they are drawn: a hand with its arm and sleeve, in one pose, as a sprite."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from kibitz_datasets.films.camera.sprites import Sprite
from kibitz_datasets.films.stage.bodies import ArmSleeve
from kibitz_datasets.noise import smooth_noise

HAND_WIDTH_MM, HAND_LENGTH_MM, HAND_TIP_MM = 170.0, 760.0, 12.0
"""Size of a hand's sprite with its arm; the finger tips are in the middle, this far below the upper border."""


@dataclass(frozen=True, slots=True, eq=False)
class Arm:
    """One arm in sprites: its hand free or with a card in it, and the shadow that it throws beside it, if any."""

    free: Sprite
    holding: Sprite
    shadow: Sprite | None = None


@dataclass(frozen=True, slots=True)
class HandLook:
    """What a player's hands look like: skin and sleeve (BGR), how far the sleeve reaches, and the spread of fingers.

    `cuff_mm` is half the breadth of the sleeve at its end and at the elbow, `stripes_mm` the period of its stripes, 0
    for none.
    """

    skin: tuple[float, float, float]
    cloth: tuple[float, float, float]
    sleeve_mm: float
    spread: float
    breadth: float
    cuff_mm: tuple[float, float]
    stripes_mm: float = 0.0


def sample_hand_look(rng: Generator) -> HandLook:
    """A random player."""
    tone = rng.uniform(0.3, 1.0)
    skin = np.array([150, 180, 232]) * tone * rng.uniform(0.92, 1.08, 3)
    blue, green, red = (float(value) for value in rng.uniform(15, 215, 3))
    sleeve_mm, spread, breadth = (float(rng.uniform(*span)) for span in ((190, 330), (0.6, 1.3), (0.88, 1.1)))
    skin_tone = (float(skin[0]), float(skin[1]), float(min(skin[2], 245.0)))
    return HandLook(skin_tone, (blue, green, red), sleeve_mm, spread, breadth, (40 * breadth, 58 * breadth))


def with_sleeve(rng: Generator, look: HandLook, sleeve: ArmSleeve) -> HandLook:
    """The same player in a broad sleeve, often a striped one."""
    stripes_mm = float(rng.uniform(8, 30)) if rng.random() < 0.6 else 0.0
    return replace(look, sleeve_mm=sleeve.from_mm, cuff_mm=(sleeve.half_mm, sleeve.half_mm), stripes_mm=stripes_mm)


def hand_sprite(rng: Generator, look: HandLook, px_per_mm: float, *, left: bool) -> Sprite:
    """A hand seen from above, its finger tips at the top and its arm going down, with the shadow that it throws."""
    hand = _blank_limb(px_per_mm)
    _draw_palm_and_fingers(hand, look)
    size = hand.mask.shape
    colours = np.zeros((*size, 3), np.float32)
    _shade(colours, hand.mask, look.skin, px_per_mm * 5, smooth_noise(rng, size, max(2.0, 6 * px_per_mm)) * 3)
    sleeve = _blank_limb(px_per_mm)
    sleeve.taper((4, look.sleeve_mm), (12, HAND_LENGTH_MM + 40), *look.cuff_mm)
    folds = smooth_noise(rng, size, 25 * px_per_mm, 0.6) * 12
    if look.stripes_mm:
        rows = np.arange(size[0], dtype=np.float32)[:, None] * np.float32(2 * np.pi / (look.stripes_mm * px_per_mm))
        folds = np.asarray(folds + 45 * np.sign(np.sin(rows)), np.float32)
    _shade(colours, sleeve.mask, look.cloth, px_per_mm * 12, folds)
    cover = np.asarray(np.maximum(hand.mask, sleeve.mask) / np.float32(255), np.float32)
    whole = with_soft_shadow(colours, cover, px_per_mm)
    return np.ascontiguousarray(whole[:, ::-1]) if left else whole


def with_soft_shadow(colours: NDArray[np.float32], cover: NDArray[np.float32], px_per_mm: float) -> Sprite:
    """The sprite of an arm, from its colours (h, w, 3) multiplied by its coverage (h, w), 0 to 1."""
    shadow = cv2.GaussianBlur(cover, (0, 0), 7 * px_per_mm) * 0.45
    sprite = np.dstack([colours, (cover + shadow * (1 - cover)) * 255])
    return np.asarray(np.clip(np.round(sprite), 0, 255), np.uint8)


def thrown_shadow(sprite: Sprite, px_per_mm: float, depth: float) -> Sprite:
    """What an arm in its way takes of the light; it has no colour of its own."""
    soft = cv2.GaussianBlur(sprite[..., 3], (0, 0), 9 * px_per_mm)
    shadow = np.zeros_like(sprite)
    shadow[..., 3] = cv2.convertScaleAbs(soft, alpha=depth)
    return shadow


def _blank_limb(px_per_mm: float) -> _Limb:
    """Nothing yet, at the size of a sprite."""
    size = (round(HAND_LENGTH_MM * px_per_mm), round(HAND_WIDTH_MM * px_per_mm))
    return _Limb(np.zeros(size, np.uint8), px_per_mm)


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
