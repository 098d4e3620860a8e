"""The film of a whole round that comes with Kibitz, for people who want to see it watch before they own a camera."""

from __future__ import annotations

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from kibitz_datasets.films.simulate import SimulationConfig, film_of, perform, write_film
from kibitz_datasets.films.truth import Performance
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.slots import slot_id
from kibitz_scoring.table import Heap, Place
from kibitz_vision.table.places import TablePlaces, card_rectangle
from kibitz_vision.table.places_file import write_places

_SEED = 217
"""A short round with a snap that nobody contests, and a race in which Cleo is first by some 100 ms."""


def write_demo_round(folder: Path) -> None:
    """Write the demo's film as `round.mp4`, what people say in it as `round.jsonl`, its places as `round.json`.

    With its places the film is followed from its first picture on, however slow the machine.
    """
    config = demo_round()
    performance = perform(config)
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as made:
        write_film(config, performance, Path(made))
        shutil.copy(Path(made) / "video.mp4", folder / "round.mp4")
        shutil.copy(Path(made) / "acts.jsonl", folder / "round.jsonl")
    write_places(places_of(config, performance), folder / "round.json", "the demo's film")


def demo_round() -> SimulationConfig:
    """The round that is filmed."""
    return SimulationConfig(
        load_pack("kaboo"),
        3,
        _SEED,
        size=(960, 540),
        seconds=32.0,
        troubles=0.0,
        oblique=False,
        own_decks_only=True,
        kinds=frozenset(),
    )


def places_of(config: SimulationConfig, performance: Performance) -> TablePlaces:
    """Where everything has its place in a film, as people confirm it: grids with one place beside them, the heaps."""
    film, _ = film_of(config, performance)
    plan, camera = performance.stage.plan, film.still.view.camera
    pack, players = performance.start.pack, performance.start.players
    slots = (slot_id(pack, seat, index) for seat in range(len(players)) for index in range(pack.table.hand_size + 1))
    places: tuple[Place, ...] = (*slots, *Heap)
    quads = {place: card_rectangle(plan.spot(place), plan.turn(place)) for place in places}
    return TablePlaces(players, config.size, np.asarray(np.linalg.inv(camera[:, [0, 1, 3]]), np.float64), quads)
