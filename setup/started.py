"""Starts an installed Kibitz, for the scripts beside this file that look at what it does."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
START_S = 120
STOP_S = 30


def scripts_folder(environment: Path) -> Path:
    """Where a virtual environment keeps its programs."""
    return environment / ("Scripts" if sys.platform == "win32" else "bin")


def surroundings() -> dict[str, str]:
    """The environment variables without what would let Python find a checkout."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


@contextmanager
def started(kibitz: Path, folder: Path) -> Iterator[str]:
    """The address of the page of `kibitz run`, which runs in `folder` and keeps all it writes in there."""
    said = folder / "said.txt"
    command: list[str | Path] = [kibitz, "run", "--no-browser", "--port", "0", "--data", folder / "data"]
    with said.open("wb") as out:
        process = subprocess.Popen(command, cwd=folder, env=surroundings(), stdout=out, stderr=subprocess.STDOUT)
    try:
        yield _address(process, said)
    finally:
        if sys.platform == "win32":
            process.terminate()
        else:
            process.send_signal(signal.SIGINT)
        try:
            process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    complaints = said.read_text(encoding="utf-8", errors="replace")
    if "Traceback" in complaints:
        sys.exit(f"`kibitz run` was expected to run without an error; it said:\n{complaints}")


def _address(process: subprocess.Popen[bytes], said: Path) -> str:
    end = time.monotonic() + START_S
    while time.monotonic() < end and process.poll() is None:
        if found := re.search(r"Kibitz is at ((http://[^\s?]+/)\S*)", said.read_text(encoding="utf-8")):
            _open(found[1])
            return found[2]
        time.sleep(0.1)
    sys.exit(f"`kibitz run` did not say within {START_S} s where its page is; it said:\n{said.read_text()}")


def _open(link: str) -> None:
    """Open the page by its link, as a browser does: from then on urllib has the cookie, which is the key."""
    urllib.request.install_opener(urllib.request.build_opener(urllib.request.HTTPCookieProcessor()))
    with urllib.request.urlopen(link, timeout=START_S) as page:
        page.read()
