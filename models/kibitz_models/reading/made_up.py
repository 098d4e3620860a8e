"""What is told on pictures that show no card of ours: every name and every back there is made up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from kibitz_datasets.real import read_photos
from kibitz_models.progress import follow
from kibitz_models.shares import share
from kibitz_vision.detections import Image, Reading
from kibitz_vision.frames import load_image
from kibitz_vision.reading.known_deck import KnownDeck

DECKS = (KnownDeck.FREE, KnownDeck.FRENCH54, KnownDeck.NUMERIC)
"""Any table, and the two decks that rule packs have."""

ReadWith = Callable[[Image, KnownDeck], Reading]


def shows_no_cards(folder: Path) -> bool:
    """Whether a labelled folder holds only pictures without any card."""
    return not any(photo.faces or photo.backs for photo in read_photos(folder))


def measure_made_up(read: ReadWith, folders: Sequence[Path]) -> Iterator[dict[str, Any]]:
    """One row a folder, then one over all: names and backs told with each deck, and pictures with any name."""
    rows = []
    for folder in folders:
        paths = [photo.path for photo in read_photos(folder)]
        told = [_told(read, path) for path in follow(paths, folder.name)]
        rows.append((folder.name, told))
        yield _row(folder.name, told)
    if rows:
        yield _row("all", [one for _, told in rows for one in told])


def _told(read: ReadWith, path: Path) -> dict[str, tuple[int, int]]:
    """Names and backs told on one picture, by deck."""
    image = load_image(path)
    return {deck.value: _names_and_backs(read(image, deck)) for deck in DECKS}


def _names_and_backs(reading: Reading) -> tuple[int, int]:
    named = sum(card.card is not None for card in reading.cards)
    return named, sum(card.is_back for card in reading.cards)


def _row(name: str, told: Sequence[dict[str, tuple[int, int]]]) -> dict[str, Any]:
    row: dict[str, Any] = {"set": name, "pictures": len(told)}
    for deck in DECKS:
        names, backs = ([one[deck.value][k] for one in told] for k in (0, 1))
        row[deck.value] = {
            "names": sum(names),
            "backs": sum(backs),
            "pictures_with_names": share(sum(count > 0 for count in names), len(told)),
        }
    return row
