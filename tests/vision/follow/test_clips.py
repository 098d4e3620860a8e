"""Short clips of real card play, labelled by eye: what of it is seen without knowing the game.

`make measure-follow` follows the long ones, too.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.vision.follow.labelled_clips import follow_clip, labelled_clips

from kibitz_vision.reading.pipeline import Pipeline

LEAST_F1 = 0.9


@pytest.mark.parametrize("name", ["reedbluue_u", pytest.param("deal_flip", marks=pytest.mark.long)])
def test_what_hands_do_in_clips_of_unknown_games_is_told(name: str, pipeline: Pipeline, shared_folder: Path) -> None:
    clip = next((clip for clip in labelled_clips(shared_folder / "video") if clip.video.stem == name), None)
    if clip is None:
        pytest.skip(f"needs the clip {name} with its labels in {shared_folder / 'video'}, which is not there")
    followed = follow_clip(clip, pipeline)
    said = f"{followed.labelled} acts, {followed.told} told, {followed.found} of them right"
    assert followed.f1 >= LEAST_F1, said
