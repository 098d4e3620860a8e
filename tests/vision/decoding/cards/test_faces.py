"""What cards show, and whether they match."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.vision.decoding.decoder_changes import change, observation, read

from kibitz_scoring.cards import FRENCH52, JOKER, parse_card
from kibitz_scoring.table import FACE_DOWN, Heap
from kibitz_vision.decoding.cards.faces import Faces, is_pair, same_rank
from kibitz_vision.tracking.changes import Kind


def test_a_face_is_named_only_if_likelier_than_not() -> None:
    faces = Faces(FRENCH52)
    assert faces.named(read("9D", 0.6)) == parse_card("9D")
    assert faces.named(read("9D", 0.4)) is FACE_DOWN
    assert faces.named(None) is FACE_DOWN


def test_a_card_that_shows_on_the_pile_is_none_of_those_that_are_known_to_lie_there_unless_it_is_a_joker() -> None:
    faces = Faces((*FRENCH52, JOKER))
    known = [parse_card("2C"), parse_card("2H"), JOKER]
    odds = np.zeros(len(faces.cards) + 2, np.float32)
    for card, share in ((parse_card("2S"), 0.55), (known[0], 0.3), (JOKER, 0.15)):
        odds[faces.cards.index(card)] = share
    seen = replace(observation("2S"), probabilities=odds)
    shows = replace(change(Kind.CAME, Heap.DISCARD, 2000, lying=seen), confidence=0.55)
    assert faces.read_among(shows, []).confidence == 0.55
    assert faces.read_among(shows, known).confidence == pytest.approx(0.55 / 0.7, abs=1e-3)
    assert faces.read_among(replace(shows, confidence=0.4), known).confidence == 0.4


def test_a_card_that_nobody_could_read_may_be_of_any_rank_and_makes_no_pair() -> None:
    seven, other, ace = (parse_card(text) for text in ("7H", "7S", "AH"))
    assert same_rank(seven, other)
    assert not same_rank(seven, ace)
    assert same_rank(seven, FACE_DOWN)
    assert is_pair([ace, seven, other])
    assert not is_pair([seven, FACE_DOWN])
    assert not is_pair([seven])
