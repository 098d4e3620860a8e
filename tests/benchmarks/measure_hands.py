"""How often a hand is told where none is, and missed where one is, in labelled frames of real clips.

The clips are no part of the project: `make measure-hands` looks for them in `video/` of the folder that
`KIBITZ_SHARED` names, or of `../shared`. Figures go to docs/measured/hands.json.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

_REPOSITORY = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(_REPOSITORY))

from tests.benchmarks.figures_file import write_figures  # noqa: E402
from tests.vision.tracking.hands.labelled_hands import LabelledHands, labelled_hands  # noqa: E402

from kibitz_models.reading.evaluate import share  # noqa: E402
from kibitz_models.weights import load_hand_network  # noqa: E402
from kibitz_vision.camera.video import read_video  # noqa: E402
from kibitz_vision.tracking.frames.normalized_frame import MotionGate  # noqa: E402
from kibitz_vision.tracking.hands.arm_attribution import Mask, arms_mask  # noqa: E402
from kibitz_vision.tracking.hands.hand_network import HandNetwork  # noqa: E402
from kibitz_vision.tracking.hands.hand_presence import shows_hand  # noqa: E402

Told = list[tuple[bool, bool]]
"""Of labelled frames: whether a hand is there, and whether one is told."""


def main() -> None:
    """Look at the labelled frames in each way, and write down what was told."""
    folder = Path(os.environ.get("KIBITZ_SHARED") or _REPOSITORY.parent / "shared") / "video"
    clips = list(labelled_hands(folder))
    if not clips:
        print(f"Nothing is measured: no clips with labels in {folder} (KIBITZ_SHARED names another folder).")
        return
    network, told, took_ms = load_hand_network(threads=1), dict[str, dict[str, Told]](), list[float]()
    for clip in clips:
        for way, is_hand, mask in _seen(clip, network, took_ms):
            told.setdefault(way, {}).setdefault(clip.video.stem, []).append((is_hand, shows_hand(mask)))
    ways = {way: _rows(of) for way, of in told.items()}
    write_figures("hands.json", {"ways": ways, "network_ms": round(float(np.median(took_ms)), 2)})


def _seen(clip: LabelledHands, network: HandNetwork, took_ms: list[float]) -> Iterator[tuple[str, bool, Mask]]:
    """Each labelled frame as each way sees it."""
    gate = MotionGate()
    for frame in read_video(clip.video):
        normalized = gate.look(frame)
        is_hand = clip.hand.get(frame.index)
        if is_hand is None:
            continue
        assert gate.background is not None
        different = arms_mask(normalized.quarter, gate.background)
        start = time.perf_counter()
        seen = network.mask(normalized.quarter)
        took_ms.append((time.perf_counter() - start) * 1e3)
        yield "difference", is_hand, different
        yield "network", is_hand, seen
        yield "either", is_hand, np.maximum(different, seen)
        yield "both", is_hand, np.minimum(different, seen)


def _rows(clips: Mapping[str, Told]) -> dict[str, Any]:
    everything = [one for told in clips.values() for one in told]
    return {"all": _row(everything), "clips": {name: _row(told) for name, told in clips.items()}}


def _row(told: Iterable[tuple[bool, bool]]) -> dict[str, Any]:
    frames = list(told)
    free, shown = ([is_told for is_hand, is_told in frames if is_hand == wanted] for wanted in (False, True))
    return {"told_where_none": share(sum(free), len(free)), "missed": share(len(shown) - sum(shown), len(shown))}


if __name__ == "__main__":
    main()
