"""Looking again: the right pictures, and only the pile on them."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz_datasets.scenes.scene import Scene
from kibitz_scoring.table import Heap, Interval, SlotId
from kibitz_server.journal.play_entries import SnapMoment
from kibitz_server.replay.player import FOUND_BGR, clip_shown, moments_shown, replay_picture
from kibitz_vision.detections import Image
from kibitz_vision.frames import decode_image
from kibitz_vision.reading.pipeline import Pipeline
from kibitz_vision.table.places import TablePlaces, card_rectangle

from ...vision.clips.conftest import race_clip
from ..conftest import ANN, BEN
from .flat_tables import flat_places


def test_each_contact_is_told_on_the_frame_that_shows_it_first() -> None:
    frames = clip_shown("a-clip", replace(race_clip(), window_ms=Interval(90.0, 300.0)))
    assert {frame.index: frame.touches for frame in frames if frame.touches} == {505: ("Ben",), 506: ("Ann",)}
    assert [frame.index for frame in frames] == list(range(503, 510))
    assert frames[0].after_ms == 0
    assert frames[0].url == "/clips/a-clip/pile/3.jpg"


def shown(image: Image, places: TablePlaces, pipeline: Pipeline) -> NDArray[np.int64]:
    picture = replay_picture(cv2.imencode(".png", image)[1].tobytes(), places, pipeline)
    return decode_image(picture, "the replay").astype(int)


def test_nothing_but_the_pile_and_what_lies_around_it_is_shown(pipeline: Pipeline) -> None:
    pile, hand = card_rectangle(np.array([500.0, 300.0]), 0.0), card_rectangle(np.array([430.0, 300.0]), 0.0)
    places = TablePlaces((ANN, BEN), (900, 600), np.eye(3), {Heap.DISCARD: pile, SlotId("p1.a1"): hand})
    image = np.full((600, 900, 3), 90, np.uint8)
    cv2.fillPoly(image, [np.round(hand).astype(np.int32)], (0, 0, 255))
    cv2.fillPoly(image, [np.round(pile).astype(np.int32)], (0, 255, 0))

    everything = TablePlaces(places.players, places.size_px, places.table_from_image, {Heap.DISCARD: pile})
    uncovered = shown(image, everything, pipeline)
    assert ((uncovered[..., 2] - uncovered[..., 1]) > 100).any()

    covered = shown(image, places, pipeline)

    assert ((covered[..., 1] - covered[..., 2]) > 100).mean() > 0.05
    assert not ((covered[..., 2] - covered[..., 1]) > 100).any()


def green(picture: NDArray[np.int64]) -> float:
    """Share of the pixels that have the colour of a card found."""
    return float((np.abs(picture - FOUND_BGR).max(axis=2) < 40).mean())


def test_cards_are_outlined_as_they_are_found_but_none_that_is_covered(reveal: Scene, pipeline: Pipeline) -> None:
    places = flat_places(reveal, {Heap.DISCARD: 0, SlotId("p1.a1"): 1})
    alone = np.full_like(reveal.picture, 90)
    pile = np.round(reveal.cards[0].quad).astype(np.int32)
    cv2.fillConvexPoly(mask := np.zeros(alone.shape[:2], np.uint8), pile, 1)
    assert green(shown(np.where(mask[..., None] > 0, reveal.picture, alone), places, pipeline)) > 0.002
    cv2.fillConvexPoly(mask := np.zeros(alone.shape[:2], np.uint8), np.round(reveal.cards[1].quad).astype(np.int32), 1)
    assert green(shown(np.where(mask[..., None] > 0, reveal.picture, alone), places, pipeline)) == 0


def test_what_was_kept_is_shown_in_place_of_the_film() -> None:
    kept = moments_shown((SnapMoment("0" * 24, 240, 733.0, ("Ben",)),))
    assert [(frame.url, frame.after_ms, frame.touches) for frame in kept] == [
        ("/pictures/000000000000000000000000.jpg", 733.0, ("Ben",))
    ]
