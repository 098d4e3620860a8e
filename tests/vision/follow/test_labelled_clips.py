"""How what was told of a clip is compared with its labels."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.vision.follow.labelled_clips import Label, LabelledClip, compared

from kibitz_vision.follow.free_play import Act, Deed

QUAD = np.array([[0, 0], [63, 0], [63, 88], [0, 88]], np.float32)
TIMES_MS = [100.0 * number for number in range(20)]
LIFT = Label("lift", 10, 9, 11, (31.5, 44.0))


def figures(labels: tuple[Label, ...], *deeds: Deed) -> tuple[int, int, float]:
    acts = [Act(deed, 1000.0, QUAD, None) for deed in deeds]
    followed = compared(LabelledClip(Path("clip.mp4"), labels), acts, TIMES_MS, [np.eye(3)] * 20)
    return followed.told, followed.found, followed.f1


@pytest.mark.parametrize(
    ("labels", "deeds", "expected"),
    [
        ((), (), (0, 0, 1.0)),
        ((), (Deed.SLIDE,), (1, 0, 0.0)),
        ((LIFT,), (Deed.LIFT,), (1, 1, 1.0)),
        ((LIFT,), (Deed.LIFT, Deed.SLIDE), (1, 1, 1.0)),
        ((LIFT,), (Deed.SLIDE,), (0, 0, 0.0)),
    ],
    ids=["nothing", "a slide where nothing happens", "a lift", "a lift and a push", "a push for a lift"],
)
def test_a_slide_is_told_falsely_only_where_nothing_happens(
    labels: tuple[Label, ...], deeds: tuple[Deed, ...], expected: tuple[int, int, float]
) -> None:
    assert figures(labels, *deeds) == expected
