"""The masked picture of the table while a round is watched."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import numpy as np
import pytest

from kibitz_scoring.errors import InputError
from kibitz_scoring.table import Heap, SlotId
from kibitz_server.desk import Desk
from kibitz_server.journal.play_entries import ActSaid, TimePassed, WatchDropped
from kibitz_server.replay import live_table
from kibitz_vision.detections import Image
from kibitz_vision.frames import decode_image
from kibitz_vision.mask import COVER_BGR, masked_table

from ..conftest import ANN, BEN, PACK
from ..watched_tables import GREY, at_desk, camera_with, desk_with, table_places

PLACES = table_places(PACK, (ANN, BEN))


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return desk_with(camera_with(GREY), tmp_path, PACK, (ANN, BEN))


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[frozenset[str]]:
    """The places that lie open, of each picture that is made."""
    pictures: list[frozenset[str]] = []

    def noted(image: Image, *rest: object) -> Image:
        *between, lies_open = rest
        pictures.append(frozenset(map(str, lies_open)))  # type: ignore[call-overload]
        return masked_table(image, *between, lies_open)  # type: ignore[arg-type]

    monkeypatch.setattr(live_table, "masked_table", noted)
    return pictures


def watched(desk: Desk, act: Callable[[], Awaitable[None]]) -> None:
    """Do something while a round that is dealt is watched at places that people confirmed."""

    async def run() -> None:
        desk.watch.confirm(PLACES)
        desk.watch.begin(ANN, is_dealt=True)
        await act()

    at_desk(desk, run)


def test_there_is_no_picture_before_a_round_is_watched_and_its_places_are_known(desk: Desk) -> None:
    async def run() -> None:
        assert not desk.live_table.is_there
        desk.watch.begin(ANN, is_dealt=True)
        assert not desk.live_table.is_there
        with pytest.raises(InputError, match="places of the table are not known yet"):
            await desk.live_table.picture()

    at_desk(desk, run)


def test_hands_are_covered_and_the_pile_is_not(desk: Desk) -> None:
    async def look() -> None:
        assert desk.live_table.is_there
        shown = decode_image(await desk.live_table.picture(), "the table").astype(int)
        for place, is_covered in ((SlotId("p1.a1"), True), (SlotId("p2.b2"), True), (Heap.DISCARD, False)):
            x, y = PLACES.quad_px(place).mean(axis=0).round().astype(int)
            assert bool(np.abs(shown[y, x] - COVER_BGR).max() < 20) is is_covered, place

    watched(desk, look)


def test_a_card_that_everybody_sees_is_shown_and_no_more_once_another_lies_there(
    desk: Desk, made: list[frozenset[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_table, "_EVERY_S", 0.0)

    async def look() -> None:
        await desk.live_table.picture()
        for at_ms, said in ((1.0, "reveal p1.a1 2H"), (2.0, "move p1.a1 aside")):
            desk.live.record(ActSaid(at_ms, said))
            desk.live.record(TimePassed(at_ms))
            await desk.live_table.picture()

    watched(desk, look)
    assert made == [frozenset(), frozenset({"p1.a1"}), frozenset()]


def test_one_picture_serves_all_who_look_on_at_the_same_time(desk: Desk, made: list[frozenset[str]]) -> None:
    async def look() -> None:
        pictures = await asyncio.gather(*(desk.live_table.picture() for _ in range(8)))
        assert len(set(pictures)) == 1

    watched(desk, look)
    assert len(made) == 1


def test_once_the_round_is_over_nothing_is_shown(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_table, "_EVERY_S", 0.0)

    async def look() -> None:
        await desk.live_table.picture()
        desk.live.record(WatchDropped())
        assert not desk.live_table.is_there
        with pytest.raises(InputError, match="not known yet"):
            await desk.live_table.picture()

    watched(desk, look)
