"""How much `kibitz follow` finds of what hands do in labelled clips of real card play.

The clips are no part of the project: `make measure-follow` looks for them in `video/` of the folder that
`KIBITZ_SHARED` names, or of `../shared`. Figures go to docs/measured/follow.json; what is measured of some clips only
(`ARGS=deal_flip`) is said and not written down.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

_REPOSITORY = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(_REPOSITORY))

from tests.benchmarks.figures_file import write_figures  # noqa: E402
from tests.vision.follow.labelled_clips import Followed, follow_clip, labelled_clips  # noqa: E402

from kibitz_models.shares import share  # noqa: E402
from kibitz_models.weights import load_pipeline  # noqa: E402


def main(names: Sequence[str]) -> None:
    """Follow the clips, or those with the names, and write down what was found."""
    folder = Path(os.environ.get("KIBITZ_SHARED") or _REPOSITORY.parent / "shared") / "video"
    clips = [clip for clip in labelled_clips(folder) if not names or clip.video.stem in names]
    if not clips:
        print(f"Nothing is measured: no labelled clips in {folder} (KIBITZ_SHARED names another folder).")
        return
    pipeline = load_pipeline()
    followed = []
    for clip in clips:
        followed.append(follow_clip(clip, pipeline))
        _say(followed[-1])
    if not names:
        write_figures("follow.json", {"all": _row(followed), "clips": {one.name: _row([one]) for one in followed}})


def _row(followed: Iterable[Followed]) -> dict[str, Any]:
    clips = list(followed)
    found, labelled, told = (
        sum(counts) for counts in zip(*((c.found, c.labelled, c.told) for c in clips), strict=True)
    )
    return {
        "f1": round(2 * found / (labelled + told), 3) if labelled + told else None,
        "recall": share(found, labelled),
        "precision": share(found, told),
    }


def _say(clip: Followed) -> None:
    print(json.dumps({"clip": clip.name, **_row([clip])}), flush=True)
    for label in clip.missed:
        print(f"    missed {label.kind} at frame {label.frame}, {label.at_px}", flush=True)
    for act in clip.extra:
        x, y = act.quad.mean(0)
        print(f"    extra {act.deed} of {act.card or 'a card'} at {act.at_ms:.0f} ms, {x:.0f}, {y:.0f}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
