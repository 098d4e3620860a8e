"""`kibitz watch`: a filmed round from its first frame to its sheet, and one sentence for what cannot be watched."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from multiprocessing.shared_memory import SharedMemory
from pathlib import Path

import PIL.Image
import pytest
from typer.testing import CliRunner

from kibitz_models.commands import app
from kibitz_models.watching.clip_taking import ClipTaker
from kibitz_models.watching.commands import watch_command
from kibitz_models.watching.measuring.truth import FilmedRound
from kibitz_scoring.cards import Card
from kibitz_scoring.errors import InputError
from kibitz_scoring.notation.seen_lines import parse_seen, parse_timed
from kibitz_scoring.table import FACE_DOWN, CardFlipped
from kibitz_vision.camera.process import kept_frames
from kibitz_vision.camera.process.shared_ring import SharedRing
from kibitz_vision.camera.shutter.shutter import ASSUMED, Shutter
from kibitz_vision.camera.shutter.shutter_file import ShutterFile

from ....short_round import WatchedRound, arguments_of, tell_again

KIBITZ = Path(sys.executable).with_name("kibitz")
MEASURED = Shutter((20.0, 24.0), "2026-11-28", 33.3, 0.4, 12.0)
CARD = re.compile(r"\b(?:10|[2-9AJQK])[CDHS]\b|\bJK\b")


@pytest.fixture
def film(short_round: FilmedRound) -> FilmedRound:
    return short_round


@pytest.fixture
def lines(watched_short_round: WatchedRound) -> list[dict[str, object]]:
    return [json.loads(line) for line in watched_short_round.lines]


def test_clips_of_a_film_take_what_was_measured_of_its_camera(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ShutterFile(tmp_path).keep("rtsp://phone/1", MEASURED)
    PIL.Image.new("RGB", (320, 240), (90, 90, 90)).save(tmp_path / "table.png")
    known: list[object] = []
    monkeypatch.setattr(watch_command, "ClipTaker", lambda *told: known.append(told[-1]) or ClipTaker(*told))
    watched = ("watch", str(tmp_path / "table.png"), "--rules", "kaboo", "--players", "Ann,Ben")
    taken = ("--clips", str(tmp_path / "clips"), "--data", str(tmp_path))
    for camera in (("--camera", "rtsp://phone/1"), ()):
        done = CliRunner().invoke(app, [*watched, *taken, *camera], catch_exceptions=False)
        assert done.exit_code == 0, done.output
    assert known == [MEASURED, ASSUMED]


def test_a_film_that_is_damaged_leaves_no_shared_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    PIL.Image.new("RGB", (320, 240), (90, 90, 90)).save(tmp_path / "1.png")
    (tmp_path / "2.png").write_bytes(b"no picture")
    rings: list[SharedRing] = []
    monkeypatch.setattr(kept_frames, "SharedRing", lambda *told, **more: _noted(rings, SharedRing(*told, **more)))
    watched = ("watch", str(tmp_path), "--rules", "kaboo", "--players", "Ann,Ben", "--clips", str(tmp_path / "clips"))
    assert "2.png" in str(CliRunner().invoke(app, watched).exception)
    assert len(rings) == 1
    with pytest.raises(FileNotFoundError):
        SharedMemory(rings[0].name)


def _noted(rings: list[SharedRing], ring: SharedRing) -> SharedRing:
    rings.append(ring)
    return ring


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


def test_without_json_it_is_a_log_for_people(
    film: FilmedRound, watched_short_round: WatchedRound, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell_again(monkeypatch, watched_short_round)
    done = CliRunner().invoke(app, arguments_of(film), catch_exceptions=False)
    assert done.exit_code == 0
    assert re.search(r"^ 0:0\d\.\d\d  card placed at p\d\.\w\d from deck, (Ann|Ben)$", done.output, re.MULTILINE)
    assert "Lowest: " in done.output
    assert "hand over" not in done.output


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl+C is sent otherwise there")
def test_ctrl_c_ends_the_watching_with_a_sheet(film: FilmedRound) -> None:
    with subprocess.Popen(
        [KIBITZ, *arguments_of(film, "--json")], stdout=subprocess.PIPE, stderr=subprocess.PIPE
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
