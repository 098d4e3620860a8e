"""The film beside a question: a few masked pictures of its clip, for as long as the clip is there."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from kibitz_scoring.errors import InputError
from kibitz_server.desk import Desk
from kibitz_server.evening.round.choices import entry_of
from kibitz_server.journal.play_entries import RoundWatched, TableSeen
from kibitz_server.views.round.inbox import ItemView
from kibitz_server.views.round.play_view import project_play
from kibitz_vision.frames import decode_image
from kibitz_vision.mask import COVER_BGR

from ...kept_source import KeptSource
from ..conftest import comes
from ..simulated_rounds import entries_of, performed, unsure
from ..watched_tables import GREY, at_desk, camera_with, desk_with, table_places

ROUND = performed("kaboo", 3, 278)
PACK, PLAYERS = ROUND.last.pack, ROUND.start.players
PLACES = table_places(PACK, PLAYERS)


@pytest.fixture
def camera() -> KeptSource:
    """A camera that has kept 16 s."""
    kept = camera_with(GREY, count=500)
    kept.begun_ns = 0
    return kept


@pytest.fixture
def desk(camera: KeptSource, tmp_path: Path) -> Desk:
    return desk_with(camera, tmp_path, PACK, PLAYERS)


def ask(desk: Desk) -> Sequence[ItemView]:
    """Watch the round until something is in question: every seventh sight of it is unsure."""
    desk.watch.confirm(PLACES)
    desk.watch.begin(PLAYERS[0], is_dealt=False)
    for number, (entry, _) in enumerate(entries_of(ROUND)):
        if not isinstance(entry, RoundWatched):
            poor = isinstance(entry, TableSeen) and number % 7 == 0
            desk.live.record(TableSeen(tuple(map(unsure, entry.events))) if poor else entry)
        if items := inbox(desk):
            return items
    pytest.fail("nothing is in question")


def inbox(desk: Desk) -> Sequence[ItemView]:
    return project_play(desk.live.play).inbox if desk.live.play else ()


def test_what_is_in_question_has_a_few_pictures_of_its_time_with_the_hands_covered(
    desk: Desk, camera: KeptSource
) -> None:
    async def run() -> None:
        (item,) = ask(desk)
        assert await comes(lambda: bool(desk.keeper.film(item.acts)))
        urls = desk.keeper.film(item.acts)
        name = urls[0].split("/")[2]
        assert urls == tuple(f"/clips/{name}/film/{number}.jpg" for number in range(12))
        # They stay when the camera has forgotten them.
        camera.pictures.clear()
        shown = decode_image(await desk.masked.film_picture(name, 0), "the film").astype(int)
        x, y = PLACES.quad_px(next(iter(PLACES.grid(PLAYERS[1])))).mean(axis=0).round().astype(int)
        assert np.abs(shown[y, x] - COVER_BGR).max() < 20
        clip = desk.shelf.clip(name)
        assert clip.window_ms.end_ms - clip.window_ms.start_ms == pytest.approx(
            item.window_ms.end_ms - item.window_ms.start_ms
        )
        assert clip.origin_ms + clip.window_ms.start_ms == pytest.approx(item.window_ms.start_ms)
        with pytest.raises(InputError, match="no picture 12"):
            await desk.masked.film_picture(name, 12)

    at_desk(desk, run)


def test_the_film_waits_for_its_last_moments(desk: Desk, camera: KeptSource) -> None:
    all_pictures = dict(camera.pictures)

    async def run() -> None:
        camera.pictures = {index: all_pictures[index] for index in range(5)}
        (item,) = ask(desk)
        await asyncio.sleep(0.2)
        assert desk.keeper.film(item.acts) == ()
        camera.pictures = all_pictures
        assert await comes(lambda: bool(desk.keeper.film(item.acts)))

    at_desk(desk, run)


def test_where_no_film_shows_it_a_question_has_no_pictures_and_can_be_answered(desk: Desk, camera: KeptSource) -> None:
    camera.pictures = {0: camera.pictures[0]}
    camera.begun_ns = 10**15

    async def run() -> None:
        (item,) = ask(desk)
        await asyncio.sleep(0.2)
        assert desk.keeper.film(item.acts) == ()
        desk.live.record(entry_of(desk.live.play, item.answers[0].choice, 0.0))
        assert item.key not in {other.key for other in inbox(desk)}

    at_desk(desk, run)
