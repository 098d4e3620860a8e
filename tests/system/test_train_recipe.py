"""`make train` renders, cuts up and trains all models in one run, which may end and go on."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

RECIPE = Path(__file__).resolve().parents[2] / "setup" / "train.sh"

pytestmark = pytest.mark.skipif(shutil.which("timeout") is None, reason="a slice needs the program timeout")


def run(tmp_path: Path, **environment: str) -> tuple[list[str], str]:
    """What the recipe has Kibitz do, in order, and what it says."""
    program, done = tmp_path / "kibitz", tmp_path / "done"
    program.write_text(f'#!/bin/sh\necho "$*" >> {done}\n', encoding="utf-8")
    program.chmod(0o755)
    path = {"PATH": "/usr/bin:/bin"}
    said = subprocess.run(
        ["sh", str(RECIPE), str(program)],
        env=path | environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return done.read_text(encoding="utf-8").splitlines() if done.exists() else [], said.stdout


def test_all_three_networks_are_trained_in_one_run(tmp_path: Path) -> None:
    done, _ = run(tmp_path, SHARDS="3")
    assert done == [
        "render scenes --shards 3",
        "train detector",
        "render outlines --shards 3",
        "train corners",
        "render crops --shards 3",
        "render indices --shards 3",
        "train reader",
    ]


def test_of_labelled_sets_only_what_may_be_trained_on_is_cut_up(tmp_path: Path) -> None:
    photos = tmp_path / "real"
    for name in ("mspkvp", "beleda", "alkenderesi"):
        (photos / name).mkdir(parents=True)
    done, _ = run(tmp_path, MODELS="reader", SHARDS="1", PHOTOS=str(photos))
    assert [line for line in done if line.startswith("harvest")] == [
        f"harvest {photos}/mspkvp --leave test1,test2,test3,test5,test6",
        f"harvest {photos}/beleda --even",
    ]


def test_photographs_without_a_card_become_scenes(tmp_path: Path) -> None:
    done, _ = run(tmp_path, MODELS="detector", SHARDS="1", NEGATIVES="bare")
    assert done == ["render scenes --shards 1 --photos bare", "train detector"]


def test_a_slice_that_is_over_ends_well(tmp_path: Path) -> None:
    done, said = run(tmp_path, HOURS="0")
    assert done == []
    assert "the same command goes on" in said
