"""The command line as a newcomer meets it."""

from __future__ import annotations

import json
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from ..kibitz_process import kibitz

COMMANDS = [
    "bench",
    "calibrate",
    "camera-check",
    "cameras",
    "contact-sheet",
    "demo-pictures",
    "doctor",
    "eval",
    "eval-rendered",
    "eval-video",
    "film-sheet",
    "follow",
    "harvest",
    "judge",
    "prove",
    "read",
    "record",
    "rejudge",
    "render",
    "replay",
    "run",
    "score",
    "shrink",
    "simulate",
    "simulate-races",
    "train",
    "watch",
]


def command_names() -> list[str]:
    names = []
    for entry in entry_points(group="kibitz.commands"):
        for command in entry.load().registered_commands:
            names.append(command.name or command.callback.__name__.replace("_", "-"))
    return sorted(names)


def test_the_commands_are_these() -> None:
    assert command_names() == COMMANDS


def test_the_readme_names_every_command_and_every_group_of_commands(repository: Path) -> None:
    groups = {
        group.name
        for entry in entry_points(group="kibitz.commands")
        for group in entry.load().registered_groups
        if isinstance(group.name, str)
    }
    readme = (repository / "README.md").read_text(encoding="utf-8")
    assert {"deck", "webhooks"} <= groups
    assert not {name for name in groups.union(COMMANDS) if f"`kibitz {name}" not in readme}


def test_the_overview_names_every_command(tmp_path: Path) -> None:
    shown = kibitz(tmp_path, "--help")
    assert shown.returncode == 0, shown.stderr
    missing = [name for name in COMMANDS if name not in shown.stdout]
    assert not missing


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_each_command_shows_an_example(name: str, tmp_path: Path) -> None:
    shown = kibitz(tmp_path, name, "--help")
    assert shown.returncode == 0, shown.stderr
    assert "Example" in shown.stdout
    assert f"kibitz {name}" in shown.stdout


def test_an_unknown_command_is_one_sentence_and_exit_code_2(tmp_path: Path) -> None:
    shown = kibitz(tmp_path, "shuffle")
    assert shown.returncode == 2
    assert "shuffle" in shown.stderr
    assert "Traceback" not in shown.stderr


def test_a_round_can_be_scored_from_the_command_line(tmp_path: Path) -> None:
    line = {"id": 1, "pack": "kaboo", "hands": {"ann": ["AS", "2C"], "bob": ["9H", "9D"]}, "caller": "ann"}
    shown = kibitz(tmp_path, "score", "--json", "-", given=json.dumps(line) + "\n")
    assert "Traceback" not in shown.stderr
    answer = json.loads(shown.stdout)
    assert answer["id"] == 1
    assert answer["points"]["ann"] < answer["points"]["bob"], answer
