"""What lies still on a simulated table, painted once and mended only where a card comes or goes."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from kibitz_datasets.films.camera.sprites import CardSprites, lay_over
from kibitz_datasets.films.camera.view import Box, View, merged, overlap
from kibitz_datasets.films.stage.bodies import Body
from kibitz_datasets.films.stage.motion import Pose
from kibitz_datasets.scenes.optics.table_camera import Points
from kibitz_vision.detections import Image

SHADOW_PX = 6


def outline(view: View, cards: CardSprites, body: Body, at: Pose) -> tuple[Points, bool]:
    """Corners (4, 2) of a card or thing on the picture, and whether it shows its face."""
    corners, up = view.card(at, *cards.shape(body))
    return corners, up and body.thing is None and not body.token


def paint_card(picture: Image, view: View, cards: CardSprites, body: Body, at: Pose, clip: Box) -> None:
    """Paint one card or thing into the part of a picture that `clip` spans."""
    corners, up = outline(view, cards, body, at)
    box = view.box(corners, SHADOW_PX)
    shared = box and overlap(box, clip)
    if shared and abs(cv2.contourArea(corners.astype(np.float32))) > 4:
        sprite, own = cards.side(body, at[2], up=up)
        warp = cv2.getPerspectiveTransform(own, corners.astype(np.float32))
        lay_over(picture, sprite, np.asarray(warp, np.float64), shared)


@dataclass(slots=True, eq=False)
class StillLife:
    """A table top (with `margin_px` more of it on each side than the picture shows), its light and resting cards.

    `light` is 200 where a picture stays as it is, shape (height, width, 3). `bare` is without light, `lit` with it.
    """

    surface: Image
    margin_px: tuple[int, int]
    light: Image
    cards: CardSprites
    view: View
    table: Image = field(init=False)
    bare: Image = field(init=False)
    lit: Image = field(init=False)
    _resting: dict[Body, tuple[int, Pose]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.look_from(self.view)

    def look_from(self, view: View) -> None:
        """Begin anew, as the camera stands elsewhere."""
        self.view = view
        x, y = self.margin_px
        shift: Points = np.array([[1, 0, -x], [0, 1, -y], [0, 0, 1.0]])
        height, width = view.size
        table = cv2.warpPerspective(self.surface, view.knock @ shift, (width, height), borderMode=cv2.BORDER_REFLECT)
        self.table = np.asarray(table, np.uint8)
        self.bare = self.table.copy()
        self.lit = lighten(self.bare, self.light)
        self._resting = {}

    def update(self, bodies: list[Body], time_ms: float) -> None:
        """Mend the picture to show exactly these cards, lying as they do at a time."""
        now = {body: body.layer(time_ms) for body in bodies}
        before = {body: layer for body, (layer, _) in self._resting.items()}
        if now == before:
            return
        changed = {body for body, _ in now.items() ^ before.items()}
        gone = [self._box(body, self._resting[body][1]) for body in changed if body in before]
        self._resting = {
            body: (layer, body.at(time_ms) if body in changed else self._resting[body][1])
            for body, layer in now.items()
        }
        come = [self._box(body, self._resting[body][1]) for body in changed if body in now]
        for box in merged(box for box in (*gone, *come) if box):
            self._mend(box)

    def _box(self, body: Body, at: Pose) -> Box | None:
        return self.view.box(outline(self.view, self.cards, body, at)[0], SHADOW_PX)

    def _mend(self, box: Box) -> None:
        x0, y0, x1, y1 = box
        self.bare[y0:y1, x0:x1] = self.table[y0:y1, x0:x1]
        for body, (_, at) in sorted(self._resting.items(), key=lambda item: item[1][0]):
            paint_card(self.bare, self.view, self.cards, body, at, box)
        self.lit[y0:y1, x0:x1] = lighten(self.bare[y0:y1, x0:x1], self.light[y0:y1, x0:x1])


def lighten(picture: Image, light: Image) -> Image:
    """A picture in a light; a light of 200 leaves it as it is."""
    return np.asarray(cv2.multiply(picture, light, scale=1 / 200), np.uint8)
