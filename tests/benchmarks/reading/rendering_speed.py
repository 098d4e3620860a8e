"""How fast training pictures are rendered: `python tests/benchmarks/reading/rendering_speed.py` writes the figures.

Pictures a second of processor time of one core: the clock on the wall depends on what else runs. The best of several
batches counts, for other programs also slow the processor itself (shared caches and cores).
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from tests.benchmarks.figures_file import write_figures

from kibitz_datasets.decks.deck import Deck, load_deck
from kibitz_datasets.pool import Split, prepare_decks
from kibitz_datasets.scenes.crops import render_crop, render_outline
from kibitz_datasets.scenes.scene import SceneConfig, render_scene

BATCHES = 8
CASES: dict[str, tuple[int, Callable[[np.random.Generator, list[Deck]], object]]] = {
    "crops": (200, render_crop),
    "outlines": (200, render_outline),
    "scenes": (20, lambda rng, decks: render_scene(rng, decks, SceneConfig())),
}


def _rates(count: int, render: Callable[[np.random.Generator, list[Deck]], object], decks: list[Deck]) -> list[float]:
    """Pictures a second of each batch, after one that warms up: every batch renders the same pictures."""
    rates = []
    for _ in range(BATCHES + 1):
        start_s = time.process_time()
        for k in range(count):
            render(np.random.default_rng((1, k)), decks)
        rates.append(count / (time.process_time() - start_s))
    return rates[1:]


def main() -> None:
    """Measure every case and write the figures."""
    cv2.setNumThreads(1)
    decks = [load_deck(folder) for folder in prepare_decks(Split.TRAIN)]
    rows = {}
    for name, (count, render) in CASES.items():
        rates = _rates(count, render, decks)
        rows[name] = {"best": round(max(rates), 1), "median": round(float(np.median(rates)), 1), "of": count}
    write_figures("rendering-speed.json", {"decks": len(decks), "pictures_per_cpu_second": rows})


if __name__ == "__main__":
    main()
