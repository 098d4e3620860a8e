"""Clips that were judged wrongly once: every folder in `clips` is judged again, and comes to the right answer.

"This was wrong" on the page and `kibitz clips keep --tests` make them; they stay with whoever cut them.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from kibitz_models.watching.rejudging import judge_clip
from kibitz_vision.clips.clip_file import read_clip
from kibitz_vision.clips.wrong_clips import WrongClip, wrong_clips
from kibitz_vision.reading.pipeline import Pipeline

CLIPS = wrong_clips(Path(__file__).parent / "clips")


@pytest.mark.parametrize("case", CLIPS, ids=lambda case: case.name)
def test_a_kept_clip_is_judged_as_it_was_right(case: WrongClip, pipeline: Pipeline) -> None:
    clip = read_clip(case.clip)
    judged = judge_clip(clip, pipeline)
    events = [timed.event for timed in judged.events]
    assert case.right.is_given_by(clip, events), f"{case.name}: {case.right} against {judged.verdict}, {events}"
