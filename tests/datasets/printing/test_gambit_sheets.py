"""The sheets of the deck: sizes, places of cards and their backs, and what of a page is printed."""

from __future__ import annotations

from functools import cache

import numpy as np
import pypdfium2
import pytest

from kibitz_datasets.decks.gambit.cards import BLEED_MM, HEIGHT_MM, WIDTH_MM
from kibitz_datasets.printing.gambit_sheets import COLUMNS, ROWS, gambit_pdf, middle
from kibitz_datasets.printing.pages import Paper
from kibitz_vision.detections import Image

PX_PER_MM = 4
PRINTER_MM = 5.0
"""What most printers leave white at the edges."""


@cache
def pages(paper: Paper) -> list[Image]:
    document = pypdfium2.PdfDocument(gambit_pdf(paper))
    return [np.asarray(page.render(scale=PX_PER_MM * 25.4 / 72).to_numpy()[..., :3]) for page in document]


def card(picture: Image, paper: Paper, row: int, column: int) -> Image:
    x, y = middle(paper, row, column)
    return cut(picture, (x - HEIGHT_MM / 2, y - WIDTH_MM / 2, x + HEIGHT_MM / 2, y + WIDTH_MM / 2))


def cut(picture: Image, area_mm: tuple[float, float, float, float]) -> Image:
    x0, y0, x1, y1 = (round(value * PX_PER_MM) for value in area_mm)
    return picture[y0:y1, x0:x1]


def is_back(picture: Image) -> bool:
    return float(np.median(picture.astype(int).sum(2))) < 300


@pytest.mark.parametrize("paper", Paper)
def test_pages_have_the_size_of_the_paper_and_come_in_pairs(paper: Paper) -> None:
    document = pypdfium2.PdfDocument(gambit_pdf(paper))
    assert len(document) == 14
    assert document[0].get_size() == pytest.approx([side * 72 / 25.4 for side in paper.size_mm], abs=0.1)


@pytest.mark.parametrize("paper", Paper)
def test_behind_every_card_lies_a_back_once_the_sheet_is_turned_at_its_long_edge(paper: Paper) -> None:
    for front, behind in zip(pages(paper)[::2], pages(paper)[1::2], strict=True):
        turned = behind[:, ::-1]
        for row in range(ROWS):
            for column in range(COLUMNS):
                shown, hidden = card(front, paper, row, column), card(turned, paper, row, column)
                assert not is_back(shown)
                assert is_back(hidden) or min(np.median(shown), np.median(hidden)) >= 244  # tokens on white


@pytest.mark.parametrize("paper", Paper)
def test_cards_and_tokens_lie_where_printers_print(paper: Paper) -> None:
    width, height = paper.size_mm
    left, top = middle(paper, 0, 0)
    assert left - HEIGHT_MM / 2 - BLEED_MM >= PRINTER_MM
    assert top - WIDTH_MM / 2 - BLEED_MM >= PRINTER_MM
    assert middle(paper, ROWS - 1, COLUMNS - 1) == pytest.approx((width - left, height - top))


def test_backs_run_on_beyond_where_they_are_cut() -> None:
    x, y = middle(Paper.A4, 0, 0)
    bleed = cut(pages(Paper.A4)[1], (x - 20, y - WIDTH_MM / 2 - 1.5, x + 20, y - WIDTH_MM / 2 - 0.5))
    assert bleed.mean() < 130


def test_marks_show_where_to_cut_and_touch_no_card() -> None:
    x, y = middle(Paper.A4, 0, 0)
    edge, beyond = x - HEIGHT_MM / 2, y - WIDTH_MM / 2 - BLEED_MM
    front = pages(Paper.A4)[0]
    assert cut(front, (edge - 0.5, beyond - 3, edge + 0.5, beyond - 1)).min() < 200
    assert cut(front, (edge + 2, beyond - 3, edge + 10, beyond - 1)).min() == 255


def test_the_same_deck_gives_the_same_bytes() -> None:
    assert gambit_pdf(Paper.A4) == gambit_pdf(Paper.A4)
