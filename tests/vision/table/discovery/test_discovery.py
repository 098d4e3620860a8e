"""A table's places from generated outlines of a deal; the laid table is the simulator's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest

from kibitz_datasets.films.simulate import NAMES, playable
from kibitz_datasets.films.stage.seats import TablePlan, camera_over, plan_table
from kibitz_datasets.scenes.optics.table_camera import card_corners, project_space
from kibitz_scoring.errors import InputError
from kibitz_scoring.rules.packs import changed_pack, load_pack
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.slots import slot_id
from kibitz_scoring.table import Heap, Place, SlotId
from kibitz_vision.detections import CardReading, Face
from kibitz_vision.geometry import CARD_HEIGHT_MM, CARD_WIDTH_MM, Points, inverse, project
from kibitz_vision.reading.detector import in_order
from kibitz_vision.reading.pipeline import Pipeline
from kibitz_vision.table.discovery.discovery import discover

from ....plain_words import plain_words

SIZE = (1280, 720)
HEIGHT_WIDTH = (720, 1280)


@dataclass(frozen=True)
class Deal:
    """A deal as a camera over it sees it, with cards not laid straight and outlines not quite exact."""

    pack: RulePack
    players: int
    camera: Points
    middles: dict[Place, Points]
    readings: dict[Place, CardReading]

    def error_mm(self, found_px: Points, there: Points) -> float:
        """How far a place found on the picture is from a spot on the table."""
        spot = project(found_px.mean(axis=0), inverse(self.camera[:, [0, 1, 3]]))
        return float(np.hypot(*(spot - there)))


def deal(
    pack: RulePack,
    players: int,
    *,
    tilt_deg: float = 0.0,
    seed: int = 0,
    starter: bool = True,
    width_mm: float = CARD_WIDTH_MM,
) -> Deal:
    rng = np.random.default_rng(seed)
    plan = plan_table(pack, players)
    camera = camera_over(plan, HEIGHT_WIDTH, tilt_deg, float(rng.normal(0, 2.5)))
    slots = [slot_id(pack, seat, index) for seat in range(players) for index in range(pack.table.hand_size)]
    places: list[Place] = [*slots, Heap.DRAW, *([Heap.DISCARD] if starter else [])]
    middles = {place: plan.spot(place) + rng.normal(0, 2.0, 2) for place in places}
    readings = {
        place: CardReading(
            in_order((_seen(plan, place, middles[place], camera, rng, width_mm)).astype(np.float32)),
            Face.UP if place is Heap.DISCARD else Face.DOWN,
            None,
            0.9,
        )
        for place in rng.permutation(np.array(places, dtype=object))
    }
    return Deal(pack, players, camera, middles, readings)


def _seen(
    plan: TablePlan, place: Place, middle: Points, camera: Points, rng: np.random.Generator, width_mm: float
) -> Points:
    corners = card_corners(middle, plan.turn(place) + rng.normal(0, 0.04), width_mm / CARD_HEIGHT_MM)
    seen: Points = project_space(camera, np.column_stack([corners, np.zeros(4)])) + rng.normal(0, 0.7, (4, 2))
    return seen


TABLES = [(players, tilt_deg) for players in range(2, 9) for tilt_deg in (0.0, 25.0, 38.0, -45.0)]


@pytest.mark.parametrize(("players", "tilt_deg"), TABLES)
def test_every_card_dealt_gives_its_place_and_penalty_cards_find_room(players: int, tilt_deg: float) -> None:
    pack = load_pack("cambio")
    table = deal(pack, players, tilt_deg=tilt_deg, seed=players)

    found = discover(list(table.readings.values()), SIZE, pack, NAMES[:players])

    assert found.doubts == ()
    assert found.confidence > 0.85
    for place, middle in table.middles.items():
        assert table.error_mm(found.places.quad_px(place), middle) < 4.0, place
    plan = plan_table(pack, players)
    for beside in (SlotId(f"p{seat + 1}.x{number}") for seat in range(players) for number in (1, 2)):
        assert table.error_mm(found.places.quad_px(beside), plan.spot(beside)) < 20.0, beside


def test_outlines_of_one_card_are_not_taken_for_two_of_a_grid() -> None:
    pack = load_pack("cambio")
    table = deal(pack, 4)
    beside = table.readings[SlotId("p1.b1")]
    table.readings[SlotId("p1.b2")] = replace(beside, quad=beside.quad + np.float32([15.0, 0.0]))

    with pytest.raises(InputError, match="seem to lie on each other; expected grids of cards side by side"):
        discover(list(table.readings.values()), SIZE, pack, NAMES[:4])


@pytest.mark.parametrize("width_mm", [52.0, 57.0])
@pytest.mark.parametrize(("players", "tilt_deg"), [(3, -45.0), (4, 25.0), (6, 38.0)])
def test_a_deal_of_narrow_cards_is_found_as_surely_as_any(width_mm: float, players: int, tilt_deg: float) -> None:
    pack = load_pack("kaboo")
    table = deal(pack, players, tilt_deg=tilt_deg, seed=players, width_mm=width_mm)

    found = discover(list(table.readings.values()), SIZE, pack, NAMES[:players])

    assert not found.doubts
    assert found.confidence > 0.8
    for place, middle in table.middles.items():
        assert table.error_mm(found.places.quad_px(place), middle) < 8.0, place


@pytest.mark.parametrize("name", ["cambio", "cameo", "dragons_gambit", "kaboo", "scambodia"])
def test_every_game_is_found_also_where_nothing_is_discarded_yet(name: str) -> None:
    pack = load_pack(name)
    table = deal(playable(pack), 2, tilt_deg=15, starter=False, seed=4)

    found = discover(list(table.readings.values()), SIZE, pack, NAMES[:2])

    spot = plan_table(pack, 2).spot(Heap.DISCARD)
    assert table.error_mm(found.places.quad_px(Heap.DISCARD), spot) < 15.0
    assert bool(found.doubts) == pack.piles.starter
    assert not [part for doubt in found.doubts for part in plain_words(doubt)]


def test_a_table_without_a_discard_pile_is_hardly_trusted_where_a_player_has_a_card_face_up() -> None:
    pack = load_pack("kaboo")
    table = deal(pack, 4, starter=False)
    slot = SlotId("p1.a1")
    cards = [replace(table.readings[slot], face=Face.UP), *(table.readings[p] for p in table.readings if p != slot)]

    found, all_down = (discover(seen, SIZE, pack, NAMES[:4]) for seen in (cards, list(table.readings.values())))
    with_pile = discover([*cards, deal(pack, 4).readings[Heap.DISCARD]], SIZE, pack, NAMES[:4])

    assert found.doubts == all_down.doubts
    assert found.confidence < all_down.confidence / 1.9
    assert 0.9 < all_down.confidence < with_pile.confidence


@pytest.mark.parametrize(("hand_size", "rows"), [(6, 2), (5, 2), (3, 1), (9, 3)])
def test_hands_of_other_sizes_lie_in_the_rows_that_the_rules_give_them(hand_size: int, rows: int) -> None:
    pack = changed_pack(load_pack("cambio"), {"table.hand_size": hand_size, "table.rows": rows})
    table = deal(pack, 4, tilt_deg=20)

    found = discover(list(table.readings.values()), SIZE, pack, NAMES[:4])

    for place, middle in table.middles.items():
        assert table.error_mm(found.places.quad_px(place), middle) < 4.0, place


def test_a_card_that_is_not_seen_has_its_place_all_the_same() -> None:
    pack = load_pack("kaboo")
    table = deal(pack, 3)
    slot = SlotId("p2.b1")

    found = discover([table.readings[place] for place in table.readings if place != slot], SIZE, pack, NAMES[:3])

    assert found.doubts == ("2 of 3 players have their four cards; Ben's are missing one.",)
    assert not [*plain_words(found.doubts[0])]
    assert found.confidence < 0.95
    assert table.error_mm(found.places.quad_px(slot), table.middles[slot]) < 15.0


def test_a_hand_taken_for_a_card_is_none() -> None:
    table = deal(load_pack("cambio"), 4)
    arm = CardReading(np.array([[600, 300], [700, 320], [680, 500], [590, 480]], np.float32), Face.DOWN, None, 0.5)

    found = discover([*table.readings.values(), arm], SIZE, table.pack, NAMES[:4])

    assert found.doubts == ()


def test_a_seat_is_turned_as_its_player_sits() -> None:
    table = deal(load_pack("cambio"), 4)

    places = discover(list(table.readings.values()), SIZE, table.pack, NAMES[:4]).places

    turns = [float(np.degrees(places.turn(SlotId(f"p{seat}.a1")))) for seat in (1, 2, 4)]
    assert turns == pytest.approx([0, 90, -90], abs=15)
    assert abs(places.turn(SlotId("p3.a1"))) == pytest.approx(np.pi, abs=0.3)


def test_a_deal_that_is_not_complete_is_told_hand_by_hand() -> None:
    table = deal(load_pack("cambio"), 3)
    missing = {"p3.a1", "p3.a2"}

    with pytest.raises(InputError, match=r"2 of 3 players have their four cards; Cleo's are missing two\."):
        discover(
            [table.readings[place] for place in table.readings if place not in missing], SIZE, table.pack, NAMES[:3]
        )


def test_without_a_draw_pile_and_without_a_card_it_is_said_what_is_missing() -> None:
    table = deal(load_pack("cambio"), 3)
    hands = [reading for place, reading in table.readings.items() if place is not Heap.DRAW]

    with pytest.raises(InputError, match="No draw pile was found"):
        discover(hands, SIZE, table.pack, NAMES[:3])
    with pytest.raises(InputError, match="No card was found on the table; expected 4 for each of Ann, Ben"):
        discover([], SIZE, table.pack, NAMES[:2])


@pytest.mark.parametrize(("players", "tilt_deg"), [(2, 0.0), (4, 30.0), (6, -20.0)])
def test_the_shipped_models_see_enough_of_a_deal_to_find_its_places(
    pipeline: Pipeline, deal_table: Callable[[int, float], Any], players: int, tilt_deg: float
) -> None:
    table = deal_table(players, tilt_deg)

    found = discover(pipeline.read(table.picture).cards, SIZE, load_pack("kaboo"), NAMES[:players])

    assert found.doubts == ()
    table_from_image = inverse(table.camera[:, [0, 1, 3]])
    for place, _ in zip(found.places.quads_mm, range(4 * players), strict=False):
        spot = project(found.places.quad_px(place).mean(axis=0), table_from_image)
        # Cards are laid by hand, some millimetres beside their places.
        assert float(np.hypot(*(spot - table.plan.spot(place)))) < 15.0, place
