"""A taught head beside what the reader has learnt."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from kibitz_scoring.cards import Card, parse_card
from kibitz_vision.reading.taught_head import TRUSTED, Floats, TaughtHead

FIVE, NINE = parse_card("5H"), parse_card("9H")
LEARNT: tuple[Card, ...] = (FIVE, NINE)
FACES, BACK = ((0.0, 0.0), (10.0, 0.0)), (0.0, 10.0)
FAR_FROM_ALL = (300.0, 300.0)


@pytest.fixture
def head() -> TaughtHead:
    """A deck of two faces and a back, which the reader knows well; its embeddings are points of a plane."""
    return TaughtHead(
        LEARNT,
        ("Blue",),
        np.array([0, 1, 2], np.int32),
        np.zeros(2, np.float32),
        np.eye(2, dtype=np.float32),
        np.array([*FACES, BACK], np.float32),
        sharpness=1.0,
        trust=TRUSTED,
        farthest=25.0,
        of_corner=np.zeros(3, bool),
        reads_corners=True,
    )


def told(head: TaughtHead, own: tuple[float, ...], at: tuple[float, float]) -> Floats:
    """Probabilities of five, nine, back and none, where the reader by itself says `own` of what lies at a point."""
    rows = head.rows(np.log(np.array([own], np.float32)), LEARNT, np.array([at], np.float32))
    return np.asarray(np.exp(rows[0]))


SURELY_FIVE = (0.97, 0.01, 0.01, 0.01)
HARDLY_FIVE = (0.5, 0.3, 0.1, 0.1)


def test_of_a_deck_that_it_knows_the_reader_keeps_what_it_names_surely(head: TaughtHead) -> None:
    assert told(head, SURELY_FIVE, FACES[1])[0] == pytest.approx(0.97, abs=0.001)
    assert told(head, HARDLY_FIVE, FACES[1]).argmax() == 1


def test_of_a_deck_that_it_does_not_know_what_was_taught_decides(head: TaughtHead) -> None:
    assert told(replace(head, trust=0.5), SURELY_FIVE, FACES[1]).argmax() == 1


def test_what_looks_like_nothing_of_a_known_deck_is_left_to_the_reader(head: TaughtHead) -> None:
    assert told(head, HARDLY_FIVE, FAR_FROM_ALL) == pytest.approx(HARDLY_FIVE, abs=0.001)
    assert told(replace(head, trust=0.0), HARDLY_FIVE, FAR_FROM_ALL).argmax() == 3


def test_a_taught_back_is_no_face_however_surely_the_reader_names_one(head: TaughtHead) -> None:
    assert told(head, SURELY_FIVE, BACK).argmax() == 2
