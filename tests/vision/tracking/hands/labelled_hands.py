"""Frames of real clips with labels of whether a hand is seen in them.

The clips are no part of the project; what the labels mean stands in `labelled/README.md`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_LABELS = Path(__file__).parent / "labelled"


@dataclass(frozen=True, slots=True)
class LabelledHands:
    """A clip, and of some of its frames whether a hand is seen, by their number."""

    video: Path
    hand: dict[int, bool]


def labelled_hands(folder: Path) -> Iterator[LabelledHands]:
    """The videos of a folder of which there are labels, by name."""
    for video in sorted(folder.glob("*.*")):
        path = _LABELS / f"{video.stem}.jsonl"
        if path.is_file():
            rows = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
            yield LabelledHands(video, {row["frame"]: row["hand"] for row in rows})
