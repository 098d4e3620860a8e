"""Clips of a filmed race: judged again they come to the same, with other rules to something else."""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from kibitz_datasets.films.races import perform_race
from kibitz_datasets.films.simulate import SimulationConfig, write_film
from kibitz_models.commands import app
from kibitz_models.watching.clip_taking import ClipTaker
from kibitz_models.watching.following import Following
from kibitz_models.watching.measuring.truth import FilmedRound, read_filmed
from kibitz_models.watching.rejudging import differences, judge_clip
from kibitz_models.weights import READER, hashes
from kibitz_scoring.errors import InputError
from kibitz_scoring.game.events import Snapped, Verdict
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.notation.tables import parse_table
from kibitz_scoring.referee.acts.contest import NO_CONTEST, Contest
from kibitz_scoring.rules.packs import changed_pack, load_pack
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.table import Interval
from kibitz_vision.camera.shutter.shutter import Shutter
from kibitz_vision.clips.clip import Clip, ClipKind
from kibitz_vision.clips.clip_file import read_clip, write_clip
from kibitz_vision.clips.shelf import ClipShelf
from kibitz_vision.reading.pipeline import Pipeline
from kibitz_vision.watcher import Watcher

from ...made_once import made_once

MEASURED = Shutter((20.0, 24.0), "2026-11-28", 33.3, 0.4, 12.0)
CONFIG = SimulationConfig(load_pack("kaboo"), 4, 50, gap_ms=120.0, troubles=0.0, size=(960, 540))


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> FilmedRound:
    """Two players go for a card, one 120 ms after the other."""
    return read_filmed(made_once(tmp_path_factory, "race-of-two", film_race))


def film_race(folder: Path) -> None:
    """Film it."""
    write_film(CONFIG, perform_race(CONFIG, 2), folder)


def clips_of(
    film: FilmedRound, pipeline: Pipeline, folder: Path, pack: RulePack | None = None, contest: Contest = NO_CONTEST
) -> ClipShelf:
    """Watch the film as `kibitz watch --clips` does, by its rules or others."""
    pack = pack or film.pack
    shelf = ClipShelf(folder, room=lambda _: 10**12)
    start = parse_table(film.start, pack, film.players)
    following = Following.begin(Watcher(pipeline, pack, film.players), start, contest=contest)
    judged = ClipTaker(shelf, start, (), hashes(), lambda clip: judge_clip(clip, pipeline).lines, contest, MEASURED)
    with closing(judged) as taker:
        for frame in film.frames():
            following.take(frame)
            taker.take(frame, following)
        following.end()
        taker.end(following)
    return shelf


def snaps_on(shelf: ClipShelf) -> list[Path]:
    return [one.path for one in shelf.clips() if one.head and one.head.kind is ClipKind.SNAP]


@pytest.fixture(scope="module")
def shelf(film: FilmedRound, pipeline: Pipeline, tmp_path_factory: pytest.TempPathFactory) -> ClipShelf:
    return clips_of(film, pipeline, tmp_path_factory.mktemp("clips"))


@pytest.fixture
def path(shelf: ClipShelf) -> Path:
    (path,) = snaps_on(shelf)
    return path


@pytest.fixture
def clip(path: Path) -> Clip:
    return read_clip(path)


def rejudge(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["rejudge", *arguments])


def test_the_clip_of_a_race_marks_its_contacts_within_a_frame(clip: Clip, film: FilmedRound) -> None:
    assert clip.verdict is not None
    true = [timed for timed in film.done if isinstance(timed.event, Snapped)]
    assert [one.player for one in clip.verdict.contacts] == [timed.event.player for timed in true]  # type: ignore[union-attr]
    for contact, timed in zip(clip.verdict.contacts, true, strict=True):
        assert abs(contact.at_ms.end_ms + clip.origin_ms - timed.at.end_ms) <= 1.5 * film.interval_ms


def test_the_same_film_gives_the_same_clips(
    film: FilmedRound, pipeline: Pipeline, shelf: ClipShelf, tmp_path: Path
) -> None:
    again = clips_of(film, pipeline, tmp_path / "again")
    assert [one.name for one in again.clips()] == [one.name for one in shelf.clips()]
    assert [one.path.read_bytes() for one in again.clips()] == [one.path.read_bytes() for one in shelf.clips()]


def test_judged_again_it_is_the_same_to_the_bit(path: Path) -> None:
    done = rejudge(str(path))
    assert done.exit_code == 0, done.output
    assert "the same, to the bit" in done.stdout
    line = json.loads(rejudge(str(path), "--json").stdout)
    assert (line["same"], line["to_the_bit"], line["other"]) == (True, True, [])
    assert line["then"] == line["now"]


def test_by_other_rules_the_difference_is_shown(clip: Clip, path: Path, pipeline: Pipeline) -> None:
    done = rejudge(str(path), "--set", "snap.window_ms=1")
    assert "Not as then: the rules." in done.stdout, done.output
    assert done.exit_code == 1
    assert "Different:" in done.stdout
    wrong = replace(clip, judged=(clip.judged or ())[1:])
    assert len(differences(wrong, judge_clip(clip, pipeline))) == 2


def verdicts(events: Iterable[TimedEvent]) -> list[Verdict | None]:
    return [one.event.verdict for one in events if isinstance(one.event, Snapped)]


def test_a_clip_holds_the_pause_in_which_no_window_ran_out_and_is_judged_again_to_the_bit(
    film: FilmedRound, pipeline: Pipeline, tmp_path: Path
) -> None:
    pack = changed_pack(film.pack, {"snap.window_ms": 1})
    (late,) = snaps_on(clips_of(film, pipeline, tmp_path / "late", pack))
    assert Verdict.CORRECT not in verdicts(read_clip(late).events)
    (path,) = snaps_on(clips_of(film, pipeline, tmp_path / "still", pack, Contest(pauses=(Interval(0.0, 1e6),))))
    assert verdicts(read_clip(path).events) == [Verdict.CORRECT, Verdict.LATE]
    done = rejudge(str(path))
    assert (done.exit_code, "the same, to the bit" in done.stdout) == (0, True), done.output
    assert read_clip(path).shutter == MEASURED
    forgotten = replace(read_clip(path), contest=NO_CONTEST)
    assert verdicts(judge_clip(forgotten, pipeline).events) == verdicts(read_clip(late).events)


def test_one_other_model_is_taken_in_place_of_the_shipped_one(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "reader-of-mine.onnx"
    other.write_bytes(READER.read_bytes() + b"\x1a\x02me")
    done = rejudge(str(path), "--model", str(other))
    assert "Not as then: the models." in done.stdout, done.output
    unnamed = tmp_path / "mine.onnx"
    unnamed.write_bytes(READER.read_bytes())
    for wrong in (unnamed, tmp_path / "reader-gone.onnx", tmp_path):
        with pytest.raises(InputError, match="begins with detector, corners or reader"):
            CliRunner().invoke(app, ["rejudge", str(path), "--model", str(wrong)], catch_exceptions=False)


def test_what_was_told_as_it_happened_is_found_in_the_frames_alone(clip: Clip, pipeline: Pipeline) -> None:
    now = judge_clip(clip, pipeline)
    assert now.verdict is not None
    assert [snap.event.verdict for snap in now.events if isinstance(snap.event, Snapped)] == [
        Verdict.CORRECT,
        Verdict.LATE,
    ]
    assert [line for line in differences(replace(clip, judged=None), now) if "pile" in line] == []


def test_a_clip_that_cannot_be_judged_is_one_sentence(path: Path, clip: Clip, tmp_path: Path) -> None:
    other = tmp_path / "other.kibitz"
    write_clip(replace(clip, table=replace(clip.table, start="round 1")), other)
    for arguments in (
        [str(other)],
        [str(path), "--set", "no.such=1"],
        [str(path), "--set", "x"],
        [str(tmp_path / "y")],
    ):
        with pytest.raises(InputError):
            CliRunner().invoke(app, ["rejudge", *arguments], catch_exceptions=False)
