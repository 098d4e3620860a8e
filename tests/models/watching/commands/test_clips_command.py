"""`kibitz clips`: list, show, verify, export, and keep one as a test."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner, Result

from kibitz_models.commands import app
from kibitz_scoring.cards import parse_card
from kibitz_scoring.errors import InputError
from kibitz_scoring.game.events import Dealt, Snapped, StarterTurned, Verdict
from kibitz_scoring.game.round_state import first_state
from kibitz_scoring.game.rounds import apply
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.table import Interval, PileTopChanged, Seen, SlotId
from kibitz_vision.clips.clip_file import read_clip
from kibitz_vision.clips.shelf import ClipShelf
from kibitz_vision.clips.wrong_clips import RightAnswer, wrong_clips
from kibitz_vision.frames import encode_jpeg
from kibitz_vision.recording.round_table import RoundTable

from ....vision.clips.conftest import ANN, BEN, PACK, PLAYERS, race_clip

NAME = "20261128-203100-snap"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shelf = ClipShelf(tmp_path / "clips", room=lambda _: 10**12)
    shelf.put(NAME, race_clip())
    return shelf.folder


def clips(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["clips", *arguments], catch_exceptions=False)


def test_clips_are_listed_shown_and_verified_by_name_or_file(folder: Path) -> None:
    listed = clips("list", "--dir", str(folder))
    assert NAME in listed.stdout
    assert "snap: Ben first by" in listed.stdout
    assert json.loads(clips("list", "--dir", str(folder), "--json").stdout)["kind"] == "snap"
    shown = clips("show", NAME, "--dir", str(folder)).stdout
    assert re.search(r"Ben from p2\.a1: 1\d\d to 167 ms, first on frame 505", shown)
    assert "p2 snaps p2.a1" in shown
    assert json.loads(clips("show", str(folder / f"{NAME}.kibitz"), "--json").stdout)["title"].startswith("Ben first")
    whole = clips("verify", NAME, "--dir", str(folder))
    assert (whole.exit_code, "as it was cut" in whole.stdout) == (0, True)


def test_a_changed_and_a_cut_off_clip_are_told_and_no_others_are_passed_over(folder: Path) -> None:
    data = (folder / f"{NAME}.kibitz").read_bytes()
    changed, torn = folder / "changed.kibitz", folder / "torn.kibitz"
    changed.write_bytes(data[:5000] + bytes([data[5000] ^ 1]) + data[5001:])
    torn.write_bytes(data[:-9000])
    done = clips("verify", str(changed), str(torn), str(folder / f"{NAME}.kibitz"))
    assert done.exit_code == 1
    first, second, third = done.stdout.splitlines()
    assert "was changed" in first
    assert "It was cut off" in second
    assert "as it was cut" in third


def test_a_clip_is_exported_as_film_picture_and_evidence(folder: Path, tmp_path: Path) -> None:
    done = clips("export", NAME, "--dir", str(folder), "--out", str(tmp_path / "out"))
    assert done.exit_code == 0, done.output
    written = {path.suffix: path.stat().st_size for path in (tmp_path / "out").iterdir()}
    assert set(written) == {".json", ".png", ".mp4"}
    assert min(written.values()) > 500


def test_a_card_that_went_back_is_told_and_shown_only_once_its_round_is_said_to_be_over(
    folder: Path, tmp_path: Path
) -> None:
    state = first_state(PACK, PLAYERS)
    for event in (Dealt(ANN), StarterTurned(parse_card("7H"))):
        state = apply(state, event)
    wrong = Snapped(BEN, SlotId("p2.a1"), parse_card("3S"), Verdict.WRONG)
    at = Interval(300.0, 330.0)
    seen = PileTopChanged(Seen(at, 0.9, (509,)), parse_card("3S"), SlotId("p2.a1"))
    noise = encode_jpeg(np.random.default_rng(7).integers(0, 255, (*reversed(race_clip().size_px), 3), np.uint8))
    frames = tuple(replace(one, jpeg=noise) for one in race_clip().frames)
    few = replace(race_clip(), frames=frames, table=RoundTable.of(state, {}), verdict=None, seen=(seen,))
    ClipShelf(folder, room=lambda _: 10**12).put("wrong", replace(few, events=(TimedEvent(at, wrong),)))
    sizes = []
    for number, over in enumerate(([], ["--over"])):
        out = tmp_path / f"out{number}"
        told = clips("show", "wrong", "--dir", str(folder), *over).stdout
        clips("export", "wrong", "--dir", str(folder), "--out", str(out), *over)
        told += (out / "wrong.json").read_text()
        assert ("3S" in told) is bool(over)
        sizes.append((out / "wrong.mp4").stat().st_size)
    # Coarse pictures all over take less.
    assert sizes[0] < sizes[1]


def test_a_kept_clip_stays_and_a_wrong_one_becomes_a_test_with_the_right_answer(folder: Path, tmp_path: Path) -> None:
    clips("keep", NAME, "--dir", str(folder))
    assert [one.is_kept for one in ClipShelf(folder).clips()] == [True]
    tests = tmp_path / "tests"
    clips("keep", NAME, "--dir", str(folder), "--tests", str(tests), "--right", "Ann")
    (case,) = wrong_clips(tests)
    assert read_clip(case.clip).title == race_clip().title
    assert case.right == RightAnswer(ANN)


def test_what_makes_no_sense_is_one_sentence(folder: Path, tmp_path: Path) -> None:
    at = ("--dir", str(folder))
    for arguments in (("show", "no-such-clip"), ("keep", NAME, "--right", "Ann"), ("export", "no-such-clip")):
        with pytest.raises(InputError):
            clips(*arguments, *at)
    with pytest.raises(InputError, match="expected Ann, Ben or nobody"):
        clips("keep", NAME, "--tests", str(tmp_path), "--right", "Zoe", *at)
