"""A round that is watched goes on after a restart at the places that were known."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from kibitz_scoring.errors import InputError
from kibitz_scoring.slots import slot_ids
from kibitz_scoring.table import Heap
from kibitz_server.desk import Desk, open_desk
from kibitz_server.journal.entries import GameStarted
from kibitz_server.journal.play_entries import ActSaid
from kibitz_server.settings import Settings
from kibitz_server.watching.cameras.reopening import reopen
from kibitz_vision.table.discovery.search import TableSearch
from kibitz_vision.table.places import TablePlaces, card_rectangle

from ...conftest import DealtTable
from ...films import write_film
from ..conftest import ANN, BEN, PACK, comes
from ..watched_tables import at_desk


@pytest.fixture
def camera(tmp_path: Path) -> Path:
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), np.full((480, 640, 3), (60, 110, 40), np.uint8))
    return path


@pytest.fixture
def places() -> TablePlaces:
    slots = [slot for seat in range(2) for slot in slot_ids(PACK, seat, PACK.table.hand_size)]
    spots = {place: (80.0 * number, 60.0) for number, place in enumerate((*slots, Heap.DRAW, Heap.DISCARD))}
    quads = {place: card_rectangle(np.array(spot), 0.0) for place, spot in spots.items()}
    return TablePlaces((ANN, BEN), (640, 480), np.diag([2.0, 2.0, 1.0]), quads)


def within(tmp_path: Path, act: Callable[[Desk], Awaitable[None]]) -> None:
    """Do something with a desk of its own on the same folder."""
    desk = open_desk(Settings(tmp_path / "data"))
    at_desk(desk, lambda: act(desk))


def test_after_a_restart_the_last_camera_is_opened_and_the_known_places_are_used_at_once(
    tmp_path: Path, camera: Path, places: TablePlaces
) -> None:
    async def before(desk: Desk) -> None:
        desk.live.record(GameStarted(PACK, PACK.content_hash, (ANN, BEN)))
        desk.camera.open(str(camera))
        desk.memory.keep(str(camera))
        desk.watch.confirm(places)
        desk.watch.begin(ANN, is_dealt=True)
        desk.live.record(ActSaid(desk.watch.now_ms(), "p2 draws"))
        assert await comes(lambda: any((tmp_path / "data" / "places" / "round").glob("*.json")))

    async def after(desk: Desk) -> None:
        assert desk.live.play is not None
        assert not desk.watch.is_running
        await desk.resumer.go_on()
        assert desk.watch.is_running
        assert desk.watch.places is not None
        assert desk.watch.places.quads_mm.keys() == places.quads_mm.keys()

    within(tmp_path, before)
    within(tmp_path, after)


def test_a_round_that_begins_late_after_a_restart_between_rounds_is_watched_at_the_known_places(
    tmp_path: Path, deal_table: Callable[..., DealtTable], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = write_film(tmp_path / "table.mp4", [deal_table(2, 10.0).picture] * 60, fps=30)
    found: list[TablePlaces] = []

    async def before(desk: Desk) -> None:
        desk.live.record(GameStarted(PACK, PACK.content_hash, (ANN, BEN)))
        desk.camera.open(str(table))
        desk.memory.keep(str(table))
        assert await comes(lambda: desk.camera.health.shows_now)
        proposal = await desk.finder.find(PACK, (ANN, BEN))
        await desk.finder.keep_for_round(proposal.places)
        found.append(proposal.places)

    async def after(desk: Desk) -> None:
        # Nothing is found anew.
        monkeypatch.setattr(TableSearch, "_keep_best", lambda *_, **__: pytest.fail("the places are looked for"))
        await reopen(desk.camera, desk.memory)
        assert desk.watch.places is None
        desk.watch.begin(BEN, is_dealt=True)
        assert await comes(lambda: desk.watch.places is not None, 90.0)
        assert desk.watch.places is not None
        slot = slot_ids(PACK, 1, PACK.table.hand_size)[0]
        np.testing.assert_allclose(desk.watch.places.quad_px(slot), found[0].quad_px(slot), atol=3.0)

    within(tmp_path, before)
    within(tmp_path, after)


def test_where_no_camera_is_known_going_on_says_so(tmp_path: Path) -> None:
    async def act(desk: Desk) -> None:
        with pytest.raises(InputError, match="choose one on the stage Table"):
            await desk.resumer.go_on()

    within(tmp_path, act)
