from __future__ import annotations

import json
import socket
from pathlib import Path

import pytest

from ..kibitz_process import kibitz


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
    answer = kibitz(tmp_path / "said", "run", "--no-browser", "--port", "0", "--data", tmp_path / "data", *arguments)

    assert answer.returncode == 2
    assert says in answer.stderr
    assert answer.stderr.count("\n") == 1


def test_a_port_in_use_is_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        answer = kibitz(tmp_path / "said", "run", "--no-browser", "--port", str(port), "--data", tmp_path / "data")

    assert answer.returncode == 2
    assert answer.stderr.startswith(f"--port: {port} on 127.0.0.1 cannot be used")
    assert answer.stderr.count("\n") == 1


def test_a_data_folder_in_use_is_one_sentence(tmp_path: Path) -> None:
    from kibitz_server.journal.journal import Journal

    journal = Journal(tmp_path / "data")
    answer = kibitz(tmp_path / "said", "run", "--no-browser", "--port", "0", "--data", tmp_path / "data")
    journal.close()

    assert answer.returncode == 2
    assert "another Kibitz has this data folder open" in answer.stderr


def test_help_names_every_command(tmp_path: Path) -> None:
    answer = kibitz(tmp_path, "--help")

    assert answer.returncode == 0
    for command in ("run", "read", "score", "train", "eval"):
        assert f" {command} " in answer.stdout


def test_the_cameras_that_are_there_are_listed_with_the_text_that_finds_them_again(tmp_path: Path) -> None:
    told, lines = kibitz(tmp_path, "cameras"), kibitz(tmp_path, "cameras", "--json")

    assert told.returncode == lines.returncode == 0
    found = [json.loads(line) for line in lines.stdout.splitlines()]
    assert all(camera["source"].startswith("cam:") for camera in found)
    assert all(f"--source '{camera['source']}'" in told.stdout for camera in found)
    assert found or told.stdout == "No camera is plugged in.\n"
