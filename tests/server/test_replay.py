"""Looking again: the right pictures, and only the pile on them."""

from __future__ import annotations

import cv2
import numpy as np

from kibitz_scoring.table import Heap, Interval, SlotId
from kibitz_server.play_views import RaceView
from kibitz_server.replay import replay_frames, replay_picture
from kibitz_vision.film import KeptFrame
from kibitz_vision.frames import decode_image
from kibitz_vision.places import TablePlaces, card_rectangle

from .conftest import ANN, BEN

FRAME_MS = 1000 / 30
KEPT = tuple(KeptFrame(index, round(index * FRAME_MS * 1e6)) for index in range(450))


def view(ben_ms: float, ann_ms: float) -> RaceView:
    contacts = ((BEN, Interval(ben_ms - FRAME_MS, ben_ms)), (ANN, Interval(ann_ms - FRAME_MS, ann_ms)))
    window = Interval(ben_ms - FRAME_MS - 700, ann_ms + 400)
    return RaceView(0, "Ben first by 67 ms ± 33 ms.", ("Ben's p2.b1", "Ann's p1.a1"), True, window, contacts)


def test_each_contact_is_told_on_the_frame_that_shows_it_first() -> None:
    frames = replay_frames(view(240 * FRAME_MS, 242 * FRAME_MS), KEPT)
    assert {frame.index: frame.touches for frame in frames if frame.touches} == {240: ("Ben",), 242: ("Ann",)}
    assert [frame.index for frame in frames] == list(range(frames[0].index, frames[-1].index + 1))
    assert frames[0].after_ms == 0
    assert 215 <= frames[0].index <= 220


def test_frames_that_are_gone_are_not_shown() -> None:
    assert replay_frames(view(240 * FRAME_MS, 242 * FRAME_MS), KEPT[300:]) == ()


def test_nothing_but_the_pile_and_what_lies_around_it_is_shown() -> None:
    pile, hand = card_rectangle(np.array([500.0, 300.0]), 0.0), card_rectangle(np.array([430.0, 300.0]), 0.0)
    places = TablePlaces((ANN, BEN), (900, 600), np.eye(3), {Heap.DISCARD: pile, SlotId("p1.a1"): hand})
    image = np.full((600, 900, 3), 90, np.uint8)
    cv2.fillPoly(image, [np.round(hand).astype(np.int32)], (0, 0, 255))
    cv2.fillPoly(image, [np.round(pile).astype(np.int32)], (0, 255, 0))

    everything = TablePlaces(places.players, places.size_px, places.table_from_image, {Heap.DISCARD: pile})
    uncovered = decode_image(replay_picture(cv2.imencode(".png", image)[1].tobytes(), everything), "it").astype(int)
    assert ((uncovered[..., 2] - uncovered[..., 1]) > 100).any()

    shown = decode_image(replay_picture(cv2.imencode(".png", image)[1].tobytes(), places), "the replay").astype(int)

    assert ((shown[..., 1] - shown[..., 2]) > 100).mean() > 0.05
    assert not ((shown[..., 2] - shown[..., 1]) > 100).any()
