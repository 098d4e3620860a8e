"""Nobody is told anything: neither Kibitz nor a library it uses calls another machine or leaves files about."""

from __future__ import annotations

import re
import signal
import subprocess
import time
import urllib.request
from importlib.resources import files
from pathlib import Path

import pytest

from kibitz_vision.frames import load_image
from kibitz_vision.offline import SILENCE

from ..films import write_film
from ..guarded import Guard

# ONNX Runtime 1.32 looks its host up nine seconds after it was loaded.
WATCHED_S = 10
PICTURE = Path(str(files("kibitz_server") / "demo" / "demo-4-1.jpg"))
PACKAGES = ("kibitz_models", "kibitz_server", "kibitz_vision")


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Guard:
    """`run` on a film and `read` of a picture, both over, `run` after longer than any library waits to call."""
    folder = tmp_path_factory.mktemp("evening")
    film = write_film(folder / "film.mp4", [load_image(PICTURE)[::2, ::2]] * 30, fps=2)
    guard = Guard(folder)
    run = ("run", "--no-browser", "--port", "0", "--data", folder / "data", "--source", film)
    with (
        guard.start("-m", "kibitz_server", *run) as server,
        guard.start("-m", "kibitz_server", "read", PICTURE) as read,
    ):
        assert server.stdout and read.stdout
        line = server.stdout.readline()
        address = line.split(" at ", 1)[1].split(" ", 1)[0]
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        with browser.open(address, timeout=60) as page:
            assert page.status == 200
        time.sleep(WATCHED_S)
        assert "(99%)" in read.stdout.read()
        assert server.poll() is None
        server.send_signal(signal.SIGINT)
    assert (folder / "data" / "journal.sqlite3").exists()
    return guard


@pytest.fixture
def guard(tmp_path: Path) -> Guard:
    return Guard(tmp_path)


def finish(process: subprocess.Popen[str]) -> str:
    said, _ = process.communicate(timeout=60)
    return said


def test_run_and_read_call_nobody(evening: Guard) -> None:
    assert evening.calls() == []


def test_run_and_read_leave_no_file_outside_of_the_data_folder(evening: Guard) -> None:
    assert evening.left() == []


def test_the_process_of_the_camera_is_watched_too(evening: Guard) -> None:
    assert any("spawn_main" in process for process in evening.processes())


def test_every_package_that_loads_such_a_library_silences_it_before(repository: Path, guard: Guard) -> None:
    loads = re.compile(r"^\s*(?:import|from) (?:onnxruntime|ultralytics|nicegui)\b", re.MULTILINE)
    modules = [path for path in repository.glob("*/kibitz_*/**/*.py") if loads.search(path.read_text(encoding="utf-8"))]
    assert {path.relative_to(repository).parts[1] for path in modules} == set(PACKAGES)
    for package in PACKAGES:
        said = finish(guard.start("-c", f"import {package}, os; print({{**os.environ}})"))
        missing = [f"{name!r}: {value!r}" for name, value in SILENCE.items() if f"{name!r}: {value!r}" not in said]
        assert not missing, package


def test_what_onnx_runtime_leaves_where_it_is_not_silenced_is_noticed(guard: Guard) -> None:
    # It ends long before it would call anybody.
    finish(guard.start("-c", "import onnxruntime"))
    if not guard.left():
        pytest.skip("this build of ONNX Runtime says nothing about its users")
    assert any("deviceid" in path for path in guard.left())


def test_a_name_looked_up_by_python_is_noticed_and_not_looked_up(guard: Guard) -> None:
    said = finish(guard.start("-c", LOOK_UP))
    assert "the guard lets nothing out" in said
    assert len(guard.calls()) == 1
    assert "socket.getaddrinfo 'kibitz.invalid'" in guard.calls()[0]


def test_a_call_by_native_code_is_noticed_and_fails(guard: Guard) -> None:
    said = finish(guard.start("-c", NATIVE_CALL))
    if not guard.sees_native_calls:
        pytest.skip("this system does not show the calls of native code")
    assert said == "-1\n"
    assert len(guard.calls()) == 1
    assert "127.0.0.1 port 53" in guard.calls()[0]


LOOK_UP = """
import socket

try:
    socket.create_connection(("kibitz.invalid", 443))
except OSError as error:
    print(error)
"""

# What a resolver of its own would do, without anything sent.
NATIVE_CALL = """
import ctypes, socket, struct

here = struct.pack("=H", socket.AF_INET) + struct.pack("!H4s8x", 53, socket.inet_aton("127.0.0.1"))
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as opened:
    print(ctypes.CDLL(None).connect(opened.fileno(), here, len(here)))
"""
