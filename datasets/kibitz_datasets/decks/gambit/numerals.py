"""Numerals of our own, made to be read from above: open forms, even strokes, and a bar under 6 and 9."""

from __future__ import annotations

import numpy as np

from kibitz_datasets.decks.gambit.drawing import Drawing, Points, Rgb, arc, line, moved

_STROKE = 0.17
"""How broad a stroke is where a figure is 1 high."""
_APART = 0.15
_BAR = 1.24
"""How far below the top of a figure the bar of 6 and 9 lies."""


def _joined(*parts: Points | list[tuple[float, float]]) -> Points:
    return np.concatenate([np.asarray(part, float) for part in parts])


_SIX = _joined(arc(0.28, 0.27, 0.28, 330, 180, 0.27), arc(0.28, 0.7, 0.28, 180, 540, 0.3))

# Lines of figures 1 high: x from 0 to the figure's width, y from 0 at the top to 1.
_FIGURES: dict[str, tuple[float, tuple[Points, ...]]] = {
    "0": (0.58, (_joined(arc(0.29, 0.29, 0.29, 180, 360), arc(0.29, 0.71, 0.29, 0, 180), [(0.0, 0.29)]),)),
    "1": (0.30, (_joined([(0.0, 0.2), (0.27, 0.0), (0.27, 1.0)]),)),
    "2": (
        0.56,
        (_joined(arc(0.28, 0.29, 0.28, 190, 395, 0.29), [(0.0, 1.0), (0.58, 1.0)]),),
    ),
    "3": (
        0.56,
        (
            _joined(arc(0.27, 0.25, 0.25, 200, 450), [(0.2, 0.5)]),
            _joined([(0.2, 0.5)], arc(0.27, 0.74, 0.28, 270, 515, 0.26)),
        ),
    ),
    "4": (0.62, (_joined([(0.46, 1.0), (0.46, 0.0), (0.0, 0.72), (0.62, 0.72)]),)),
    "5": (
        0.56,
        (_joined([(0.5, 0.0), (0.08, 0.0), (0.05, 0.45)], arc(0.26, 0.69, 0.3, 228, 515, 0.31)),),
    ),
    "6": (0.56, (_SIX,)),
    "7": (0.54, (_joined([(0.0, 0.0), (0.54, 0.0), (0.18, 1.0)]),)),
    "8": (
        0.58,
        (
            _joined(arc(0.29, 0.245, 0.245, 90, 450)),
            _joined(arc(0.29, 0.745, 0.29, -90, 270, 0.255)),
        ),
    ),
    "9": (0.56, ((0.56, 1.0) - _SIX,)),
}


def numeral(number: int, colour: Rgb, height: float) -> Drawing:
    """A number `height` mm high about the origin; a bar tells 6 and 9 apart, whichever way up they lie."""
    text = str(number)
    scale = height * (1 - _STROKE)
    widths = [_FIGURES[figure][0] for figure in text]
    gap = _APART + _STROKE
    across = sum(widths) + gap * (len(text) - 1)
    x = -across / 2
    strokes = []
    for figure, width in zip(text, widths, strict=True):
        strokes += [line(colour, _STROKE * height / scale, loop + np.array([x, -0.5])) for loop in _FIGURES[figure][1]]
        x += width + gap
    if number in (6, 9):
        strokes.append(line(colour, 0.6 * _STROKE * height / scale, [(-0.3, _BAR - 0.5), (0.3, _BAR - 0.5)]))
    return moved(strokes, 0.0, 0.0, scale)
