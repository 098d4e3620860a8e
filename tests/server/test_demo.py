"""What the demo brings along; how its film is watched is tested in a browser."""

from __future__ import annotations

import json

from kibitz_server.demo import DEMO_PLAYERS, demo_folder, demo_pictures, demo_said

MOST_BYTES = 6 * 1024**2
"""What the demo may take in a package whose models take 9 MB."""


def test_the_demo_has_a_table_for_every_number_of_players_and_stays_small() -> None:
    assert all(demo_pictures(players) for players in range(2, 9))
    assert sum(path.stat().st_size for path in demo_folder().iterdir()) < MOST_BYTES


def test_what_is_said_in_the_film_is_in_the_notation_of_game_events() -> None:
    places = json.loads((demo_folder() / "round.json").read_text(encoding="utf-8"))
    assert [said.event for said in demo_said()] == ["p3 calls"]
    assert places["players"] == list(DEMO_PLAYERS)
