"""Swings of a camera's automatic white balance and exposure, driven by how much of the picture arms and faces take."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from kibitz_datasets.films.camera.still import StillLife, outline
from kibitz_datasets.films.camera.view import arm_outline
from kibitz_datasets.films.stage.stage import Stage
from kibitz_scoring.table import Interval
from kibitz_vision.detections import Image

_NOTED = 0.1
"""Of a gain's logarithm: swings that take or add less than a tenth are not noted."""
_SMALL = 8
"""How many px of the picture one of the mask is wide, with which shares are reckoned."""
_LUMA = np.array([0.114, 0.587, 0.299])
"""Share of blue, green and red in brightness, as ITU-R BT.601 has it."""


@dataclass(frozen=True, slots=True)
class Swing:
    """How one camera's automatics answer.

    `blue`, `red` and `exposure` are the logarithms of the gains at which it ends while arms and faces take
    `full_share` of the picture or more; it gets there with a time constant. `vividness` is how much the camera
    exaggerates colours: with it a white balance turns a coloured cloth far more than a white card, as real ones do.
    """

    blue: float
    red: float
    exposure: float
    vividness: float
    full_share: float
    lag_ms: float

    def matrix(self, done: float) -> NDArray[np.float64]:
        """What it makes of BGR, shape (3, 3), so much (0 to 1) of the way.

        Gains are those of the sensor, before its colour matrix `(1 + v) 1 - v L` with brightness in each row of `L`.
        """
        gains = np.exp(np.array([self.blue, 0.0, self.red]) * done + self.exposure * done)
        luma = np.tile(_LUMA, (3, 1))
        to_sensor = (np.eye(3) + self.vividness * luma) / (1 + self.vividness)
        from_sensor = (1 + self.vividness) * np.eye(3) - self.vividness * luma
        matrix: NDArray[np.float64] = from_sensor @ np.diag(gains) @ to_sensor
        return matrix


@dataclass(frozen=True, slots=True)
class SwingCourse:
    """How far a camera has swung in each frame, 0 to 1, with the frames' times in ms."""

    swing: Swing
    times_ms: tuple[float, ...]
    done: tuple[float, ...]

    def apply(self, picture: Image, time_ms: float) -> Image:
        """The picture as the camera gives it at a frame's time."""
        done = self.done[min(bisect_left(self.times_ms, time_ms), len(self.done) - 1)]
        return picture if done == 0.0 else np.asarray(cv2.transform(picture, self.swing.matrix(done)), np.uint8)

    def noted(self) -> Iterator[Interval]:
        """When it was off its first balance by a tenth or more."""
        most = max(abs(self.swing.blue), abs(self.swing.red), abs(self.swing.exposure))
        off = np.array([False, *(share * most >= _NOTED for share in self.done), False])
        edges = np.flatnonzero(np.diff(off.astype(int)))
        for first, after in zip(edges[::2], edges[1::2], strict=True):
            yield Interval(self.times_ms[first], self.times_ms[min(after, len(self.times_ms) - 1)])


def sample_swing(rng: Generator) -> Swing:
    """A random camera: the strongest turn a cloth from teal to green, or make it several times as dark or bright."""
    warm = float(rng.choice((-1, 1)) * rng.uniform(0.08, 0.42))
    return Swing(
        blue=-warm * float(rng.uniform(0.7, 1.3)),
        red=warm * float(rng.uniform(0.5, 1.0)),
        exposure=float(rng.uniform(0.05, 1.0) ** 2 * rng.choice((-1.4, 0.8))),
        vividness=float(rng.uniform(0.1, 1.3)),
        full_share=float(rng.uniform(0.02, 0.08)),
        lag_ms=float(rng.uniform(300, 2500)),
    )


def swing_course(swing: Swing, times_ms: Sequence[float], shares: Sequence[float]) -> SwingCourse:
    """The course of a swing over frames in each of which arms and faces take so much of the picture."""
    done = [0.0]
    for (before_ms, at_ms), share in zip(pairwise(times_ms), shares[1:], strict=True):
        wanted = min(1.0, share / swing.full_share)
        done.append(wanted + (done[-1] - wanted) * float(np.exp((before_ms - at_ms) / swing.lag_ms)))
    return SwingCourse(swing, tuple(times_ms), tuple(done))


def shares_in_view(stage: Stage, still: StillLife, times_ms: Sequence[float]) -> list[float]:
    """Which share of the picture arms and faces take, and cards in the air, at each time."""
    view = still.view
    height, width = (side // _SMALL for side in view.size)
    hands = [hand for pair in stage.hands for hand in pair]
    found = []
    for time_ms in times_ms:
        mask = np.zeros((height, width), np.uint8)
        outlines = [arm_outline(view, hand.track.at(time_ms), hand.home) for hand in hands]
        for body in stage.bodies:
            if body.born_ms <= time_ms < body.gone_ms and (body.face is not None or body.is_aloft(time_ms, time_ms)):
                corners, up = outline(view, still.cards, body, body.at(time_ms))
                outlines += [corners] if up or body.is_aloft(time_ms, time_ms) else []
        for corners in outlines:
            cv2.fillConvexPoly(mask, np.round(corners / _SMALL).astype(np.int32), 1)
        found.append(float(mask.mean()))
    return found
