"""The Dragon's Gambit deck on sheets to be printed on both sides, turned over at the long edge, and cut.

Eight cards lie sideways on a sheet. As the sheet is turned at its long edge, left and right change places on the back.
"""

from __future__ import annotations

from collections.abc import Iterator

from kibitz_datasets.decks.gambit.cards import BLEED_MM, HEIGHT_MM, WIDTH_MM, back, face
from kibitz_datasets.decks.gambit.tokens import CUT_MM, token
from kibitz_datasets.printing.pages import Page, Paper, Placed, pdf
from kibitz_scoring.cards import NUMERIC_DECK

COLUMNS, ROWS = 2, 4
TITLE = "The Dragon's Gambit"
_MARK_MM, _OFF_MM = 3.0, 0.5
"""How long marks to cut along are, and how far beyond the bleed they begin."""
_TOKENS = tuple((x, y) for x in (-29.5, 0.0, 29.5) for y in (-15.5, 15.5))
"""Where tokens lie about the middle of a card's place."""
_HOW = "print both sides in full size (100 %), turn at the long edge"


def gambit_pdf(paper: Paper) -> bytes:
    """The 52 cards, and 24 tokens with +1 on one side and -1 on the other, as a PDF file."""
    bleed = (-BLEED_MM, -BLEED_MM, WIDTH_MM + BLEED_MM, HEIGHT_MM + BLEED_MM)
    half = CUT_MM / 2 + BLEED_MM
    drawings = {f"card{number}": (face(number), bleed) for number in range(14)}
    drawings["back"] = (back(), bleed)
    drawings |= {f"token{points:+d}": (token(points), (-half, -half, half, half)) for points in (1, -1)}
    return pdf(TITLE, paper, drawings, list(_pages(paper)))


def _pages(paper: Paper) -> Iterator[Page]:
    numbers: list[int | None] = [int(card.rank) for card in NUMERIC_DECK]
    count = -(-len(numbers) // (COLUMNS * ROWS))
    numbers += [None] * (count * COLUMNS * ROWS - len(numbers))
    for sheet in range(count):
        on_sheet = numbers[sheet * COLUMNS * ROWS : (sheet + 1) * COLUMNS * ROWS]
        label = f"{TITLE}, sheet {sheet + 1} of {count}: {_HOW}"
        yield Page(tuple(_side(paper, on_sheet, front=True)), tuple(_marks(paper)), f"{label} (front)")
        yield Page(tuple(_side(paper, on_sheet, front=False)), (), f"{label} (back)")


def _side(paper: Paper, numbers: list[int | None], *, front: bool) -> Iterator[Placed]:
    for place, number in enumerate(numbers):
        row, column = divmod(place, COLUMNS)
        x, y = middle(paper, row, column if front else COLUMNS - 1 - column)
        if number is None:
            yield from (Placed("token+1" if front else "token-1", x + dx, y + dy) for dx, dy in _TOKENS)
        else:
            # A card's origin is its upper left corner, which a quarter turn brings to the upper right.
            yield Placed(f"card{number}" if front else "back", x + HEIGHT_MM / 2, y - WIDTH_MM / 2, 90.0)


def middle(paper: Paper, row: int, column: int) -> tuple[float, float]:
    """The middle of a place on a sheet in mm from the upper left; all places are about the sheet's middle."""
    width, height = paper.size_mm
    return (
        width / 2 + (column - (COLUMNS - 1) / 2) * (HEIGHT_MM + 2 * BLEED_MM),
        height / 2 + (row - (ROWS - 1) / 2) * (WIDTH_MM + 2 * BLEED_MM),
    )


def _marks(paper: Paper) -> Iterator[tuple[float, float, float, float]]:
    """Lines beyond the bleed that go on where cards are cut."""
    left, top = middle(paper, 0, 0)
    right, bottom = middle(paper, ROWS - 1, COLUMNS - 1)
    off = BLEED_MM + _OFF_MM
    x0, x1 = left - HEIGHT_MM / 2 - off, right + HEIGHT_MM / 2 + off
    y0, y1 = top - WIDTH_MM / 2 - off, bottom + WIDTH_MM / 2 + off
    for column in range(COLUMNS):
        for side in (-1, 1):
            x = middle(paper, 0, column)[0] + side * HEIGHT_MM / 2
            yield from ((x, y0, x, y0 - _MARK_MM), (x, y1, x, y1 + _MARK_MM))
    for row in range(ROWS):
        for side in (-1, 1):
            y = middle(paper, row, 0)[1] + side * WIDTH_MM / 2
            yield from ((x0, y, x0 - _MARK_MM, y), (x1, y, x1 + _MARK_MM, y))
