"""Clips of real card play, labelled by eye: what of it is seen without knowing the game.

No clip was left to measure on apart: how long things may take in `free_play` was chosen by looking at these two.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from kibitz_vision.camera.video import read_video
from kibitz_vision.follow.free_play import Act, acts_in
from kibitz_vision.follow.handheld import looks_at, movements
from kibitz_vision.geometry import Homography, project
from kibitz_vision.reading.pipeline import Pipeline

LABELS = Path(__file__).parent / "clips"
FRAME_MS = 1000 / 30
TOLERANCE_FRAMES = 15
REACH = 0.5
"""In sizes of a card: labels say where the middle of a card is, and neighbours are further away."""


@dataclass(frozen=True, slots=True)
class Label:
    """A lift, a place or a flip, by when (frames `first` to `last`) and where (px of the clip on `frame`)."""

    kind: str
    frame: int
    first: int
    last: int
    at_px: tuple[float, float]

    def is_met(self, act: Act, moved: Homography) -> bool:
        """Whether an act is this one; `moved` maps pixels of the first frame to those of the label's."""
        frame = act.at_ms / FRAME_MS
        in_time = self.first - TOLERANCE_FRAMES <= frame <= self.last + TOLERANCE_FRAMES
        size = np.sqrt(np.prod(np.linalg.norm(np.diff(act.quad[:3], axis=0), axis=1)))
        there = project(act.quad.mean(0).astype(np.float64), moved)
        return bool(act.deed == self.kind and in_time and np.hypot(*(there - self.at_px)) < REACH * size)


def read_labels(path: Path) -> list[Label]:
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [Label(row["kind"], row["frame"], row["first"], row["last"], tuple(row["at_px"])) for row in rows]


def found_of(labels: list[Label], acts: list[Act], moved: list[Homography]) -> int:
    """How many labels have an act that is theirs, one to one, in order of time."""
    left = list(acts)
    for label in sorted(labels, key=lambda label: label.frame):
        act = next((act for act in left if label.is_met(act, moved[label.frame])), None)
        if act is not None:
            left.remove(act)
    return len(acts) - len(left)


@pytest.fixture(scope="module", params=["deal_flip", "solitaire_dark"])
def clip(request: pytest.FixtureRequest, pipeline: Pipeline, shared_folder: Path) -> tuple[int, int, int]:
    """Labels, acts and how many of them are the same."""
    video = shared_folder / "video" / f"{request.param}.mp4"
    labels = read_labels(LABELS / f"{request.param}.jsonl")
    acts = acts_in(tuple(looks_at(pipeline, read_video(video))))
    moved = [homography for _, homography in movements(read_video(video))]
    return len(labels), len(acts), found_of(labels, acts, moved)


def test_what_hands_do_in_clips_of_unknown_games_is_told(clip: tuple[int, int, int]) -> None:
    labelled, told, found = clip
    assert labelled >= 3
    assert 2 * found / (labelled + told) >= 0.9, f"{labelled} acts, {told} told, {found} of them right"
