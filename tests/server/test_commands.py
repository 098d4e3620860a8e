from __future__ import annotations

import json
import socket
import subprocess
import sys
from pathlib import Path

import pytest


def kibitz(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "kibitz_server", *arguments], capture_output=True, text=True, timeout=120, check=False
    )


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--host", "192.0.2.1"], "on 192.0.2.1 cannot be used"),
        (["--host", "0.0.0.0", "--name", "http://x"], "--name: 'http://x' is no name"),
        (["--host", "kitchen"], "--host: 'kitchen' is no address"),
        (["--rules", "poker"], "'poker' is not a known game"),
        (["--rules", "none.toml"], "none.toml: cannot be read"),
        (["--source", "nowhere"], "nowhere is no source"),
    ],
)
def test_what_run_cannot_do_is_one_sentence(arguments: list[str], says: str, tmp_path: Path) -> None:
    answer = kibitz("run", "--no-browser", "--port", "0", "--data", str(tmp_path), *arguments)

    assert answer.returncode == 2
    assert says in answer.stderr
    assert answer.stderr.count("\n") == 1


def test_a_port_in_use_is_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        answer = kibitz("run", "--no-browser", "--port", str(port), "--data", str(tmp_path))

    assert answer.returncode == 2
    assert answer.stderr.startswith(f"--port: {port} on 127.0.0.1 cannot be used")
    assert answer.stderr.count("\n") == 1


def test_a_data_folder_in_use_is_one_sentence(tmp_path: Path) -> None:
    from kibitz_server.journal.journal import Journal

    journal = Journal(tmp_path)
    answer = kibitz("run", "--no-browser", "--port", "0", "--data", str(tmp_path))
    journal.close()

    assert answer.returncode == 2
    assert "another Kibitz has this data folder open" in answer.stderr


def test_help_names_every_command() -> None:
    answer = kibitz("--help")

    assert answer.returncode == 0
    for command in ("run", "read", "score", "train", "eval"):
        assert f" {command} " in answer.stdout


def test_the_cameras_that_are_there_are_listed_with_the_text_that_finds_them_again() -> None:
    told, lines = kibitz("cameras"), kibitz("cameras", "--json")

    assert told.returncode == lines.returncode == 0
    found = [json.loads(line) for line in lines.stdout.splitlines()]
    assert all(camera["source"].startswith("cam:") for camera in found)
    assert all(f"--source '{camera['source']}'" in told.stdout for camera in found)
    assert found or told.stdout == "No camera is plugged in.\n"
