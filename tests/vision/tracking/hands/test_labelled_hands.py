"""The labels of hands in real clips fit the clips."""

from __future__ import annotations

from pathlib import Path

from tests.vision.tracking.hands.labelled_hands import labelled_hands

from kibitz_vision.camera.video import read_video


def test_forty_frames_of_each_of_four_clips_are_labelled_and_exist(shared_folder: Path) -> None:
    clips = list(labelled_hands(shared_folder / "video"))

    assert [len(clip.hand) for clip in clips] == [40] * 4
    shortest = min(clips, key=lambda clip: max(clip.hand))
    assert max(shortest.hand) < sum(1 for _ in read_video(shortest.video))
