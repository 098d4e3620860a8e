"""A rendered design that was never trained on, laid out to be taught, and what was made of it."""

from __future__ import annotations

import pickle
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest

from kibitz_datasets.decks.deck import Deck, cached_deck
from kibitz_datasets.pool import numeric_designs
from kibitz_datasets.scenes.laid_out import render_laid_out
from kibitz_datasets.scenes.reveal import RevealConfig, render_reveal
from kibitz_datasets.scenes.scene import Scene
from kibitz_models.weights import load_pipeline
from kibitz_scoring.cards import Card
from kibitz_vision.detections import Image
from kibitz_vision.reading.overlap import iou
from kibitz_vision.reading.pipeline import Pipeline
from kibitz_vision.teaching.deck_file import KeptDeck
from kibitz_vision.teaching.found_cards import FoundCard, confirmed, cut_grounds, find_cards
from kibitz_vision.teaching.shelf import taught
from kibitz_vision.teaching.taught_deck import cut_picture

from ...made_once import made_once

ODD = "drawn-numeric-1000"
"""White numbers on dots a twelfth of the card wide: not learnt by the reader."""


@dataclass(frozen=True, slots=True, eq=False)
class TaughtTable:
    """A deck, its teaching picture, what was found on it and named rightly, and the deck as it was taught."""

    deck: Deck
    scene: Scene
    found: list[FoundCard]
    kept: KeptDeck


def truth(one: FoundCard, scene: Scene) -> Card | None:
    best = max(scene.cards, key=lambda card: iou(card.quad, one.quad))
    return best.card if iou(best.quad, one.quad) > 0.5 else None


def reveal(deck: Deck, number: int) -> Scene:
    return render_reveal(np.random.default_rng((9, number)), deck, RevealConfig(3, 1600, 1000, tilt_deg=10))


def back_of(scene: Scene) -> Image:
    down = next(card for card in scene.cards if card.card is None and card.visible > 0.9)
    return cut_picture(scene.picture, down.quad)


@pytest.fixture(scope="session")
def pipeline() -> Pipeline:
    return load_pipeline()


@pytest.fixture(scope="session")
def odd(pipeline: Pipeline, tmp_path_factory: pytest.TempPathFactory) -> TaughtTable:
    """The odd design, taught from one picture of its cards and one of its back; nobody changes it."""

    def teach(folder: Path) -> None:
        (folder / "odd.pickle").write_bytes(pickle.dumps(_taught_odd(pipeline)))

    table: TaughtTable = pickle.loads((made_once(tmp_path_factory, "odd-deck", teach) / "odd.pickle").read_bytes())
    return table


def _taught_odd(pipeline: Pipeline) -> TaughtTable:
    deck = cached_deck(ODD, numeric_designs([1000])[ODD])
    scene = render_laid_out(np.random.default_rng(5), deck)
    found = [replace(one, proposed=truth(one, scene)) for one in find_cards(pipeline, [scene.picture])]
    shown = confirmed("Dots", found, deck.pack, cut_grounds(found, [scene.picture]), [back_of(reveal(deck, 0))])
    return TaughtTable(deck, scene, found, taught(pipeline.reader, shown))
