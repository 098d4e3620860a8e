"""Decks as arrays of card pictures, drawn by us or rasterised from installed free vector art, cached on disk."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from platformdirs import user_cache_path

from kibitz_scoring.cards import FRENCH52, JOKER, NUMERIC, NUMERIC_DECK, Card
from kibitz_scoring.errors import InputError
from kibitz_vision.detections import Image

ART_WIDTH_PX, ART_HEIGHT_PX = 320, 448
"""Every card is stored at this size, whatever its true proportions, so that a deck is one array."""

CARDS: tuple[Card, ...] = (*FRENCH52, JOKER, *NUMERIC)
"""Every card that can be drawn and read."""
DRAWN_EDITION = 3
"""Counts the changes to how designs are drawn, so that a cache never holds what an earlier program drew."""

_PICTURES, _INDEX = "pictures.npy", "index.txt"

MEASURE_FAMILIES = frozenset({"plastic", "tigullio", "standard"})
"""Artwork families that never enter training: the honest figure for a deck the reader has not seen."""


@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """Pictures of one deck.

    `faces[card]` are one or more pictures, `backs` at least one, each (448, 320, 3) uint8 BGR;
    `aspect` is the card's true width over height.
    """

    name: str
    family: str
    aspect: float
    faces: Mapping[Card, tuple[Image, ...]]
    backs: tuple[Image, ...]

    @property
    def pack(self) -> tuple[Card, ...]:
        """Every card as often as such a deck has it: two jokers, most numbers four times."""
        return tuple(card for card in (*FRENCH52, JOKER, JOKER, *NUMERIC_DECK) if card in self.faces)


def save_deck(deck: Deck, folder: Path) -> None:
    """Write a deck as one uncompressed array to be memory-mapped, and its index; one in use stays whole.

    `PermissionError` on Windows where it is in use.
    """
    pictures = [(str(card), picture) for card, pictures in deck.faces.items() for picture in pictures]
    pictures += [("back", picture) for picture in deck.backs]
    names = " ".join(name for name, _ in pictures)
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        array, index = Path(scratch, _PICTURES), Path(scratch, _INDEX)
        np.save(array, np.stack([picture for _, picture in pictures]))
        index.write_text(f"{deck.name}\n{deck.family}\n{deck.aspect:.4f}\n{names}\n", encoding="utf-8")
        # The index comes last: a folder without it is an interrupted rendering and is made again.
        array.replace(folder / _PICTURES)
        index.replace(folder / _INDEX)


def load_deck(folder: Path) -> Deck:
    """Deck saved in `folder`, its pictures memory-mapped; `InputError` if it is not one."""
    try:
        name, family, aspect, names = (folder / _INDEX).read_text(encoding="utf-8").splitlines()
        pictures: NDArray[np.uint8] = np.load(folder / _PICTURES, mmap_mode="r")
    except (OSError, ValueError) as error:
        raise InputError(f"{folder}: not a rendered deck (expected {_INDEX} and {_PICTURES}): {error}") from error
    by_name: dict[str, list[Image]] = {}
    for key, picture in zip(names.split(), pictures, strict=True):
        by_name.setdefault(key, []).append(picture)
    backs = tuple(by_name.pop("back"))
    faces = {card: tuple(by_name[str(card)]) for card in CARDS if str(card) in by_name}
    return Deck(name, family, float(aspect), faces, backs)


def deck_cache() -> Path:
    """Folder of rendered decks in the user's cache."""
    return user_cache_path("kibitz") / "decks"


def cached_folder(name: str, render: Callable[[], Deck]) -> Path:
    """Where the deck `name` lies in the cache, rendered first when it is not there."""
    folder = deck_cache() / (f"{name}-{DRAWN_EDITION}" if name.startswith("drawn-") else name)
    if not (folder / _INDEX).exists():
        try:
            save_deck(render(), folder)
        except PermissionError:
            # Windows replaces no deck in use: then another program was quicker.
            if not (folder / _INDEX).exists():
                raise
    return folder


def cached_deck(name: str, render: Callable[[], Deck]) -> Deck:
    """The deck `name` from the cache, rendered first when it is not there."""
    return load_deck(cached_folder(name, render))
