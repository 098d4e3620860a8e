"""Places of before are used again while the cards of the picture lie there, and for no other table."""

from __future__ import annotations

import numpy as np
import pytest

from kibitz_scoring.cards import FRENCH52
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.slots import slot_ids
from kibitz_scoring.table import Heap, Place
from kibitz_vision.detections import CardReading, Face
from kibitz_vision.geometry import Points
from kibitz_vision.table.discovery.search import TableSearch
from kibitz_vision.table.known_places import lie_there
from kibitz_vision.table.places import TablePlaces, card_rectangle

ANN, BEN = PLAYERS = PlayerId("Ann"), PlayerId("Ben")
PACK = load_pack("kaboo")
SIZE_PX = (1280, 720)


@pytest.fixture
def places() -> TablePlaces:
    """Two grids opposite each other, two pixels for a millimetre."""
    quads: dict[Place, Points] = {
        slot: card_rectangle(np.array([200.0 + 75 * (number % 2), 20 + 95.0 * (number // 2) + 250 * seat]), 0.0)
        for seat in range(2)
        for number, slot in enumerate(slot_ids(PACK, seat, 4))
    }
    quads |= {
        Heap.DRAW: card_rectangle(np.array([400.0, 180]), 0),
        Heap.DISCARD: card_rectangle(np.array([480, 180]), 0),
    }
    return TablePlaces(PLAYERS, SIZE_PX, np.diag([0.5, 0.5, 1.0]), quads)


def cards_at(places: TablePlaces, count: int = 10, by_mm: tuple[float, float] = (0, 0)) -> list[CardReading]:
    """Backs at the first places of a table, each beside them by so much."""
    quads = [quad + np.array(by_mm) for quad in list(places.quads_mm.values())[:count]]
    return [CardReading(places.in_picture(quad), Face.DOWN, None, 0.9, ()) for quad in quads]


def test_cards_at_their_places_say_that_the_table_is_the_same(places: TablePlaces) -> None:
    assert lie_there(places, cards_at(places)) is True
    nudged = cards_at(places, by_mm=(8.0, -5.0))
    assert lie_there(places, nudged) is True


def test_one_card_that_went_elsewhere_does_not_change_that(places: TablePlaces) -> None:
    drawn = CardReading(places.in_picture(card_rectangle(np.array([600.0, 330.0]), 0.4)), Face.UP, FRENCH52[3], 0.9, ())
    assert lie_there(places, [*cards_at(places, 6), drawn]) is True


@pytest.mark.parametrize("by_mm", [(30.0, 0.0), (0.0, 45.0), (-25.0, 20.0)])
def test_a_camera_that_was_pushed_between_the_rounds_is_noticed(
    places: TablePlaces, by_mm: tuple[float, float]
) -> None:
    assert lie_there(places, cards_at(places, by_mm=by_mm)) is False


def test_few_cards_say_nothing(places: TablePlaces) -> None:
    assert lie_there(places, cards_at(places, 3, (30.0, 0.0))) is None


def test_a_search_takes_the_known_places_from_the_first_picture_that_shows_enough(places: TablePlaces) -> None:
    search = TableSearch(PACK, PLAYERS, SIZE_PX, [places])
    assert search.add(cards_at(places, 3), 0.0) is None
    assert search.add(cards_at(places, 7), 500.0) is places


def test_a_search_leaves_known_places_that_do_not_hold_for_good(places: TablePlaces) -> None:
    search = TableSearch(PACK, PLAYERS, SIZE_PX, [places])
    assert search.add(cards_at(places, by_mm=(30.0, 0.0)), 0.0) is None
    assert search.known == []
    assert search.add(cards_at(places), 500.0) is not places
