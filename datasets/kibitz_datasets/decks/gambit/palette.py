"""Colours of the deck, and shapes with a dark outline."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from kibitz_datasets.decks.gambit.dragons import Hide
from kibitz_datasets.decks.gambit.drawing import Drawing, Points, Rgb, fill, line

INK: Rgb = (28, 22, 40)
GOLD: Rgb = (240, 190, 70)
DEEP_GOLD: Rgb = (176, 116, 32)
IVORY: Rgb = (252, 244, 220)
STEEL: Rgb = (206, 214, 226)
DARK_STEEL: Rgb = (122, 134, 156)
RED: Rgb = (206, 52, 48)
DEEP_RED: Rgb = (134, 22, 34)
GREEN: Rgb = (64, 156, 92)
DEEP_GREEN: Rgb = (24, 92, 60)
BLUE: Rgb = (72, 128, 214)
DEEP_BLUE: Rgb = (30, 62, 138)
STONE: Rgb = (176, 170, 166)
DARK_STONE: Rgb = (112, 106, 110)
WOOD: Rgb = (142, 88, 48)

RED_HIDE = Hide((196, 48, 44), (250, 200, 110), (70, 10, 24), (232, 112, 60))
BLUE_HIDE = Hide((70, 118, 200), (206, 224, 250), (18, 32, 84), (126, 172, 236))


def outlined(colour: Rgb, loop: Points | Sequence[tuple[float, float]], width: float = 0.9) -> Drawing:
    """A filled shape with a dark outline."""
    points = np.asarray(loop, float)
    return (line(INK, width, np.concatenate([points, points[:1]])), fill(colour, points))
