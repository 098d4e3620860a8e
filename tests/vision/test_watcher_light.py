"""Of pictures whose light nobody knows nothing is told: what lies there is unknown, as while the camera is pushed."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from kibitz_datasets.films.simulate import NAMES
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.slots import slot_id
from kibitz_scoring.table import FACE_DOWN, Face, Heap, Place, TableEvent
from kibitz_vision.frames import Frame
from kibitz_vision.geometry import inverse
from kibitz_vision.reading.pipeline import Pipeline
from kibitz_vision.table.places import TablePlaces, card_rectangle
from kibitz_vision.watcher import Watcher

from ..conftest import DealtTable

PACK, FRAME_NS = load_pack("kaboo"), 33_333_333
DEALT = slot_id(PACK, 0, 1)


class Camera:
    """Noisy frames of a table, or of a picture of one level."""

    def __init__(self, dealt: DealtTable, places: TablePlaces) -> None:
        self.picture, self.places, self.index = dealt.picture, places, -1
        self.rng = np.random.default_rng(1)

    def takes(self, watcher: Watcher, count: int, level: int | None = None) -> list[TableEvent]:
        told = []
        for _ in range(count):
            self.index += 1
            shown = self.picture if level is None else np.full_like(self.picture, level)
            noisy = np.clip(shown + self.rng.integers(-2, 3, shown.shape, np.int16), 0, 255).astype(np.uint8)
            told += watcher.update(Frame(noisy, self.index, self.index * FRAME_NS))
        return told


@pytest.fixture
def camera(deal_table: Callable[[int, float], DealtTable]) -> Camera:
    dealt = deal_table(2, 8.0)
    lying: list[Place] = [slot_id(PACK, seat, index) for seat in range(2) for index in range(4)]
    quads = {place: card_rectangle(dealt.plan.spot(place), dealt.plan.turn(place)) for place in (*lying, *Heap)}
    size = (dealt.picture.shape[1], dealt.picture.shape[0])
    return Camera(dealt, TablePlaces(NAMES[:2], size, inverse(dealt.camera[:, [0, 1, 3]]), quads))


@pytest.fixture
def watcher(camera: Camera, pipeline: Pipeline) -> Watcher:
    return Watcher(pipeline, PACK, NAMES[:2], places=camera.places)


def lies(watcher: Watcher) -> dict[Place, Face | None]:
    return {place: seen.face for place, seen in watcher.state().items()}


@pytest.mark.parametrize("level", [0, 252])
def test_a_picture_that_is_bleached_or_black_takes_no_card_and_brings_none(
    camera: Camera, watcher: Watcher, level: int
) -> None:
    camera.takes(watcher, 20)
    before = lies(watcher)
    assert before[DEALT] is FACE_DOWN
    assert not any(seen.occluded for seen in watcher.state().values())
    assert camera.takes(watcher, 30, level) == []
    assert all(seen.occluded for seen in watcher.state().values())
    assert watcher.found() == ()
    assert camera.takes(watcher, 45) == []
    assert lies(watcher) == before
    assert not any(seen.occluded for seen in watcher.state().values())


def test_a_film_that_ends_bleached_is_judged_by_its_last_clear_picture(camera: Camera, watcher: Watcher) -> None:
    camera.takes(watcher, 20)
    before = lies(watcher)
    camera.takes(watcher, 10, 252)
    assert watcher.finish() == []
    assert lies(watcher) == before


def test_a_table_is_looked_at_first_in_a_picture_that_shows_it(camera: Camera, watcher: Watcher) -> None:
    assert camera.takes(watcher, 5, 0) == []
    assert lies(watcher) == {}
    camera.takes(watcher, 20)
    assert lies(watcher)[DEALT] is FACE_DOWN


def test_no_certainty_is_one(camera: Camera, watcher: Watcher) -> None:
    camera.takes(watcher, 5)
    seen = watcher.state().values()
    assert None in {one.face for one in seen}
    assert all(one.confidence < 1 for one in seen)
