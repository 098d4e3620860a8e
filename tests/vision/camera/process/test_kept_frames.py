"""The frames of the last seconds, kept for looking again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
import pytest

from kibitz_vision.camera.process import kept_frames
from kibitz_vision.camera.process.kept_frames import CAPACITY_BYTES, JPEG_QUALITY, LEAST_QUALITY, Film, RoomForAMinute
from kibitz_vision.camera.process.shared_ring import SharedRing
from kibitz_vision.frames import decode_image


@pytest.fixture
def film() -> Iterator[Film]:
    made = Film()
    yield made
    made.close()
    made.unlink()


def picture(seed: int, height: int = 48, width: int = 64) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 255, (height, width, 3), np.uint8)


def test_an_empty_film_shows_nothing(film: Film) -> None:
    assert film.kept() == ()
    assert film.jpeg(0) is None


def test_frames_are_found_by_the_index_they_had_even_where_some_are_missing(film: Film) -> None:
    for index in (3, 4, 8):
        film.keep(np.full((48, 64, 3), index * 20, np.uint8), index, captured_ns=index * 33_000_000)
    assert [(kept.index, kept.captured_ns) for kept in film.kept()] == [
        (3, 99_000_000),
        (4, 132_000_000),
        (8, 264_000_000),
    ]
    data = film.jpeg(4)
    assert data is not None
    assert abs(int(decode_image(data, "frame 4").mean()) - 80) <= 1
    assert film.jpeg(5) is None


def test_only_the_last_minute_is_shown(film: Film) -> None:
    for index in range(90):
        film.keep(picture(index), index, captured_ns=index * 1_000_000_000)
    assert [kept.index for kept in film.kept()] == list(range(27, 90))
    assert [kept.index for kept in film.kept(last_s=3)] == [86, 87, 88, 89]


def test_memory_is_bounded_and_the_newest_frames_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_frames, "CAPACITY_BYTES", 3_000_000)
    film = Film()
    noise = picture(1, 480, 640)
    for index in range(60):
        film.keep(noise, index, captured_ns=index * 33_000_000)
    kept = [one.index for one in film.kept()]
    assert kept == list(range(60 - len(kept), 60))
    assert 0 < sum(len(film.jpeg(index) or b"") for index in kept) <= 3_010_000
    assert len(kept) < 60
    film.close()
    film.unlink()


def test_no_more_memory_is_touched_than_a_minute_needs() -> None:
    ring = SharedRing(4096, 1_000_000, outdated_ns=100)
    for number in range(3000):
        ring.put(np.full(500, number % 256, np.uint8), number)
    assert [block.at_ns for at in range(2900, 3000) if (block := ring.read(at))] == list(range(2900, 3000))
    memory = np.ndarray(ring.capacity_bytes, np.uint8, ring._memory.buf, ring._memory.size - ring.capacity_bytes)
    assert not memory[101 * 500 + 1000 :].any()
    del memory
    ring.close()
    ring.unlink()


def film_of(sizes: Iterable[tuple[int, int]]) -> list[int]:
    """The quality after each frame, of these sizes at quality 88 and as much less as a JPEG's size follows it."""
    room, qualities = RoomForAMinute(CAPACITY_BYTES), []
    for size, at_ns in sizes:
        room.note(round(size * (room.quality / JPEG_QUALITY) ** 2), at_ns)
        qualities.append(room.quality)
    return qualities


def test_frames_that_leave_room_for_a_minute_of_them_are_kept_as_well_as_ever() -> None:
    assert set(film_of((300_000, number * 33_000_000) for number in range(300))) == {JPEG_QUALITY}


def test_larger_frames_are_kept_less_well_so_that_a_minute_of_them_finds_room_and_well_again_after_them() -> None:
    large = film_of((450_000, number * 33_000_000) for number in range(300))
    kept_bytes = 450_000 * (large[-1] / JPEG_QUALITY) ** 2
    assert 0.75 * CAPACITY_BYTES < kept_bytes * 60 / 0.033 < CAPACITY_BYTES
    assert large[-1] == large[-100]
    both = [(450_000 if number < 200 else 90_000, number * 33_000_000) for number in range(400)]
    assert film_of(both)[-1] == JPEG_QUALITY


def test_no_frame_is_kept_so_badly_that_nothing_can_be_seen() -> None:
    assert film_of((9_000_000, number * 33_000_000) for number in range(300))[-1] == LEAST_QUALITY
