"""Pools of rendered training material on disk: written in shards, interruptible, the same for the same seed."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np
from rich.progress import track

from kibitz_datasets.decks.deck import MEASURE_FAMILIES, Deck, cached_folder, load_deck
from kibitz_datasets.decks.drawn_deck import drawn_deck
from kibitz_datasets.decks.drawn_numeric import numeric_deck
from kibitz_datasets.decks.odd_designs import odd_deck
from kibitz_datasets.decks.vector_decks import installed_vector_decks
from kibitz_datasets.scenes.crops import (
    FOREIGN_SHARE,
    Crop,
    render_crop,
    render_foreign,
    render_index,
    render_outline,
)
from kibitz_datasets.scenes.hands.hand_photos import HandPhoto, is_for_measuring, load_hands
from kibitz_datasets.scenes.hands.hand_scenes import render_hand_scenes
from kibitz_datasets.scenes.scene import SceneConfig, render_scene, with_any_back
from kibitz_vision.frames import load_image

A_SHARD = {"scenes": 100, "crops": 2000, "indices": 2000, "outlines": 2000, "hands": 50}
"""Pictures a shard (of hands: tables, each seen three times), so that each takes ten seconds to half a minute."""
_UNREADY = ".partial"
"""Of a shard that is still being written."""

TRAIN_DRAWN, TRAIN_NUMERIC, TRAIN_ODD = range(160), range(30), range(48)
MEASURE_DRAWN, MEASURE_NUMERIC = range(1000, 1003), range(1000, 1003)
"""Seeds of our own designs, French, numeric and odd, for training, and those that never enter it."""


class Split(StrEnum):
    """Which decks a picture is made of: those for training or those kept for measuring only."""

    TRAIN = "train"
    MEASURE = "measure"


class Kind(StrEnum):
    """What a pool holds."""

    SCENES = "scenes"
    CROPS = "crops"
    OUTLINES = "outlines"
    INDICES = "indices"
    HANDS = "hands"


@dataclass(frozen=True, slots=True)
class PoolConfig:
    """What to render: `shards` of `pictures` of one kind into `folder`, from the decks of a split and a seed.

    For scenes and hands: a folder of cut-out `hands`, and `photos` without any card or hand for some of the tables,
    where there are.
    """

    folder: Path
    kind: Kind
    split: Split
    shards: int
    seed: int
    pictures: int
    hands: Path | None = None
    photos: tuple[Path, ...] = ()


Renders = dict[str, Callable[[], Deck]]


def french_designs(seeds: Iterable[int]) -> Renders:
    """Our own French designs by name, each with what draws it."""
    return {f"drawn-{seed}": partial(drawn_deck, seed) for seed in seeds}


def numeric_designs(seeds: Iterable[int]) -> Renders:
    """Our own numeric designs by name, each with what draws it."""
    return {f"drawn-numeric-{seed}": partial(numeric_deck, seed) for seed in seeds}


def split_decks(split: Split) -> Renders:
    """Names of a split's decks on this machine, each with what renders it."""
    vectors = {
        vector.name: vector.render
        for vector in installed_vector_decks()
        if (vector.family in MEASURE_FAMILIES) == (split == Split.MEASURE)
    }
    return vectors | own_decks(split)


def own_decks(split: Split) -> Renders:
    """Names of our own designs of a split, which are the same on every machine, each with what draws it."""
    if split == Split.TRAIN:
        return french_designs(TRAIN_DRAWN) | numeric_designs(TRAIN_NUMERIC)
    return french_designs(MEASURE_DRAWN) | numeric_designs(MEASURE_NUMERIC)


def odd_designs() -> Renders:
    """Our odd French designs by name, for training pictures only: films show decks as people have them."""
    return {f"drawn-odd-{seed}": partial(odd_deck, seed) for seed in TRAIN_ODD}


def prepare_decks(split: Split) -> list[Path]:
    """Folders of the decks in the cache that pictures of a split show, rendered first where missing."""
    renders = split_decks(split) | (odd_designs() if split == Split.TRAIN else {})
    return [cached_folder(name, render) for name, render in renders.items()]


def split_hands(folder: Path | None, split: Split) -> tuple[HandPhoto, ...]:
    """The cut-out hands that pictures and films of a split show, none without a folder."""
    if folder is None:
        return ()
    return tuple(hand for hand in load_hands(folder) if is_for_measuring(hand) is (split is Split.MEASURE))


def shard_paths(config: PoolConfig) -> list[Path]:
    """Where the pool's shards lie or will lie."""
    return [config.folder / config.split / config.kind / f"{k:05d}" for k in range(config.shards)]


def render_pool(config: PoolConfig, workers: int) -> None:
    """Render all missing shards with a progress bar; can be interrupted and called again."""
    decks = prepare_decks(config.split)
    missing = [(k, path) for k, path in enumerate(shard_paths(config)) if not path.exists()]
    # Fresh processes: a fork of one whose libraries run threads can hang.
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as executor:
        jobs = [executor.submit(_write_shard, config, k, path, decks) for k, path in missing]
        for job in track(as_completed(jobs), description=f"Rendering {config.split} {config.kind}", total=len(jobs)):
            job.result()


def shards_in(folder: Path) -> list[Path]:
    """The shards that are whole, always in the same order."""
    return [path for path in sorted(folder.glob("*")) if path.suffix != _UNREADY]


def _write_shard(config: PoolConfig, number: int, path: Path, deck_folders: Sequence[Path]) -> None:
    """Write one shard beside its place and move it there when whole."""
    cv2.setNumThreads(1)
    decks = [load_deck(folder) for folder in deck_folders]
    unready = path.with_name(f"{path.name}.{os.getpid()}{_UNREADY}")
    shutil.rmtree(unready, ignore_errors=True)
    unready.mkdir(parents=True)
    writers: dict[Kind, Callable[[Path, Iterator[np.random.Generator], Sequence[Deck]], None]] = {
        Kind.SCENES: partial(_write_scenes, config),
        Kind.CROPS: _write_crops,
        Kind.OUTLINES: _write_outlines,
        Kind.INDICES: _write_indices,
        Kind.HANDS: partial(_write_hands, config),
    }
    seeds = (
        np.random.default_rng((config.seed, list(Kind).index(config.kind), number, k)) for k in range(config.pictures)
    )
    writers[config.kind](unready, seeds, decks)
    unready.rename(path)


def _write_crops(folder: Path, seeds: Iterator[np.random.Generator], decks: Sequence[Deck]) -> None:
    _save_crops(folder, [training_crop(rng, decks) for rng in seeds])


def training_crop(rng: np.random.Generator, decks: Sequence[Deck]) -> Crop:
    """A crop for the reader to learn from: now and then of a card of another game, backs of any kind."""
    if rng.random() < FOREIGN_SHARE:
        return render_foreign(rng)
    return render_crop(rng, [with_any_back(rng, decks[int(rng.integers(len(decks)))])])


def _write_indices(folder: Path, seeds: Iterator[np.random.Generator], decks: Sequence[Deck]) -> None:
    _save_crops(folder, [crop for rng in seeds if (crop := render_index(rng, decks))])


def _save_crops(folder: Path, crops: Sequence[Crop]) -> None:
    np.save(folder / "pictures.npy", np.stack([crop.picture for crop in crops]))
    (folder / "labels.txt").write_text("\n".join(crop.label for crop in crops), encoding="utf-8")


def _write_outlines(folder: Path, seeds: Iterator[np.random.Generator], decks: Sequence[Deck]) -> None:
    outlines = [outline for rng in seeds if (outline := render_outline(rng, decks))]
    np.save(folder / "pictures.npy", np.stack([outline.picture for outline in outlines]))
    np.save(folder / "corners.npy", np.stack([outline.corners for outline in outlines]))


def _write_scenes(
    config: PoolConfig, folder: Path, seeds: Iterator[np.random.Generator], decks: Sequence[Deck]
) -> None:
    hands, photos = split_hands(config.hands, config.split), [load_image(path) for path in config.photos]
    lines = []
    for k, rng in enumerate(seeds):
        scene = render_scene(rng, decks, SceneConfig(foreign=True), hands, photos)
        cv2.imwrite(str(folder / f"{k:03d}.jpg"), scene.picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
        cards = [
            {
                "card": str(card.card) if card.card else None,
                "quad": np.round(card.quad.astype(float), 1).tolist(),
                "visible": round(card.visible, 3),
                "indices_visible": [round(share, 3) for share in card.indices_visible],
            }
            for card in scene.cards
        ]
        lines.append(json.dumps({"image": f"{k:03d}.jpg", "cards": cards}))
    (folder / "labels.jsonl").write_text("\n".join(lines), encoding="utf-8")


def _write_hands(config: PoolConfig, folder: Path, seeds: Iterator[np.random.Generator], decks: Sequence[Deck]) -> None:
    hands, photos = split_hands(config.hands, config.split), [load_image(path) for path in config.photos]
    scenes = [scene for rng in seeds for scene in render_hand_scenes(rng, decks, hands, photos)]
    np.save(folder / "pictures.npy", np.stack([scene.picture for scene in scenes]))
    np.save(folder / "masks.npy", np.stack([scene.mask for scene in scenes]))
