"""Clips that were judged wrongly, with the right answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from kibitz_scoring.errors import InputError
from kibitz_scoring.game.events import Snapped, Verdict
from kibitz_scoring.notation.events import parse_event
from kibitz_scoring.table import SlotId
from kibitz_vision.clips.clip import Clip, ClipKind
from kibitz_vision.clips.clip_file import read_clip
from kibitz_vision.clips.wrong_clips import RightAnswer, keep_wrong, read_wrong, wrong_clips

from .conftest import ANN, BEN, PLAYERS, race_clip

BEN_FIRST = Snapped(BEN, SlotId("p2.a1"), verdict=Verdict.CORRECT)
LOOKED = parse_event("p1 looks p2.a1", PLAYERS)
SWAPPED = parse_event("p1 looks p2.b1", PLAYERS)


def question_clip() -> Clip:
    """Somebody looked at a card, as it was told."""
    clip = race_clip()
    timed = replace(clip.events[0], event=LOOKED)
    return replace(clip, kind=ClipKind.QUESTION, verdict=None, events=(timed,))


def test_of_a_race_the_right_one_must_have_it_and_nobody_else() -> None:
    ann, nobody = RightAnswer.parse("Ann", race_clip()), RightAnswer.parse("nobody", race_clip())
    assert not ann.is_given_by(race_clip(), [BEN_FIRST])
    assert ann.is_given_by(race_clip(), [replace(BEN_FIRST, verdict=Verdict.LATE), replace(BEN_FIRST, player=ANN)])
    assert nobody.is_given_by(race_clip(), [replace(BEN_FIRST, verdict=Verdict.TOO_CLOSE)])
    assert not nobody.is_given_by(race_clip(), [BEN_FIRST])


def test_of_what_is_no_race_what_happened_must_be_told_and_by_words_alone_not_what_was_told_then() -> None:
    clip = question_clip()
    other = RightAnswer.parse("p1 looks p2.b1", clip)
    assert other.happened == ("p1 looks p2.b1",)
    assert other.is_given_by(clip, [LOOKED, SWAPPED])
    assert not other.is_given_by(clip, [LOOKED])
    words = RightAnswer.parse("Ann only touched it", clip)
    assert (words.words, words.happened) == ("Ann only touched it", None)
    assert not words.is_given_by(clip, [LOOKED])
    assert words.is_given_by(clip, [])


def test_it_lies_in_a_folder_with_the_answer_and_a_later_answer_takes_its_place(
    written: Callable[..., Path], tmp_path: Path
) -> None:
    path, folder = written(question_clip(), "20261128-203100-question.kibitz"), tmp_path / "wrong"
    assert wrong_clips(folder) == []
    keep_wrong(path, folder, RightAnswer(words="Ann only touched it"))
    kept = keep_wrong(path, folder, RightAnswer.of_events([SWAPPED], question_clip(), "Ann looked elsewhere"))
    (case,) = wrong_clips(folder)
    assert (case.folder, case.name) == (kept, "20261128-203100-question")
    assert case.right == RightAnswer(None, ("p1 looks p2.b1",), "Ann looked elsewhere")
    assert read_clip(case.clip).seal == read_clip(path).seal


def test_what_is_no_answer_or_cannot_be_written_is_one_sentence(written: Callable[..., Path], tmp_path: Path) -> None:
    with pytest.raises(InputError, match="expected Ann, Ben or nobody"):
        RightAnswer.parse("Zoe", race_clip())
    for text in ("", "x" * 301):
        with pytest.raises(InputError, match="no words, or more"):
            RightAnswer.parse(text, question_clip())
    (tmp_path / "taken").write_text("")
    with pytest.raises(InputError, match="cannot be written"):
        keep_wrong(written(), tmp_path / "taken", RightAnswer(ANN))
    kept = keep_wrong(written(), tmp_path / "wrong", RightAnswer(ANN))
    (kept / "right.json").write_text("{}")
    with pytest.raises(InputError, match="no right answer"):
        read_wrong(kept)
