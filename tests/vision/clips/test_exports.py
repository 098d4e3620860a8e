"""What is handed to others of a clip: a film with true times, a photo finish, evidence; nothing that is hidden."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import av
import cv2
import numpy as np
import pytest

from kibitz_scoring.cards import parse_card
from kibitz_scoring.errors import InputError
from kibitz_scoring.table import CardFlipped, Heap, Interval, Seen, SlotId
from kibitz_vision.clips.clip import Clip
from kibitz_vision.clips.concealment import ShownClip
from kibitz_vision.clips.evidence import evidence
from kibitz_vision.clips.film_export import export_film
from kibitz_vision.clips.photo_finish import PLAYER_BGR, photo_finish
from kibitz_vision.detections import Image
from kibitz_vision.frames import encode_jpeg
from kibitz_vision.reading.pipeline import Pipeline

from .conftest import ANN

OPEN_FILES = Path("/proc/self/fd")


@pytest.fixture
def moving(clip: Clip) -> Clip:
    """A white card slides down from Ben's place onto the pile, frame by frame; red lies in each hand."""
    frames = []
    for number, frame in enumerate(clip.frames):
        image: Image = np.full((clip.size_px[1], clip.size_px[0], 3), 90, np.uint8)
        for slot in (SlotId("p1.a1"), SlotId("p2.a1")):
            cv2.fillPoly(image, [np.round(clip.places.quad_px(slot)).astype(np.int32)], (0, 0, 255))
        pile = clip.places.quad_px(Heap.DISCARD) - (0, max(0, 5 - number) * 14)
        cv2.fillPoly(image, [np.round(pile).astype(np.int32)], (250, 250, 250))
        frames.append(replace(frame, jpeg=encode_jpeg(image)))
    return replace(clip, frames=tuple(frames))


def test_every_frame_of_the_film_has_its_own_time(moving: Clip, pipeline: Pipeline, tmp_path: Path) -> None:
    times = [0, 33, 71, 99, 140, 166, 199, 260, 290, 330, 362, 400]
    frames = (replace(one, at_ns=at * 10**6) for one, at in zip(moving.frames, times, strict=True))
    path = tmp_path / "clip.mp4"
    assert list(export_film(ShownClip(replace(moving, frames=tuple(frames))), pipeline, path)) == list(range(1, 13))
    with av.open(str(path)) as container:
        shown = [float(one.pts * one.time_base) * 1e3 for one in container.decode(video=0) if one.time_base]
    assert shown == pytest.approx(times, abs=0.1)
    assert list(tmp_path.iterdir()) == [path]


def test_nothing_of_the_hands_is_in_the_film_or_in_the_photo_finish(
    moving: Clip, pipeline: Pipeline, tmp_path: Path
) -> None:
    for _ in export_film(ShownClip(moving), pipeline, tmp_path / "clip.mp4"):
        pass
    with av.open(str(tmp_path / "clip.mp4")) as container:
        pictures = [one.to_ndarray(format="bgr24").astype(int) for one in container.decode(video=0)]
    for picture in (*pictures, photo_finish(ShownClip(moving), pipeline).astype(int)):
        red = (picture[..., 2] - picture[..., 1] > 120) & (picture[..., 2] - picture[..., 0] > 120)
        assert not red.any()


def test_the_photo_finish_has_a_band_for_each_and_marks_every_contact_at_its_time(
    moving: Clip, pipeline: Pipeline
) -> None:
    picture = photo_finish(ShownClip(moving), pipeline).astype(int)
    ends = []
    for colour in PLAYER_BGR[:2]:
        columns = (np.abs(picture - colour).max(axis=2) < 12).sum(axis=0)
        ends.append(int(columns.argmax()))
        assert columns.max() > 300
    assert ends[1] - ends[0] == pytest.approx(200.0 - 166.7, abs=2)


def test_a_clip_without_a_contact_has_no_photo_finish_and_one_without_a_picture_no_film(
    clip: Clip, pipeline: Pipeline, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match="no photo finish"):
        photo_finish(ShownClip(replace(clip, verdict=None)), pipeline)
    with pytest.raises(InputError, match="no picture"):
        list(export_film(ShownClip(replace(clip, frames=())), pipeline, tmp_path / "clip.mp4"))
    with pytest.raises(InputError, match="cannot be written"):
        list(export_film(ShownClip(clip), pipeline, tmp_path / "no" / "folder" / "clip.mp4"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not OPEN_FILES.is_dir(), reason="files that are open are not told there")
def test_a_film_is_let_go_where_a_frame_of_its_clip_is_damaged(clip: Clip, pipeline: Pipeline, tmp_path: Path) -> None:
    good = [replace(clip.frames[0], at_ns=number * 10**7) for number in range(60)]
    damaged = replace(clip, frames=(*good, replace(good[-1], jpeg=b"no picture")))
    with pytest.raises(InputError) as caught:
        list(export_film(ShownClip(damaged), pipeline, tmp_path / "clip.mp4"))
    assert caught.tb is not None, "what it was at is still known"
    assert not [one for one in OPEN_FILES.iterdir() if "clip.mp4" in os.path.realpath(one)]
    assert list(tmp_path.iterdir()) == []


def test_the_evidence_tells_no_face_that_was_only_glimpsed(clip: Clip) -> None:
    peek = CardFlipped(Seen(Interval(20.0, 30.0)), SlotId("p1.a1"), parse_card("KD"))
    told = json.dumps(evidence(replace(clip, seen=(*clip.seen, peek))))
    assert "KD" not in told
    assert "Ben first by" in told
    assert ANN in told
