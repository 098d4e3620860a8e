"""A whole evening without a packet beyond this machine: the demo's film, a photo, and training in small.

Every process, and all that they start, runs under a guard that notes and refuses each call to another machine, of
Python's own and (on Linux) of native code. Its log is `calls.log` in the work folder.
"""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from tests.guarded import Guard

TITLE = "Network silence"
TIMES = 1
_REPOSITORY = Path(__file__).resolve().parents[4]
_DEMO = Path(str(files("kibitz_server") / "demo"))
_LISTENED_S = 15.0
"""ONNX Runtime 1.32 looks its host up nine seconds after it was loaded."""
_LONGEST_S = 1500.0


def run(work: Path, times: int) -> dict[str, Any]:
    """Live through so many evenings, and note all that was called."""
    processes, calls, trained, native = 0, list[str](), 0, True
    for number in range(times):
        folder = work / f"evening-{number}"
        shutil.rmtree(folder, ignore_errors=True)
        guard = Guard(folder)
        for begin in (_page, _film, _photo):
            begin(guard, folder)
        trained += _training(guard)
        processes, native = processes + len(guard.processes()), native and guard.sees_native_calls
        calls += guard.calls()
    log = [f"{times} evenings, {processes} processes, training in {trained} of them", *calls]
    (work / "calls.log").write_text("\n".join([*log, ""]), encoding="utf-8")
    return {"times": times, "failed": calls, "processes": processes, "trained": trained, "native": native}


def sentence(figures: Mapping[str, Any]) -> str:
    """What it came to."""
    training = "training in small" if figures["trained"] else "no training, whose environment is not there"
    seen = "of Python and of native code" if figures["native"] else "of Python"
    return (
        f"a page with the demo's film, a watched film, a photo and {training}, {figures['processes']} processes in "
        f"all, called {len(figures['failed']) or 'nobody'} beyond this machine; seen were calls {seen}"
    )


def _page(guard: Guard, folder: Path) -> None:
    """`kibitz run` on the demo's film, with a page open."""
    told = ("run", "--no-browser", "--port", "0", "--data", folder / "data", "--source", _DEMO / "round.mp4")
    with guard.start("-m", "kibitz_server", *told) as server:
        assert server.stdout
        address = server.stdout.readline().split(" at ", 1)[1].split(" ", 1)[0]
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        with browser.open(address, timeout=60) as page:
            assert page.status == 200
        time.sleep(_LISTENED_S)
        server.send_signal(signal.SIGINT)


def _film(guard: Guard, folder: Path) -> None:
    watched = ("watch", _DEMO / "round.mp4", "--rules", "kaboo", "--players", "Ann,Ben,Cleo")
    _done(guard.start("-m", "kibitz_server", *watched, "--clips", folder / "clips"))


def _photo(guard: Guard, _: Path) -> None:
    _done(guard.start("-m", "kibitz_server", "read", _DEMO / "demo-4-1.jpg"))


def _training(guard: Guard) -> bool:
    """Train, export and check a handful of pictures, where the environment for it is there."""
    command = [sys.executable, str(_REPOSITORY / "setup" / "train_environment.py"), "--if-there"]
    found = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    if not found:
        print("silence: the environment for training is not there (make train makes it): left out", file=sys.stderr)
        return False
    loop = _REPOSITORY / "tests" / "models" / "training" / "test_loop.py"
    arguments = ("-m", "pytest", "-m", "train", "-q", "-p", "no:cacheprovider", "--rootdir", _REPOSITORY, loop)
    _done(guard.start(*arguments, python=Path(found) / "bin" / "python"))
    return True


def _done(process: subprocess.Popen[str]) -> None:
    said, _ = process.communicate(timeout=_LONGEST_S)
    assert process.returncode == 0, said
