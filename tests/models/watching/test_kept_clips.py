"""Clips that were judged wrongly once: every folder in `clips` is judged again, and comes to the right answer.

`kibitz clips keep --tests` puts them there; they stay with whoever cut them.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from kibitz_models.watching.kept_cases import kept_clips, read_kept_clip
from kibitz_models.watching.rejudging import judge_clip
from kibitz_scoring.game.events import Snapped
from kibitz_vision.clips.clip_file import read_clip
from kibitz_vision.reading.pipeline import Pipeline

CLIPS = kept_clips(Path(__file__).parent / "clips")


@pytest.mark.parametrize("folder", CLIPS, ids=lambda folder: folder.name)
def test_a_kept_clip_is_judged_as_it_was_right(folder: Path, pipeline: Pipeline) -> None:
    path, right = read_kept_clip(folder)
    clip = read_clip(path)
    judged = judge_clip(clip, pipeline)
    snaps = [timed.event for timed in judged.events if isinstance(timed.event, Snapped)]
    assert right.is_given_by(snaps), f"{folder.name}: {judged.verdict}"
