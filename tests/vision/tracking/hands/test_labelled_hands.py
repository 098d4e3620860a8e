"""The labels of hands in real clips fit the clips, and hands are told where they are."""

from __future__ import annotations

from pathlib import Path

from tests.vision.tracking.hands.labelled_hands import labelled_hands, looked_at

from kibitz_vision.camera.video import read_video
from kibitz_vision.tracking.hands.hand_presence import shows_hand


def test_forty_frames_of_each_of_four_clips_are_labelled_and_exist(shared_folder: Path) -> None:
    clips = list(labelled_hands(shared_folder / "video"))

    assert [len(clip.hand) for clip in clips] == [40] * 4
    shortest = min(clips, key=lambda clip: max(clip.hand))
    assert max(shortest.hand) < sum(1 for _ in read_video(shortest.video))


def test_a_white_balance_that_swings_is_no_hand_and_hides_none(shared_folder: Path) -> None:
    clip = next(clip for clip in labelled_hands(shared_folder / "video") if clip.video.stem == "reedbluue_u")

    told = [(frame.is_hand, shows_hand(frame.different)) for frame in looked_at(clip)]

    assert sum(is_told for is_hand, is_told in told if not is_hand) == 0
    assert sum(not is_told for is_hand, is_told in told if is_hand) <= 1
