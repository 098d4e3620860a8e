"""A mat for the table on sheets of paper: one sheet for each player's 2x2 grid, and one for the two piles."""

from __future__ import annotations

from kibitz_datasets.decks.gambit.table_mat import grid, piles
from kibitz_datasets.printing.pages import Page, Paper, Placed, pdf


def mat_pdf(paper: Paper) -> bytes:
    """Page 1 for the piles, page 2 for a player, to be printed once for each, as a PDF file."""
    width, height = paper.size_mm
    middle = (width / 2, height / 2)
    area = (-width / 2, -height / 2, width / 2, height / 2)
    drawings = {"piles": (piles(), area), "grid": (grid(), area)}
    pages = [
        Page((Placed("piles", *middle),), (), "Table mat, the piles: print once, in full size (100 %)"),
        Page((Placed("grid", *middle),), (), "Table mat, a player's cards: print once for each, in full size (100 %)"),
    ]
    return pdf("Table mat", paper, drawings, pages)
