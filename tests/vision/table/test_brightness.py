"""Pictures of dark tables, made bright enough to find dark backs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from kibitz_datasets.decks.deck import Deck
from kibitz_vision.detections import Face, Image
from kibitz_vision.reading.pipeline import Pipeline
from kibitz_vision.table.brightness import brightened


def backs(pipeline: Pipeline, picture: Image) -> int:
    """How many backs are found whole and told with some confidence."""
    cards = pipeline.read(picture).cards
    return sum(card.face is Face.DOWN and not card.partial and card.confidence > 0.5 for card in cards)


def test_a_picture_that_is_not_dark_stays_as_it_is() -> None:
    picture = np.full((40, 60, 3), 20, np.uint8)
    picture[:, :32] = 60
    assert brightened(picture) is picture


def test_a_dark_picture_gets_brighter_and_what_was_brighter_stays_so() -> None:
    picture = np.full((40, 64, 3), 9, np.uint8)
    picture[:4, :60] = np.arange(60, dtype=np.uint8)[:, None] * 4
    lifted = brightened(picture)
    assert lifted[20, 0, 0] > 3 * 9
    assert (lifted >= picture).all()
    assert (np.diff(lifted[0, :60, 0].astype(int)) > 0).all()
    assert brightened(np.zeros_like(picture)).max() == 0


def test_dark_backs_are_found_in_a_dark_room(
    pipeline: Pipeline, deal_table: Callable[..., Any], unseen_deck: Deck
) -> None:
    deck = replace(unseen_deck, backs=tuple(_darker(back, 0.25) for back in unseen_deck.backs))
    dark = _darker(deal_table(3, 10.0, deck).picture, 0.12)
    assert backs(pipeline, dark) == 0
    assert backs(pipeline, brightened(dark)) == 3 * 4 + 1


def _darker(picture: Image, factor: float) -> Image:
    return np.asarray(picture * factor, np.uint8)
