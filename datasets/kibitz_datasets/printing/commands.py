"""The command that prints: `kibitz deck print`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kibitz_datasets.decks.gambit.cards import BLEED_MM, HEIGHT_MM, WIDTH_MM, back, face
from kibitz_datasets.decks.gambit.drawing import svg
from kibitz_datasets.printing.pages import Paper
from kibitz_scoring.errors import InputError


def print_deck(
    paper: Annotated[Paper, typer.Option(help="What is printed on.")] = Paper.A4,
    out: Annotated[Path | None, typer.Option(help="PDF file to write (default: here, named by what it is).")] = None,
    mat: Annotated[bool, typer.Option("--mat", help="A mat for the table, which is never needed.")] = False,
    drawings: Annotated[
        Path | None, typer.Option("--svg", help="Also write the cards as SVG files to this folder.")
    ] = None,
) -> None:
    """Write The Dragon's Gambit deck, with its tokens, as a PDF file to print on both sides and cut.

    Example: kibitz deck print --paper letter --out deck.pdf
    """
    # It takes a moment to import and nothing else needs it.
    from kibitz_datasets.printing.gambit_sheets import gambit_pdf
    from kibitz_datasets.printing.mat_sheets import mat_pdf

    path = out or Path(f"{'table-mat' if mat else 'dragons-gambit'}-{paper}.pdf")
    _write(path, mat_pdf(paper) if mat else gambit_pdf(paper))
    typer.echo(f"{path}: print it in full size (100 %){'' if mat else ', on both sides, turned at the long edge'}.")
    if drawings is not None:
        area = (-BLEED_MM, -BLEED_MM, WIDTH_MM + BLEED_MM, HEIGHT_MM + BLEED_MM)
        cards = {f"{number:02d}": face(number) for number in range(14)} | {"back": back()}
        for name, drawing in cards.items():
            _write(drawings / f"{name}.svg", svg(drawing, area).encode())
        typer.echo(f"{drawings}: {len(cards)} drawings.")


def _write(path: Path, content: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error.strerror}); expected a place for a file.") from error
