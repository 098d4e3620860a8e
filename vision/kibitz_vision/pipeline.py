"""The path from one picture to its cards: detect, cut, read, decide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

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

    `sure`: a first look at least this probable is enough. `least`: below it a face is left unread.
    `least_found`: an unreadable thing that the detector is less sure of is no card.
    """

    sure: float = 0.97
    least: float = 0.5
    least_found: float = 0.6


class Pipeline:
    """Reads whole pictures; safe to share between threads."""

    def __init__(
        self, detector: Detector, corners: CornerFinder, reader: Reader, settings: PipelineSettings | None = None
    ) -> None:
        self._detector = detector
        self._corners = corners
        self._reader = reader
        self._settings = settings or PipelineSettings()

    def read(self, image: Image) -> Reading:
        """Every card of a picture (h, w, 3) BGR."""
        start = perf_counter()
        detections = self._find(image)
        detected = perf_counter()
        probabilities = self._look(image, [d.quad for d in detections])
        cards = [self._decide(d, row) for d, row in zip(detections, probabilities, strict=True)]
        done = perf_counter()
        height, width = image.shape[:2]
        timings = Timings((detected - start) * 1e3, (done - detected) * 1e3, (done - start) * 1e3)
        return Reading(width, height, tuple(card for card in cards if card is not None), timings)

    def _find(self, image: Image) -> list[Detection]:
        """Detections with their quads at the true corners."""
        found = self._detector.detect(image)
        quads = self._corners.refine(image, [detection.quad for detection in found])
        return [replace(detection, quad=quad) for detection, quad in zip(found, quads, strict=True)]

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

    def _decide(self, detection: Detection, probabilities: NDArray[np.float32]) -> CardReading | None:
        """What a detection is, or None where nothing says that it is a card."""
        settings = self._settings
        faces = probabilities[:-2]
        back, none = float(probabilities[-2]), float(probabilities[-1])
        share_down = detection.confidence if detection.face == Face.DOWN else 1 - detection.confidence
        if back * share_down > float(faces.sum()) * (1 - share_down) and back > none:
            return CardReading(detection.quad, Face.DOWN, None, back)
        order = np.argsort(-faces)
        best = float(faces[order[0]])
        ranked = tuple((self._reader.cards[k], float(faces[k])) for k in order[: ALTERNATIVES + 1])
        if best >= settings.least:
            return CardReading(detection.quad, Face.UP, ranked[0][0], best, ranked[1:])
        if detection.confidence < settings.least_found:
            return None
        if detection.face == Face.DOWN:
            return CardReading(detection.quad, Face.DOWN, None, back)
        return CardReading(detection.quad, Face.UP, None, best, ranked[:ALTERNATIVES])


def _further_views(quad: Quad) -> tuple[Quad, ...]:
    """The card from its other end, a little larger (errors of the outline then differ), and from both sides."""
    centre = quad.mean(0)
    larger = np.asarray((quad - centre) * 1.06 + centre, np.float32)
    return np.roll(quad, 2, 0), larger, np.roll(quad, 1, 0), np.roll(quad, 3, 0)
