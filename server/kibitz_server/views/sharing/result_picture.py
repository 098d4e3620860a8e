"""The result as a picture to share: the places, the totals and how they came, and nobody's cards."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np

from kibitz_server.texts import say
from kibitz_server.views.evening_view import GameView
from kibitz_server.views.sharing.seat_colours import painted_colour
from kibitz_server.views.standings import Standing, course, outcome_words, standings
from kibitz_vision.detections import Image
from kibitz_vision.lettering import Colour, Pen, text_width, write

_WIDTH_PX = 1080
"""What phones and messengers show without making it smaller."""
_EDGE_PX = 64
_LINE_PX = 92
_CHART_PX = 420
_PAPER, _INK, _SOFT, _FELT, _LINE = (230, 241, 245), (43, 48, 34), (99, 106, 93), (84, 107, 31), (192, 213, 221)
_SHAPES = (
    cv2.MARKER_SQUARE,
    cv2.MARKER_TRIANGLE_UP,
    cv2.MARKER_DIAMOND,
    cv2.MARKER_CROSS,
    cv2.MARKER_TRIANGLE_DOWN,
    cv2.MARKER_TILTED_CROSS,
    cv2.MARKER_STAR,
)


def result_picture(game: GameView) -> bytes:
    """PNG, 1080 px wide; as high as its players and its chart ask for."""
    placed = standings(game)
    has_chart = len(game.score.rounds) > 1
    top = 250
    height = top + _LINE_PX * len(placed) + (_CHART_PX + 40 if has_chart else 0) + 80
    canvas: Image = np.full((height, _WIDTH_PX, 3), _PAPER, np.uint8)
    cv2.rectangle(canvas, (0, 0), (_WIDTH_PX, 14), _FELT, cv2.FILLED)
    rounds = len(game.score.rounds)
    played = say("1 round") if rounds == 1 else say("{number} rounds", number=rounds)
    _write(canvas, game.pack.name, (_EDGE_PX, 104), _pen(60, weight=700))
    _write(canvas, f"{game.at.astimezone():%Y-%m-%d} · {played}", (_EDGE_PX, 156), _pen(34, _SOFT))
    _write(canvas, outcome_words(game), (_EDGE_PX, 204), _pen(30, _FELT))
    for index, one in enumerate(placed):
        _draw_place(canvas, one, list(game.totals).index(one.player), top + index * _LINE_PX)
    if has_chart:
        _draw_chart(canvas, game, top + _LINE_PX * len(placed) + 30)
    _write(canvas, "Kibitz", (_EDGE_PX, height - 32), _pen(30, _SOFT))
    _, png = cv2.imencode(".png", canvas)
    return png.tobytes()


def _draw_place(canvas: Image, one: Standing, seat: int, top: int) -> None:
    base = top + 62
    cv2.line(canvas, (_EDGE_PX, top), (_WIDTH_PX - _EDGE_PX, top), _LINE, 2)
    _mark(canvas, (_EDGE_PX + 14, top + _LINE_PX // 2), seat)
    _write(canvas, f"{one.rank}." if one.rank else "-", (_EDGE_PX + 46, base), _pen(40, _SOFT))
    total = str(one.total)
    colour = _FELT if one.rank == 1 else _INK
    pen = _pen(54, colour, weight=700)
    from_right = _WIDTH_PX - _EDGE_PX - text_width(total, pen)
    # A star and not the colour alone tells who is ahead.
    star = " ★" if one.rank == 1 else ""
    _write(canvas, f"{one.player}{star}", (_EDGE_PX + 110, base), _pen(44, colour), from_right - 24)
    _write(canvas, total, (from_right, base), pen)


def _draw_chart(canvas: Image, game: GameView, top: int) -> None:
    courses = [course(game, player) for player in game.totals]
    values = [value for one in courses for value in one if value is not None]
    low, high = min(values), max(values)
    left, right, bottom = _EDGE_PX + 70, _WIDTH_PX - _EDGE_PX, top + _CHART_PX - 20

    def at(number: int, value: int) -> tuple[int, int]:
        x = left + (right - left) * number // max(1, len(game.score.rounds))
        return x, bottom - (bottom - top - 20) * (value - low) // max(1, high - low)

    for value in sorted({low, (low + high) // 2, high}):
        _, y = at(0, value)
        cv2.line(canvas, (left, y), (right, y), _LINE, 2)
        _write(canvas, str(value), (_EDGE_PX, y + 10), _pen(28, _SOFT))
    for seat, one in enumerate(courses):
        points = [at(number, value) for number, value in enumerate(one) if value is not None]
        for start, end in pairwise(points):
            cv2.line(canvas, start, end, painted_colour(seat), 5, cv2.LINE_AA)
        for point in points:
            _mark(canvas, point, seat)


def _mark(canvas: Image, at: tuple[int, int], seat: int) -> None:
    """Draw the sign of a seat, which tells its line without the colour, too."""
    cv2.drawMarker(canvas, at, painted_colour(seat), _SHAPES[seat % len(_SHAPES)], 22, 6, cv2.LINE_AA)


def _pen(size: int, colour: Colour = _INK, weight: int = 400) -> Pen:
    return Pen(size, colour, weight)


def _write(canvas: Image, text: str, at: tuple[int, int], pen: Pen, until: int = _WIDTH_PX - _EDGE_PX) -> None:
    write(canvas, text, at, pen, until)
