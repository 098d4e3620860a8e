"""Looks at places: at once, or beside the frames, waited for only once they are late."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from kibitz_scoring.table import Heap, SlotId
from kibitz_vision.table.patches import HEIGHT_PX, WIDTH_PX, Atlas
from kibitz_vision.tracking.slots.card_observation import CardObservation
from kibitz_vision.tracking.slots.inference_queue import MOST_AT_ONCE, InferenceQueue, is_due
from kibitz_vision.tracking.slots.slot_track import SlotTrack

SEEN = CardObservation(np.zeros((4, 2)), is_flat=True, is_back=True, probabilities=np.zeros(3, np.float32))


def patch(level: int) -> Atlas:
    return np.full((HEIGHT_PX, WIDTH_PX, 3), level, np.uint8)


def busy(slot: str = "p1.a1") -> SlotTrack:
    return SlotTrack(SlotId(slot), 0, patch(20), None, busy_since=3, waited=7)


@pytest.fixture
def thread() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(1) as pool:
        yield pool


def test_without_a_thread_the_answer_is_there_with_the_frame_that_asked() -> None:
    queue, track = InferenceQueue(), busy()
    queue.ask(track, patch(90), lambda: SEEN)
    queue.answer()
    assert track.observation is SEEN
    assert track.waited == 0
    assert track.was_seen(patch(90))
    assert queue.room == MOST_AT_ONCE


def test_a_look_in_a_thread_keeps_no_frame_waiting_until_it_is_late(thread: ThreadPoolExecutor) -> None:
    queue, track, may_end = InferenceQueue(thread), busy(), threading.Event()
    queue.ask(track, patch(90), lambda: SEEN if may_end.wait(60) else None)
    for _ in range(2):
        queue.answer()
        assert track.observation is None
        assert queue.is_asked(track)
    may_end.set()
    queue.answer()
    assert track.observation is SEEN
    assert not queue.is_asked(track)


def test_no_more_looks_are_under_way_than_the_processor_can_take(thread: ThreadPoolExecutor) -> None:
    queue, may_end = InferenceQueue(thread), threading.Event()
    for number in range(MOST_AT_ONCE):
        queue.ask(busy(f"p1.a{number + 1}"), patch(90), lambda: SEEN if may_end.wait(60) else None)
    assert queue.room == 0
    may_end.set()


def test_what_came_to_rest_meanwhile_is_left_alone() -> None:
    queue, track = InferenceQueue(), SlotTrack(Heap.DISCARD, 0, patch(20), None)
    queue.ask(track, patch(90), lambda: SEEN)
    queue.answer()
    assert track.observation is None


def test_a_camera_that_moved_makes_looks_useless() -> None:
    queue, track = InferenceQueue(), busy()
    queue.ask(track, patch(90), lambda: SEEN)
    queue.forget()
    queue.answer()
    assert track.observation is None


def test_what_was_seen_is_thought_over_at_once_and_some_frames_later() -> None:
    track, due = busy(), []
    for track.waited in range(9):
        due += [track.waited] if is_due(track) else []
    assert due == [0, 1, 2, 3, 6]


def test_an_answer_that_comes_after_a_place_was_looked_at_anew_is_of_no_use(thread: ThreadPoolExecutor) -> None:
    queue, track, may_end = InferenceQueue(thread), busy(), threading.Event()
    queue.ask(track, patch(90), lambda: None if may_end.wait(60) else SEEN)
    queue.answer()
    track.waited += 1
    track.see(patch(120), SEEN)
    may_end.set()
    for _ in range(3):
        queue.answer()
        track.waited += 1
    assert track.observation is SEEN
    assert queue.room == MOST_AT_ONCE
