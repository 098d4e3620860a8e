"""Measure the reading on rendered tables: by artwork family, and on jokers, for which there are few photos."""

from __future__ import annotations

import pickle
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator

from kibitz_datasets.decks.deck import MEASURE_FAMILIES, Deck, cached_deck, load_deck
from kibitz_datasets.decks.vector_decks import installed_vector_decks
from kibitz_datasets.pool import (
    MEASURE_DRAWN,
    MEASURE_NUMERIC,
    TRAIN_DRAWN,
    TRAIN_NUMERIC,
    Split,
    french_designs,
    numeric_designs,
    prepare_decks,
)
from kibitz_datasets.real import ANY, LabelledFace, LabelledPhoto
from kibitz_datasets.scenes.canvas import SceneCard
from kibitz_datasets.scenes.reveal import RevealConfig, render_reveal
from kibitz_datasets.scenes.scene import Scene, SceneConfig, render_scene
from kibitz_models.progress import follow
from kibitz_models.reading.evaluate import SetResult, overall
from kibitz_models.reading.matching import Outcome, Tally, compare
from kibitz_models.shares import share
from kibitz_scoring.cards import JOKER, NUMERIC
from kibitz_vision.detections import Image, Reading
from kibitz_vision.whole_files import write_whole

SMALLEST_PX = 40
UNSEEN = MEASURE_FAMILIES | french_designs(MEASURE_DRAWN).keys() | numeric_designs(MEASURE_NUMERIC).keys()
WITH_JOKER = 8
"""Cards on a table that is to show a joker."""


class Rendering(StrEnum):
    """Hands round an evenly lit table at a tilt of up to 45 degrees, or scenes as hard as those of training."""

    REVEALS = "reveals"
    SCENES = "scenes"


@dataclass(frozen=True, slots=True)
class RenderedPlan:
    """What to render: pictures of every deck, and pictures with a joker of every unseen deck that has one."""

    rendering: Rendering
    pictures: int
    jokers: int
    seed: int


def unseen_decks() -> list[Deck]:
    """The decks that never enter training: our designs 1000 to 1002, French and numeric, and whole vector families."""
    return [load_deck(folder) for folder in prepare_decks(Split.MEASURE)]


def other_decks(count: int) -> list[Deck]:
    """Up to `count` vector decks, as many drawn ones and as many numeric ones that training uses, evenly chosen."""
    vectors = [deck for deck in installed_vector_decks() if deck.family not in MEASURE_FAMILIES]
    chosen = [vectors[k * len(vectors) // count] for k in range(min(count, len(vectors)))]
    decks = [cached_deck(deck.name, deck.render) for deck in chosen]
    every = max(1, len(TRAIN_DRAWN) // count)
    designs = french_designs(TRAIN_DRAWN[::every][:count]) | numeric_designs(TRAIN_NUMERIC[:count])
    decks += [cached_deck(name, render) for name, render in designs.items()]
    return decks


def measure_decks(
    read: Callable[[Image], Reading], decks: Sequence[Deck], plan: RenderedPlan, failures: Path | None
) -> Iterator[SetResult]:
    """One result a deck; the folder `failures` keeps pictures with one, and the results of decks that are done."""
    for deck in decks:
        yield _measure_deck(read, deck, plan, plan.pictures, failures)


def measure_jokers(
    read: Callable[[Image], Reading], decks: Sequence[Deck], plan: RenderedPlan, failures: Path | None
) -> Iterator[SetResult]:
    """One result for every deck that has a joker; every picture is of that and a few other cards."""
    for deck in decks:
        if JOKER in deck.faces:
            yield _measure_deck(read, deck, plan, plan.jokers, failures, jokers=True)


def _measure_deck(
    read: Callable[[Image], Reading],
    deck: Deck,
    plan: RenderedPlan,
    pictures: int,
    failures: Path | None,
    *,
    jokers: bool = False,
) -> SetResult:
    total = Tally()
    name = f"{deck.name}-jokers" if jokers else deck.name
    kept = None if failures is None else failures / "kept" / f"{name}-{pictures}-{plan.seed}.pickle"
    if kept is not None and kept.is_file():
        return SetResult(deck.name, pickle.loads(kept.read_bytes()))
    for k in follow(range(pictures), name):
        rng = np.random.default_rng((plan.seed, k, int(jokers)))
        scene = _render(rng, _few_with_joker(rng, deck) if jokers else deck, plan.rendering)
        cards = read(scene.picture).cards
        tally = compare(labelled(scene, (failures or Path()) / name / "images" / f"{k:03d}.png"), cards)
        if failures and tally.failures:
            path = tally.failures[0].photo
            path.parent.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(path), scene.picture)
        total.add(tally)
    if kept is not None:
        write_whole(kept, pickle.dumps(total))
    return SetResult(deck.name, total)


def _few_with_joker(rng: Generator, deck: Deck) -> Deck:
    others = [card for card in deck.faces if card != JOKER]
    kept = {JOKER, *(others[int(k)] for k in rng.permutation(len(others))[: WITH_JOKER - 1])}
    return replace(deck, faces={card: pictures for card, pictures in deck.faces.items() if card in kept})


def _render(rng: Generator, deck: Deck, rendering: Rendering) -> Scene:
    if rendering == Rendering.SCENES:
        return render_scene(rng, [deck], SceneConfig(smallest_card_px=SMALLEST_PX))
    players = 2 if len(deck.faces) <= WITH_JOKER else int(rng.integers(2, 6))
    width, height = ((1280, 720), (1920, 1080))[int(rng.integers(2))]
    return render_reveal(rng, deck, RevealConfig(players, width, height, tilt_deg=float(rng.uniform(0, 45))))


def labelled(scene: Scene, path: Path) -> LabelledPhoto:
    """The scene's labels as those of a photo; a face of which no index is open is not asked for."""
    size = scene.picture.shape[1], scene.picture.shape[0]
    faces = [_label(card, size) for card in scene.cards if card.card is not None]
    # A covered card lies where the one on it does, which is first to say that what was found is it.
    faces.sort(key=lambda face: (face.name == ANY, not face.full))
    backs = [card.quad for card in scene.cards if card.card is None and card.visible > 0.9]
    return LabelledPhoto(path, tuple(faces), tuple(backs))


def _label(card: SceneCard, size: tuple[int, int]) -> LabelledFace:
    whole = card.visible > 0.9 and bool((card.quad >= 0).all() and (card.quad <= size).all())
    asked = card.index_visible > 0.85 or whole
    return LabelledFace(str(card.card) if asked else ANY, whole, card.quad)


def rendered_json(results: Sequence[tuple[Deck, SetResult]], jokers: Sequence[SetResult]) -> dict[str, Any]:
    """Of French and of numeric decks apart, recall of unseen and of other ones by family, and of unseen jokers."""
    of_jokers = {result.name: _jokers(result.tally) for result in jokers}
    right, shown = (sum(row[k] for row in of_jokers.values()) for k in range(2))
    numeric = [(deck, result) for deck, result in results if set(deck.faces) <= set(NUMERIC)]
    return {
        "french": _kind_json([pair for pair in results if pair not in numeric]),
        "numeric": _kind_json(numeric),
        "jokers": {"all": share(right, shown), **{name: share(*row) for name, row in of_jokers.items()}},
    }


def _kind_json(results: Sequence[tuple[Deck, SetResult]]) -> dict[str, Any]:
    """Unseen decks and others of one kind, and how many points lie between them."""
    families: dict[str, list[SetResult]] = defaultdict(list)
    for deck, result in results:
        families[deck.family].append(result)
    unseen = _figures([result for deck, result in results if deck.family in UNSEEN])
    others = _figures([result for deck, result in results if deck.family not in UNSEEN])
    rows = []
    for name, members in families.items():
        figures = _figures(members)
        behind = _points_behind(figures, others)
        rows.append({"family": name, "unseen": name in UNSEEN, **figures, "points_behind_others": behind})
    return {
        "families": rows,
        "unseen": unseen,
        "others": others,
        "points_behind_others": _points_behind(unseen, others),
    }


def _figures(results: Sequence[SetResult]) -> dict[str, Any]:
    counts = overall(results).tally.counts
    figures = {key: share(counts[f"full_{key}"], counts["full"]) for key in ("right", "wrong", "abstained", "missed")}
    backs = share(counts["backs_right"], counts["backs"])
    return {"decks": [result.name for result in results], **figures, "backs": backs, "extra": counts["extra"]}


def _points_behind(figures: dict[str, Any], others: dict[str, Any]) -> float | None:
    """By how many percentage points fewer faces were read right; None where there were none."""
    shares = others["right"]["share"], figures["right"]["share"]
    return None if None in shares else round(100 * (shares[0] - shares[1]), 2)


def _jokers(tally: Tally) -> tuple[int, int]:
    shown = [face for face in tally.faces if face.full and face.wanted == str(JOKER)]
    return sum(face.outcome == Outcome.RIGHT for face in shown), len(shown)
