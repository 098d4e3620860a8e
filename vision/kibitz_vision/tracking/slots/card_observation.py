"""Card observations: whether a card lies flat at a place, and what it shows, by detector and reader."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz_scoring.cards import JOKER
from kibitz_scoring.table import Heap, Place
from kibitz_vision.detections import Image, Quad
from kibitz_vision.geometry import CARD_HEIGHT_MM, Points
from kibitz_vision.reading.pipeline import Inspected, Pipeline
from kibitz_vision.table.patches import HEIGHT_PX, MARGIN_MM, WIDTH_PX, Atlas, Mask, PatchMap
from kibitz_vision.table.places import TablePlaces

_WIDER = 0.75
"""The part of the picture that is looked at reaches so many card heights from the middle of the place."""
_INPUT_PX = 224
_SURE = 0.5
_LIKELIER, READ, SURELY_READ = 0.5, 0.9, 0.98
"""From these probabilities on a face is likelier than all else, read, and as good as sure."""
_NEAR_MM = 32.0
_NOT_SAME = 0.1
_LEAST_SHOWN = 0.45
_AT_PLACE_MM = 15.0
_ABOUT, _MIDDLE_MM = 0.3, 10.0
_ALIKE = 0.08
_FLAT = 0.12
"""Share by which the sides of a card that lies flat may seem longer or shorter."""
_SQUARE = 0.09
"""The same for its diagonals."""


@dataclass(frozen=True, slots=True, eq=False)
class CardObservation:
    """A card seen at a place: its outline in mm, clockwise from the far left, and the reader's probabilities.

    `is_flat`: it has the shape of a card that lies on the table with nothing over it.
    """

    quad_mm: Points
    is_flat: bool
    is_back: bool
    probabilities: NDArray[np.float32]

    @classmethod
    def straight_back(cls, place_mm: Points) -> CardObservation:
        """A back that the detector does not outline, as if it lay straight at a place."""
        return cls(place_mm, is_flat=True, is_back=True, probabilities=np.ones(1, np.float32))

    @property
    def certainty(self) -> float:
        """How probable what it shows is: the likeliest card, however surely nothing can be read, or a back."""
        shown = self.probabilities if self.is_back else self.probabilities[:-2]
        return float(shown.max())

    @property
    def is_named(self) -> bool:
        """Whether one face is likelier than all else it may be."""
        return not self.is_back and self.certainty > _LIKELIER

    @property
    def is_sure(self) -> bool:
        """Whether a face is as good as surely read."""
        return not self.is_back and self.certainty >= SURELY_READ

    def decided(self) -> CardObservation:
        """What it is taken for when looking again has not helped: a back, if the reader finds none of the faces so."""
        stays = self.is_back or self.probabilities[-2] <= self.probabilities[:-2].sum()
        return self if stays else replace(self, is_back=True)

    def differs(self, other: CardObservation) -> bool:
        """Whether the two show different things: a back and a face, or surely not the same face."""
        if self.is_back or other.is_back:
            return self.is_back != other.is_back
        return float((self.probabilities * other.probabilities).sum()) < _NOT_SAME

    def far_edge_off(self, other: CardObservation) -> float:
        """How far, in mm, the middles of the edges farthest from the player are from each other."""
        return _edges_apart(self.quad_mm, other.quad_mm)

    def near_edge_off(self, other: CardObservation) -> float:
        """The same for the edges nearest to the player."""
        return _edges_apart(np.roll(self.quad_mm, 2, axis=0), np.roll(other.quad_mm, 2, axis=0))

    def at(self, place_mm: Points) -> CardObservation:
        """The same card, outlined as if it lay straight at a place."""
        return replace(self, quad_mm=place_mm, is_flat=True)

    def fits(self, place_mm: Points) -> bool:
        """Whether it lies at a place, maybe with a hand over its near part."""
        far, right, _, _ = np.linalg.norm(np.roll(self.quad_mm, -1, axis=0) - self.quad_mm, axis=1)
        width, height = _size(place_mm)
        across, along = far / width, right / height
        in_part = abs(across - 1) < _FLAT and _LEAST_SHOWN < along < 1 + _FLAT
        return self.is_flat or (in_part and _edges_apart(self.quad_mm, place_mm) < _AT_PLACE_MM)

    def is_about(self, place_mm: Points) -> bool:
        """Whether it lies in the middle of a place and has about a card's size, however it was outlined."""
        apart = float(np.hypot(*(self.quad_mm.mean(axis=0) - place_mm.mean(axis=0))))
        return _are_like(_sides(self.quad_mm), _size(place_mm) * 2, _ABOUT) and apart < _MIDDLE_MM

    def has_size_of(self, place_mm: Points) -> bool:
        """Whether its outline has about the sides of a place, however it is turned; with part of a hand it has not."""
        sides, wanted = _sides(self.quad_mm), _size(place_mm) * 2
        return any(_are_like(np.roll(sides, turn), wanted, _ABOUT) for turn in (0, 1))

    def reaches_over(self, place_mm: Points) -> bool:
        """Whether its outline has at least about the sides of a place, as that of several cards on each other has."""
        sides, least = _sides(self.quad_mm), np.array(_size(place_mm) * 2) * (1 - _ABOUT)
        return any(bool(np.all(np.roll(sides, turn) > least)) for turn in (0, 1))

    def is_shaped_like(self, other: CardObservation) -> bool:
        """Whether two cards are outlined alike, as is one that lies flat again where it lay."""
        return _are_like(_sides(self.quad_mm), _sides(other.quad_mm), _ALIKE)


@dataclass(frozen=True, slots=True, eq=False)
class Inspector:
    """Looks at places of one table.

    Without `jokers` what looks like one is a back, without `unread` a face that cannot be read is; not on the discard
    pile. `printed`: what looks like backs and is printed on the table.
    """

    pipeline: Pipeline
    table: TablePlaces
    jokers: bool = True
    unread: bool = True
    printed: tuple[Atlas, ...] = ()

    def look(self, image: Image, place: Place) -> CardObservation | None:
        """The card nearest to a place in a picture of full size, on a heap the top one; None where no card is."""
        x0, y0, x1, y1 = self._box(place, image)
        part = np.ascontiguousarray(image[y0:y1, x0:x1])
        found = [card for card in self.pipeline.find_in(part, _INPUT_PX) if card.confidence >= _SURE]
        # Its neighbours are partly out of the part, and would take longest to read.
        far_mm = [self._off_mm(card.quad.mean(axis=0) + np.array([x0, y0]), place) for card in found]
        near = [(mm, card) for mm, card in zip(far_mm, found, strict=True) if mm < _NEAR_MM]
        if not near:
            return None
        # Of cards that lie on each other the one that nothing covers is found most surely.
        is_heap = isinstance(place, Heap)
        _, card = min(near, key=lambda one: -one[1].confidence if is_heap else one[0])
        corner = np.array([x0, y0])
        inspected = self.pipeline.inspect(part, card, lambda quad: self._stood(quad, place, corner))
        observation = self._read_whole(image, place, self._sight(inspected, place, corner))
        return replace(
            observation, is_back=observation.is_back or (place is not Heap.DISCARD and self._is_misread(observation))
        )

    def _read_whole(self, image: Image, place: Place, observation: CardObservation) -> CardObservation:
        """A doubtful face, read as a whole card there where that is surer: a frame printed on it may be its outline."""
        if observation.is_flat or observation.is_back or observation.certainty >= READ:
            return observation
        place_mm = self.table.quads_mm[place]
        quad = self.table.in_picture(place_mm - place_mm.mean(axis=0) + observation.quad_mm.mean(axis=0))
        row = self.pipeline.look_at_whole(image, np.asarray(quad, np.float32), upright=True)
        whole = replace(observation, probabilities=row)
        return whole if whole.certainty >= READ else observation

    def _off_mm(self, spot_px: Points, place: Place) -> float:
        """How far a point of the picture is from the middle of a place."""
        point = self.table.on_table(spot_px)
        return float(np.hypot(*(point - self.table.quads_mm[place].mean(axis=0))))

    def region(self, place: Place, shape: tuple[int, ...]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Rows and columns of the pixels that a place and its surroundings take in a picture of quarter size."""
        quad = self.table.quads_mm[place]
        middle = quad.mean(axis=0)
        around = middle + (quad - middle) * (1 + 2 * MARGIN_MM / CARD_HEIGHT_MM)
        px = self.table.in_quarter(around)
        mask = np.zeros(shape, np.uint8)
        cv2.fillConvexPoly(mask, np.round(px).astype(np.int32), 1)
        rows, columns = np.nonzero(mask)
        return rows, columns

    def _box(self, place: Place, image: Image) -> tuple[int, int, int, int]:
        quad = self.table.quads_mm[place]
        middle = quad.mean(axis=0)
        reach = CARD_HEIGHT_MM * _WIDER
        around = middle + np.array([[-reach, -reach], [reach, -reach], [reach, reach], [-reach, reach]])
        px = self.table.in_picture(around)
        height, width = image.shape[:2]
        x0, y0 = np.clip(np.floor(px.min(axis=0)).astype(int), 0, (width - 8, height - 8))
        x1, y1 = np.clip(np.ceil(px.max(axis=0)).astype(int), (x0 + 8, y0 + 8), (width, height))
        return int(x0), int(y0), int(x1), int(y1)

    def _stood(self, quad: Quad, place: Place, corner: Points) -> Quad | None:
        """An outline in a part of the picture with its far side first, where it is that of a card that lies flat."""
        quad_mm, shift = self._from_far_left(quad, place, corner)
        return np.roll(quad, shift, axis=0) if _is_flat(quad_mm, self.table.quads_mm[place]) else None

    def _sight(self, one: Inspected, place: Place, corner: Points) -> CardObservation:
        quad_mm, _ = self._from_far_left(one.detection.quad, place, corner)
        return CardObservation(quad_mm, _is_flat(quad_mm, self.table.quads_mm[place]), one.is_back, one.probabilities)

    def _is_misread(self, observation: CardObservation) -> bool:
        """Whether what seems to be a face is a back, as the other backs of this deck seem to be such."""
        is_unread = not self.unread and observation.certainty < READ
        return is_unread or (not self.jokers and self.reads_joker(observation.probabilities))

    def _from_far_left(self, quad: Quad, place: Place, corner: Points) -> tuple[Points, int]:
        """An outline in mm with its corners in the order of a place's, and by how many they were shifted for that."""
        quad_mm, like_mm = self.table.on_table(np.asarray(quad + corner, np.float64)), self.table.quads_mm[place]
        apart = quad_mm - quad_mm.mean(0), like_mm - like_mm.mean(0)
        shift = int(np.argmin([np.abs(np.roll(apart[0], k, axis=0) - apart[1]).sum() for k in range(4)]))
        return np.roll(quad_mm, shift, axis=0), shift

    def reads_joker(self, probabilities: NDArray[np.float32]) -> bool:
        """Whether a face that shows these probabilities is most likely a joker."""
        cards = self.pipeline.reader.cards
        return cards[int(np.argmax(probabilities[: len(cards)]))] == JOKER


def _edges_apart(one: Points, other: Points) -> float:
    return float(np.hypot(*(one[:2].mean(axis=0) - other[:2].mean(axis=0))))


def _is_flat(quad: Points, place_mm: Points) -> bool:
    sides, wanted = _sides(quad), _size(place_mm)
    diagonals = np.linalg.norm(quad[2:] - quad[:2], axis=1) / np.hypot(*wanted)
    return _are_like(sides, wanted * 2, _FLAT) and bool(np.all(np.abs(diagonals - 1) < _SQUARE))


def _are_like(sides: Points, wanted: Points | tuple[float, ...], share: float) -> bool:
    """Whether sides (4,) are all as long as wanted ones, to within a share of these."""
    return bool(np.all(np.abs(sides / wanted - 1) < share))


def _sides(quad: Points) -> Points:
    sides: Points = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    return sides


def _size(quad: Points) -> tuple[float, float]:
    """Width and height of a card's rectangle."""
    return float(np.hypot(*(quad[1] - quad[0]))), float(np.hypot(*(quad[3] - quad[0])))


def covered_part(observation: CardObservation, patches: PatchMap, place: Place) -> Mask:
    """The pixels of a place's patch that show a card seen."""
    px = patches.pixels(place, observation.quad_mm)
    mask = np.zeros((HEIGHT_PX, WIDTH_PX), np.uint8)
    cv2.fillConvexPoly(mask, np.round(px).astype(np.int32), 1)
    return mask.astype(bool)
