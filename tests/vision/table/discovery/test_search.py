"""The search for the places of a table, from readings of a deal as it comes to lie there."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from kibitz_datasets.films.simulate import NAMES
from kibitz_datasets.films.stage.seats import camera_over, plan_table
from kibitz_datasets.scenes.optics.table_camera import card_corners, project_space
from kibitz_scoring.cards import JOKER, Card, parse_card
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.slots import slot_id
from kibitz_scoring.table import Heap, Place
from kibitz_vision.detections import CardReading, Face, Image
from kibitz_vision.reading.detector import in_order
from kibitz_vision.table.discovery.search import TableSearch
from kibitz_vision.table.places import TablePlaces

PACK = load_pack("kaboo")
PLAYERS = NAMES[:3]
SIZE = (1280, 720)
PLAN = plan_table(PACK, len(PLAYERS))
SLOTS: tuple[Place, ...] = tuple(slot_id(PACK, seat, index) for seat in range(3) for index in range(4))
HEAPS: tuple[Place, ...] = (Heap.DRAW, Heap.DISCARD)


def readings(places: tuple[Place, ...]) -> tuple[CardReading, ...]:
    """What is read of cards that lie at some places."""
    camera = camera_over(PLAN, SIZE[::-1], 20.0, 1.0)
    found = []
    for place in places:
        corners = np.column_stack([card_corners(PLAN.spot(place), PLAN.turn(place), 63 / 88), np.zeros(4)])
        quad = in_order(project_space(camera, corners).astype(np.float32))
        found.append(CardReading(quad, Face.UP if place is Heap.DISCARD else Face.DOWN, None, 0.9))
    return tuple(found)


def search() -> TableSearch:
    return TableSearch(PACK, PLAYERS, SIZE)


def look(searching: TableSearch, cards: tuple[CardReading, ...], from_s: float, until_s: float) -> TablePlaces | None:
    """The places, if they are found while every half a second the same is read."""
    for at_ms in np.arange(from_s, until_s, 0.5) * 1000:
        if found := searching.add(cards, float(at_ms)):
            return found
    return None


def test_a_complete_deal_is_found_with_the_second_picture_and_a_card_in_a_hand_is_none_of_it() -> None:
    cards = readings((*SLOTS, *HEAPS))
    held = replace(cards[0], quad=cards[0].quad + np.float32([20.0, 50.0]))
    searching = search()
    assert searching.add((held, *cards[1:]), 0.0) is None
    assert look(searching, cards[1:], 0.5, 3) is None
    found = look(searching, cards, 3, 5)
    assert found is not None
    assert np.allclose(found.quad_px(SLOTS[0]).mean(0), cards[0].quad.mean(0), atol=3)


def test_where_a_card_in_a_hand_seemed_to_lie_is_forgotten_with_others_that_show_the_table() -> None:
    cards = readings((*SLOTS, *HEAPS))
    held = replace(cards[0], quad=cards[0].quad + np.float32([10.0, 30.0]))
    searching = search()
    searching.add((held, *cards[1:]), 0.0)
    for at_ms, shown in ((500.0, ()), (1000.0, cards[1:]), (1500.0, cards[1:])):
        searching.add(shown, at_ms)
    assert searching.best is not None
    assert np.allclose(searching.best.places.quad_px(SLOTS[0]).mean(0), cards[0].quad.mean(0), atol=6)


@pytest.mark.parametrize("misread", [JOKER, None])
def test_backs_that_look_like_jokers_or_unread_faces_are_backs_where_more_are_seen_than_a_deal_has(
    misread: Card | None,
) -> None:
    as_faces = [
        replace(card, face=Face.UP, card=misread) if card.face is Face.DOWN else replace(card, card=parse_card("7H"))
        for card in readings((*SLOTS, *HEAPS))
    ]
    found = look(search(), tuple(as_faces), 0, 1)
    assert found is not None
    assert set(SLOTS) <= set(found.quads_mm)


def test_of_backs_that_look_like_jokers_and_like_unread_faces_none_is_taken_for_the_discard_pile() -> None:
    cards = readings((*SLOTS, *HEAPS))
    misread = [replace(card, face=Face.UP, card=JOKER if number % 3 else None) for number, card in enumerate(cards)]
    draw, discard = (len(SLOTS) + HEAPS.index(heap) for heap in (Heap.DRAW, Heap.DISCARD))
    misread[draw], misread[discard] = replace(misread[draw], card=None), replace(misread[discard], card=JOKER)
    assert look(search(), tuple(misread), 0, 1) is None
    misread[discard] = replace(misread[discard], card=parse_card("7H"))
    found = look(search(), tuple(misread), 0, 1)
    assert found is not None
    assert np.allclose(found.quad_px(Heap.DISCARD).mean(0), cards[discard].quad.mean(0), atol=3)


def test_cards_that_hands_hide_in_turn_are_found_together() -> None:
    searching = search()
    for at_s in range(5):
        assert look(searching, readings((*SLOTS[4:], *HEAPS)), at_s, at_s + 0.9) is None
    assert look(searching, readings((*SLOTS[:8], *HEAPS)), 5, 7) is not None


def test_a_table_of_which_a_card_is_never_seen_is_taken_as_it_is_once_no_more_of_it_shows() -> None:
    for cards, least_s in ((readings((*SLOTS[1:], *HEAPS)), 2.5), (readings((*SLOTS[1:], Heap.DRAW)), 6.0)):
        assert look(search(), cards, 0, least_s) is None
        found = look(search(), cards, 0, 10)
        assert found is not None
        assert set(SLOTS) <= set(found.quads_mm)


def test_a_table_whose_cards_went_away_meanwhile_is_taken_no_more() -> None:
    searching = search()
    assert look(searching, readings((*SLOTS[1:], Heap.DRAW)), 0, 5) is None
    assert searching.best is not None
    assert look(searching, readings((Heap.DRAW,)), 5, 20) is None
    assert searching.best is None
    assert searching.missing


def test_a_deal_that_goes_on_is_waited_for() -> None:
    searching = search()
    for second, number in enumerate(range(8, 13)):
        laid = tuple(slot_id(PACK, seat, index) for index in range(4) for seat in range(3))[:number]
        found = look(searching, readings((*laid, Heap.DRAW)), 4 * second, 4 * second + 4)
        assert found is None, number
    found = look(searching, readings((*SLOTS, *HEAPS)), 20, 22)
    assert found is not None


def test_where_a_card_should_lie_of_which_only_a_corner_shows_is_no_place() -> None:
    searching = search()
    cards = tuple(replace(card, partial=True) for card in readings((*SLOTS, *HEAPS)))
    assert look(searching, cards, 0, 20) is None
    assert searching.best is None


@pytest.mark.parametrize("missing", [Heap.DRAW, "p2.a1"])
def test_the_best_so_far_is_kept_for_the_end(missing: str) -> None:
    searching = search()
    look(searching, readings(tuple(place for place in (*SLOTS, *HEAPS) if place != missing)), 0, 2)
    assert (searching.best is None) == (missing is Heap.DRAW)


def test_a_table_is_rough_only_as_long_as_outlines_unlike_cards_show_most_of_it() -> None:
    searching = search()
    cards = readings((*SLOTS, *HEAPS))
    half = np.array([[0.0, 0.0], [0.0, 0.0], [0.3, 0.3], [0.3, 0.3]], np.float32)
    cut = cards[0].quad + half * (cards[0].quad[::-1] - cards[0].quad)
    look(searching, (replace(cards[0], quad=cut), *cards[1:]), 0, 2)
    assert searching.best is not None
    assert searching.is_rough
    assert look(searching, cards, 2, 4) is not None
    assert not searching.is_rough


def picture(cards: tuple[CardReading, ...]) -> Image:
    """A table on which such cards lie, their backs all with one pattern to the edge."""
    image = np.full((SIZE[1], SIZE[0], 3), 60, np.uint8)
    back = np.kron(np.random.default_rng(3).integers(90, 220, (8, 6, 3)), np.ones((11, 11, 1))).astype(np.uint8)
    corners = np.array([[0, 0], [66, 0], [66, 88], [0, 88]], np.float32)
    for card in cards:
        side = back if card.face is Face.DOWN else np.full_like(back, 240)
        onto = cv2.getPerspectiveTransform(corners, card.quad)
        cv2.warpPerspective(side, onto, SIZE, image, borderMode=cv2.BORDER_TRANSPARENT)
    return image


def as_one(cards: tuple[CardReading, ...]) -> CardReading:
    """Cards that were taken for a single one."""
    around = cv2.minAreaRect(np.concatenate([card.quad for card in cards]))
    return replace(cards[0], quad=in_order(np.asarray(cv2.boxPoints(around), np.float32)))


def test_backs_taken_for_one_are_told_apart_by_how_the_draw_pile_looks() -> None:
    cards = readings((*SLOTS, *HEAPS))
    seen = (as_one(cards[:2]), *cards[2:])
    without = search()
    without.add(seen, 0.0)
    assert without.is_rough
    searching = search()
    for at_ms in (0.0, 500.0):
        searching.add(seen, at_ms, picture(cards))
    assert searching.best is not None
    assert not searching.is_rough
    found = searching.best.places
    for place, card in zip(SLOTS, cards, strict=False):
        assert np.hypot(*(found.quad_px(place).mean(0) - card.quad.mean(0))) < 8, place


def test_backs_that_look_like_others_are_of_the_table_though_only_one_picture_shows_them() -> None:
    cards = readings((*SLOTS, *HEAPS))
    seen, others = (as_one(cards[:2]), as_one(cards[2:4]), *cards[4:]), cards[4:]
    searching = search()
    for number, shown in enumerate((others, others, others, cards, others)):
        searching.add(seen, 500.0 * number, picture(shown))
    assert not searching.is_rough
    assert searching.best is not None
    found = searching.best.places
    for place, card in zip(SLOTS, cards, strict=False):
        assert np.hypot(*(found.quad_px(place).mean(0) - card.quad.mean(0))) < 8, place


def test_backs_of_a_grid_of_which_none_was_found_are_known_by_how_others_look() -> None:
    cards = readings((*SLOTS, *HEAPS))
    searching = search()
    for at_ms in (0.0, 500.0, 1000.0):
        searching.add(cards[4:], at_ms, picture(cards))
    assert searching.best is not None
    assert not searching.best.doubts


def test_backs_are_looked_for_by_their_looks_though_more_are_outlined_in_each_picture() -> None:
    cards = readings((*SLOTS, *HEAPS))
    searching = search()
    for number in range(4):
        searching.add(cards[5 - number :], 500.0 * number, picture(cards))
    assert searching.best is not None
    assert not searching.best.doubts


def test_backs_are_looked_for_by_their_looks_though_a_single_picture_seemed_to_show_the_whole_deal() -> None:
    cards = readings((*SLOTS, *HEAPS))
    searching = search()
    for at_ms, outlined, shown in (
        (0.0, 0, 0),
        (500.0, 4, 0),
        (1000.0, 4, 0),
        (1500.0, 1, 0),
        (2000.0, 1, 4),
        (2500.0, 1, 4),
    ):
        searching.add(cards[outlined:], at_ms, picture(cards[shown:]))
    assert searching.best is not None
    assert not searching.best.doubts


def painted(cards: tuple[CardReading, ...], zones: tuple[CardReading, ...]) -> Image:
    """A picture of red backs and of zones of another colour."""
    image = np.full((*SIZE[::-1], 3), (60, 90, 60), np.uint8)
    for shown, colour in ((zones, (150, 160, 90)), (cards, (40, 30, 150))):
        for card in shown:
            cv2.fillConvexPoly(image, np.round(card.quad).astype(np.int32), colour)
    return image


def test_on_a_mat_the_places_are_found_once_cards_lie_in_its_zones_which_look_otherwise_than_the_draw_pile() -> None:
    searching, zones, draw = search(), readings((*SLOTS, Heap.DISCARD)), readings((Heap.DRAW,))
    zones = tuple(replace(zone, face=Face.DOWN) for zone in zones)
    empty = painted(draw, zones)
    for at_ms in range(0, 10_000, 500):
        assert searching.add((*zones, *draw), float(at_ms), empty) is None
    assert "looks otherwise than the draw pile" in searching.missing
    dealt = readings((*SLOTS, *HEAPS))
    shown = painted(dealt, zones)
    found = [searching.add(dealt, float(at_ms), shown) for at_ms in range(10_000, 20_000, 500)]
    assert any(found)


def test_zones_elsewhere_on_a_mat_are_none_of_the_deal_however_many_there_are() -> None:
    cards = readings((*SLOTS, *HEAPS))
    quad = cards[0].quad - cards[0].quad.mean(0)
    middles = [(x, y) for x in (60, 1220) for y in (60, 200, 340, 480, 620)]
    zones = tuple(CardReading(quad + np.float32(middle), Face.DOWN, None, 0.9) for middle in middles)
    image, searching = painted(cards, zones), search()
    found = [searching.add((*cards, *zones), float(at_ms), image) for at_ms in (0, 500, 1000)]
    assert any(found)
    alone = search()
    assert not any(alone.add((*cards, *zones), float(at_ms)) for at_ms in (0, 500, 1000))
