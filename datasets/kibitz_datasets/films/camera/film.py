"""The film of a simulated round: what a camera over the table would see at any moment, without its own faults.

What lies still is painted once; for a frame only what moves is painted over it, several times within the exposure.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from kibitz_datasets.films.camera.arms import Arm
from kibitz_datasets.films.camera.sprites import Sprite, lay_over
from kibitz_datasets.films.camera.still import SHADOW_PX, StillLife, lighten, outline, paint_card
from kibitz_datasets.films.camera.view import Box, View, hand_outline, merged, overlap
from kibitz_datasets.films.stage.bodies import Body, Hand
from kibitz_datasets.films.stage.stage import Stage
from kibitz_datasets.scenes.optics.table_camera import Points
from kibitz_vision.detections import Image

_SUB_FRAME_PX = 3.0
_MOST_SUB_FRAMES = 6
_BANDS = 5
"""In so many steps the rows of a rolling shutter are read."""


@dataclass(slots=True, eq=False)
class Film:
    """Everything needed to paint a moment; `arms` are the sprites by seat, right and left.

    Rows are read one after the other within `readout_ms`; shadows fall `shadow_px` away from what throws them.
    """

    stage: Stage
    still: StillLife
    arms: list[tuple[Arm, Arm]]
    px_per_mm: float
    exposure_ms: float
    readout_ms: float = 0.0
    shadow_px: tuple[float, float] = (0.0, 0.0)

    def frame(self, time_ms: float, knock: Points) -> Image:
        """The picture whose exposure ends at a time, from a camera knocked by a homography (3, 3).

        With a rolling shutter that is when its last row ends; the first one ended `readout_ms` before.
        """
        view = self.still.view
        if not np.array_equal(knock, view.knock):
            view = View(view.camera, view.size, knock)
            self.still.look_from(view)
        there = [body for body in self.stage.bodies if body.born_ms <= time_ms < body.gone_ms]
        since_ms = time_ms - self.exposure_ms - self.readout_ms
        moving = [body for body in there if body.is_aloft(since_ms, time_ms)]
        self.still.update([body for body in there if body not in moving], time_ms)
        picture = self.still.lit.copy()
        for band, before_ms in self._bands():
            times = self._sub_times(moving, time_ms - before_ms)
            for x0, y0, x1, y1 in self._boxes(moving, times, band):
                layers = [self._patch((x0, y0, x1, y1), moving, at_ms) for at_ms in times]
                picture[y0:y1, x0:x1] = lighten(_mean(layers), self.still.light[y0:y1, x0:x1])
        return picture

    def _bands(self) -> Iterator[tuple[Box, float]]:
        """Rows of the picture that are read together, and how much before the last ones."""
        height, width = self.still.view.size
        count = _BANDS if self.readout_ms else 1
        for number in range(count):
            before_ms = self.readout_ms * (count - 1 - number) / max(1, count - 1)
            yield (0, height * number // count, width, height * (number + 1) // count), before_ms

    def _sub_times(self, moving: Sequence[Body], time_ms: float) -> list[float]:
        """Moments within the exposure, so many that nothing goes far between two of them."""
        start_ms = time_ms - self.exposure_ms
        tracks = [body.at for body in moving] + [hand.track.at for pair in self.stage.hands for hand in pair]
        spread = max(float(np.abs(at(time_ms)[:3] - at(start_ms)[:3]).max()) for at in tracks)
        count = int(np.clip(np.ceil(spread * self.px_per_mm / _SUB_FRAME_PX), 1, _MOST_SUB_FRAMES))
        return [time_ms - self.exposure_ms * k / count for k in range(count)]

    def _boxes(self, moving: Sequence[Body], times: Sequence[float], band: Box) -> list[Box]:
        """What of a part of the picture is to be painted again."""
        view, cards = self.still.view, self.still.cards
        found: list[Box | None] = []
        for at_ms in times:
            found += [view.box(outline(view, cards, body, body.at(at_ms))[0], SHADOW_PX) for body in moving]
            found += [box for _, _, box in (*self._shadows(view, at_ms), *self._hands(view, at_ms))]
        return merged(part for box in found if box and (part := overlap(box, band)))

    def _shadows(self, view: View, at_ms: float) -> Iterator[tuple[Sprite, Points, Box]]:
        """The shadows of arms as far as a view shows them: sprite, its warp, and where it is."""
        if self.shadow_px == (0.0, 0.0):
            return
        beside = np.array([[0, 0, self.shadow_px[0]], [0, 0, self.shadow_px[1]], [0, 0, 0]])
        for arm, _, warp in self._arms_at(view, at_ms):
            if arm.shadow is not None and (box := self._arm_box(view, warp + beside)):
                yield arm.shadow, warp + beside, box

    def _hands(self, view: View, at_ms: float) -> Iterator[tuple[Sprite, Points, Box]]:
        """Hands and their arms, likewise."""
        for arm, hand, warp in self._arms_at(view, at_ms):
            if box := self._arm_box(view, warp):
                yield arm.holding if hand.is_closed(at_ms) else arm.free, warp, box

    def _arms_at(self, view: View, at_ms: float) -> Iterator[tuple[Arm, Hand, Points]]:
        for pair, arms in zip(self.stage.hands, self.arms, strict=True):
            for hand, arm in zip(pair, arms, strict=True):
                yield arm, hand, view.hand(hand.track.at(at_ms), hand.home, self.px_per_mm)

    def _arm_box(self, view: View, warp: Points) -> Box | None:
        return view.box(hand_outline(self.px_per_mm) @ warp[:2, :2].T + warp[:2, 2], 1)

    def _patch(self, box: Box, moving: Sequence[Body], at_ms: float) -> Image:
        """A part of the picture at one moment, in its place on an otherwise empty picture; without light."""
        x0, y0, x1, y1 = box
        still = self.still
        patch = still.bare[y0:y1, x0:x1].copy()
        shifted = still.view.moved(x0, y0, (y1 - y0, x1 - x0))
        whole = (0, 0, x1 - x0, y1 - y0)
        for sprite, warp, shared in self._shadows(shifted, at_ms):
            lay_over(patch, sprite, warp, shared)
        for body in sorted(moving, key=lambda body: (body.at(at_ms)[2], body.layer(at_ms))):
            paint_card(patch, shifted, still.cards, body, body.at(at_ms), whole)
        for sprite, warp, shared in self._hands(shifted, at_ms):
            lay_over(patch, sprite, warp, shared)
        return patch


def _mean(layers: Sequence[Image]) -> Image:
    if len(layers) == 1:
        return layers[0]
    total = layers[0].astype(np.uint16)
    for layer in layers[1:]:
        cv2.add(total, layer, dst=total, dtype=cv2.CV_16U)
    return np.asarray(cv2.convertScaleAbs(total, alpha=1 / len(layers)), np.uint8)
