"""The path from one picture to its cards: detect, cut, read, decide."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from kibitz_scoring.cards import JOKER, Card
from kibitz_vision.detections import CardReading, Detection, Detections, Face, Image, Quad, Reading, Timings
from kibitz_vision.reading.assignment import assign, copies_in
from kibitz_vision.reading.corners.corner_finder import CornerFinder
from kibitz_vision.reading.corners.corner_reading import IndexReading, Look, resolve
from kibitz_vision.reading.corners.further_views import UPRIGHT_VIEWS, VIEWS, further_views, together
from kibitz_vision.reading.crops import cut_card
from kibitz_vision.reading.deck_kind import possible_columns
from kibitz_vision.reading.detector import Detector, may_be_cut_off, with_border
from kibitz_vision.reading.evidence import with_evidence
from kibitz_vision.reading.joker_proof import has_jokers_index
from kibitz_vision.reading.reader import Reader
from kibitz_vision.reading.taught_head import SURE, TaughtHead

ALTERNATIVES = 4
LEAST_CLAIM = 0.05
"""From this probability on a joker has to be proven."""
SURE_OF_WHOLE, CORNER_MISREAD = 0.98, 0.01
"""How probable a face has to be at the first look at a whole card, as there is time for more, and how likely an index
that can be read is to be read as that of any other, as fonts differ. Where others may cover much of it, its corner
is believed.
"""
LEAST, MARGIN = 0.75, 0.2
"""Below the first a face is left unread, and where the winner is less than the second ahead of the runner-up."""
_LEAST_PARTIAL = 0.6
"""Stands for the first where only a corner is seen."""
_LEAST_FOUND = 0.6
"""An unreadable thing that the detector is less sure of is no card."""


@dataclass(frozen=True, slots=True, eq=False)
class Inspected:
    """A card found, the reader's probabilities (cards, back, none) for it, and whether it is a back."""

    detection: Detection
    probabilities: NDArray[np.float32]
    is_back: bool


class Pipeline:
    """Reads whole pictures; safe to share between threads."""

    def __init__(
        self, detector: Detector, corners: CornerFinder, reader: Reader, least: float = LEAST, margin: float = MARGIN
    ) -> None:
        self._detector = detector
        self._corners = corners
        self._reader = reader
        self._least, self._margin = least, margin
        self._has_index = np.array([card != JOKER for card in reader.cards], bool)

    @property
    def reader(self) -> Reader:
        """What names the crops."""
        return self._reader

    def narrowed(self, cards: Collection[Card]) -> Pipeline:
        """The same pipeline for tables where of all cards only these can lie; a taught deck of others is read whole."""
        if self._reader.is_taught and not set(cards) & set(self._reader.cards):
            return self
        return Pipeline(self._detector, self._corners, self._reader.narrowed(cards), self._least, self._margin)

    def taught(self, head: TaughtHead) -> Pipeline:
        """The same pipeline for tables on which a taught deck is played with."""
        return Pipeline(self._detector, self._corners, self._reader.taught(head), self._least, self._margin)

    def read(self, image: Image, deck: Sequence[Card] | None = None) -> Reading:
        """Every card of a picture (h, w, 3) BGR; with a `deck` (all its cards) none is named more often than it has it.

        `InputError` where the reader does not know a card of the deck; of a taught one those count that were shown.
        """
        if deck is not None and self._reader.is_taught:
            deck = [card for card in deck if card in self._reader.cards]
        copies = copies_in(deck, self._reader.cards) if deck is not None else None
        start = perf_counter()
        found = self.find(image)
        detected = perf_counter()
        rows = self._proven(image, found.cards, self.look(image, [card.quad for card in found.cards]))
        up = np.array([1 - _share_down(card) for card in found.cards], np.float32)
        possible = possible_columns(rows, up, self._reader.cards) if copies is None else np.array([*copies, 1, 1]) > 0
        rows = rows * possible
        rows /= np.maximum(rows.sum(1, keepdims=True), 1e-9)
        looks = [Look(card.quad, row) for card, row in zip(found.cards, rows, strict=True)]
        resolved = resolve(image, found.indices, looks, self._reader, possible)
        kept = [k for k in range(len(looks)) if k not in resolved.replaced]
        decided = list(self._decide([found.cards[k] for k in kept], resolved.rows[kept], resolved.readings, copies))
        whose = self._with_decks(image, decided)
        cards = tuple(with_evidence(image, whose, one_deck=copies is not None, is_taught=self._reader.is_taught))
        done = perf_counter()
        height, width = image.shape[:2]
        timings = Timings((detected - start) * 1e3, (done - detected) * 1e3, (done - start) * 1e3)
        return Reading(width, height, cards, timings, found.hints)

    def _proven(self, image: Image, cards: Sequence[Detection], rows: NDArray[np.float32]) -> NDArray[np.float32]:
        """The rows, without jokers that have no joker's index, but for those of a taught deck."""
        jokers = np.flatnonzero(~self._has_index)
        if self._reader.is_taught or not jokers.size:
            return rows
        for k in np.flatnonzero(rows[:, jokers[0]] > LEAST_CLAIM):
            if not has_jokers_index(image, cards[int(k)].quad):
                rows[k, -1] += rows[k, jokers[0]]
                rows[k, jokers[0]] = 0
        return rows

    def _with_decks(self, image: Image, cards: Sequence[CardReading]) -> Sequence[CardReading]:
        """The cards, of each back of a taught deck that deck."""
        if not self._reader.is_taught:
            return cards
        down = [k for k, card in enumerate(cards) if card.face is Face.DOWN]
        whose = self._reader.which_backs([cut_card(image, cards[k].quad) for k in down])
        told = dict(zip(down, whose, strict=True))
        return tuple(replace(card, back_of=told[k]) if k in told else card for k, card in enumerate(cards))

    def find(self, image: Image) -> Detections:
        """What lies there, the cards with their quads at the true corners."""
        found = self._detector.detect(image)
        if not may_be_cut_off(found, image):
            return replace(found, cards=self._refined(image, found.cards))
        framed, width_px = with_border(image)
        again = self._detector.detect(framed)
        return replace(again, cards=self._refined(framed, again.cards)).moved(-width_px)

    def find_in(self, part: Image, size_px: int) -> tuple[Detection, ...]:
        """Cards of a small part of a picture, found in one pass at an input of that size, outlined roughly."""
        return self._detector.detect_in(part, size_px).cards

    def inspect(self, part: Image, card: Detection, stood: Callable[[Quad], Quad | None]) -> Inspected:
        """A card found, outlined well and looked at, but not yet named.

        `stood` gives the outline a short side of the card first, or None where nobody knows which ones these are.
        """
        (outlined,) = self._refined(part, (card,))
        upright = stood(outlined.quad)
        if upright is None:
            row = self.look_at_whole(part, outlined.quad, upright=False)
        else:
            row = self.look_at_whole(part, upright, upright=True)
        return Inspected(outlined, row, _is_back(outlined, row))

    def _refined(self, image: Image, cards: Sequence[Detection]) -> tuple[Detection, ...]:
        quads = self._corners.refine(image, [card.quad for card in cards])
        return tuple(replace(card, quad=quad) for card, quad in zip(cards, quads, strict=True))

    def look(self, image: Image, quads: Sequence[Quad]) -> NDArray[np.float32]:
        """The reader's probabilities (n, classes) for outlines: one look, and further ones at what it left in doubt."""
        return self._look(image, quads, VIEWS, SURE, 0.0)

    def look_at_whole(self, image: Image, quad: Quad, *, upright: bool) -> NDArray[np.float32]:
        """The same (classes,) for one card with no other on it: faces must be surer, and corners are believed less.

        Where its outline is not known to be `upright`, what it shows may also lie on its side.
        """
        (row,) = self._look(image, [quad], UPRIGHT_VIEWS if upright else VIEWS, SURE_OF_WHOLE, CORNER_MISREAD)
        return np.asarray(row)

    def _look(
        self, image: Image, quads: Sequence[Quad], further: int, sure: float, misread: float
    ) -> NDArray[np.float32]:
        looks = np.exp(self._reader.read([cut_card(image, quad) for quad in quads]))
        doubtful = [k for k in range(len(quads)) if self._is_doubtful(looks[k], sure)]
        views = [cut_card(image, view) for k in doubtful for view in further_views(quads[k])[:further]]
        more = np.exp(self._reader.read(views)).reshape(len(doubtful), further, looks.shape[1])
        for k, rows in zip(doubtful, more, strict=True):
            looks[k] = together(np.vstack([looks[k], rows]), self._has_index, misread)
        return np.asarray(looks, np.float32)

    def _is_doubtful(self, look: NDArray[np.float32], sure: float) -> bool:
        """Makers decorate aces so much that they look like jokers at first sight; corners of backs tell nothing."""
        best = int(look.argmax())
        is_face = best < len(self._reader.cards)
        least = sure if is_face else SURE
        return bool(look[best] < least) or (is_face and self._reader.cards[best] == JOKER)

    def _decide(
        self,
        detections: Sequence[Detection],
        probabilities: NDArray[np.float32],
        indices: Sequence[IndexReading],
        copies: Sequence[int] | None,
    ) -> Iterator[CardReading]:
        """What the detections are, all faces together; those that nothing says to be cards are left out."""
        down = [_is_back(detection, row) for detection, row in zip(detections, probabilities, strict=True)]
        faces = np.flatnonzero(~np.array(down, bool))
        rows = np.vstack([probabilities[faces], *(index.probabilities for index in indices)])
        with np.errstate(divide="ignore"):
            joint = assign(np.log(rows[:, :-2]), copies)
        named = {int(k): number for number, k in enumerate(faces)}
        for k, (detection, row) in enumerate(zip(detections, probabilities, strict=True)):
            if k not in named:
                yield CardReading(detection.quad, Face.DOWN, None, float(row[-2]))
                continue
            number = named[k]
            reading = self._name(detection, joint.columns[number], joint.beliefs[number], float(row[-2]))
            if reading is not None:
                yield reading
        for number, index in enumerate(indices, start=len(faces)):
            yield self._face(index.card, joint.columns[number], joint.beliefs[number], partial=True)

    def _name(
        self, detection: Detection, column: int | None, beliefs: NDArray[np.float64], back: float
    ) -> CardReading | None:
        """What a detection is that is no back at first sight, or None where nothing says that it is a card."""
        if column is not None and self._clear(beliefs, column, self._least):
            return self._face(detection.quad, column, beliefs)
        if detection.confidence < _LEAST_FOUND:
            return None
        if detection.face == Face.DOWN:
            return CardReading(detection.quad, Face.DOWN, None, back)
        return self._face(detection.quad, column, beliefs)

    def _face(
        self, quad: Quad, column: int | None, beliefs: NDArray[np.float64], *, partial: bool = False
    ) -> CardReading:
        """A face by its name where that is clear, and what else it may be."""
        order = np.argsort(-beliefs)
        ranked = tuple((self._reader.cards[k], float(beliefs[k])) for k in order[: ALTERNATIVES + 1])
        least = _LEAST_PARTIAL if partial else self._least
        if column is None or not self._clear(beliefs, column, least):
            return CardReading(quad, Face.UP, None, ranked[0][1], ranked[:ALTERNATIVES], partial)
        card = self._reader.cards[column]
        others = tuple(other for other in ranked if other[0] != card)
        return CardReading(quad, Face.UP, card, float(beliefs[column]), others[:ALTERNATIVES], partial)

    def _clear(self, beliefs: NDArray[np.float64], column: int, least: float) -> bool:
        """Whether the winner is probable enough and clearly ahead of the runner-up."""
        best, runner_up = float(beliefs[column]), float(np.delete(beliefs, column).max())
        return best >= least and best - runner_up >= self._margin


def _share_down(detection: Detection) -> float:
    """How likely the detector takes a card to lie face down."""
    return detection.confidence if detection.face == Face.DOWN else 1 - detection.confidence


def _is_back(detection: Detection, probabilities: NDArray[np.float32]) -> bool:
    """Whether detector and reader together say that a back is seen."""
    back, none, down = float(probabilities[-2]), float(probabilities[-1]), _share_down(detection)
    return back * down > float(probabilities[:-2].sum()) * (1 - down) and back > none
