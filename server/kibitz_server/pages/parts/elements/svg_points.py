"""Corners as SVG takes them."""

from __future__ import annotations

from collections.abc import Iterable

from kibitz_vision.geometry import Points


def svg_points(corners: Iterable[tuple[float, float] | Points]) -> str:
    """The `points` of a polygon, in the units of the corners."""
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
