"""Clips of real card play, labelled by eye: what of it is seen without knowing the game.

The tracker is made for a camera that stands still and for places that a game gives; of these clips, taken from a hand,
it finds part (`clips/README.md`). This keeps what there is.
"""

from __future__ import annotations

from pathlib import Path

from tests.vision.clip_acts import acts_in, found_of, read_labels

from kibitz_vision.pipeline import Pipeline

LABELS = Path(__file__).parent / "clips"


def test_cards_that_move_in_a_clip_of_solitaire_are_noticed(pipeline: Pipeline, shared_folder: Path) -> None:
    labels = read_labels(LABELS / "solitaire_dark.jsonl")
    acts = acts_in(pipeline, shared_folder / "video" / "solitaire_dark.mp4")
    found = found_of(labels, acts, reach_px=30)
    assert len(labels) == 9
    assert len(found) >= 4
    assert len(acts) - len(found) <= 15
