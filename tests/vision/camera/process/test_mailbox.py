"""Frames handed over through shared memory: the newest wins and none is torn."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator

import numpy as np
import pytest

from kibitz_scoring.errors import InputError
from kibitz_vision.camera.process import mailbox as mailbox_module
from kibitz_vision.camera.process.mailbox import FrameMailbox

MANY = 100
"""More frames than have a label."""


@pytest.fixture
def mailbox() -> Iterator[FrameMailbox]:
    made = FrameMailbox()
    yield made
    made.close()
    made.unlink()


def plain(value: int, height: int = 4, width: int = 6) -> np.ndarray:
    return np.full((height, width, 3), value, np.uint8)


def test_an_empty_mailbox_gives_nothing(mailbox: FrameMailbox) -> None:
    assert mailbox.take() is None
    assert mailbox.count == 0


def test_the_newest_frame_wins_and_older_ones_are_gone(mailbox: FrameMailbox) -> None:
    for value in range(MANY + 1):
        mailbox.put(plain(value), captured_ns=1000 + value)
    frame = mailbox.take()
    assert frame is not None
    assert (frame.index, frame.captured_ns, int(frame.image[0, 0, 0])) == (MANY, 1000 + MANY, MANY)
    assert mailbox.take(after=frame.index) is None


def test_a_taken_frame_stays_as_it_was(mailbox: FrameMailbox) -> None:
    mailbox.put(plain(7), captured_ns=0)
    frame = mailbox.take()
    for value in range(MANY):
        mailbox.put(plain(100 + value), captured_ns=1)
    assert frame is not None
    assert np.array_equal(frame.image, plain(7))


def test_the_size_may_change_from_frame_to_frame(mailbox: FrameMailbox) -> None:
    for height, width in [(4, 6), (720, 1280), (1, 1), (2304, 4096)]:
        mailbox.put(plain(9, height, width), captured_ns=0)
        frame = mailbox.take()
        assert frame is not None
        assert frame.image.shape == (height, width, 3)
        assert frame.image.min() == 9


def test_a_frame_beyond_the_memory_is_refused(mailbox: FrameMailbox) -> None:
    with pytest.raises(InputError, match=r"5000 x 4000 pixels; expected at most 4096 x 2304"):
        mailbox.put(plain(0, 4000, 5000), captured_ns=0)
    assert mailbox.count == 0


def write_for_ever(name: str) -> None:
    mailbox = FrameMailbox(name)
    while True:
        value = mailbox.count % 251
        mailbox.put(plain(value, 300, 400), captured_ns=value)


def test_no_frame_is_torn_while_another_process_writes_without_pause(mailbox: FrameMailbox) -> None:
    writer = multiprocessing.get_context("spawn").Process(target=write_for_ever, args=(mailbox.name,), daemon=True)
    writer.start()
    taken, index = 0, -1
    while taken < 300:
        frame = mailbox.take(after=index)
        if frame is None:
            assert writer.is_alive()
            continue
        assert frame.index > index
        assert frame.image.min() == frame.image.max() == frame.index % 251 == frame.captured_ns
        taken, index = taken + 1, frame.index
    writer.kill()
    writer.join()
    assert mailbox.take() is not None


def test_every_frame_that_is_still_there_comes_in_order(mailbox: FrameMailbox) -> None:
    for value in range(MANY):
        mailbox.put(plain(value), captured_ns=value)
    frames = mailbox.since(MANY - 11)
    assert [frame.index for frame in frames] == list(range(MANY - 10, MANY))
    assert all(int(frame.image.max()) == frame.index for frame in frames)
    assert mailbox.since(MANY - 1) == []
    everything = mailbox.since(-1)
    assert [frame.index for frame in everything] == list(range(MANY - len(everything), MANY))
    assert len(everything) < MANY


def test_large_frames_push_out_the_oldest_and_nothing_else(mailbox: FrameMailbox) -> None:
    for value in range(12):
        mailbox.put(plain(value, 2304, 4096) if value % 2 else plain(value, 480, 640), captured_ns=value)
    frames = mailbox.since(-1)
    assert [frame.index for frame in frames] == list(range(12 - len(frames), 12))
    assert 3 <= len(frames) < 12
    assert all(int(frame.image.min()) == int(frame.image.max()) == frame.index for frame in frames)


def test_a_writer_that_begins_again_goes_on_where_the_last_one_was(mailbox: FrameMailbox) -> None:
    for value in range(5):
        again = FrameMailbox(mailbox.name)
        again.put(plain(value, 200, 300), captured_ns=value)
        again.close()
    assert [int(frame.image.max()) for frame in mailbox.since(-1)] == [0, 1, 2, 3, 4]


def test_it_is_known_how_far_behind_the_one_is_who_takes_every_frame(mailbox: FrameMailbox) -> None:
    for value in range(5):
        mailbox.put(plain(value), captured_ns=value)
    assert mailbox.ahead == 0
    mailbox.since(-1)
    assert mailbox.ahead == 4
    mailbox.since(3)
    assert mailbox.ahead == 1
    mailbox.release()
    assert mailbox.ahead == 0


@pytest.fixture
def small_mailbox(monkeypatch: pytest.MonkeyPatch) -> Iterator[FrameMailbox]:
    """It has room for one frame of 40 x 40."""
    monkeypatch.setattr(mailbox_module, "CAPACITY_BYTES", 6000)
    made = FrameMailbox()
    yield made
    made.close()
    made.unlink()


def test_nothing_is_taken_where_the_writer_died_over_the_only_frame(small_mailbox: FrameMailbox) -> None:
    small_mailbox.put(plain(1, 40, 40), captured_ns=0)
    with pytest.raises(TypeError):
        small_mailbox.put(np.full((40, 40, 3), None), captured_ns=1)
    assert small_mailbox.count == 1
    assert small_mailbox.take() is None
