"""The film of the demo is followed as a camera's round is, and what is said in it is said at its times."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from kibitz_scoring.game.round_state import Phase
from kibitz_server.demo import DEMO_PLAYERS, demo_film, demo_folder, demo_pictures, demo_said
from kibitz_server.desk import open_desk
from kibitz_server.settings import Settings
from kibitz_server.watching.demo_round import watch_demo_round

from ..conftest import comes

MOST_BYTES = 6 * 1024**2
"""What the demo may take in a package whose models take 9 MB."""


def test_the_demo_has_a_table_for_every_number_of_players_and_stays_small() -> None:
    assert all(demo_pictures(players) for players in range(2, 9))
    assert sum(path.stat().st_size for path in demo_folder().iterdir()) < MOST_BYTES


def test_the_film_is_watched_with_its_places_until_its_cards_are_dealt(tmp_path: Path) -> None:
    desk = open_desk(Settings(tmp_path / "data"))

    async def watched() -> None:
        try:
            await watch_demo_round(desk.live, desk.camera, desk.watch)
            game = desk.live.evening.game
            assert game
            assert (game.is_demo, game.players, desk.camera.name) == (True, DEMO_PLAYERS, str(demo_film()))
            assert await comes(
                lambda: desk.live.play is not None and desk.live.play.state.phase is not Phase.SETUP, 240
            )
        finally:
            desk.close()

    asyncio.run(watched())


def test_what_is_said_in_the_film_is_in_the_notation_of_game_events() -> None:
    places = json.loads((demo_folder() / "round.json").read_text(encoding="utf-8"))
    assert [said.event for said in demo_said()] == ["p2 calls"]
    assert places["players"] == list(DEMO_PLAYERS)
