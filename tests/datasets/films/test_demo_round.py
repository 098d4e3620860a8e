from __future__ import annotations

from kibitz_datasets.films.demo_round import demo_round, places_of
from kibitz_datasets.films.simulate import perform
from kibitz_scoring.table import Heap


def test_the_places_of_the_demo_are_all_in_its_picture_and_its_players_sit_clockwise() -> None:
    config = demo_round()
    places = places_of(config, perform(config))
    width, height = config.size

    assert places.clockwise() == places.players
    assert set(Heap) <= set(places.quads_mm)
    for player in places.players:
        for slot in places.grid(player):
            quad = places.quad_px(slot)
            assert (quad >= 0).all()
            assert (quad < (width, height)).all()
