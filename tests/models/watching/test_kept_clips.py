"""Clips that were judged wrongly once: every folder in `clips` is judged again, and comes to the right answer.

"This was wrong" on the page and `kibitz clips keep --tests` make them; they stay with whoever cut them. One is
always there: a filmed race that is watched, cut, kept and judged here.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from kibitz_models.commands import app
from kibitz_models.watching.commands import watch_command
from kibitz_models.watching.measuring.truth import read_filmed
from kibitz_models.watching.rejudging import judge_clip
from kibitz_scoring.game.events import Snapped, Verdict
from kibitz_scoring.notation.tables import parse_table
from kibitz_vision.clips.clip_file import SUFFIX, read_clip
from kibitz_vision.clips.wrong_clips import WrongClip, wrong_clips
from kibitz_vision.reading.pipeline import Pipeline

from ...made_once import made_once
from .test_rejudging import film_race

CLIPS = wrong_clips(Path(__file__).parent / "clips")


def judged(case: WrongClip, pipeline: Pipeline) -> tuple[bool, str]:
    """Whether a kept clip comes to what is right now, and what it comes to in words."""
    clip = read_clip(case.clip)
    now = judge_clip(clip, pipeline)
    events = [timed.event for timed in now.events]
    return case.right.is_given_by(clip, events), now.verdict.sentence if now.verdict else f"No race: {events}"


@pytest.mark.parametrize("case", CLIPS, ids=lambda case: case.name)
def test_a_kept_clip_is_judged_as_it_was_right(case: WrongClip, pipeline: Pipeline) -> None:
    is_right, told = judged(case, pipeline)
    assert is_right, f"{case.name}: {case.right} is right, found {told}"


def test_a_clip_of_a_watched_film_that_is_kept_as_a_case_fails_where_its_answer_is_wrong(
    pipeline: Pipeline, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    film = read_filmed(made_once(tmp_path_factory, "race-of-two", film_race))
    monkeypatch.setattr(watch_command, "first_state", lambda *_: parse_table(film.start, film.pack, film.players))

    def run(*arguments: str) -> None:
        done = CliRunner().invoke(app, arguments, catch_exceptions=False)
        assert done.exit_code == 0, done.output

    rules = ("--rules", "kaboo", "--players", ",".join(film.players))
    run("watch", str(film.video), *rules, "--clips", str(tmp_path / "clips"))
    (snap,) = (path for path in (tmp_path / "clips").glob(f"*{SUFFIX}") if path.stem.endswith("-snap"))
    snapped = [timed.event for timed in film.done if isinstance(timed.event, Snapped)]
    (first,) = (event.player for event in snapped if event.verdict is Verdict.CORRECT)
    second = next(event.player for event in snapped if event.player != first)
    for answer in (first, second):
        run("clips", "keep", str(snap), "--tests", str(tmp_path / answer), "--right", answer)
        (case,) = wrong_clips(tmp_path / answer)
        is_right, told = judged(case, pipeline)
        assert is_right is (answer == first), told
        assert first in told
