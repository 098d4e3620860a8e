"""How often a hand is told where none is, and missed where one is, in labelled frames of real clips.

The clips are no part of the project: `make measure-hands` looks for them in `video/` of the folder that
`KIBITZ_SHARED` names, or of `../shared`. Figures go to docs/measured/hands.json. With `--network` a network that
`kibitz train hands` exported is measured beside the difference from the empty table, and the two together; that is said
and not written down, as the watcher has no such network.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import cv2
import numpy as np

_REPOSITORY = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(_REPOSITORY))

from tests.benchmarks.figures_file import write_figures  # noqa: E402
from tests.vision.tracking.hands.labelled_hands import LabelledHands, labelled_hands, looked_at  # noqa: E402

from kibitz_models.shares import share  # noqa: E402
from kibitz_models.watching.hand_network import HandNetwork  # noqa: E402
from kibitz_vision.reading.onnx_model import OnnxModel  # noqa: E402
from kibitz_vision.tracking.hands.arm_attribution import Mask  # noqa: E402
from kibitz_vision.tracking.hands.hand_presence import shows_hand  # noqa: E402

_LEAST_SEEN = 0.005
"""Share of the picture in one piece that a network has to take for a hand where it need not reach the border."""
Told = list[tuple[bool, bool]]
"""Of labelled frames: whether a hand is there, and whether one is told."""


def main() -> None:
    """Look at the labelled frames in each way, and write down what was told."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--network", type=Path, help="a hand network (ONNX) to measure, too")
    asked = parser.parse_args()
    folder = Path(os.environ.get("KIBITZ_SHARED") or _REPOSITORY.parent / "shared") / "video"
    clips = list(labelled_hands(folder))
    if not clips:
        print(f"Nothing is measured: no clips with labels in {folder} (KIBITZ_SHARED names another folder).")
        return
    network = HandNetwork(OnnxModel(asked.network, threads=1)) if asked.network else None
    told = dict[str, dict[str, Told]]()
    for clip in clips:
        for way, is_hand, is_told in _told(clip, network):
            told.setdefault(way, {}).setdefault(clip.video.stem, []).append((is_hand, is_told))
    ways = {way: _rows(of) for way, of in told.items()}
    if network is None:
        write_figures("hands.json", {"ways": ways})
    else:
        print(json.dumps(ways, indent=2))


def _told(clip: LabelledHands, network: HandNetwork | None) -> Iterator[tuple[str, bool, bool]]:
    """By each way and of each labelled frame whether a hand is there, and whether one is told."""
    for frame in looked_at(clip):
        masks = {"difference": frame.different}
        if network is not None:
            seen = network.mask(frame.picture)
            masks |= {"network": seen, "either": np.maximum(frame.different, seen)}
            masks |= {"both": np.minimum(frame.different, seen), "supported": _supported(frame.different, seen)}
            yield "network, at any place", frame.is_hand, _largest(seen) >= _LEAST_SEEN
        for way, mask in masks.items():
            yield way, frame.is_hand, shows_hand(mask)


def _supported(different: Mask, seen: Mask) -> Mask:
    """The parts of what differs of which the network takes anything for a hand."""
    _, parts = cv2.connectedComponents(different, connectivity=8)
    return np.asarray(np.isin(parts, np.unique(parts[(seen > 0) & (different > 0)])) * np.uint8(255), np.uint8)


def _largest(mask: Mask) -> float:
    """Share of the picture that the largest part of a mask covers."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    return float(max(stats[1:, cv2.CC_STAT_AREA], default=0)) / mask.size


def _rows(clips: Mapping[str, Told]) -> dict[str, Any]:
    everything = [one for told in clips.values() for one in told]
    return {"all": _row(everything), "clips": {name: _row(told) for name, told in clips.items()}}


def _row(told: Iterable[tuple[bool, bool]]) -> dict[str, Any]:
    frames = list(told)
    free, shown = ([is_told for is_hand, is_told in frames if is_hand == wanted] for wanted in (False, True))
    return {"told_where_none": share(sum(free), len(free)), "missed": share(len(shown) - sum(shown), len(shown))}


if __name__ == "__main__":
    main()
