"""The film of a whole round that comes with Kibitz, for people who want to see it watch before they own a camera."""

from __future__ import annotations

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory

import av
import numpy as np

from kibitz_datasets.films.camera.webcam import TIME_BASE
from kibitz_datasets.films.simulate import SimulationConfig, film_of, perform, write_film
from kibitz_datasets.films.truth import Performance
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.slots import slot_id
from kibitz_scoring.table import Heap, Place
from kibitz_vision.camera.video import read_video
from kibitz_vision.table.places import TablePlaces, card_rectangle
from kibitz_vision.table.places_file import write_places

_SEED = 49
"""A short round with two snaps 217 ms apart, after which the call fails."""

_CRF = "26"
"""Of the 4.0 MB of the film as it was taken 1.1 MB are left, and the same is seen in it."""


def write_demo_round(folder: Path) -> None:
    """Write the demo's film as `round.mp4`, what people say in it as `round.jsonl`, its places as `round.json`.

    With its places the film is followed from its first picture on, however slow the machine.
    """
    config = demo_round()
    performance = perform(config)
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as made:
        write_film(config, performance, Path(made))
        _pack(Path(made) / "video.mp4", folder / "round.mp4", config.size)
        shutil.copy(Path(made) / "acts.jsonl", folder / "round.jsonl")
    write_places(places_of(config, performance), folder / "round.json", "the demo's film")


def _pack(film: Path, packed: Path, size: tuple[int, int]) -> None:
    """The same frames at the same times in a smaller file: a camera has no time to look for it."""
    with av.open(str(packed), "w") as container:
        stream = container.add_stream("libx264", rate=30, options={"preset": "slow", "crf": _CRF, "threads": "1"})
        stream.width, stream.height, stream.pix_fmt = *size, "yuv420p"
        stream.codec_context.time_base = TIME_BASE
        for frame in read_video(film):
            picture = av.VideoFrame.from_ndarray(frame.image, format="bgr24")
            picture.pts, picture.time_base = round(frame.captured_ns / 1e9 / TIME_BASE), TIME_BASE
            container.mux(stream.encode(picture))
        container.mux(stream.encode(None))


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
