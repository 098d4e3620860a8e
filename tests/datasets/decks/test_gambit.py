"""The Dragon's Gambit deck: what is drawn, and in what colours and sizes."""

from __future__ import annotations

from collections import Counter
from xml.etree import ElementTree

import numpy as np
import pytest

from kibitz_datasets.decks.gambit.cards import HEIGHT_MM, WIDTH_MM, back, face
from kibitz_datasets.decks.gambit.drawing import box, fill, line, moved, paint, svg
from kibitz_datasets.decks.gambit.numerals import numeral
from kibitz_datasets.decks.gambit.printed_deck import gambit_deck

CARD = (0.0, 0.0, WIDTH_MM, HEIGHT_MM)
SVG = "{http://www.w3.org/2000/svg}"


def test_the_deck_has_52_cards_0_and_13_twice() -> None:
    copies = Counter(str(card) for card in gambit_deck().pack)
    assert copies.total() == 52
    assert copies["0"] == copies["13"] == 2
    assert {copies[str(number)] for number in range(1, 13)} == {4}


def test_every_card_shows_something_else() -> None:
    pictures = [pictures[0] for pictures in gambit_deck().faces.values()]
    assert len({picture.tobytes() for picture in pictures}) == 14


def test_the_back_is_alike_from_both_ends() -> None:
    picture = paint(back(), CARD, (126, 176)).astype(int)
    assert np.abs(picture - picture[::-1, ::-1]).mean() < 1


@pytest.mark.parametrize("number", range(14))
def test_an_index_stands_out_from_its_paper(number: int) -> None:
    corner = paint(face(number), (4.0, 5.0, 20.0, 20.0), (64, 60)).astype(int).sum(2) / 3
    assert corner.max() - corner.min() > 150


def test_a_6_is_no_9_upside_down() -> None:
    six, nine = (
        paint(moved(numeral(number, (0, 0, 0), 14), 10, 10, 1, turn), (0.0, 0.0, 20.0, 22.0), (40, 44)).astype(int)
        for number, turn in ((6, 0), (9, 180))
    )
    assert np.abs(six - nine).max() > 200


def test_a_drawing_looks_the_same_as_svg_and_as_pixels() -> None:
    drawing = (fill((255, 0, 0), box(2, 2, 8, 8), box(4, 4, 6, 6)), line((0, 0, 255), 1.0, [(0, 9), (10, 9)]))
    picture = paint(drawing, (0.0, 0.0, 10.0, 10.0), (100, 100))
    assert tuple(picture[30, 30]) == (0, 0, 255)
    assert tuple(picture[50, 50]) == (255, 255, 255)
    assert tuple(picture[90, 50]) == (255, 0, 0)
    paths = ElementTree.fromstring(svg(drawing, (0.0, 0.0, 10.0, 10.0))).findall(f"{SVG}path")
    assert [path.get("fill") for path in paths] == ["#ff0000", "none"]
    assert paths[1].get("stroke-width") == "1.00"


def test_an_svg_has_the_true_size_of_a_card() -> None:
    root = ElementTree.fromstring(svg(face(7), CARD))
    assert (root.get("width"), root.get("height")) == ("63mm", "88mm")
