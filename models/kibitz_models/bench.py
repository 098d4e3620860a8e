"""Milliseconds a picture: detect, read and both, on pictures of a given size and number of cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kibitz_datasets.drawn_deck import drawn_deck
from kibitz_datasets.reveal import RevealConfig, render_reveal
from kibitz_vision.detections import Image, Timings
from kibitz_vision.pipeline import Pipeline


@dataclass(frozen=True, slots=True)
class BenchCase:
    """A rendered reveal: picture size and players, four cards each beside the piles."""

    name: str
    width_px: int
    height_px: int
    players: int


CASES = (
    BenchCase("1080p, 18 cards", 1920, 1080, 4),
    BenchCase("12 Mpx, 22 cards", 4000, 3000, 5),
)


def picture_of(case: BenchCase) -> Image:
    """The case's picture, always the same."""
    config = RevealConfig(case.players, case.width_px, case.height_px, tilt_deg=10)
    return render_reveal(np.random.default_rng(5), drawn_deck(1000), config).picture


def measure(pipeline: Pipeline, picture: Image, repeats: int) -> Sequence[Timings]:
    """Timings of `repeats` readings after one that warms up."""
    pipeline.read(picture)
    return [pipeline.read(picture).timings for _ in range(repeats)]


def summary(timings: Sequence[Timings]) -> dict[str, float]:
    """Median milliseconds a stage."""
    return {
        "detect_ms": round(float(np.median([t.detect_ms for t in timings])), 1),
        "read_ms": round(float(np.median([t.read_ms for t in timings])), 1),
        "total_ms": round(float(np.median([t.total_ms for t in timings])), 1),
    }
