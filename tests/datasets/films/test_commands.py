"""`kibitz simulate` and `kibitz simulate-races`: files written, and bad arguments refused in one sentence."""

from __future__ import annotations

import json
import re
from pathlib import Path

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from kibitz_datasets.commands import app
from kibitz_datasets.films.camera.webcam import record
from kibitz_datasets.films.stage.frame_clock import FrameClock
from kibitz_scoring.errors import InputError
from kibitz_vision.camera.video import read_video

SMALL = ["--size", "160x120", "--fps", "10"]


@pytest.mark.usefixtures("drawn_decks_only")
def test_a_round_is_written_with_video_truth_acts_and_sheet(tmp_path: Path) -> None:
    out = tmp_path / "made" / "for it"
    asked = ["simulate", "--rules", "dragons_gambit", "--players", "2", "--seed", "3", *SMALL, "--out", str(out)]
    done = CliRunner().invoke(app, asked)
    assert done.exit_code == 0, done.output
    assert sorted(path.name for path in out.iterdir()) == ["acts.jsonl", "sheet.json", "truth.jsonl", "video.mp4"]
    first, *_, last = (json.loads(line) for line in (out / "truth.jsonl").read_text().splitlines())
    assert first["options"] == {"deck.base": "french52"}
    frames = list(read_video(out / "video.mp4"))
    assert frames[0].image.shape == (120, 160, 3)
    assert frames[-1].captured_ns / 1e6 > 10_000
    assert last == {"type": "tally", **json.loads((out / "sheet.json").read_text())}


@pytest.mark.usefixtures("drawn_decks_only")
def test_races_get_a_folder_each(tmp_path: Path) -> None:
    asked = ["simulate-races", "--rules", "kaboo", "--count", "2", "--seed", "7", *SMALL, "--out", str(tmp_path)]
    done = CliRunner().invoke(app, asked)
    assert done.exit_code == 0, done.output
    assert sorted(path.name for path in tmp_path.iterdir()) == ["race-00007", "race-00008"]
    assert not (tmp_path / "race-00007" / "sheet.json").exists()


@pytest.mark.usefixtures("drawn_decks_only")
def test_races_may_be_for_anybodys_cards(tmp_path: Path) -> None:
    owns = []
    for others in ([], ["--others"]):
        out = tmp_path / "-".join(["made", *others])
        asked = ["simulate-races", "--rules", "cambio", "--seed", "7", *SMALL, *others, "--out", str(out)]
        done = CliRunner().invoke(app, asked)
        assert done.exit_code == 0, done.output
        snaps = re.findall(r"(p\d) snaps (p\d)\.", (out / "race-00007" / "truth.jsonl").read_text())
        owns.append([player == owner for player, owner in snaps])
    assert owns[0] == [True, True]
    assert len(owns[1]) == 2
    assert not all(owns[1])


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--rules", "whist"], "'whist' is not a known game"),
        (["--rules", "cameo", "--players", "3"], "players: found 3: Cameo is for 2 to 2 players"),
        (["--rules", "cambio", "--players", "9"], "--players: found 9: expected at most 8"),
        (["--rules", "kaboo", "--size", "big"], "--size: found 'big': expected width and height, as in 1280x720"),
        (["--rules", "kaboo", "--size", "641x360"], "--size: found 641x360: expected even numbers"),
        (["--rules", "kaboo", "--fps", "0"], "--fps: found 0: expected frames a second from 1 to 240"),
        (["--rules", "kaboo", "--fps", "nan"], "--fps: found nan"),
        (["--rules", "kaboo", "--seconds", "1"], "--seconds: found 1"),
        (["--rules", "kaboo", "--gap-ms", "-4"], "--gap-ms: found -4"),
        (
            ["--rules", "kaboo", "--troubles", "rain"],
            "--troubles: found 'rain': expected some of none, usual",
        ),
        (["--rules", "cambio", "--draw-pile", "0"], "--draw-pile: found 0: expected at least 1 card"),
    ],
)
def test_a_bad_argument_is_refused_in_one_sentence(tmp_path: Path, arguments: list[str], sentence: str) -> None:
    done = CliRunner().invoke(app, ["simulate", *arguments, "--out", str(tmp_path / "out")])
    assert isinstance(done.exception, InputError)
    assert sentence in str(done.exception)
    assert not (tmp_path / "out").exists()


@pytest.mark.usefixtures("drawn_decks_only")
def test_a_folder_that_is_a_file_is_named(tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.write_text("")
    done = CliRunner().invoke(app, ["simulate", "--rules", "kaboo", *SMALL, "--out", str(taken)])
    assert isinstance(done.exception, InputError)
    assert str(taken) in str(done.exception)


@pytest.mark.usefixtures("drawn_decks_only")
def test_a_sheet_shows_frames_of_each_trouble_and_of_an_own_clip_beside_them(tmp_path: Path) -> None:
    clip, out = tmp_path / "own.mp4", tmp_path / "sheet.png"
    clock = FrameClock(100.0, tuple(100.0 * number for number in range(12)))
    with record(clip, (120, 160), clock, 23) as recorder:
        for time_ms in clock.times_ms:
            recorder.write(np.full((180, 160), 128, np.uint8), time_ms)
    asked = ["film-sheet", str(out), "--troubles", "swing", "--beside", str(clip), "--cell", "160x90"]
    done = CliRunner().invoke(app, asked, env={"KIBITZ_HANDS": None})
    assert done.exit_code == 0, done.output
    sheet = cv2.imread(str(out))
    assert sheet is not None
    assert sheet.shape == (2 * 90, 4 * 160, 3)
    frames = [sheet[:90, x : x + 160].astype(int) for x in (160, 320, 480)]
    assert all(frame.std() > 10 for frame in frames), "tables are seen"
    assert min(abs(frames[0] - frame).mean() for frame in frames[1:]) > 1, "of different times"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["sheet.jpg", "--troubles", "usual"], "--troubles: found none that shows in frames"),
        (["sheet.jpg", "--cell", "0x90"], "--cell: found '0x90': expected width and height"),
        (["sheet.jpg", "--troubles", "rain"], "--troubles: found 'rain'"),
    ],
)
def test_a_sheet_of_nothing_is_refused_in_one_sentence(arguments: list[str], sentence: str) -> None:
    done = CliRunner().invoke(app, ["film-sheet", *arguments])
    assert isinstance(done.exception, InputError)
    assert sentence in str(done.exception)
