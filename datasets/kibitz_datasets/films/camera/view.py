"""What a camera over a simulated table sees: poses to px, also after the camera was knocked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from kibitz_datasets.films.camera.arms import HAND_LENGTH_MM, HAND_TIP_MM, HAND_WIDTH_MM
from kibitz_datasets.films.stage.motion import Pose, card_in_space
from kibitz_datasets.films.stage.seats import Spot
from kibitz_datasets.scenes.optics.table_camera import CARD_MM, Points, project, project_space

ARM_MM = 75.0
"""Breadth of a hand and its arm, about."""
Box = tuple[int, int, int, int]
"""x0, y0, x1, y1 in px, the last two exclusive."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A camera (3, 4), see `image_from_space`, a picture of (height, width) px, and the homography of a knock."""

    camera: Points
    size: tuple[int, int]
    knock: Points

    def px(self, points: Points) -> Points:
        """Points (n, 3) in space on the picture."""
        return project(self.knock, project_space(self.camera, points))

    def card(self, at: Pose, aspect: float, height_mm: float = CARD_MM[1]) -> tuple[Points, bool]:
        """Corners (4, 2), clockwise from the top left of the side that shows, and whether that is the face."""
        corners = self.px(card_in_space(at, aspect, height_mm))
        following = np.roll(corners, -1, axis=0)
        clockwise = np.sum(corners[:, 0] * following[:, 1] - corners[:, 1] * following[:, 0]) > 0
        return (corners, False) if clockwise else (corners[[1, 0, 3, 2]], True)

    def hand(self, tips: Pose, home: Spot, px_per_mm: float) -> Points:
        """Affine map (3, 3) from the px of a hand's sprite to the picture's; the arm comes from a player's `home`."""
        along = home - tips[:2]
        along = along / max(float(np.hypot(*along)), 1.0)
        across = np.array([-along[1], along[0]])
        reach = 300.0
        tip = np.array([tips[0], tips[1], -tips[2] - 8.0])
        arm = tip + np.array([*(along * reach), -40.0])
        side = tip + np.array([*(-across * 100.0), 0.0])
        seen = self.px(np.stack([tip, arm, side]))
        middle, top = HAND_WIDTH_MM / 2 * px_per_mm, HAND_TIP_MM * px_per_mm
        down, right = (seen[1] - seen[0]) / (reach * px_per_mm), (seen[2] - seen[0]) / (100.0 * px_per_mm)
        linear = np.column_stack([right, down])
        offset = seen[0] - linear @ (middle, top)
        return np.vstack([np.column_stack([linear, offset]), [0.0, 0.0, 1.0]])

    def moved(self, x: int, y: int, size: tuple[int, int]) -> View:
        """The same view of the part of the picture that begins at x, y."""
        return View(self.camera, size, np.array([[1.0, 0, -x], [0, 1, -y], [0, 0, 1]]) @ self.knock)

    def box(self, corners: Points, pad_px: int) -> Box | None:
        """The part of the picture that corners span, None where it is outside."""
        height, width = self.size
        x0, y0 = np.maximum(np.floor(corners.min(0)).astype(int) - pad_px, 0)
        x1, y1 = np.minimum(np.ceil(corners.max(0)).astype(int) + pad_px + 1, (width, height))
        return (int(x0), int(y0), int(x1), int(y1)) if x1 > x0 and y1 > y0 else None


def arm_outline(view: View, tips: Pose, home: Spot) -> Points:
    """Corners (4, 2) on the picture of an arm that comes from a player's `home` and ends at finger tips."""
    along = home - tips[:2]
    along = along / max(float(np.hypot(*along)), 1.0)
    across = np.array([-along[1], along[0]]) * ARM_MM / 2
    far = home + along * ARM_MM
    height = -float(tips[2])
    ends = [(*(spot + side), height) for spot, side in ((tips[:2], across), (far, across), (far, -across))]
    return view.px(np.array([*ends, (*(tips[:2] - across), height)]))


def hand_outline(px_per_mm: float) -> Points:
    """Corners (4, 2) of a hand's sprite, in its px."""
    width, height = HAND_WIDTH_MM * px_per_mm, HAND_LENGTH_MM * px_per_mm
    return np.array([[0, 0], [width, 0], [width, height], [0, height]])


def overlap(one: Box, other: Box) -> Box | None:
    """What two boxes share."""
    x0, y0, x1, y1 = (*map(max, one[:2], other[:2]), *map(min, one[2:], other[2:]))
    return (x0, y0, x1, y1) if x1 > x0 and y1 > y0 else None


def merged(boxes: Iterable[Box]) -> list[Box]:
    """Boxes that share nothing and together cover all of these."""
    found: list[Box] = []
    for box in boxes:
        whole, near = box, [other for other in found if overlap(box, other)]
        while near:
            found = [other for other in found if other not in near]
            every = np.array([whole, *near])
            (x0, y0), (x1, y1) = every[:, :2].min(0).tolist(), every[:, 2:].max(0).tolist()
            whole = (x0, y0, x1, y1)
            near = [other for other in found if overlap(whole, other)]
        found.append(whole)
    return found
