"""Words on pictures, in letters of all scripts."""

from __future__ import annotations

from dataclasses import dataclass

import cv2

from kibitz_vision.detections import Image

Colour = tuple[int, int, int]
"""Blue, green and red."""


@dataclass(frozen=True, slots=True)
class Pen:
    """How a text is written: its height in px, colour and weight."""

    size: int
    colour: Colour
    weight: int = 400


def write(canvas: Image, text: str, at: tuple[int, int], pen: Pen, until: int | None = None) -> None:
    """Write a text on one line from the left end (x, y) of its base on; one that would pass `until` ends in dots."""
    shown = text
    end = canvas.shape[1] if until is None else until
    while shown and at[0] + text_width(shown, pen) > end:
        shown = f"{shown.removesuffix('…')[:-1]}…" if len(shown) > 1 else ""
    cv2.putText(canvas, shown, at, pen.colour, _font(), pen.size, pen.weight)


def text_width(text: str, pen: Pen) -> int:
    """How many pixels wide a text is."""
    return cv2.getTextSize((1, 1), text, (0, 0), _font(), pen.size, pen.weight)[2]


def _font() -> cv2.FontFace:
    # The one font of OpenCV's own that has letters of all scripts.
    return cv2.FontFace("uni")
