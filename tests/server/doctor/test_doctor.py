"""The doctor says of each thing how it is, and what to do where it is not well."""

from __future__ import annotations

import http.server
import os
import shutil
import socket
import sqlite3
import subprocess
import sys
import threading
from collections import namedtuple
from datetime import datetime
from pathlib import Path

import numpy as np
import pytest

from kibitz_models.weights import FOLDER
from kibitz_server.doctor import cameras, machine
from kibitz_server.doctor.cameras import camera_findings
from kibitz_server.doctor.finding import Grade
from kibitz_server.doctor.installed import library_finding, model_finding, python_finding, silence_finding
from kibitz_server.doctor.machine import data_finding, disk_finding, port_finding, processor_finding
from kibitz_server.journal.entries import SheetOpened
from kibitz_server.journal.journal import Journal
from kibitz_vision.camera.health import SourceHealth, SourceState
from kibitz_vision.camera.names import Camera
from kibitz_vision.frames import Frame
from kibitz_vision.offline import SILENCE, stay_offline

Usage = namedtuple("Usage", "total used free")
WEBCAM = Camera(0, "C920", "usb-C920")


class Sends:
    """A camera that sends pictures of one size at one rate."""

    is_live = True

    def __init__(self, size: tuple[int, int], fps: float, fault: str = "") -> None:
        self._left = [Frame(np.zeros((*size, 3), np.uint8), n, int(n / fps * 1e9)) for n in range(int(3 * fps))]
        self.health = SourceHealth(SourceState.LOST if fault else SourceState.LIVE, fault)

    def frames_since(self, after: int) -> list[Frame]:
        return [frame for frame in self._left if frame.index > after]

    def close(self) -> None:
        self._left = []


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cameras, "_OPENS_WITHIN_S", 0.2)
    monkeypatch.setattr(cameras, "_WATCHED_S", 0.1)


def test_all_is_well_with_what_the_tests_run_on() -> None:
    stay_offline()
    grades = {finding().grade for finding in (python_finding, library_finding, model_finding, silence_finding)}
    assert grades == {Grade.FINE}


@pytest.mark.parametrize("version", [(3, 10), (3, 15)])
def test_a_python_without_libraries_is_told(version: tuple[int, int]) -> None:
    found = python_finding(version)
    assert found.grade is Grade.BAD
    assert "use Python 3.11 to 3.14" in found.sentence


def test_a_model_that_was_changed_is_named(tmp_path: Path) -> None:
    shutil.copytree(FOLDER, tmp_path / "weights")
    with (tmp_path / "weights" / "reader.onnx").open("r+b") as file:
        file.write(b"x")
    found = model_finding(tmp_path / "weights")
    assert found.grade is Grade.WEAK
    assert found.sentence.startswith("reader.onnx differ")


def test_a_model_that_is_gone_is_named(tmp_path: Path) -> None:
    shutil.copytree(FOLDER, tmp_path / "weights")
    (tmp_path / "weights" / "corners.onnx").unlink()
    found = model_finding(tmp_path / "weights")
    assert found.grade is Grade.BAD
    assert "corners.onnx" in found.sentence


def test_a_library_that_may_call_home_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    loud = next(iter(SILENCE))
    monkeypatch.setenv(loud, "0")
    found = silence_finding()
    assert found.grade is Grade.BAD
    assert loud in found.sentence


@pytest.mark.parametrize("name", ["onnxruntime", "cv2"])
def test_a_library_that_does_not_load_is_one_sentence(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / f"{name}.py").write_text('raise ImportError("a DLL is missing")', encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(tmp_path), os.environ.get("PYTHONPATH", ""))))
    command = [sys.executable, "-m", "kibitz_server", "doctor", "--data", str(tmp_path)]
    answer = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert answer.returncode == 1
    assert f"libraries: {name} does not load (a DLL is missing)" in answer.stdout
    assert "see `kibitz doctor`" in answer.stderr


def test_a_disk_that_is_nearly_full_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert disk_finding(tmp_path / "not" / "there").grade is Grade.FINE
    monkeypatch.setattr(machine.shutil, "disk_usage", lambda _path: Usage(10**12, 10**12, 10**9))
    found = disk_finding(tmp_path)
    assert found.grade is Grade.WEAK
    assert found.sentence.startswith("1.0 GB are free")


def test_a_damaged_journal_is_told(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    assert "no evening" in data_finding(tmp_path).sentence
    (tmp_path / machine.FILE_NAME).write_bytes(b"SQLite format 3\0" + b"x" * 5000)
    assert data_finding(tmp_path).grade is Grade.BAD


def test_a_journal_whose_words_were_changed_is_told_though_its_database_is_whole(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    path = filled_journal(tmp_path)
    path.write_bytes(path.read_bytes().replace(b'{"round":null}', b'{"round":1234}', 1))

    found = data_finding(tmp_path)

    assert found.grade is Grade.BAD
    assert "entry 3 is not what was written" in found.sentence


def test_a_damaged_backup_is_told(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    filled_journal(tmp_path)
    assert data_finding(tmp_path).grade is Grade.FINE
    (backup,) = (tmp_path / "backups").glob("*.sqlite3")
    backup.write_bytes(backup.read_bytes()[:3000])

    found = data_finding(tmp_path)

    assert found.grade is Grade.WEAK
    assert backup.name in found.sentence


def filled_journal(folder: Path) -> Path:
    journal = Journal(folder)
    for _ in range(3):
        journal.append(SheetOpened(), datetime.fromisoformat("2025-06-01T12:00:00+00:00"))
    journal.close()
    return folder / machine.FILE_NAME


def test_a_journal_in_use_is_no_fault(tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    holder = sqlite3.connect(filled_journal(tmp_path), isolation_level=None)
    holder.execute("PRAGMA locking_mode=EXCLUSIVE")
    holder.execute("CREATE TABLE other (seq INTEGER)")
    assert "in use" in data_finding(tmp_path).sentence
    holder.close()
    assert "is whole" in data_finding(tmp_path).sentence


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_a_data_folder_that_others_may_look_into_is_told(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    found = data_finding(tmp_path)
    assert found.grade is Grade.WEAK
    assert "chmod 700" in found.sentence


def test_the_port_is_free_or_it_is_told_who_has_it() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    assert port_finding(port).grade is Grade.FINE

    class Health(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b'{"status": "ready"}' if self.server.is_kibitz else b"[]")  # type: ignore[attr-defined]

        def log_message(self, *_: object) -> None:
            """Nothing is printed."""

    for is_kibitz, says in ((True, "a Kibitz runs"), (False, "another program")):
        server = http.server.HTTPServer(("127.0.0.1", 0), Health)
        server.is_kibitz = is_kibitz  # type: ignore[attr-defined]
        threading.Thread(target=server.serve_forever, daemon=True).start()
        assert says in port_finding(server.server_port).sentence
        server.shutdown()
        server.server_close()


def test_a_processor_that_does_not_keep_up_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "KEEPS_UP", 0.001)
    found = processor_finding()
    assert found.grade is Grade.WEAK
    assert "close other programs" in found.sentence


@pytest.mark.parametrize(
    ("size", "fps", "grade", "says"),
    [
        ((1080, 1920), 30.0, Grade.FINE, "C920 sends 1920 x 1080 px, 30 pictures a second."),
        ((480, 640), 30.0, Grade.WEAK, "cards need 720 px"),
        ((720, 1280), 5.0, Grade.WEAK, "more light"),
    ],
)
def test_a_camera_is_judged_by_what_it_sends(size: tuple[int, int], fps: float, grade: Grade, says: str) -> None:
    (found,) = camera_findings(lambda: [WEBCAM], lambda _source: Sends(size, fps))
    assert found.grade is grade
    assert says in found.sentence


def test_a_camera_that_sends_nothing_is_told_with_the_reason() -> None:
    silent = Sends((720, 1280), 0.0, "it is in use.")
    (found,) = camera_findings(lambda: [WEBCAM], lambda _source: silent)
    assert found.grade is Grade.BAD
    assert "sends no picture (it is in use.)" in found.sentence


def test_no_camera_is_no_fault() -> None:
    (found,) = camera_findings(list)
    assert found.grade is Grade.WEAK
