"""What the look of cards allows to be said of them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from kibitz_scoring.cards import parse_card
from kibitz_vision.detections import CardReading, Face, Image, Quad
from kibitz_vision.reading.evidence import one_name_each, with_evidence, without_grey_courts


def _quad(x: float, y: float, w: float = 63, h: float = 88) -> Quad:
    return np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]], np.float32)


def _up(name: str | None, quad: Quad, confidence: float = 0.9, *, partial: bool = False) -> CardReading:
    return CardReading(quad, Face.UP, parse_card(name) if name else None, confidence, partial=partial)


def _names(cards: list[CardReading]) -> list[str]:
    return [str(card.card) for card in cards]


def test_of_two_names_on_one_card_the_surer_stays() -> None:
    cards = [_up("7H", _quad(0, 0), 0.8), _up("8H", _quad(4, 6, 58, 78), 0.95), _up("KS", _quad(200, 0))]
    assert _names(one_name_each(cards)) == ["8H", "KS"]


def test_a_corner_does_not_name_a_whole_card_anew() -> None:
    cards = [_up("3D", _quad(0, 0)), _up("5D", _quad(0, -2, 66, 92), 1.0, partial=True)]
    assert _names(one_name_each(cards)) == ["3D"]


def test_a_frame_printed_on_a_card_and_its_corner_are_one_card() -> None:
    cards = [_up("5S", _quad(20, 25, 28, 40)), _up("5C", _quad(0, 0), 0.7, partial=True)]
    assert _names(one_name_each(cards)) == ["5S"]


def test_a_card_under_another_keeps_its_name() -> None:
    cards = [_up("3D", _quad(0, 25)), _up("4C", _quad(0, 0), partial=True)]
    assert _names(one_name_each(cards)) == ["3D", "4C"]


def _table(court: Image) -> Image:
    image = np.full((240, 240, 3), (40, 120, 60), np.uint8)
    image[::20] = (90, 40, 160)
    image[40:128, 40:103] = court
    return image


def test_a_court_in_black_and_white_is_left_unread_and_one_in_colours_is_not() -> None:
    grey = np.repeat(np.random.default_rng(1).integers(0, 255, (88, 63, 1), np.uint8), 3, axis=2)
    coloured = grey.copy()
    coloured[20:70] = (30, 40, 200)
    for court, name in ((grey, "None"), (coloured, "KS")):
        assert _names(without_grey_courts(_table(court), [_up("KS", _quad(40, 40))])) == [name]
        assert _names(without_grey_courts(_table(court), [_up("7S", _quad(40, 40))])) == ["7S"]


def test_in_a_picture_without_colours_courts_are_read() -> None:
    picture = np.repeat(np.random.default_rng(1).integers(0, 255, (240, 240, 1), np.uint8), 3, axis=2)
    assert _names(without_grey_courts(picture, [_up("KS", _quad(40, 40))])) == ["KS"]


def test_a_back_that_nothing_bears_out_is_no_card_and_one_with_one_way_up_is_a_card_of_either_side() -> None:
    rng = np.random.default_rng(2)
    bare = np.asarray(rng.normal(120, 6, (240, 240, 3)), np.uint8)
    down = CardReading(_quad(40, 40), Face.DOWN, None, 0.9)
    assert with_evidence(bare, [down], one_deck=False) == []
    picture = bare.copy()
    picture[40:128, 40:103] = (200, 160, 90)
    picture[100:128, 40:103] = (40, 120, 60)
    picture[48:62, 50:64] = (60, 220, 250)
    (card,) = with_evidence(picture, [down], one_deck=False)
    assert not card.side_known
    assert not card.is_back


def test_a_back_that_was_taught_is_known_by_that_and_others_are_asked_for_their_look() -> None:
    bare = np.asarray(np.random.default_rng(2).normal(120, 6, (240, 240, 3)), np.uint8)
    down = CardReading(_quad(40, 40), Face.DOWN, None, 0.9)
    taught = replace(down, back_of="Blue")
    assert with_evidence(bare, [down, taught], one_deck=True, is_taught=True) == [taught]


def test_with_a_taught_deck_too_each_card_has_one_name_and_its_courts_are_known_by_how_it_draws_them() -> None:
    grey = np.repeat(np.random.default_rng(1).integers(0, 255, (88, 63, 1), np.uint8), 3, axis=2)
    cards = [_up("KS", _quad(40, 40)), _up("QS", _quad(43, 44, 56, 80), 0.8)]
    assert _names(with_evidence(_table(grey), cards, one_deck=True, is_taught=True)) == ["KS"]
    assert _names(with_evidence(_table(grey), cards, one_deck=True)) == ["None"]
