"""The path from one picture to its cards: detect, cut, read, decide."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from kibitz_scoring.cards import Card
from kibitz_vision.assignment import assign, copies_in
from kibitz_vision.corner_finder import CornerFinder
from kibitz_vision.crops import cut_card
from kibitz_vision.detections import CardReading, Detection, Face, Image, Quad, Reading, Timings
from kibitz_vision.detector import Detector
from kibitz_vision.reader import Reader

ALTERNATIVES = 4
VIEWS = 4
"""Further views of a doubtful card."""


@dataclass(frozen=True, slots=True)
class PipelineSettings:
    """When to look twice and when to abstain.

    `sure`: a first look at least this probable is enough. `least`: below it a face is left unread, and so it is where
    the winner is less than `margin` ahead of the runner-up.
    `least_found`: an unreadable thing that the detector is less sure of is no card.
    """

    sure: float = 0.97
    least: float = 0.7
    margin: float = 0.2
    least_found: float = 0.6


@dataclass(frozen=True, slots=True, eq=False)
class Inspected:
    """A card found, the reader's probabilities (cards, back, none) for it, and whether it is a back."""

    detection: Detection
    probabilities: NDArray[np.float32]
    is_back: bool


class Pipeline:
    """Reads whole pictures; safe to share between threads."""

    def __init__(
        self, detector: Detector, corners: CornerFinder, reader: Reader, settings: PipelineSettings | None = None
    ) -> None:
        self._detector = detector
        self._corners = corners
        self._reader = reader
        self._settings = settings or PipelineSettings()

    @property
    def reader(self) -> Reader:
        """What names the crops."""
        return self._reader

    def read(self, image: Image, deck: Sequence[Card] | None = None) -> Reading:
        """Every card of a picture (h, w, 3) BGR; with a `deck` (all its cards) none is named more often than it has it.

        `InputError` where the reader does not know a card of the deck.
        """
        copies = copies_in(deck, self._reader.cards) if deck is not None else None
        start = perf_counter()
        detections = self.find(image)
        detected = perf_counter()
        cards = tuple(self._decide(detections, self._look(image, [d.quad for d in detections]), copies))
        done = perf_counter()
        height, width = image.shape[:2]
        timings = Timings((detected - start) * 1e3, (done - detected) * 1e3, (done - start) * 1e3)
        return Reading(width, height, cards, timings)

    def find(self, image: Image) -> list[Detection]:
        """Detections with their quads at the true corners."""
        found = self._detector.detect(image)
        quads = self._corners.refine(image, [detection.quad for detection in found])
        return [replace(detection, quad=quad) for detection, quad in zip(found, quads, strict=True)]

    def inspect(self, part: Image, size_px: int) -> list[Inspected]:
        """Cards of a small part of a picture, found in one pass at an input of that size and not yet named."""
        found = self._detector.detect_in(part, size_px)
        quads = self._corners.refine(part, [detection.quad for detection in found])
        rows = self._look(part, quads)
        return [
            Inspected(replace(detection, quad=quad), row, _is_back(detection, row))
            for detection, quad, row in zip(found, quads, rows, strict=True)
        ]

    def _look(self, image: Image, quads: Sequence[Quad]) -> NDArray[np.float32]:
        """Probabilities (n, classes): one look, and further ones at what it left in doubt."""
        first = np.exp(self._reader.read([cut_card(image, quad) for quad in quads]))
        doubtful = [k for k in range(len(quads)) if first[k].max() < self._settings.sure]
        views = [cut_card(image, view) for k in doubtful for view in _further_views(quads[k])]
        more = np.exp(self._reader.read(views)).reshape(len(doubtful), VIEWS, first.shape[1])
        for k, (turned, larger, *sideways) in zip(doubtful, more, strict=True):
            upright = np.mean([first[k], turned, larger], 0)
            lying = np.mean(sideways, 0)
            # Tilt can make a card's long side the shorter one: it then reads better from the side.
            first[k] = lying if lying[:-2].max() > upright[:-1].max() else upright
        return np.asarray(first, np.float32)

    def _decide(
        self, detections: Sequence[Detection], probabilities: NDArray[np.float32], copies: Sequence[int] | None
    ) -> Iterator[CardReading]:
        """What the detections are, all faces together; those that nothing says to be cards are left out."""
        down = [_is_back(detection, row) for detection, row in zip(detections, probabilities, strict=True)]
        faces = np.flatnonzero(~np.array(down, bool))
        with np.errstate(divide="ignore"):
            together = assign(np.log(probabilities[faces, :-2]), copies)
        named = {int(k): number for number, k in enumerate(faces)}
        for k, (detection, row) in enumerate(zip(detections, probabilities, strict=True)):
            if k not in named:
                yield CardReading(detection.quad, Face.DOWN, None, float(row[-2]))
                continue
            number = named[k]
            reading = self._name(detection, together.columns[number], together.beliefs[number], float(row[-2]))
            if reading is not None:
                yield reading

    def _name(
        self, detection: Detection, column: int | None, beliefs: NDArray[np.float64], back: float
    ) -> CardReading | None:
        """What a detection is that is no back at first sight, or None where nothing says that it is a card."""
        order = np.argsort(-beliefs)
        ranked = tuple((self._reader.cards[k], float(beliefs[k])) for k in order[: ALTERNATIVES + 1])
        if column is not None and self._clear(beliefs, column):
            card, belief = self._reader.cards[column], float(beliefs[column])
            others = tuple(other for other in ranked if other[0] != card)
            return CardReading(detection.quad, Face.UP, card, belief, others[:ALTERNATIVES])
        if detection.confidence < self._settings.least_found:
            return None
        if detection.face == Face.DOWN:
            return CardReading(detection.quad, Face.DOWN, None, back)
        return CardReading(detection.quad, Face.UP, None, ranked[0][1], ranked[:ALTERNATIVES])

    def _clear(self, beliefs: NDArray[np.float64], column: int) -> bool:
        """Whether the winner is probable enough and clearly ahead of the runner-up."""
        best, runner_up = float(beliefs[column]), float(np.delete(beliefs, column).max())
        return best >= self._settings.least and best - runner_up >= self._settings.margin


def _is_back(detection: Detection, probabilities: NDArray[np.float32]) -> bool:
    """Whether detector and reader together say that a back is seen."""
    back, none = float(probabilities[-2]), float(probabilities[-1])
    share_down = detection.confidence if detection.face == Face.DOWN else 1 - detection.confidence
    return back * share_down > float(probabilities[:-2].sum()) * (1 - share_down) and back > none


def _further_views(quad: Quad) -> tuple[Quad, ...]:
    """The card from its other end, a little larger (errors of the outline then differ), and from both sides."""
    centre = quad.mean(0)
    larger = np.asarray((quad - centre) * 1.06 + centre, np.float32)
    return np.roll(quad, 2, 0), larger, np.roll(quad, 1, 0), np.roll(quad, 3, 0)
