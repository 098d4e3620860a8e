"""Light: how the picture of a table is lit otherwise than its empty table was, in each colour and across the picture.

A camera that balances its white, or exposes anew, multiplies the colours of its sensor, and the colour matrix behind
that mixes them; a lamp that is moved or a person who leans over the table changes the light smoothly from one side to
the other. Both are fitted to coarse blocks of the picture, of which most show what they always did: hands and cards
that came are outliers, weighed down as Geman and McClure (1987) do, with a scale that shrinks from round to round.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz_vision.detections import Image
from kibitz_vision.table.patches import largest

BLOCK_PX = 8
"""Of a picture of quarter size."""
_SAME, _SAME_LEVELS = 0.012, 1.0
"""A light that differs by less, in a share or in levels, is the same: nothing is done about it."""
_DARKEST, _BRIGHTEST = 3.0, 247.0
"""Beyond these levels a camera tells no more about the light."""
_GLARING = 249
"""What is brighter may have been any brighter."""
_NOISE_LEVELS, _NOISE_SHARE = 3.0, 0.04
"""What blocks of a table differ by after its light is taken out: on four real clips nine in ten by less."""
_SCALES, _NEAR_SCALES = (4.0, 3.0, 2.0, 1.5, 1.0, 1.0), (1.5, 1.0)
"""How many times that a block may differ before it counts for little, round by round; so where the light of the frame
before is close."""
_FITS, _MOSTLY, _SURELY = 2.0, 0.5, 0.7
"""A block that is off by fewer times its noise is explained; share of the blocks that have to be for the light to be
the same, and for the nearest one to be the best.
"""
_CLEAR, _STILL_CLEAR, _LEAST_TELLING = 0.45, 0.25, 0.1
"""Share of the blocks that a light has to explain, and the light of the frame before where no new one does; and of all
blocks those that are neither black nor white. Where a hand held close to the camera covers half of the picture 0.55
are explained (`reedbluue_u`).
"""
_MOST_NOISE = 8.0
"""A picture that has to be made so many times as bright tells nothing."""
_STIFF_COLOUR, _STIFF_LEVEL, _STIFF_FIELD, _SLACK, _LEAST_GAIN = 0.03, 0.3, 0.005, 1e-6, 0.1
"""How reluctantly colours are mixed, black is lifted, light is taken for uneven and a colour gets its own gain; by less
nothing is multiplied.
"""

Levels = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Light:
    """What turns a picture into one in the light of the empty table.

    `colours` (3, 4): a matrix and an offset for blue, green and red, None where nothing is to be done; `field` (h, w,
    3): by what each block is multiplied then, None where the light is even; `is_clear`: whether it is known at all.
    """

    colours: NDArray[np.float64] | None = None
    field: Levels | None = None
    is_clear: bool = True

    @property
    def noise(self) -> tuple[float, float, float]:
        """How many times as strong the noise of each colour is afterwards, at least 1."""
        if self.colours is None:
            return 1.0, 1.0, 1.0
        blue, green, red = (max(1.0, float(np.hypot.reduce(row[:3]))) for row in self.colours)
        return blue, green, red

    @property
    def brightness(self) -> float:
        """By what grey is multiplied."""
        return 1.0 if self.colours is None else max(_LEAST_GAIN, float(self.colours[:, :3].sum() / 3))

    def taken_from(self, picture: Image) -> Image:
        """A picture (h, w, 3) of any size as it would look in the light of the empty table."""
        if self.colours is None:
            return picture
        evened = cv2.transform(picture, self.colours)
        if self.field is not None:
            size = (picture.shape[1], picture.shape[0])
            evened = cv2.multiply(evened, cv2.resize(self.field, size), dtype=cv2.CV_8U)
        return _with_glare(np.asarray(evened, np.uint8), picture)


def _with_glare(evened: Image, picture: Image) -> Image:
    """A picture in another light, and what glared in the first.

    A colour that glares was as bright as the brightest of the others at least, as on white cards; where all do, the
    thing is white in any light.
    """
    glare = cv2.threshold(picture, _GLARING, 255, cv2.THRESH_BINARY)[1]
    blue, green, red = cv2.split(glare)
    brightest = cv2.max(largest(cv2.split(evened)), cv2.min(cv2.min(blue, green), red))
    return np.asarray(cv2.max(evened, cv2.bitwise_and(glare, cv2.merge([brightest] * 3))), np.uint8)


STEADY = Light()


class _Blocks:
    """Mean colours (n, 3) of the blocks of a picture and the empty table, and where (n, 3) both tell of the light."""

    def __init__(self, now: Levels, then: Levels) -> None:
        self.shape = now.shape[:2]
        self.now, self.then = now.reshape(-1, 3), then.reshape(-1, 3)
        self.telling = (np.minimum(self.now, self.then) > _DARKEST) & (np.maximum(self.now, self.then) < _BRIGHTEST)
        self.asked = np.logical_or.reduce(self.telling, axis=1)
        self._allowed = _NOISE_SHARE * self.then

    @property
    def are_same(self) -> bool:
        """Whether most blocks look as they did, each colour by itself."""
        for now, then, telling in zip(self.now.T, self.then.T, self.telling.T, strict=True):
            if not telling.any():
                continue
            off = abs(float(np.median(now[telling] - then[telling])))
            if off > max(_SAME_LEVELS, _SAME * float(np.median(then[telling]))):
                return False
        return self.explained(STEADY) >= _MOSTLY

    def evened(self, light: Light) -> Levels:
        """The blocks in another light."""
        if light.colours is None:
            return self.now
        evened = self.now @ light.colours[:, :3].T.astype(np.float32) + light.colours[:, 3].astype(np.float32)
        return evened if light.field is None else evened * light.field.reshape(-1, 3)

    def off(self, light: Light) -> Levels:
        """How many times its noise each block (n,) is off in the colour in which it is most."""
        noise = _NOISE_LEVELS * np.array(light.noise, np.float32)
        blue, green, red = (np.abs(self.evened(light) - self.then) / (noise + self._allowed)).T
        return np.asarray(np.maximum(np.maximum(blue, green), red), np.float32)

    def weights(self, light: Light, scale: float) -> Levels:
        """What each block (n,) counts, those that are off by more than a scale little."""
        return np.asarray(self.asked / (1 + (self.off(light) / scale) ** 2) ** 2, np.float32)

    def likeness(self, light: Light) -> float:
        """How closely the blocks look in a light as they did, 0 to 1."""
        return float(self.weights(light, 1.0).mean())

    def explained(self, light: Light) -> float:
        """The share of the blocks that look in a light as they did."""
        return float((self.off(light)[self.asked] < _FITS).mean()) if self.asked.any() else 0.0


def light_of(now: Levels, then: Levels, before: Light = STEADY) -> Light:
    """How a picture is lit against the empty table, both as `block_means`; `before` is the light of the last frame."""
    blocks = _Blocks(now, then)
    if blocks.are_same:
        return STEADY
    if blocks.asked.mean() < _LEAST_TELLING:
        return replace(before, is_clear=False)
    near = _fitted(blocks, before, _NEAR_SCALES) if blocks.explained(before) >= _MOSTLY else before
    if near is before or blocks.explained(near) < _SURELY:
        found = max(near, _fitted(blocks, _by_colour(blocks), _SCALES), key=blocks.likeness)
    else:
        found = near
    if blocks.explained(found) >= _CLEAR and max(found.noise) < _MOST_NOISE:
        return found
    return replace(before, is_clear=blocks.explained(before) >= _STILL_CLEAR)


def block_means(picture: Image) -> Levels:
    """The mean colours (h, w, 3) of the blocks of a picture of quarter size."""
    height, width = picture.shape[:2]
    size = max(width // BLOCK_PX, 1), max(height // BLOCK_PX, 1)
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.float32)


def _by_colour(blocks: _Blocks) -> Light:
    """What most blocks say of each colour by itself."""
    gains = np.ones(3)
    for colour, telling in enumerate(blocks.telling.T):
        if telling.any():
            gains[colour] = np.median(blocks.then[telling, colour] / blocks.now[telling, colour])
    return Light(np.hstack([np.diag(gains), np.zeros((3, 1))]))


def _fitted(blocks: _Blocks, light: Light, scales: Sequence[float]) -> Light:
    """The light that explains the blocks best, found from one that explains most of them more or less."""
    terms = _terms(*blocks.shape)
    for scale in scales:
        weights = blocks.weights(light, scale)
        even = Light(_colours(blocks, weights, light.field))
        light = replace(even, field=_field(blocks, weights, even, terms))
    return light


def _colours(blocks: _Blocks, weights: Levels, field: Levels | None) -> NDArray[np.float64]:
    """The matrix and offset that explain the blocks best by weighted least squares, mixing colours no more than needed.

    What is stiff is measured against brightness, so that it means the same at any.
    """
    total = float(weights.sum()) + 1e-6
    level = float(np.sqrt(weights @ (blocks.now**2).mean(1) / total)) + 1.0
    now = np.column_stack([blocks.now / level, np.ones_like(weights)])
    wanted = blocks.then if field is None else blocks.then / np.maximum(field.reshape(-1, 3), _LEAST_GAIN)
    both = (now * weights[:, None]).T.astype(np.float64)
    stiff = np.full((3, 4), _STIFF_COLOUR) * total
    stiff[:, :3][np.eye(3, dtype=bool)] = _SLACK * total
    stiff[:, 3] = _STIFF_LEVEL * total
    squares = both @ now + np.eye(4) * stiff[:, None]
    found = np.asarray(np.linalg.solve(squares, (both @ (wanted / level)).T[..., None])[..., 0], np.float64)
    found[:, 3] *= level
    return found


def _field(blocks: _Blocks, weights: Levels, even: Light, terms: Levels) -> Levels | None:
    """By what the blocks, once their colours are right, have still to be multiplied, smoothly from side to side."""
    evened = blocks.evened(even)
    counts = weights[:, None] * (blocks.telling & (evened > _DARKEST))
    ratios = np.log(np.maximum(blocks.then, 1) / np.maximum(evened, 1)) * counts
    squares = np.einsum("nc,ni,nj->cij", counts, terms, terms, optimize=False)
    stiff = (_STIFF_FIELD * counts.sum(0) + 1e-6)[:, None, None] * np.eye(terms.shape[1])
    found = np.linalg.solve(squares + stiff, (ratios.T @ terms)[..., None])[..., 0]
    field = np.exp(terms @ found.T.astype(np.float32))
    if float(np.abs(field - 1).max()) <= _SAME:
        return None
    return np.asarray(field.reshape(*blocks.shape, 3), np.float32)


@cache
def _terms(height: int, width: int) -> Levels:
    """Polynomials (height * width, 5) up to the second degree over the blocks, but the constant."""
    y, x = np.meshgrid(*(np.linspace(-1, 1, size, dtype=np.float32) for size in (height, width)), indexing="ij")
    return np.stack([x, y, x * x - 1 / 3, x * y, y * y - 1 / 3], -1).reshape(-1, 5)
