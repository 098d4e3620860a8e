"""The option `--taught`: the pipeline for a table on which taught decks are played with."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kibitz_vision.own_data import DECKS, own_data
from kibitz_vision.reading.pipeline import Pipeline
from kibitz_vision.teaching.shelf import DeckShelf
from kibitz_vision.teaching.taught_deck import TaughtDeck

TaughtOption = Annotated[
    str | None,
    typer.Option(metavar="NAMES", help="Read by a deck that was taught (kibitz deck list); several with , between."),
]
DecksOption = Annotated[
    Path | None, typer.Option("--decks", metavar="DIR", help="The folder of the taught decks (default: the page's).")
]


def deck_folder() -> Path:
    """Where the page keeps its taught decks."""
    return own_data() / DECKS


def shelf_of(folder: Path | None) -> DeckShelf:
    """The shelf in a folder, by default the page's."""
    return DeckShelf(folder or deck_folder())


def with_taught(
    pipeline: Pipeline, names: str | None, folder: Path | None = None
) -> tuple[Pipeline, TaughtDeck | None]:
    """The pipeline for the decks of these names, and the deck that they are together; itself where none is named."""
    if not names:
        return pipeline, None
    deck, head = shelf_of(folder).table(pipeline.reader, [name.strip() for name in names.split(",")])
    return pipeline.taught(head), deck
