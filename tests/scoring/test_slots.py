"""Names of places, and the numbers behind them."""

from __future__ import annotations

import pytest

from kibitz_scoring.errors import InputError
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.slots import columns, locate, nearest, row_of, seat_of, slot_id, slot_ids
from kibitz_scoring.table import SlotId

KABOO = load_pack("kaboo")


def test_places_are_named_row_by_row_and_then_beside_the_grid() -> None:
    assert slot_ids(KABOO, 1, 6) == ("p2.a1", "p2.a2", "p2.b1", "p2.b2", "p2.x1", "p2.x2")
    assert [slot_id(KABOO, 1, index) for index in range(6)] == list(slot_ids(KABOO, 1, 6))
    assert [locate(KABOO, slot) for slot in slot_ids(KABOO, 1, 6)] == [(1, index) for index in range(6)]


def test_a_place_tells_its_seat_and_its_row_whatever_the_grid() -> None:
    assert [(seat_of(slot), row_of(slot)) for slot in slot_ids(KABOO, 11, 5)] == [(11, row) for row in "aabbx"]


@pytest.mark.parametrize(("size", "rows", "expected"), [(4, 2, 2), (6, 2, 3), (5, 2, 3), (4, 1, 4), (3, 4, 1)])
def test_a_grid_has_so_many_columns(size: int, rows: int, expected: int) -> None:
    assert columns(load_pack("kaboo", {"table.hand_size": size, "table.rows": rows})) == expected


def test_the_nearest_row_is_the_last_and_more_where_more_is_looked_at() -> None:
    assert list(nearest(load_pack("scambodia"))) == [2, 3]
    assert list(nearest(load_pack("scambodia", {"peek.count": 3}))) == [1, 2, 3]


@pytest.mark.parametrize("place", ["p1", "p0.a1", "p1.a3", "p1.c1", "p1.x0", "1.a1", "p1.a1 "])
def test_what_is_no_place_is_said(place: str) -> None:
    with pytest.raises(InputError, match=r"is not a place"):
        locate(KABOO, SlotId(place))
