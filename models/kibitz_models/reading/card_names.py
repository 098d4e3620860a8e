"""Names of the cards on a photo, without their places: what detectors of single indices can be compared by."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from kibitz_datasets.real import ANY, LabelledPhoto
from kibitz_models.progress import follow
from kibitz_models.reading.evaluate import Only, chosen_photos
from kibitz_models.shares import share
from kibitz_scoring.cards import FRENCH_RANKS, JOKER, Card, Rank, Suit
from kibitz_scoring.errors import InputError
from kibitz_vision.detections import Image, Reading
from kibitz_vision.frames import load_image

Names = frozenset[str]

NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
WORDS = {word: str(number) for number, word in enumerate(NUMBERS, start=2)} | {
    "ace": "A",
    "jack": "J",
    "queen": "Q",
    "king": "K",
    "t": "10",
    "1": "A",
}
SUITS = {
    word: suit
    for suit, name in zip("CDHS", ("club", "diamond", "heart", "spade"), strict=True)
    for word in (name, f"{name}s")
}
PATTERN = re.compile(r"(10|[2-9]|[ajqkt1]|[a-z]{3,5})([cdhs]|clubs?|diamonds?|hearts?|spades?)")


def card_of_class(name: str) -> Card | None:
    """The card that a detector's class means (`10H`, `ah`, `ace of spades`, `queen_hearts`), None where it is none."""
    plain = re.sub(r"[\s_-]+", " ", name).strip().lower()
    if "joker" in plain or plain == "jk":
        return JOKER
    found = PATTERN.fullmatch(plain.replace(" of ", "").replace(" ", ""))
    if found is None:
        return None
    rank, suit = (words.get(text, text.upper()) for words, text in zip((WORDS, SUITS), found.groups(), strict=True))
    known = rank in [str(one) for one in FRENCH_RANKS]
    return Card(Rank(rank), Suit(suit)) if known else None


def names_in(reading: Reading) -> Names:
    """Names of all cards that were read."""
    return frozenset(str(card.card) for card in reading.cards if card.card is not None)


def compare_names(read: Callable[[Image], Names], folders: Sequence[Path], only: Only) -> list[dict[str, Any]]:
    """Recall and precision by the set of names on each photo; photos whose labels are only ranks are left out.

    Recall asks for the fully visible faces; a name is false where neither a full nor a partly hidden face has it.
    """
    rows = []
    for folder in folders:
        counts = [0, 0, 0, 0]
        photos = [photo for photo in chosen_photos(folder, only) if not any(face.rank_only for face in photo.faces)]
        for photo in follow(photos, folder.name):
            counts = [a + b for a, b in zip(counts, _count(photo, read(load_image(photo.path))), strict=True)]
        found, wanted, true, named = counts
        rows.append({"set": folder.name, "recall": share(found, wanted), "precision": share(true, named)})
    return rows


def _count(photo: LabelledPhoto, names: Names) -> tuple[int, int, int, int]:
    """Full faces found and wanted, names that are true and all that were named."""
    full = {face.name for face in photo.faces if face.full and face.name != ANY}
    lying = {face.name for face in photo.faces}
    judged = names if ANY not in lying else names & lying
    return len(full & names), len(full), len(judged & lying), len(judged)


def class_cards(names: Mapping[int, str], source: Path) -> dict[int, str]:
    """Card names of a detector's classes; `InputError` where none of them is a card."""
    cards = {number: str(card) for number, name in names.items() if (card := card_of_class(name)) is not None}
    if not cards:
        raise InputError(f"{source}: none of its classes ({', '.join(list(names.values())[:5])}, ..) names a card.")
    return cards
