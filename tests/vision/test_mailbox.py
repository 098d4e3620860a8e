"""Frames handed over through shared memory: the newest wins and none is torn."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator

import numpy as np
import pytest

from kibitz_scoring.errors import InputError
from kibitz_vision.mailbox import PLACES, FrameMailbox


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
    for value in range(2 * PLACES + 1):
        mailbox.put(plain(value), captured_ns=1000 + value)
    frame = mailbox.take()
    assert frame is not None
    assert (frame.index, frame.captured_ns, int(frame.image[0, 0, 0])) == (2 * PLACES, 1000 + 2 * PLACES, 2 * PLACES)
    assert mailbox.take(after=frame.index) is None


def test_a_taken_frame_stays_as_it_was(mailbox: FrameMailbox) -> None:
    mailbox.put(plain(7), captured_ns=0)
    frame = mailbox.take()
    for value in range(PLACES):
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
