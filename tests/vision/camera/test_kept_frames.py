"""The frames of the last seconds, kept for looking again."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from kibitz_vision.camera.kept_frames import CAPACITY_BYTES, Film
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


def test_only_the_last_seventeen_seconds_are_shown(film: Film) -> None:
    for index in range(0, 40):
        film.keep(picture(index), index, captured_ns=index * 1_000_000_000)
    assert [kept.index for kept in film.kept()] == list(range(22, 40))


def test_memory_is_bounded_and_the_newest_frames_stay(film: Film) -> None:
    noise = picture(1, 2160, 3840)
    for index in range(30):
        film.keep(noise, index, captured_ns=index * 33_000_000)
    kept = [one.index for one in film.kept()]
    assert kept == list(range(30 - len(kept), 30))
    sizes = [len(film.jpeg(index) or b"") for index in kept]
    assert 0 < sum(sizes) <= CAPACITY_BYTES
    assert len(kept) < 30
