"""Pools: whole shards, resumed, the same for the same seed."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from kibitz_datasets import pool
from kibitz_datasets.pool import Kind, PoolConfig, Split, render_pool, shard_paths, shards_in, split_hands


@pytest.fixture(autouse=True)
def _small_and_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(pool, "TRAIN_DRAWN", range(2))
    monkeypatch.setattr(pool, "TRAIN_NUMERIC", range(1))
    monkeypatch.setattr(pool, "TRAIN_ODD", range(1))
    monkeypatch.setattr(pool, "MEASURE_DRAWN", range(1000, 1001))
    monkeypatch.setattr(pool, "MEASURE_NUMERIC", range(1000, 1001))


def test_a_pool_of_crops_holds_pictures_and_labels(tmp_path: Path) -> None:
    config = PoolConfig(tmp_path / "pool", Kind.CROPS, Split.TRAIN, shards=2, seed=1, pictures=3)
    render_pool(config, workers=1)
    for folder in shard_paths(config):
        assert np.load(folder / "pictures.npy").shape[0] == len((folder / "labels.txt").read_text().split()) == 3


def test_shards_that_are_still_being_written_are_not_taken(tmp_path: Path) -> None:
    config = PoolConfig(tmp_path / "pool", Kind.CROPS, Split.TRAIN, shards=2, seed=1, pictures=3)
    render_pool(config, workers=1)
    first, _ = shard_paths(config)
    first.with_name(f"{first.name}.17.partial").mkdir()
    assert shards_in(first.parent) == shard_paths(config)


def test_a_pool_of_scenes_names_every_card(tmp_path: Path) -> None:
    config = PoolConfig(tmp_path / "pool", Kind.SCENES, Split.MEASURE, shards=1, seed=1, pictures=3)
    render_pool(config, workers=1)
    rows = [json.loads(line) for line in (shard_paths(config)[0] / "labels.jsonl").read_text().splitlines()]
    assert len(rows) == 3
    assert all((shard_paths(config)[0] / row["image"]).exists() for row in rows)


def test_rendering_again_keeps_what_is_there_and_adds_what_is_missing(tmp_path: Path) -> None:
    folder = tmp_path / "pool"
    render_pool(PoolConfig(folder, Kind.CROPS, Split.TRAIN, shards=1, seed=1, pictures=3), workers=1)
    first = shard_paths(PoolConfig(folder, Kind.CROPS, Split.TRAIN, 1, 1, 3))[0]
    before = (first / "pictures.npy").stat().st_mtime_ns
    render_pool(PoolConfig(folder, Kind.CROPS, Split.TRAIN, shards=2, seed=1, pictures=3), workers=1)
    assert (first / "pictures.npy").stat().st_mtime_ns == before
    assert len(list(first.parent.iterdir())) == 2


def test_outlines_come_with_their_corners(tmp_path: Path) -> None:
    config = PoolConfig(tmp_path / "pool", Kind.OUTLINES, Split.TRAIN, shards=1, seed=2, pictures=3)
    render_pool(config, workers=1)
    folder = shard_paths(config)[0]
    assert np.load(folder / "corners.npy").shape[1:] == (4, 2)


def test_hands_come_with_where_they_are(tmp_path: Path) -> None:
    config = PoolConfig(tmp_path / "pool", Kind.HANDS, Split.TRAIN, shards=1, seed=2, pictures=2)
    render_pool(config, workers=1)
    folder = shard_paths(config)[0]
    assert np.load(folder / "pictures.npy").shape == (6, 192, 320, 3)
    assert np.load(folder / "masks.npy").shape == (6, 96, 160)


def test_no_group_of_alike_hands_is_trained_on_and_measured_with(tmp_path: Path) -> None:
    for group in range(1, 11):
        block = np.full((50, 30, 4), 255, np.uint8)
        block[0, 0, 3] = 0  # or the file would have no alpha channel
        cv2.imwrite(str(tmp_path / f"rock_{group:02}_001.webp"), block)

    train, measure = ({hand.group for hand in split_hands(tmp_path, split)} for split in Split)

    assert measure == {5, 10}
    assert train == set(range(1, 11)) - measure
