"""What is seen in one picture: card outlines in pixels and what is printed on them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from kibitz_scoring.cards import Card
from kibitz_vision.geometry import Points

Image = NDArray[np.uint8]
"""Picture as BGR, shape (height, width, 3)."""

Quad = NDArray[np.float32]
"""Card outline, shape (4, 2): corners in pixels, clockwise on the picture, the first side a short one."""


class Face(StrEnum):
    """Which side of a card is up."""

    UP = "up"
    DOWN = "down"


@dataclass(frozen=True, slots=True, eq=False)
class Detection:
    """One card found in a picture, not yet read; `confidence` is the detector's, 0 to 1."""

    quad: Quad
    face: Face
    confidence: float


@dataclass(frozen=True, slots=True)
class Detections:
    """What was found in a picture: cards, and index corners (their long sides along the card's), surest first.

    `hints` (n, 2), in px: the middles of all that may be a card, however doubtful; elsewhere a closer look finds none.
    """

    cards: tuple[Detection, ...]
    indices: tuple[Quad, ...]
    hints: Points = field(default_factory=lambda: np.zeros((0, 2)), compare=False)

    def moved(self, by_px: float) -> Detections:
        """The same, so far to the right and down."""
        cards = tuple(replace(card, quad=card.quad + np.float32(by_px)) for card in self.cards)
        return Detections(cards, tuple(quad + np.float32(by_px) for quad in self.indices), self.hints + by_px)


HAND = "hand"


@dataclass(frozen=True, slots=True)
class Found:
    """Something on a picture, as it is drawn over it: what it is called, its outline (n, 2) in pixels, how sure (0-1).

    A hand is called `HAND`, a place at which something goes on by its name; no face is ever told.
    """

    name: str
    outline: tuple[tuple[float, float], ...]
    confidence: float


@dataclass(frozen=True, slots=True, eq=False)
class CardReading:
    """One card read: `card` is None on a back, and on a face where the reader abstains.

    `back_of` is the taught deck whose back is seen, None of a deck that was not taught.
    Of a `partial` card only an index corner was seen; its `quad` is where the whole card should lie. Where its side is
    not `side_known` it is a card and no more, and `face` only what it is likelier to show.

    `confidence` is the calibrated probability that `card` is right (on a back: that it is a back);
    `alternatives` are the next likely cards with their probabilities, best first; `points` are those of the tokens on
    it, where these were looked for, `beside` of those that touch it and lie on no card.
    """

    quad: Quad
    face: Face
    card: Card | None
    confidence: float
    alternatives: tuple[tuple[Card, float], ...] = ()
    partial: bool = False
    back_of: str | None = None
    points: int = 0
    beside: int = 0
    side_known: bool = True

    @property
    def is_back(self) -> bool:
        """Whether it surely lies face down."""
        return self.face is Face.DOWN and self.side_known


@dataclass(frozen=True, slots=True)
class Timings:
    """Milliseconds spent on one picture, per stage."""

    detect_ms: float
    read_ms: float
    total_ms: float


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """Everything read in one picture of `width_px` x `height_px`; `hints` are those of its `Detections`."""

    width_px: int
    height_px: int
    cards: tuple[CardReading, ...]
    timings: Timings
    hints: Points = field(default_factory=lambda: np.zeros((0, 2)))
