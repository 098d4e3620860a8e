"""Desks at which a round is watched and nobody looks at a picture: what is seen and said the test puts in."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np
import pytest

from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.slots import slot_id
from kibitz_scoring.table import Heap, Place
from kibitz_server.desk import Desk, open_desk
from kibitz_server.journal.entries import GameStarted
from kibitz_server.settings import Settings
from kibitz_vision.detections import Image
from kibitz_vision.geometry import Points
from kibitz_vision.table.places import TablePlaces, card_rectangle

from ..films import write_film
from ..kept_source import KeptSource

T = TypeVar("T")
SIZE_PX = (640, 360)
GREY = np.full((SIZE_PX[1], SIZE_PX[0], 3), 128, np.uint8)


def camera_with(*pictures: Image, count: int = 1) -> KeptSource:
    """A camera that has kept these pictures and is opened for the table, each `count` times."""
    files = [cv2.imencode(".jpg", picture)[1].tobytes() for picture in pictures]
    return KeptSource({number: files[number // count] for number in range(len(files) * count)}, is_live=False)


def grey_film(folder: Path) -> Path:
    """Three seconds of an empty table that grows brighter."""
    return write_film(folder / "film.mp4", [np.full((48, 64, 3), 60 + grey, np.uint8) for grey in range(90)], fps=30)


def table_places(pack: RulePack, players: Sequence[PlayerId]) -> TablePlaces:
    """A row of small cards for each player, one pixel a mm, and the piles between them."""
    spots: dict[Place, tuple[float, float]] = {Heap.DRAW: (290, 180), Heap.DISCARD: (350, 180)}
    for seat in range(len(players)):
        for index in range(pack.table.hand_size):
            spots[slot_id(pack, seat, index)] = 60 + 150 * seat + 30 * index, 60 + 200 * (seat % 2)
    quads: dict[Place, Points] = {place: card_rectangle(np.array(spot), 0.0, 24.0) for place, spot in spots.items()}
    return TablePlaces(tuple(players), SIZE_PX, np.eye(3), quads)


def desk_with(source: KeptSource, folder: Path, pack: RulePack, players: Sequence[PlayerId]) -> Desk:
    """A desk with this camera, where a game of these players has begun; `at_desk` closes it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("kibitz_server.watching.cameras.camera.open_source", lambda *_, **__: source)
        desk = open_desk(Settings(folder, "made up"))
    desk.live.record(GameStarted(pack, pack.content_hash, tuple(players)))
    return desk


def at_desk(desk: Desk, act: Callable[[], Awaitable[T]]) -> T:
    """Do something at a desk and close it; no thread that watches outlives that."""

    async def run() -> T:
        try:
            done = await act()
        finally:
            desk.close()
        assert all(thread.name != "table watch" for thread in threading.enumerate())
        return done

    return asyncio.run(run())
