"""Drawings in mm: flat shapes, one over the other, as SVG and as pixels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz_vision.detections import Image

Points = NDArray[np.float64]
Rgb = tuple[int, int, int]

_FINE = 3
"""So many times finer than asked for pixels are painted."""
_SHIFT = 4


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """Loops (n, 2) in mm that are filled, what lies within two of them is not; or one line of a `width` in mm."""

    loops: tuple[Points, ...]
    colour: Rgb
    width: float | None = None

    def moved(self, transform: Points) -> Shape:
        """The shape after a transform (2, 3) that scales alike in all directions."""
        scale = float(np.sqrt(abs(np.linalg.det(transform[:, :2]))))
        loops = tuple(loop @ transform[:, :2].T + transform[:, 2] for loop in self.loops)
        return replace(self, loops=loops, width=None if self.width is None else self.width * scale)


Drawing = tuple[Shape, ...]


def fill(colour: Rgb, *loops: Points | Sequence[tuple[float, float]]) -> Shape:
    """A filled shape."""
    return Shape(tuple(np.asarray(loop, float) for loop in loops), colour)


def line(colour: Rgb, width: float, points: Points | Sequence[tuple[float, float]]) -> Shape:
    """A line with round ends."""
    return Shape((np.asarray(points, float),), colour, width)


def moved(drawing: Iterable[Shape], x: float, y: float, scale: float = 1.0, turn_deg: float = 0.0) -> Drawing:
    """A drawing scaled, turned clockwise about its origin, and brought to (x, y)."""
    cos, sin = np.cos(np.radians(turn_deg)) * scale, np.sin(np.radians(turn_deg)) * scale
    transform = np.array([[cos, -sin, x], [sin, cos, y]])
    return tuple(shape.moved(transform) for shape in drawing)


def mirrored(drawing: Iterable[Shape], x: float) -> Drawing:
    """A drawing as a mirror at the upright line through x shows it."""
    transform = np.array([[-1.0, 0.0, 2 * x], [0.0, 1.0, 0.0]])
    return tuple(shape.moved(transform) for shape in drawing)


def disc(x: float, y: float, radius: float, high: float | None = None) -> Points:
    """A circle, or an ellipse where its half height differs."""
    t = np.linspace(0, 2 * np.pi, 72, endpoint=False)
    return np.stack([x + radius * np.cos(t), y + (radius if high is None else high) * np.sin(t)], 1)


def arc(x: float, y: float, radius: float, from_deg: float, to_deg: float, high: float | None = None) -> Points:
    """A part of a circle or ellipse; degrees run clockwise from the right."""
    t = np.radians(np.linspace(from_deg, to_deg, max(6, round(abs(to_deg - from_deg) / 5))))
    return np.stack([x + radius * np.cos(t), y + (radius if high is None else high) * np.sin(t)], 1)


def box(x0: float, y0: float, x1: float, y1: float) -> Points:
    """A rectangle."""
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], float)


def smooth(points: Sequence[tuple[float, float]] | Points, *, closed: bool = False, steps: int = 12) -> Points:
    """A curve through the points (Catmull-Rom)."""
    p = np.asarray(points, float)
    ends = (p[-1:], p[:2]) if closed else (p[:1], p[-1:])
    p = np.concatenate([ends[0], p, ends[1]])
    t = np.linspace(0, 1, steps, endpoint=False)[:, None]
    parts = [
        0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)
        for a, b, c, d in zip(p, p[1:], p[2:], p[3:], strict=False)
    ]
    return np.concatenate(parts if closed else [*parts, p[-2:-1]])


def star(x: float, y: float, outer: float, inner: float, points: int, turn_deg: float = -90.0) -> Points:
    """A star, its first point upwards."""
    t = np.radians(turn_deg) + np.arange(2 * points) * np.pi / points
    radius = np.where(np.arange(2 * points) % 2 == 0, outer, inner)
    return np.stack([x + radius * np.cos(t), y + radius * np.sin(t)], 1)


def paint(drawing: Iterable[Shape], area: tuple[float, float, float, float], size_px: tuple[int, int]) -> Image:
    """The part x0, y0, x1, y1 of a drawing as a picture of (width, height) px, BGR, on white."""
    x0, y0, x1, y1 = area
    width, height = size_px[0] * _FINE, size_px[1] * _FINE
    scale = np.array([width / (x1 - x0), height / (y1 - y0)])
    picture = np.full((height, width, 3), 255, np.uint8)
    for shape in drawing:
        loops = [np.round(((loop - (x0, y0)) * scale - 0.5) * 2**_SHIFT).astype(np.int32) for loop in shape.loops]
        red, green, blue = shape.colour
        if shape.width is None:
            cv2.fillPoly(picture, loops, (blue, green, red), cv2.LINE_AA, _SHIFT)
        else:
            thick = max(1, round(shape.width * float(scale.mean())))
            cv2.polylines(picture, loops, False, (blue, green, red), thick, cv2.LINE_AA, _SHIFT)
    return np.asarray(cv2.resize(picture, size_px, interpolation=cv2.INTER_AREA), np.uint8)


def svg(drawing: Iterable[Shape], area: tuple[float, float, float, float]) -> str:
    """The part x0, y0, x1, y1 of a drawing as the text of an SVG file, in its true size."""
    x0, y0, x1, y1 = area
    across, down = x1 - x0, y1 - y0
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{across:g}mm" height="{down:g}mm" '
        f'viewBox="{x0:g} {y0:g} {across:g} {down:g}">'
    )
    return "\n".join([head, *map(_element, drawing), "</svg>\n"])


def _element(shape: Shape) -> str:
    end = "" if shape.width is not None else "Z"
    path = "".join("M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in loop) + end for loop in shape.loops)
    ink = "#{:02x}{:02x}{:02x}".format(*shape.colour)
    if shape.width is None:
        return f'<path d="{path}" fill="{ink}" fill-rule="evenodd"/>'
    round_ends = 'stroke-linecap="round" stroke-linejoin="round"'
    return f'<path d="{path}" fill="none" stroke="{ink}" stroke-width="{shape.width:.2f}" {round_ends}/>'
