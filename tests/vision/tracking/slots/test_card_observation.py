"""Cards seen at places: whether they lie flat, and what they show."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from kibitz_datasets.films.simulate import NAMES
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.table import Heap
from kibitz_vision.detections import Detection, Image, Quad
from kibitz_vision.geometry import Points, inverse, project
from kibitz_vision.reading.pipeline import Inspected, Pipeline
from kibitz_vision.table.discovery.discovery import discover
from kibitz_vision.table.patches import CARD_AREA, patch_map
from kibitz_vision.table.places import TablePlaces, card_rectangle
from kibitz_vision.tracking.slots.card_observation import CardObservation, Inspector, covered_part

PLACE = card_rectangle(np.array([10.0, 20.0]), 0.4)


def observation(
    quad_mm: Points = PLACE, *, is_flat: bool = True, is_back: bool = False, card: int = 0
) -> CardObservation:
    odds = np.full(3, 0.02, np.float32)
    odds[card] = 0.96
    return CardObservation(quad_mm, is_flat, is_back, odds)


def shortened(part: float) -> Points:
    """The place's far part, as of a card over whose near part a hand lies."""
    quad = PLACE.copy()
    quad[2:] = quad[[1, 0]] + (PLACE[2:] - PLACE[[1, 0]]) * part
    return quad


def test_a_back_differs_from_a_face_and_a_face_from_another() -> None:
    assert observation(is_back=True).differs(observation())
    assert observation(card=0).differs(observation(card=1))
    assert not observation(card=1).differs(observation(card=1))
    assert not observation(is_back=True, card=0).differs(observation(is_back=True, card=1))


@pytest.mark.parametrize(
    ("odds", "is_named", "is_back"),
    [
        ((0.6, 0.1, 0.2, 0.1), True, False),
        ((0.4, 0.1, 0.2, 0.3), False, False),
        ((0.06, 0.04, 0.6, 0.3), False, True),
    ],
)
def test_a_face_is_named_only_if_likelier_than_not_and_decided_to_be_a_back_if_that_is_likelier_than_all_faces(
    odds: tuple[float, ...], is_named: bool, is_back: bool
) -> None:
    seen = CardObservation(PLACE, is_flat=True, is_back=False, probabilities=np.array(odds, np.float32))
    assert seen.is_named == is_named
    assert seen.decided().is_back == is_back
    assert not observation(is_back=True).is_named


@pytest.mark.parametrize(("part", "fits"), [(1.0, True), (0.6, True), (0.3, False), (1.3, False)])
def test_a_card_fits_its_place_also_with_a_hand_over_its_near_part(part: float, fits: bool) -> None:
    assert observation(shortened(part), is_flat=False).fits(PLACE) == fits


def test_a_card_half_a_place_away_does_not_fit() -> None:
    assert not observation(shortened(0.6) + 30.0, is_flat=False).fits(PLACE)


def test_a_card_taken_for_one_at_its_place_lies_flat_there() -> None:
    seen = observation(shortened(1.4), is_flat=False, is_back=True).at(PLACE)
    assert seen.fits(PLACE)
    assert seen.is_back
    assert seen.far_edge_off(observation()) == 0


def test_a_card_at_its_place_covers_the_card_area_of_the_patch() -> None:
    table = TablePlaces((), (640, 400), np.eye(3), {Heap.DRAW: PLACE})
    part = covered_part(observation(), patch_map(table), Heap.DRAW)
    assert (part == CARD_AREA).mean() > 0.95


def test_the_shipped_models_see_what_lies_at_each_place(
    pipeline: Pipeline, deal_table: Callable[[int, float], Any]
) -> None:
    picture = deal_table(2, 10.0).picture
    table = discover(pipeline.read(picture).cards, (1280, 720), load_pack("kaboo"), NAMES[:2]).places
    inspector = Inspector(pipeline, table)
    seen = {place: inspector.look(picture, place) for place in table.quads_mm}
    for place, found in seen.items():
        if place in (Heap.ASIDE, Heap.DISCARD) or ".x" in place:
            continue
        assert found is not None, place
        assert (found.is_flat, found.is_back) == (True, True), place
    beside = [place for place in table.quads_mm if not isinstance(place, Heap) and ".x" in place]
    assert beside
    assert all(seen[place] is None for place in beside)
    pile = seen[Heap.DISCARD]
    assert pile is not None
    assert (pile.is_flat, pile.is_back) == (True, False)


def test_of_cards_on_a_heap_the_top_one_is_seen_also_where_the_other_lies_nearer(
    pipeline: Pipeline, deal_table: Callable[[int, float], Any]
) -> None:
    picture = deal_table(2, 10.0).picture.copy()
    table = discover(pipeline.read(picture).cards, (1280, 720), load_pack("kaboo"), NAMES[:2]).places
    inspector = Inspector(pipeline, table)
    below = inspector.look(picture, Heap.DISCARD)
    assert below is not None
    px = project(below.quad_mm, inverse(table.table_from_image))
    (x0, y0), (x1, y1) = np.floor(px.min(axis=0)).astype(int), np.ceil(px.max(axis=0)).astype(int)
    off = (x1 - x0) // 3
    picture[y0:y1, x0 + off : x1 + off] = picture[y0:y1, x0:x1].copy()
    top = inspector.look(picture, Heap.DISCARD)
    assert top is not None
    middles = project(np.array([below.quad_mm.mean(axis=0), top.quad_mm.mean(axis=0)]), inverse(table.table_from_image))
    assert middles[1, 0] - middles[0, 0] > off / 2


class Standing(Pipeline):
    """Notes how each outline stands, and how it would if its right side had been found too far left."""

    stands: list[tuple[Quad | None, Quad | None]]

    def inspect(self, part: Image, card: Detection, stood: Callable[[Quad], Quad | None]) -> Inspected:
        found = super().inspect(part, card, stood)
        quad = np.roll(found.detection.quad, 1, axis=0)
        self.stands.append((stood(quad), stood(np.asarray(narrowed(quad, 0.7), np.float32))))
        return found


def test_a_card_that_lies_flat_is_read_upright_whichever_corner_its_outline_begins_with(
    pipeline: Pipeline, deal_table: Callable[[int, float], Any]
) -> None:
    picture = deal_table(2, 10.0).picture
    table = discover(pipeline.read(picture).cards, (1280, 720), load_pack("kaboo"), NAMES[:2]).places
    standing = copy(pipeline)
    standing.__class__ = Standing
    standing.stands = []
    place = table.grid(NAMES[0])[0]
    assert Inspector(standing, table).look(picture, place) is not None
    ((upright, badly),) = standing.stands
    assert upright is not None
    sides = np.linalg.norm(np.roll(upright, -1, axis=0) - upright, axis=1)
    far = np.roll(table.quad_px(place), -1, axis=0) - table.quad_px(place)
    assert np.dot(upright[1] - upright[0], far[0]) > 0
    assert sides[[0, 2]].max() < sides[[1, 3]].min()
    assert badly is None


class Framed(Pipeline):
    """Outlines the middle of every card, as where a frame is printed on it, and reads there what may be two cards."""

    def inspect(self, part: Image, card: Detection, stood: Callable[[Quad], Quad | None]) -> Inspected:
        found = super().inspect(part, card, stood)
        middle = found.detection.quad.mean(axis=0)
        quad = np.asarray(middle + (found.detection.quad - middle) * 0.6, np.float32)
        odds = np.zeros_like(found.probabilities)
        odds[:2] = 0.5
        return replace(found, detection=replace(found.detection, quad=quad), probabilities=odds)


def test_a_face_of_which_only_a_frame_printed_on_it_was_outlined_is_read_as_a_whole_card(
    pipeline: Pipeline, deal_table: Callable[[int, float], Any]
) -> None:
    picture = deal_table(2, 10.0).picture
    table = discover(pipeline.read(picture).cards, (1280, 720), load_pack("kaboo"), NAMES[:2]).places
    framed = copy(pipeline)
    framed.__class__ = Framed
    whole, seen = (Inspector(one, table).look(picture, Heap.DISCARD) for one in (pipeline, framed))
    assert whole is not None
    assert seen is not None
    assert not seen.is_flat
    assert seen.certainty > 0.9
    assert int(seen.probabilities.argmax()) == int(whole.probabilities.argmax())


def narrowed(quad_mm: Points, share: float) -> Points:
    """A quad of which the right side was outlined too far left."""
    quad = quad_mm.copy()
    quad[[1, 2]] = quad[[0, 3]] + (quad_mm[[1, 2]] - quad_mm[[0, 3]]) * share
    return quad


def test_a_card_outlined_badly_in_the_middle_of_its_place_is_about_there() -> None:
    assert observation(narrowed(PLACE, 0.8), is_flat=False).is_about(PLACE)
    assert not observation(narrowed(PLACE, 0.5), is_flat=False).is_about(PLACE)
    assert not observation(PLACE + 12.0).is_about(PLACE)


@pytest.mark.parametrize("turn_deg", [0.0, 40.0, 50.0, 90.0])
def test_a_card_has_the_size_of_a_place_however_it_lies_there_and_with_part_of_a_hand_it_has_not(
    turn_deg: float,
) -> None:
    cos, sin = np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))
    turned = (PLACE - PLACE.mean(axis=0)) @ np.array([[cos, sin], [-sin, cos]]) + PLACE.mean(axis=0)
    for first in range(4):
        assert observation(np.roll(turned, first, axis=0), is_flat=False).has_size_of(PLACE)
    longer = turned + np.array([[0.0, 0.0]] * 2 + [[0.0, 60.0]] * 2) @ np.array([[cos, sin], [-sin, cos]])
    assert not observation(longer, is_flat=False).has_size_of(PLACE)
    middle = PLACE.mean(axis=0)
    scaled = [observation(middle + (turned - middle) * size, is_flat=False) for size in (1.0, 1.5, 0.6)]
    assert [one.reaches_over(PLACE) for one in scaled] == [True, True, False]


def test_a_card_that_lies_flat_again_is_outlined_as_badly_as_before() -> None:
    before = observation(narrowed(PLACE, 0.8), is_flat=False)
    assert observation(narrowed(PLACE, 0.82) + 3.0, is_flat=False).is_shaped_like(before)
    assert not observation(shortened(0.8), is_flat=False).is_shaped_like(before)
