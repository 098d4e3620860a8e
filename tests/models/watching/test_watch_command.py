"""`kibitz watch`: a filmed round from its first frame to its sheet, and one sentence for what cannot be watched."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kibitz_datasets.films.simulate import SimulationConfig, simulate
from kibitz_models.commands import app
from kibitz_models.watching.truth import FilmedRound, read_filmed
from kibitz_scoring.cards import Card
from kibitz_scoring.errors import InputError
from kibitz_scoring.notation.seen_lines import parse_seen, parse_timed
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.table import FACE_DOWN, CardFlipped
from kibitz_vision.camera.shutter import Shutter
from kibitz_vision.camera.shutter_file import ShutterFile
from kibitz_vision.clips.shelf import ClipShelf

KIBITZ = Path(sys.executable).with_name("kibitz")
MEASURED = Shutter((20.0, 24.0), "2026-11-28", 33.3, 0.4, 12.0)
CARD = re.compile(r"\b(?:10|[2-9AJQK])[CDHS]\b|\bJK\b")


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> FilmedRound:
    """The shortest round that is played: ten seconds at a table of two."""
    folder = tmp_path_factory.mktemp("films") / "cameo"
    config = SimulationConfig(load_pack("cameo"), 2, 25, size=(640, 360), thinking_s=0.2, seconds=12, troubles=0.0)
    simulate(config, folder)
    return read_filmed(folder)


def arguments(film: FilmedRound, *more: str) -> list[str]:
    acts = str(film.folder / "acts.jsonl")
    return ["watch", str(film.video), "--rules", "cameo", "--players", "Ann,Ben", "--acts", acts, *more]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder in which the shutter of a camera is known."""
    folder = tmp_path_factory.mktemp("data")
    ShutterFile(folder).keep("rtsp://phone/1", MEASURED)
    return folder


@pytest.fixture(scope="module")
def lines(film: FilmedRound, data: Path) -> list[dict[str, object]]:
    taken = ("--clips", str(data / "clips"), "--camera", "rtsp://phone/1", "--data", str(data))
    done = CliRunner().invoke(app, arguments(film, *taken, "--json"), catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.usefixtures("lines")
def test_its_clips_are_stated_with_the_shutter_that_was_measured_of_the_camera(data: Path) -> None:
    shelf = ClipShelf(data / "clips")
    assert [shelf.clip(one.name).shutter for one in shelf.clips()] == [MEASURED] * len(shelf.clips()) != []


def test_every_line_is_a_table_event_a_game_event_or_a_question_and_the_last_the_sheet(
    film: FilmedRound, lines: list[dict[str, object]]
) -> None:
    *before, last = lines
    assert last["type"] == "tally"
    kinds = {str(line["type"]) for line in before}
    assert {"card_placed", "card_lifted", "hand_over", "event"} <= kinds
    for line in before:
        text = json.dumps(line).encode()
        if line["type"] == "event":
            parse_timed(text, film.players)
        elif line["type"] != "question":
            parse_seen(text)


def test_the_sheet_is_that_of_the_round(film: FilmedRound, lines: list[dict[str, object]]) -> None:
    assert film.sheet is not None
    last = lines[-1]
    assert {key: last.get(key) for key in film.sheet} == film.sheet


def test_before_the_reveal_no_face_is_told_that_was_not_open_on_the_table(
    film: FilmedRound, lines: list[dict[str, object]]
) -> None:
    reveal_ms = min(event.seen.at.end_ms for event in film.seen if isinstance(event, CardFlipped))
    faces = [getattr(event, "face", FACE_DOWN) for event in film.seen if event.seen.at.end_ms < reveal_ms]
    opened = {str(face) for face in faces if isinstance(face, Card)}
    hidden = {str(event.face) for event in film.seen if isinstance(event, CardFlipped)} - opened
    told = {
        card
        for line in lines[:-1]
        if float(str(line.get("end_ms", 0))) < reveal_ms - 100
        for card in CARD.findall(f"{line.get('face')} {line.get('event')} {line.get('text')}")
    }
    assert len(hidden) > 4
    assert not told & hidden


def test_without_json_it_is_a_log_for_people(film: FilmedRound) -> None:
    done = CliRunner().invoke(app, arguments(film), catch_exceptions=False)
    assert done.exit_code == 0
    assert re.search(r"^ 0:0\d\.\d\d  card placed at p\d\.\w\d from deck, (Ann|Ben)$", done.output, re.MULTILINE)
    assert "Lowest: " in done.output
    assert "hand over" not in done.output


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl+C is sent otherwise there")
def test_ctrl_c_ends_the_watching_with_a_sheet(film: FilmedRound) -> None:
    with subprocess.Popen(
        [KIBITZ, *arguments(film, "--json")], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdout is not None
        first = running.stdout.readline()
        running.send_signal(signal.SIGINT)
        rest, said = running.communicate()
    assert running.returncode == 0, said
    assert json.loads(first)["type"] != "tally"
    assert json.loads(rest.splitlines()[-1])["type"] == "tally"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["nowhere.mp4", "--rules", "cameo"], "nowhere.mp4 is no source"),
        (["ftp://table", "--rules", "cameo"], "ftp://table is no stream"),
        (["0", "--rules", "whist"], "'whist' is not a known game"),
        (["0", "--rules", "kaboo"], "--players is missing: Kaboo"),
        (["0", "--rules", "cameo", "--players", "Ann,Ann"], "expected every name once"),
        (["0", "--rules", "cameo", "--players", "Ann"], "Cameo is for 2 to 2 players"),
    ],
)
def test_what_cannot_be_watched_is_one_sentence(given: list[str], said: str) -> None:
    done = CliRunner().invoke(app, ["watch", *given])
    assert isinstance(done.exception, InputError)
    assert said in str(done.exception)


def test_a_file_that_is_no_video_and_acts_that_are_none_are_one_sentence(film: FilmedRound, tmp_path: Path) -> None:
    video, acts = tmp_path / "round.mp4", tmp_path / "acts.jsonl"
    video.write_bytes(b"no video")
    done = CliRunner().invoke(app, ["watch", str(video), "--rules", "cameo"])
    assert "round.mp4 is no video" in str(done.exception)
    acts.write_text('{"type": "event"}\n')
    done = CliRunner().invoke(app, ["watch", str(film.video), "--rules", "cameo", "--acts", str(acts)])
    assert "acts.jsonl, line 1: 'start_ms' is missing" in str(done.exception)
    shown = subprocess.run(
        [KIBITZ, "watch", str(video), "--rules", "cameo"], capture_output=True, text=True, check=False
    )
    assert shown.returncode == 2
    assert shown.stderr.count("\n") == 1
