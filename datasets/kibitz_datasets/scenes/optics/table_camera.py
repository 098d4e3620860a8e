"""A pinhole camera over a table: millimetres on the table to pixels in the picture."""

from __future__ import annotations

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Points = NDArray[np.float64]

CARD_MM = (63.0, 88.0)


def image_from_table(size: tuple[int, int], px_per_mm: float, tilt_deg: float, turn_deg: float, focal: float) -> Points:
    """Homography (3, 3) from table mm (origin at the picture's centre) to px.

    `size` is (height, width) px, `tilt_deg` 0 is straight down, `turn_deg` turns the table under the camera,
    `focal` is the focal length in picture widths. At the centre a millimetre is about `px_per_mm` px.
    """
    return image_from_space(size, px_per_mm, tilt_deg, turn_deg, focal)[:, [0, 1, 3]]


def image_from_space(size: tuple[int, int], px_per_mm: float, tilt_deg: float, turn_deg: float, focal: float) -> Points:
    """Projection (3, 4) from table mm with the depth below the table as third coordinate; see `image_from_table`."""
    height, width = size
    f = focal * width
    distance = f / px_per_mm
    tilt, turn = np.radians(tilt_deg), np.radians(turn_deg)
    turned = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    tilted = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    rotation = tilted @ turned
    intrinsics = np.array([[f, 0, width / 2], [0, f, height / 2], [0, 0, 1]])
    return np.asarray(intrinsics @ np.column_stack([rotation, [0, 0, distance]]))


def project(homography: Points, points: Points) -> Points:
    """Points (n, 2) through a homography (3, 3)."""
    moved = np.concatenate([points, np.ones((len(points), 1))], 1) @ homography.T
    return np.asarray(moved[:, :2] / moved[:, 2:])


def project_space(projection: Points, points: Points) -> Points:
    """Points (n, 3) in space through a projection (3, 4)."""
    moved = points @ projection[:, :3].T + projection[:, 3]
    return np.asarray(moved[:, :2] / moved[:, 2:])


def card_corners(centre: Points, angle: float, aspect: float) -> Points:
    """Corners (4, 2) in mm of a card lying at `centre`: top left, top right, bottom right, bottom left."""
    h = CARD_MM[1]
    w = h * aspect
    u = np.array([np.cos(angle), np.sin(angle)])
    v = np.array([-np.sin(angle), np.cos(angle)])
    return np.array([centre + u * sx * w / 2 + v * sy * h / 2 for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))])


def sample_tilt(rng: Generator) -> float:
    """Degrees from straight down: mostly small, up to 65."""
    draw = rng.random()
    return float(rng.uniform(0, 15) if draw < 0.5 else (rng.uniform(15, 45) if draw < 0.85 else rng.uniform(45, 65)))
