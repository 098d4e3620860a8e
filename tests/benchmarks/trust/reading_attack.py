"""The reader as the attacker: which cards it names in a picture, and whether it reads one where it truly shows."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from kibitz_scoring.cards import Card
from kibitz_vision.detections import CardReading, Image
from kibitz_vision.geometry import Points
from kibitz_vision.reading.pipeline import Pipeline

OnPicture = Callable[[Points], Points | None]
"""Where an outline of the frame is on a picture that was made of it, None where it is out of view."""


def named_in(image: Image, pipeline: Pipeline, deck: Sequence[Card]) -> dict[Card, CardReading]:
    """The cards that it names, told which ones the deck has."""
    return {one.card: one for one in pipeline.read(image, deck).cards if one.card is not None}


def is_there(on_picture: OnPicture, read: CardReading, true: CardReading) -> bool:
    """Whether a card is read in a picture where it is in the frame, give or take its own length."""
    quad = on_picture(np.asarray(true.quad, np.float64))
    if quad is None:
        return False
    length_px = max(float(np.linalg.norm(quad[at] - quad[at - 1])) for at in range(4))
    return float(np.linalg.norm(quad.mean(axis=0) - np.asarray(read.quad).mean(axis=0))) < length_px
