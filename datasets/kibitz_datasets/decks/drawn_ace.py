"""The ace of spades as makers print it: their showpiece, large and full of ornament, and unlike any other card."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from kibitz_datasets.decks.pips import Colour, draw_mask, draw_pip, glyph
from kibitz_scoring.cards import Suit
from kibitz_vision.detections import Image

Mask = NDArray[np.uint8]
WORDS = ("No. 808", "STANDARD", "POKER", "FINEST", "PLASTIC", "CASINO", "MADE FOR PLAY", "LINEN", "CLUB", "1885")


def draw_ornate_ace(picture: Image, rng: Generator, colour: Colour, paper: Colour, font: str) -> None:
    """Draw a decorated spade into the middle of a blank card."""
    height, width = picture.shape[:2]
    centre = (width / 2, height / 2 + rng.uniform(-15, 15))
    size = rng.uniform(150, 300)
    spade = _spade(picture, centre, size)
    ornament = _ornament(rng, picture, centre, size * rng.uniform(0.35, 0.7))
    match int(rng.integers(6)):
        case 0:  # black, with white ornament in it
            _ink(picture, spade, colour)
            _ink(picture, ornament & _shrunk(spade, 6), paper)
        case 1:  # an outline filled with ornament
            _ink(picture, spade & ~_shrunk(spade, int(rng.integers(3, 9))), colour)
            _ink(picture, ornament & _shrunk(spade, 10), colour)
        case 2:  # an outline with a smaller spade or heart in it
            _ink(picture, spade & ~_shrunk(spade, int(rng.integers(3, 12))), colour)
            inner = Suit.SPADES if rng.random() < 0.5 else Suit.HEARTS
            draw_pip(picture, inner, centre, size * rng.uniform(0.3, 0.6), colour, flipped=bool(rng.random() < 0.3))
        case 3:  # engraved: lines instead of a filled shape
            lines = np.zeros_like(spade)
            lines[:: int(rng.integers(3, 7))] = 255
            _ink(picture, spade & lines, colour)
            _ink(picture, spade & ~_shrunk(spade, 4), colour)
        case 4:  # ornament that grows out of the spade
            _ink(picture, ornament, colour)
            _ink(picture, _spade(picture, centre, size * rng.uniform(0.35, 0.6)), colour)
        case _:  # a black spade in a wreath
            _ink(picture, _spade(picture, centre, size * 0.6), colour)
            _wreath(picture, rng, centre, size * 0.5, colour)
    _words(picture, rng, (centre[0], centre[1], size), colour, font)


def _spade(picture: Image, centre: tuple[float, float], size: float) -> Mask:
    layer = np.zeros_like(picture)
    draw_pip(layer, Suit.SPADES, centre, size, (255, 255, 255))
    return np.asarray(layer[..., 0], np.uint8)


def _shrunk(mask: Mask, by: int) -> Mask:
    return np.asarray(cv2.erode(mask, np.ones((2 * by + 1, 2 * by + 1), np.uint8)), np.uint8)


def _ink(picture: Image, mask: Mask, colour: Colour) -> None:
    alpha = np.asarray(mask, np.float32)[:, :, None] / 255
    picture[:] = picture * (1 - alpha) + np.array(colour, np.float32) * alpha


def _ornament(rng: Generator, picture: Image, centre: tuple[float, float], reach: float) -> Mask:
    """Random scrolls, leaves and dots, mirrored left and right as engravers do."""
    layer: Mask = np.zeros(picture.shape[:2], np.uint8)
    cx, cy = centre
    for _ in range(int(rng.integers(8, 40))):
        x, y = cx + rng.uniform(0, 0.8) * reach, cy + rng.uniform(-1, 1) * reach
        axes = (int(rng.integers(2, 26)), int(rng.integers(2, 14)))
        line = int(rng.choice((-1, 1, 2, 3)))
        start = float(rng.uniform(0, 360))
        cv2.ellipse(layer, (int(x), int(y)), axes, start, 0, float(rng.uniform(120, 360)), 255, line, cv2.LINE_AA)
    middle = round(cx)
    width = min(middle, layer.shape[1] - middle)
    layer[:, middle - width : middle] = np.fliplr(layer[:, middle : middle + width])
    return layer


def _wreath(picture: Image, rng: Generator, centre: tuple[float, float], radius: float, colour: Colour) -> None:
    count = int(rng.integers(12, 40))
    for k in range(count):
        turn = 2 * np.pi * k / count
        spot = (int(centre[0] + radius * np.cos(turn)), int(centre[1] + radius * np.sin(turn)))
        if rng.random() < 0.9:
            cv2.ellipse(picture, spot, (11, 4), float(np.degrees(turn) + 60), 0, 360, colour, -1, cv2.LINE_AA)


def _words(picture: Image, rng: Generator, place: tuple[float, float, float], colour: Colour, font: str) -> None:
    """The maker's name and boasts above and below."""
    cx, cy, size = place
    for side in (-1, 1):
        for line in range(int(rng.integers(0, 4))):
            maker = "".join(rng.choice(list("ABCDEGHIKLMNOPRSTU"), int(rng.integers(4, 11))))
            text = str(rng.choice(WORDS)) if rng.random() < 0.4 else maker
            y = cy + side * (size / 2 + 16 + 18 * line)
            draw_mask(picture, glyph(text, font, int(rng.integers(8, 18))), (cx, y), colour)
