"""Milliseconds a picture: detect, read and both, on rendered tables with an exact number of face-up cards."""

from __future__ import annotations

import platform
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from kibitz_datasets.decks.drawn_deck import drawn_deck
from kibitz_datasets.scenes.reveal import RevealConfig, render_reveal
from kibitz_models.weights import FOLDER, load_pipeline
from kibitz_scoring.cards import FRENCH52
from kibitz_vision.detections import Face, Image, Timings
from kibitz_vision.reading.pipeline import Pipeline

CARDS_A_PLAYER = 4
RIVAL = "yolo26n.yaml"
"""A one-stage detector of as many parameters as ours; its weights do not matter for its speed."""


@dataclass(frozen=True, slots=True)
class BenchCase:
    """A rendered reveal: picture size and players, with four face-up cards each and nothing else."""

    name: str
    width_px: int
    height_px: int
    players: int

    @property
    def cards(self) -> int:
        """Face-up cards in the picture."""
        return self.players * CARDS_A_PLAYER


CASES = (
    BenchCase("1920x1080, 20 cards", 1920, 1080, 5),
    BenchCase("12 Mpx, 20 cards", 4000, 3000, 5),
)


def picture_of(case: BenchCase) -> Image:
    """The case's picture, always the same."""
    deck = drawn_deck(1000)
    # A deck of no more cards than the hands hold: nothing is left for the piles.
    few = replace(deck, faces={card: deck.faces[card] for card in FRENCH52[:: 52 // case.cards][: case.cards]})
    config = RevealConfig(case.players, case.width_px, case.height_px, tilt_deg=10)
    return render_reveal(np.random.default_rng(5), few, config).picture


def measure(pipeline: Pipeline, picture: Image, repeats: int) -> Sequence[Timings]:
    """Timings of `repeats` readings after one that warms up."""
    pipeline.read(picture)
    return [pipeline.read(picture).timings for _ in range(repeats)]


def bench_json(repeats: int, weights: Path = FOLDER, cases: Sequence[BenchCase] = CASES) -> dict[str, Any]:
    """Medians of every case: as shipped, with a single detector pass, and of a one-stage detector where installed."""
    rival = one_stage_detector()
    once = load_pipeline(weights, small_card_px=0)
    pipeline = load_pipeline(weights)
    rows = []
    for case in cases:
        picture = picture_of(case)
        cards = pipeline.read(picture).cards
        row: dict[str, Any] = {
            "case": case.name,
            "cards": case.cards,
            "found": sum(card.face == Face.UP for card in cards),
            "named": sum(card.card is not None for card in cards),
            "ms": milliseconds(measure(pipeline, picture, repeats)),
            "single_pass_ms": milliseconds(measure(once, picture, repeats)),
        }
        if rival:
            predict = partial(rival.predict, imgsz=640, device="cpu", verbose=False)
            row["one_stage_predict_ms"] = _median_ms(predict, picture, repeats)
        rows.append(row)
    one_stage = f"{RIVAL}, 54 classes, 640 px" if rival else "not measured: ultralytics is not installed here"
    machine = {"platform": f"{platform.system()} {platform.machine()}", "python": platform.python_version()}
    return {"repeats": repeats, **machine, "one_stage": one_stage, "cases": rows}


def one_stage_detector() -> Any | None:
    """Ultralytics' one-stage detector of 54 classes on two cores; None where ultralytics is not installed.

    Its weights do not matter for speed.
    """
    try:
        import torch
        from ultralytics import YOLO
        from ultralytics.nn.tasks import DetectionModel
    except ImportError:
        return None
    torch.set_num_threads(2)
    model = YOLO(RIVAL, task="detect")
    model.model = DetectionModel(RIVAL, nc=54, verbose=False)
    return model


def milliseconds(timings: Sequence[Timings]) -> dict[str, float]:
    """Median milliseconds of each stage."""
    stages = {
        "detect": [t.detect_ms for t in timings],
        "read": [t.read_ms for t in timings],
        "total": [t.total_ms for t in timings],
    }
    return {stage: round(float(np.median(times)), 1) for stage, times in stages.items()}


def _median_ms(run: Callable[[Image], object], picture: Image, repeats: int) -> float:
    run(picture)
    times = []
    for _ in range(repeats):
        start = perf_counter()
        run(picture)
        times.append((perf_counter() - start) * 1e3)
    return round(float(np.median(times)), 1)
