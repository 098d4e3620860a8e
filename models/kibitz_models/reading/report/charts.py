"""Pictures of a measurement: confusion matrix and calibration curve."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from kibitz_models.reading.matching import FaceResult
from kibitz_scoring.cards import FRENCH52, JOKER
from kibitz_vision.detections import Image
from kibitz_vision.intervals import wilson

Colour = tuple[int, int, int]

INK, GREY, RIGHT, WRONG, LEFT = (40, 40, 40), (225, 225, 225), (90, 150, 60), (50, 50, 210), (60, 165, 235)
COLOURS: tuple[Colour, ...] = ((90, 150, 60), (200, 110, 40), (50, 50, 210))
SIDE_PX, MARGIN_PX = 420, 44
CELL_PX, LABEL_PX = 18, 46
UNREAD, ABSENT = "unread", "no card"
CARDS = tuple(str(card) for card in (*FRENCH52, JOKER))


def draw_confusions(faces: Sequence[FaceResult]) -> Image:
    """Matrix of wanted cards (rows) and named ones (columns); what was not read and what was not there come last.

    Green is right, red a wrong name, amber a face left unread. Faces of which only the rank was noted are left out.
    """
    rows, columns = (*CARDS, ABSENT), (*CARDS, UNREAD)
    pairs = Counter((face.wanted or ABSENT, face.got or UNREAD) for face in faces)
    size = LABEL_PX + CELL_PX * len(rows) + 8
    canvas = np.full((size, size + LABEL_PX, 3), 255, np.uint8)
    for k, (row, column) in enumerate(zip(rows, columns, strict=True)):
        at = LABEL_PX + k * CELL_PX
        _write(canvas, row, (2, at + CELL_PX - 5))
        _write(canvas, column, (at + 1, LABEL_PX - 6 - 11 * (k % 3)))
    for y, row in enumerate(rows):
        for x, column in enumerate(columns):
            colour = RIGHT if row == column else LEFT if column == UNREAD else WRONG
            _cell(canvas, (x, y), pairs[(row, column)], colour)
    for suit in range(5):
        at = LABEL_PX + 13 * suit * CELL_PX
        cv2.line(canvas, (LABEL_PX, at), (canvas.shape[1] - LABEL_PX - 8, at), INK, 1)
        cv2.line(canvas, (at, LABEL_PX), (at, canvas.shape[0] - 8), INK, 1)
    _write(canvas, "rows: wanted", (canvas.shape[1] - 96, 14))
    _write(canvas, "columns: read", (canvas.shape[1] - 96, 28))
    return canvas


def _cell(canvas: Image, place: tuple[int, int], count: int, colour: Colour) -> None:
    corner = (LABEL_PX + place[0] * CELL_PX, LABEL_PX + place[1] * CELL_PX)
    opposite = (corner[0] + CELL_PX, corner[1] + CELL_PX)
    if count:
        cv2.rectangle(canvas, corner, opposite, colour, -1)
    cv2.rectangle(canvas, corner, opposite, GREY, 1)
    if count:
        _write(canvas, str(count), (corner[0] + 2, opposite[1] - 5), (255, 255, 255))


def draw_reliability(curves: Mapping[str, Sequence[tuple[float, bool]]], bins: int = 10) -> Image:
    """How often named cards were right (with 95 % Wilson intervals) over how confident the reader was.

    Trust that is deserved lies on the diagonal; the numbers below say how many cards each bin has.
    """
    canvas = np.full((SIDE_PX + 3 * MARGIN_PX, SIDE_PX + 2 * MARGIN_PX, 3), 255, np.uint8)
    cv2.rectangle(canvas, _spot(0, 1), _spot(1, 0), INK, 1)
    cv2.line(canvas, _spot(0, 0), _spot(1, 1), GREY, 1, cv2.LINE_AA)
    for tick in (0.0, 0.2, 0.4, 0.6, 0.8, 1.0):
        _write(canvas, f"{tick:g}", (_spot(tick, 0)[0] - 8, _spot(0, 0)[1] + 14))
        _write(canvas, f"{tick:g}", (MARGIN_PX - 24, _spot(0, tick)[1] + 4))
    for number, (name, trust) in enumerate(curves.items()):
        colour = COLOURS[number % len(COLOURS)]
        _write(canvas, f"{name} ({len(trust)} cards)", (MARGIN_PX + 8, MARGIN_PX + 16 * (number + 1)), colour)
        _draw_curve(canvas, trust, bins, colour, line=number)
    _write(canvas, "confidence; up: share that was right; below: number of cards", (MARGIN_PX, canvas.shape[0] - 8))
    return canvas


def _spot(x: float, y: float) -> tuple[int, int]:
    """Where the diagram shows a point of the unit square, y upwards."""
    return MARGIN_PX + round(x * SIDE_PX), MARGIN_PX + round((1 - y) * SIDE_PX)


def _draw_curve(canvas: Image, trust: Sequence[tuple[float, bool]], bins: int, colour: Colour, *, line: int) -> None:
    previous = None
    for k in range(bins):
        inside = [(confidence, right) for confidence, right in trust if min(int(confidence * bins), bins - 1) == k]
        if not inside:
            continue
        right = sum(is_right for _, is_right in inside)
        at = _spot(float(np.mean([confidence for confidence, _ in inside])), right / len(inside))
        low, high = wilson(right, len(inside))
        cv2.line(canvas, (at[0], _spot(0, low)[1]), (at[0], _spot(0, high)[1]), colour, 1, cv2.LINE_AA)
        cv2.circle(canvas, at, 4, colour, -1, cv2.LINE_AA)
        if previous:
            cv2.line(canvas, previous, at, colour, 1, cv2.LINE_AA)
        previous = at
        _write(canvas, str(len(inside)), (at[0] - 8, _spot(0, 0)[1] + 32 + 14 * line), colour)


def _write(canvas: Image, text: str, at: tuple[int, int], colour: Colour = INK) -> None:
    cv2.putText(canvas, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.34, colour, 1, cv2.LINE_AA)
