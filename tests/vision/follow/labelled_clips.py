"""Clips of real card play with labels of what hands do in them, and how much of that `kibitz follow` finds.

The clips are no part of the project; their labels are in `clips/` here or in `labels/` beside them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kibitz_vision.camera.video import read_video
from kibitz_vision.follow.free_play import Act, Deed, acts_in
from kibitz_vision.follow.handheld import looks_at, movements
from kibitz_vision.geometry import Homography, project
from kibitz_vision.reading.pipeline import Pipeline

_LABELS = Path(__file__).parent / "clips"
_TOLERANCE_MS = 500.0
"""So long before or after the time that a label allows may an act be told: 15 frames of the first two clips."""
_REACH = 0.5
"""In sizes of a card: labels say where the middle of a card is, and neighbours are further away."""


@dataclass(frozen=True, slots=True)
class Label:
    """A lift, a place or a flip, by when (frames `first` to `last`) and where (px of the clip on `frame`)."""

    kind: str
    frame: int
    first: int
    last: int
    at_px: tuple[float, float]


@dataclass(frozen=True, slots=True)
class LabelledClip:
    """A clip and all that is seen in it, which may be nothing."""

    video: Path
    labels: tuple[Label, ...]


@dataclass(frozen=True, slots=True)
class Followed:
    """How many acts a clip has, how many were told, how many of these are the same; and what was missed or made up."""

    name: str
    labelled: int
    told: int
    found: int
    missed: tuple[Label, ...]
    extra: tuple[Act, ...]

    @property
    def f1(self) -> float:
        """1 where nothing happens and nothing is told."""
        return 2 * self.found / (self.labelled + self.told) if self.labelled + self.told else 1.0


def labelled_clips(folder: Path) -> Iterator[LabelledClip]:
    """The videos of a folder of which there are labels, by name."""
    for video in sorted(folder.glob("*.*")):
        named = (labels / f"{video.stem}.jsonl" for labels in (_LABELS, folder / "labels"))
        path = next((path for path in named if path.is_file()), None)
        if path is not None:
            yield LabelledClip(video, tuple(_read_labels(path)))


def follow_clip(clip: LabelledClip, pipeline: Pipeline) -> Followed:
    """Follow a clip as `kibitz follow` does, and compare with its labels."""
    acts = acts_in(tuple(looks_at(pipeline, read_video(clip.video))))
    times_ms, moved = [], []
    for frame, homography in movements(read_video(clip.video)):
        times_ms.append(frame.captured_ns / 1e6)
        moved.append(homography)
    return compared(clip, acts, times_ms, moved)


def compared(
    clip: LabelledClip, acts: Sequence[Act], times_ms: Sequence[float], moved: Sequence[Homography]
) -> Followed:
    """What of a clip was found, one to one, the nearest in time; `moved` maps px of the first frame to each one's.

    Nobody labelled what is pushed aside, so that slides count neither way where hands do anything; where nothing
    happens nothing is pushed either, and a slide is told falsely.
    """
    told = [act for act in acts if act.deed is not Deed.SLIDE or not clip.labels]
    left, missed = list(told), []
    for label in sorted(clip.labels, key=lambda label: label.frame):
        fitting = [act for act in left if _is_met(label, act, times_ms, moved[label.frame])]
        act = min(fitting, key=lambda act: abs(act.at_ms - times_ms[label.frame]), default=None)
        if act is None:
            missed.append(label)
        else:
            left.remove(act)
    found = len(told) - len(left)
    return Followed(clip.video.stem, len(clip.labels), len(told), found, tuple(missed), tuple(left))


def _read_labels(path: Path) -> Iterator[Label]:
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        yield Label(row["kind"], row["frame"], row["first"], row["last"], tuple(row["at_px"]))


def _is_met(label: Label, act: Act, times_ms: Sequence[float], moved: Homography) -> bool:
    since_ms, until_ms = times_ms[label.first], times_ms[min(label.last, len(times_ms) - 1)]
    in_time = since_ms - _TOLERANCE_MS <= act.at_ms <= until_ms + _TOLERANCE_MS
    size = np.sqrt(np.prod(np.linalg.norm(np.diff(act.quad[:3], axis=0), axis=1)))
    there = project(act.quad.mean(0).astype(np.float64), moved)
    return bool(act.deed == label.kind and in_time and np.hypot(*(there - label.at_px)) < _REACH * size)
