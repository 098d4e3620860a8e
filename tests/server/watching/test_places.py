from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from kibitz_datasets.films.simulate import NAMES
from kibitz_scoring.cards import Card
from kibitz_scoring.errors import InputError
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import changed_pack, load_pack
from kibitz_scoring.slots import slot_ids
from kibitz_scoring.table import Heap, SlotId
from kibitz_server.evening.live import Live
from kibitz_server.journal.journal import Journal
from kibitz_server.watching.cameras.camera import TableCamera
from kibitz_server.watching.pictures.worker import Worker
from kibitz_server.watching.places import TableFinder, place_shifted, seat_shifted
from kibitz_server.watching.watch import TableWatch
from kibitz_vision.detections import Face, Image, Reading
from kibitz_vision.geometry import project
from kibitz_vision.table.places import TablePlaces, card_rectangle

ANN, BEN = PlayerId("Ann"), PlayerId("Ben")
KABOO = load_pack("kaboo")


@pytest.fixture
def places() -> TablePlaces:
    """Half a pixel for a millimetre, the table's middle in the middle of a picture of 320 x 240."""
    quads = {
        slot: card_rectangle(np.array([70.0 * (number % 2) - 35, 120 + 95.0 * (number // 2)]) * (1 - 2 * seat), 0.0)
        for seat in range(2)
        for number, slot in enumerate(slot_ids(KABOO, seat, 4))
    }
    heaps = {Heap.DRAW: card_rectangle(np.array([-50.0, 0]), 0), Heap.DISCARD: card_rectangle(np.array([50.0, 0]), 0)}
    return TablePlaces((ANN, BEN), (320, 240), np.array([[2.0, 0, -320], [0, 2, -240], [0, 0, 1]]), {**quads, **heaps})


@pytest.fixture
def camera(tmp_path: Path) -> Iterator[TableCamera]:
    cv2.imwrite(str(tmp_path / "table.png"), np.full((240, 320, 3), 90, np.uint8))
    opened = TableCamera()
    opened.open(str(tmp_path / "table.png"))
    yield opened
    opened.close()


def test_a_place_goes_where_it_is_dragged_and_no_other_does(places: TablePlaces) -> None:
    moved = place_shifted(places, "pile", (10.0, -5.0))

    np.testing.assert_allclose(moved.quad_px(Heap.DISCARD) - places.quad_px(Heap.DISCARD), np.full((4, 2), (10, -5)))
    np.testing.assert_array_equal(moved.quads_mm[Heap.DRAW], places.quads_mm[Heap.DRAW])


def test_what_is_dragged_out_of_the_picture_stays_at_its_edge(places: TablePlaces) -> None:
    moved = place_shifted(places, "p1.b2", (5000.0, 5000.0))

    np.testing.assert_allclose(moved.quad_px(SlotId("p1.b2")).mean(axis=0), (319, 239))


def test_a_seat_takes_its_places_along(places: TablePlaces) -> None:
    moved = seat_shifted(places, BEN, (8.0, 2.0))

    for slot in places.slots(BEN):
        np.testing.assert_allclose(moved.quad_px(slot) - places.quad_px(slot), np.full((4, 2), (8, 2)), atol=1e-9)
    for slot in places.slots(ANN):
        np.testing.assert_array_equal(moved.quads_mm[slot], places.quads_mm[slot])


def test_a_place_that_is_none_is_refused(places: TablePlaces) -> None:
    with pytest.raises(InputError, match=r"'p9.a1' is no place of this table"):
        place_shifted(places, "p9.a1", (1.0, 1.0))


def test_saved_places_are_offered_to_as_many_players_with_the_same_grid(
    places: TablePlaces, camera: TableCamera, worker: Worker, tmp_path: Path
) -> None:
    finder = TableFinder(worker, camera, tmp_path)

    async def offers() -> list[object]:
        before = await finder.saved(KABOO, (ANN, BEN))
        await finder.save(places)
        others = (PlayerId("Cleo"), PlayerId("Dan"))
        proposal = await finder.saved(KABOO, others)
        assert proposal is not None
        large = changed_pack(KABOO, {"table.hand_size": 6})
        return [
            before,
            proposal.places.players == others,
            await finder.saved(large, others),
            await finder.saved(KABOO, (*others, ANN)),
        ]

    assert asyncio.run(offers()) == [None, True, None, None]


def test_without_cards_it_is_said_what_is_missing(camera: TableCamera, worker: Worker, tmp_path: Path) -> None:
    finder = TableFinder(worker, camera, tmp_path)

    with pytest.raises(InputError, match="No card was found on the table; expected 4 for each of Ann, Ben"):
        asyncio.run(finder.find(KABOO, (ANN, BEN)))


class Blind(Worker):
    """Reads all cards but the back that lies farthest to the left, in every other picture another one, too."""

    reads = 0

    async def read(self, image: Image, deck: Sequence[Card] | None = None) -> Reading:
        reading = await super().read(image, deck)
        backs = sorted(
            (card for card in reading.cards if card.face is Face.DOWN), key=lambda card: card.quad[:, 0].min()
        )
        self.reads += 1
        missed = backs[: 1 + self.reads % 2]
        return replace(reading, cards=tuple(card for card in reading.cards if not any(card is one for one in missed)))


def test_a_back_that_is_not_outlined_is_found_by_how_the_others_look(
    camera: TableCamera, deal_table: Callable[..., Any], tmp_path: Path
) -> None:
    dealt = deal_table(3, 10.0)
    cv2.imwrite(str(tmp_path / "deal.png"), dealt.picture)
    camera.open(str(tmp_path / "deal.png"))
    worker = Blind()

    proposal = asyncio.run(TableFinder(worker, camera, tmp_path).find(KABOO, NAMES[:3]))

    worker.close()
    assert proposal.sentence == "Every card of the deal was found."
    slots = [slot for player in NAMES[:3] for slot in proposal.places.grid(player)]
    middles = project(np.array([dealt.plan.spot(slot) for slot in slots]), dealt.camera[:, [0, 1, 3]])
    found = np.array([proposal.places.quad_px(slot).mean(axis=0) for slot in slots])
    assert np.linalg.norm(found - middles, axis=1).max() < 12


def test_what_is_confirmed_holds_for_this_camera_only(
    places: TablePlaces, camera: TableCamera, worker: Worker, tmp_path: Path
) -> None:
    live = Live(Journal(tmp_path / "data"))
    watch = TableWatch(live, worker, camera, TableFinder(worker, camera, tmp_path))

    watch.confirm(places)
    here = watch.confirmed
    camera.open(str(tmp_path))

    assert here is places
    assert watch.confirmed is None
    watch.close()
    live.close()
