"""Odd French designs for training."""

from __future__ import annotations

import numpy as np

from kibitz_datasets.decks.odd_designs import odd_deck
from kibitz_datasets.pool import Split, odd_designs, own_decks
from kibitz_scoring.cards import FRENCH52, JOKER, parse_card
from kibitz_vision.detections import Image

BLACK_AND_GOLD, FRAMED, MONOCHROME, FOREIGN = range(4)


def colours(face: Image) -> float:
    return float(np.ptp(face.astype(int), axis=2).max())


def test_every_odd_design_is_a_whole_deck() -> None:
    for seed in range(4):
        assert set(odd_deck(seed).faces) == {*FRENCH52, JOKER}


def test_black_and_gold_cards_are_dark_with_light_marks() -> None:
    (seven,) = odd_deck(BLACK_AND_GOLD).faces[parse_card("7S")]
    assert np.median(seven) < 60
    assert np.quantile(seven, 0.99) > 120


def test_courts_of_a_monochrome_deck_have_no_colour_and_its_numbers_have() -> None:
    faces = odd_deck(MONOCHROME).faces
    assert colours(faces[parse_card("QH")][0]) == 0
    assert colours(faces[parse_card("7H")][0]) > 100


def test_framed_cards_have_a_line_round_all_of_their_face() -> None:
    (two,) = odd_deck(FRAMED).faces[parse_card("2S")]
    inner = two[60:-60]
    assert (inner[:, :60].min(axis=(1, 2)) < 120).all()


def test_odd_designs_are_in_no_film_and_in_nothing_that_is_measured() -> None:
    assert len(odd_designs()) >= 40
    for split in Split:
        assert odd_designs().keys().isdisjoint(own_decks(split))
