"""Views of a taught card as a camera may come to show it: outlined a little wrong, blurred, in another light."""

from __future__ import annotations

from enum import StrEnum

import cv2
import numpy as np
from numpy.random import Generator

from kibitz_vision.detections import Image, Quad
from kibitz_vision.reading.corners.index_corners import index_quad
from kibitz_vision.reading.crops import CROP_SIZE, cut_card
from kibitz_vision.teaching.taught_deck import quad_in_picture


class View(StrEnum):
    """What of a card is shown; of the last three nothing can be read."""

    WHOLE = "whole"
    CORNER = "corner"
    SIDEWAYS = "sideways"
    HALF = "half"
    CORNER_TURNED = "corner turned"


_NEARNESS, _NEARNESS_OF_CORNER = (0.3, 1.6), (0.1, 0.8)
"""Pixels that the picture has for each of a crop: cards are 29 px wide and more, their corners a fifth."""
READABLE = (View.WHOLE, View.CORNER)


def view_of(rng: Generator, picture: Image, view: View) -> Image:
    """A crop (144, 96, 3) of a kept picture, as the reader may be given it."""
    card = quad_in_picture()
    if rng.random() < 0.5:
        card = np.roll(card, 2, 0)
    match view:
        case View.WHOLE:
            quad = _moved(rng, card, 0.012)
        case View.SIDEWAYS:
            quad = np.roll(_moved(rng, card, 0.012), 1, 0)
        case View.HALF:
            along = (card[3] - card[0]) if rng.random() < 0.7 else (card[1] - card[0])
            quad = _moved(rng, card + rng.uniform(0.4, 0.6) * along, 0.012)
        case View.CORNER:
            quad = _moved(rng, index_quad(card, turned=False), 0.03)
        case View.CORNER_TURNED:
            quad = np.roll(_moved(rng, index_quad(card, turned=False), 0.03), 2, 0)
    nearness = _NEARNESS_OF_CORNER if view in (View.CORNER, View.CORNER_TURNED) else _NEARNESS
    return _seen(rng, cut_card(picture, np.asarray(quad, np.float32)), nearness)


def view_of_ground(rng: Generator, picture: Image) -> Image:
    """A crop (144, 96, 3) of a kept picture without a card."""
    size = rng.uniform(0.4, 1.0)
    corner = rng.uniform(0, 1 - size, 2)
    height, width = picture.shape[:2]
    quad = (np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * size + corner) * (width - 1, height - 1)
    return _seen(rng, cut_card(picture, np.asarray(quad, np.float32)), _NEARNESS)


def _moved(rng: Generator, quad: Quad, spread: float) -> Quad:
    """An outline as inexact as those of the corner finder; `spread` as a share of the quad's size."""
    size = float(np.sqrt(abs(cv2.contourArea(np.asarray(quad, np.float32)))))
    centre = quad.mean(0)
    moved = (quad - centre) * rng.normal(1.0, 0.025) + centre + rng.normal(0, spread * size, 2)
    return np.asarray(moved + rng.normal(0, spread * size, (4, 2)), np.float32)


def _seen(rng: Generator, crop: Image, nearness: tuple[float, float]) -> Image:
    """A crop from farther away, out of focus, and in another light."""
    seen = crop
    share = float(np.exp(rng.uniform(*np.log(nearness))))
    if share < 0.9:
        small = cv2.resize(seen, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        seen = np.asarray(cv2.resize(small, CROP_SIZE, interpolation=cv2.INTER_LINEAR), np.uint8)
    if rng.random() < 0.5:
        seen = np.asarray(cv2.GaussianBlur(seen, (0, 0), rng.uniform(0.3, 1.3)), np.uint8)
    light = seen.astype(np.float32) * np.exp(rng.normal(0, 0.15) + rng.normal(0, 0.06, 3))
    light = 255 * (np.clip(light, 0, 255) / 255) ** np.exp(rng.normal(0, 0.15))
    if rng.random() < 0.3:
        light *= np.linspace(rng.uniform(0.6, 1), rng.uniform(0.6, 1), light.shape[1])[None, :, None]
    light += rng.normal(0, rng.uniform(0, 6), light.shape)
    return np.asarray(np.clip(light, 0, 255), np.uint8)
