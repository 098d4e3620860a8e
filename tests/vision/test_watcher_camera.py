"""A camera that is pushed freezes the round until it stands; then the places lie where they lie in the new picture."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from kibitz_datasets.scenes.scene import Scene
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.table import FACE_DOWN, Heap, Interval, PileTopChanged, Seen, SlotId
from kibitz_vision.decoding.event_decoder import EventDecoder
from kibitz_vision.detections import Image
from kibitz_vision.frames import Frame
from kibitz_vision.reading.pipeline import Pipeline
from kibitz_vision.table.places import TablePlaces, card_rectangle
from kibitz_vision.watcher import SETTLED_MS, Watcher

from ..conftest import DealtTable

ANN, BEN = PlayerId("Ann"), PlayerId("Ben")
FRAME_NS = 33_333_333
SHIFT_PX = 42


def places_on(picture: Image) -> TablePlaces:
    quads = {
        Heap.DRAW: card_rectangle(np.array([200.0, 200.0]), 0.0),
        Heap.DISCARD: card_rectangle(np.array([280.0, 200.0]), 0.0),
        SlotId("p1.a1"): card_rectangle(np.array([200.0, 320.0]), 0.0),
        SlotId("p2.a1"): card_rectangle(np.array([200.0, 80.0]), np.pi),
    }
    return TablePlaces((ANN, BEN), (picture.shape[1], picture.shape[0]), np.diag([0.5, 0.5, 1.0]), quads)


class Camera:
    """Noisy frames of one picture, shifted by some pixels."""

    def __init__(self, picture: Image) -> None:
        self._picture = picture
        self._rng = np.random.default_rng(1)
        self.index = -1
        self.shift_px = 0

    def frame(self) -> Frame:
        self.index += 1
        moved = np.roll(self._picture, self.shift_px, axis=1).astype(np.int16)
        noisy = np.clip(moved + self._rng.integers(-2, 3, moved.shape, np.int16), 0, 255).astype(np.uint8)
        return Frame(noisy, self.index, self.index * FRAME_NS)


@pytest.fixture
def camera(reveal: Scene) -> Camera:
    return Camera(reveal.picture)


@pytest.fixture
def watcher(reveal: Scene, pipeline: Pipeline) -> Watcher:
    return Watcher(pipeline, load_pack("kaboo"), (ANN, BEN), places=places_on(reveal.picture))


def test_a_pushed_camera_is_noticed_and_play_goes_on_from_its_new_stand(camera: Camera, watcher: Watcher) -> None:
    for _ in range(45):
        watcher.update(camera.frame())
        assert not watcher.is_moving
    assert watcher.places is not None
    before = watcher.places.quad_px(Heap.DISCARD)

    frozen = 0
    for number in range(60):
        camera.shift_px = min(SHIFT_PX, 7 * (number + 1))
        events = watcher.update(camera.frame())
        frozen += watcher.is_moving
        assert not (watcher.is_moving and events)

    assert 1 <= frozen < 60
    assert not watcher.is_moving
    assert np.abs(watcher.places.quad_px(Heap.DISCARD) - before - (SHIFT_PX, 0)).max() < 2.0


def test_a_card_out_of_a_slot_may_have_come_at_any_time_while_the_camera_was_pushed(
    camera: Camera, watcher: Watcher, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(40):
        camera.shift_px = min(SHIFT_PX, 7 * max(0, number - 9))
        watcher.update(camera.frame())
    interval_ms = FRAME_NS / 1e6
    seen = Seen(Interval(16 * interval_ms, 17 * interval_ms))
    told = [PileTopChanged(seen, FACE_DOWN, SlotId("p1.a1"))]
    monkeypatch.setattr(EventDecoder, "finish", lambda _: told)
    (contact,) = watcher.finish()
    assert 7 * interval_ms < contact.seen.at.start_ms < 11 * interval_ms
    assert contact.seen.at.end_ms == seen.at.end_ms


def test_another_picture_size_moves_the_places_along(camera: Camera, watcher: Watcher) -> None:
    for _ in range(3):
        watcher.update(camera.frame())
    assert watcher.places is not None
    before = watcher.places.quad_px(Heap.DISCARD)
    frame = camera.frame()

    watcher.update(Frame(np.ascontiguousarray(frame.image[::2, ::2]), frame.index, frame.captured_ns))

    assert np.allclose(watcher.places.quad_px(Heap.DISCARD), before / 2, atol=1.0)
    assert watcher.places.size_px == (frame.image.shape[1] // 2, frame.image.shape[0] // 2)


def test_places_are_looked_for_beside_the_frames(
    deal_table: Callable[[int, float], DealtTable], pipeline: Pipeline
) -> None:
    picture = deal_table(2, 8.0).picture
    with ThreadPoolExecutor(1) as thread:
        watcher = Watcher(pipeline, load_pack("kaboo"), (ANN, BEN), thread=thread)
        for index in range(6000):
            assert watcher.update(Frame(picture, index, index * FRAME_NS)) == []
            if watcher.places is not None:
                break
            # The next frame of a camera comes later.
            time.sleep(0.01)
    assert watcher.places is not None
    assert {Heap.DRAW, Heap.DISCARD, SlotId("p1.a1"), SlotId("p2.b2")} <= set(watcher.places.quads_mm)


def test_a_deal_is_made_up_for_in_slices_while_play_goes_on(
    deal_table: Callable[[int, float], DealtTable], pipeline: Pipeline
) -> None:
    picture = deal_table(2, 8.0).picture
    with ThreadPoolExecutor(1) as thread:
        watcher = Watcher(pipeline, load_pack("kaboo"), (ANN, BEN), thread=thread)
        index = -1
        while watcher.places is None:
            assert watcher.behind_ms == 0
            assert watcher.known_ms == float("-inf"), "the deal itself is still to be told"
            index += 1
            watcher.update(Frame(picture, index, index * FRAME_NS))
            time.sleep(0.01)
        behind_ms = [watcher.behind_ms]
        # One frame that waits alone spans no time: it is followed with the next.
        while watcher.known_ms < index * FRAME_NS / 1e6 - SETTLED_MS and index < 3000:
            index += 1
            watcher.update(Frame(picture, index, index * FRAME_NS))
            behind_ms.append(watcher.behind_ms)
            assert watcher.known_ms <= index * FRAME_NS / 1e6 - watcher.behind_ms - SETTLED_MS
            time.sleep(0.01)
    assert watcher.known_ms == index * FRAME_NS / 1e6 - SETTLED_MS
    assert behind_ms[0] > 0, "no slice takes in all that was kept"
    slices = behind_ms[behind_ms.index(max(behind_ms)) :]
    assert len(slices) > 2
    assert slices == sorted(slices, reverse=True), "but for the first look at the table it only catches up"
    assert watcher.state()[Heap.DISCARD].face is not None
