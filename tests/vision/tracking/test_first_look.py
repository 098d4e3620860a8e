"""What lies on a table before anything happens, with the shipped models."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import cast

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from kibitz_datasets.decks.deck import Deck
from kibitz_datasets.films.camera.shooting import Props, shoot
from kibitz_datasets.films.simulate import NAMES
from kibitz_datasets.films.stage.frame_clock import ClockConfig, frame_clock
from kibitz_datasets.films.stage.seats import camera_over, plan_table
from kibitz_datasets.films.stage.stage import Stage
from kibitz_scoring.cards import FRENCH52, JOKER, Card
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.slots import slot_id
from kibitz_scoring.table import Heap, Place
from kibitz_vision.detections import Detection, Image, Quad, Reading
from kibitz_vision.geometry import inverse
from kibitz_vision.reading.pipeline import Inspected, Pipeline
from kibitz_vision.table.patches import CARD_AREA, HEIGHT_PX, WIDTH_PX, Atlas, PatchMap, patch_map
from kibitz_vision.table.places import TablePlaces, card_rectangle
from kibitz_vision.tracking.first_look import first_look
from kibitz_vision.tracking.slots.card_observation import CardObservation, Inspector

PACK, SIZE = load_pack("kaboo"), (720, 1280)
PLAN, FAR_PX = plan_table(PACK, 2), 90.0
CAMERA = camera_over(PLAN, SIZE, 8.0, 1.0)
SLOTS: list[Place] = [slot_id(PACK, seat, index) for seat in range(2) for index in range(4)]
QUADS = {place: card_rectangle(PLAN.spot(place), PLAN.turn(place)) for place in (*SLOTS, *Heap)}
TABLE = TablePlaces(NAMES[:2], SIZE[::-1], inverse(CAMERA[:, [0, 1, 3]]), QUADS)


class Nearsighted(Inspector):
    """Finds nothing in any part of a picture."""

    def look(self, image: Image, place: Place) -> CardObservation | None:  # noqa: ARG002 - whatever it is shown
        return None


@dataclass(frozen=True, slots=True, eq=False)
class Noting(Inspector):
    """Notes where it is to look."""

    looked: set[Place] = field(default_factory=set)

    def look(self, image: Image, place: Place) -> CardObservation | None:
        self.looked.add(place)
        return Inspector.look(self, image, place)


def picture(deck: Deck) -> Image:
    """A table with backs at all slots but the last, a draw pile, and a face on the discard pile."""
    rng = np.random.default_rng(3)
    stage = Stage(PLAN, NAMES[:2], frame_clock(rng, ClockConfig(), 1000.0), rng)
    for slot in SLOTS[:-1]:
        stage.lay_out(slot, FRENCH52[SLOTS.index(slot) + 20])
    stage.lay_out(Heap.DRAW)
    stage.lay_out(Heap.DISCARD, FRENCH52[0], up=True)
    for hands in stage.hands:
        for hand in hands:
            stage.retreat(hand)
    return shoot(rng, stage, Props(deck), CAMERA, SIZE).frame(0.0, np.eye(3))


@pytest.mark.parametrize(("inspector", "face"), [(Inspector, True), (Nearsighted, False)])
def test_backs_are_seen_also_where_only_the_whole_picture_shows_them(
    pipeline: Pipeline, unseen_deck: Deck, inspector: type[Inspector], face: bool
) -> None:
    patches = patch_map(TABLE)
    atlas = np.zeros((len(patches.places), HEIGHT_PX, WIDTH_PX, 3), np.uint8)
    _, tracks = first_look(inspector(pipeline, TABLE), patches, atlas, picture(unseen_deck))
    lying = {track.place: track.lying for track in tracks}
    for place in (*SLOTS[:-1], Heap.DRAW):
        observation = lying[place]
        assert observation is not None
        assert observation.is_back
    assert lying[SLOTS[-1]] is None
    assert (lying[Heap.DISCARD] is not None) == face
    assert [track.number for track in tracks] == list(range(len(tracks)))


class OneMissed(Pipeline):
    """Finds no card near one slot in a whole picture."""

    missed: Place

    def read(self, image: Image, deck: Sequence[Card] | None = None) -> Reading:
        reading = super().read(image, deck)
        middle = TABLE.in_picture(QUADS[self.missed]).mean(axis=0)
        cards = [card for card in reading.cards if np.linalg.norm(card.quad.mean(axis=0) - middle) > FAR_PX]
        hints = reading.hints[np.linalg.norm(reading.hints - middle, axis=1) > FAR_PX]
        return replace(reading, cards=tuple(cards), hints=hints)


def one_missed(pipeline: Pipeline, deck: Deck, missed: Place) -> tuple[Pipeline, PatchMap, Atlas, Image]:
    """A pipeline that finds no card near a slot, with the table's patches, their atlas, and the picture."""
    patches, image, missing = patch_map(TABLE), picture(deck), cast(OneMissed, copy(pipeline))
    missing.__class__, missing.missed = OneMissed, missed
    half = cv2.resize(image, (image.shape[1] // 2, image.shape[0] // 2), interpolation=cv2.INTER_AREA)
    return missing, patches, patches.cut(np.asarray(half, np.uint8)), image


@pytest.mark.parametrize(("missed", "elsewhere"), [(SLOTS[0], SLOTS[4:7]), (SLOTS[4], SLOTS[:4])])
def test_a_back_that_is_not_found_is_known_by_how_those_next_to_it_look(
    pipeline: Pipeline, unseen_deck: Deck, missed: Place, elsewhere: list[Place]
) -> None:
    missing, patches, atlas, image = one_missed(pipeline, unseen_deck, missed)
    for place in elsewhere:  # there they look otherwise
        patch = atlas[patches.places.index(place)]
        patch[:] = np.random.default_rng(1).integers(0, 256, patch.shape)
    _, tracks = first_look(Inspector(missing, TABLE), patches, atlas, image)
    lying = {track.place: track.lying for track in tracks}
    observation = lying[missed]
    assert observation is not None
    assert observation.is_back
    assert lying[SLOTS[-1]] is None


@pytest.mark.parametrize(("plain", "is_known"), [((*SLOTS[:4], Heap.DRAW), True), ((*SLOTS[:3], Heap.DRAW), False)])
def test_a_plain_back_that_is_not_found_is_known_by_the_colours_of_two_next_to_it(
    pipeline: Pipeline, unseen_deck: Deck, plain: tuple[Place, ...], *, is_known: bool
) -> None:
    missing, patches, atlas, image = one_missed(pipeline, unseen_deck, SLOTS[0])
    for place in plain:
        atlas[patches.places.index(place)][CARD_AREA] = (20, 90, 220)
    _, tracks = first_look(Inspector(missing, TABLE), patches, atlas, image)
    lying = {track.place: track.lying for track in tracks}
    assert (lying[SLOTS[0]] is not None) == is_known
    assert lying[SLOTS[-1]] is None


@pytest.mark.parametrize("printed", [SLOTS[2:4], SLOTS[3:4]])
def test_zones_of_a_mat_that_look_like_backs_are_bare_unless_only_one_back_looks_otherwise(
    pipeline: Pipeline, unseen_deck: Deck, printed: list[Place]
) -> None:
    missing, patches, atlas, image = one_missed(pipeline, unseen_deck, SLOTS[0])
    for place in printed:
        atlas[patches.places.index(place)][CARD_AREA] = (20, 90, 220)
    inspector, tracks = first_look(Inspector(missing, TABLE), patches, atlas, image)
    bare = [track.place for track in tracks if track.place in SLOTS[:-1] and track.lying is None]
    assert bare == (printed if len(printed) > 1 else [])
    assert len(inspector.printed) == len(bare)


class Hinting(Pipeline):
    """Finds no card in a whole picture, but hints at those that lie there."""

    def read(self, image: Image, deck: Sequence[Card] | None = None) -> Reading:
        reading = super().read(image, deck)
        middles = np.array([card.quad.mean(axis=0) for card in reading.cards])
        return replace(reading, cards=(), hints=np.concatenate([reading.hints, middles]))


@dataclass(frozen=True, slots=True, eq=False)
class Aside(Inspector):
    """Sees cards a little longer than they are, and so far aside."""

    aside_mm: float = 0.0

    def look(self, image: Image, place: Place) -> CardObservation | None:
        observation = Inspector.look(self, image, place)
        if observation is None:
            return None
        middle = QUADS[place].mean(axis=0)
        longer = middle + (QUADS[place] - middle) * 1.2 + np.array([0.0, self.aside_mm])
        return replace(observation, quad_mm=longer, is_flat=False)


@pytest.mark.parametrize(("aside_mm", "is_found"), [(15.0, True), (30.0, False)])
def test_a_card_that_lies_a_little_beside_its_place_lies_there(
    pipeline: Pipeline, unseen_deck: Deck, aside_mm: float, is_found: bool
) -> None:
    patches, hinting = patch_map(TABLE), copy(pipeline)
    hinting.__class__ = Hinting
    atlas = np.zeros((len(patches.places), HEIGHT_PX, WIDTH_PX, 3), np.uint8)
    _, tracks = first_look(Aside(hinting, TABLE, aside_mm=aside_mm), patches, atlas, picture(unseen_deck))
    lying = {track.place: track.lying for track in tracks}
    assert all((lying[place] is not None) == is_found for place in (*SLOTS[:-1], Heap.DISCARD))


class Unsure(Aside):
    """Reads no face surely."""

    def look(self, image: Image, place: Place) -> CardObservation | None:
        observation = Aside.look(self, image, place)
        return (
            None
            if observation is None
            else replace(observation, probabilities=observation.probabilities * np.float32(0.8))
        )


def test_what_lies_beside_the_middle_of_the_discard_pile_is_a_card_only_if_it_is_read(
    pipeline: Pipeline, unseen_deck: Deck
) -> None:
    patches, hinting = patch_map(TABLE), copy(pipeline)
    hinting.__class__ = Hinting
    atlas = np.zeros((len(patches.places), HEIGHT_PX, WIDTH_PX, 3), np.uint8)
    _, tracks = first_look(Unsure(hinting, TABLE, aside_mm=15.0), patches, atlas, picture(unseen_deck))
    lying = {track.place: track.lying for track in tracks}
    assert lying[SLOTS[0]] is not None
    assert lying[Heap.DISCARD] is None


def test_no_time_is_lost_over_places_where_nothing_hints_at_a_card(pipeline: Pipeline, unseen_deck: Deck) -> None:
    patches, inspector = patch_map(TABLE), Noting(pipeline, TABLE)
    atlas = np.zeros((len(patches.places), HEIGHT_PX, WIDTH_PX, 3), np.uint8)
    _, tracks = first_look(inspector, patches, atlas, picture(unseen_deck))
    assert inspector.looked == {track.place for track in tracks if track.lying is not None}
    assert SLOTS[-1] not in inspector.looked


class Misreading(Pipeline):
    """Takes every back for a face."""

    def inspect(self, part: Image, card: Detection, stood: Callable[[Quad], Quad | None]) -> Inspected:
        found = super().inspect(part, card, stood)
        odds = self.misread(found.probabilities)
        return replace(found, is_back=False, probabilities=odds) if found.is_back else found

    def misread(self, odds: NDArray[np.float32]) -> NDArray[np.float32]:
        """A face that cannot be read, as backs seem to be with a picture on them."""
        return np.full_like(odds, 1 / len(odds))


class ReadingJokers(Misreading):
    """Takes it for a joker."""

    def misread(self, odds: NDArray[np.float32]) -> NDArray[np.float32]:
        """A joker, as some backs look like one."""
        jokers = np.zeros_like(odds)
        jokers[self.reader.cards.index(JOKER)] = 1.0
        return jokers


@pytest.mark.parametrize("misreading", [Misreading, ReadingJokers])
def test_nothing_lies_face_up_before_anybody_and_what_looks_like_a_joker_or_cannot_be_read_is_a_back(
    pipeline: Pipeline, unseen_deck: Deck, misreading: type[Pipeline]
) -> None:
    patches, image = patch_map(TABLE), picture(unseen_deck)
    atlas = np.zeros((len(patches.places), HEIGHT_PX, WIDTH_PX, 3), np.uint8)
    misread = copy(pipeline)
    misread.__class__ = misreading
    inspector, tracks = first_look(Inspector(misread, TABLE), patches, atlas, image)
    lying = {track.place: track.lying for track in tracks}
    for place in (*SLOTS[:-1], Heap.DRAW):
        observation, again = lying[place], inspector.look(image, place)
        assert observation is not None
        assert again is not None
        assert observation.is_back
        assert again.is_back
    face = lying[Heap.DISCARD]
    assert face is not None
    assert not face.is_back
