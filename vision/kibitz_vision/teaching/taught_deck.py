"""A taught deck: pictures of its faces and backs, each with its name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kibitz_scoring.cards import Card
from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import Sentence
from kibitz_vision.detections import Image, Quad
from kibitz_vision.reading.crops import crop_corners, cut_card

PICTURE_SIZE = (192, 288)
"""Width and height in px at which a taught card is kept: twice the reader's crop, so that it can be seen askew."""
PICTURE_MARGIN = 0.15
"""Share of the card's size that is kept beyond each side."""
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _-]{0,39}")
"""Names of decks: they are names of files, too."""


@dataclass(frozen=True, slots=True, eq=False)
class TaughtDeck:
    """What a person has shown of a deck.

    `cards`: every card as often as the deck has it. `faces`: pictures of each, `backs`: of each back by its name,
    `ground`: of the table; all (288, 192, 3) BGR, a card with `PICTURE_MARGIN` round it.
    """

    name: str
    cards: tuple[Card, ...]
    faces: Mapping[Card, tuple[Image, ...]]
    backs: Mapping[str, tuple[Image, ...]] = field(default_factory=dict)
    ground: tuple[Image, ...] = ()


def check_name(name: str) -> str:
    """The name of a deck; `InputError` where it cannot be one."""
    if not NAME.fullmatch(name) or name != name.strip():
        raise InputError(
            Sentence(
                "'{name}' cannot be a deck's name: expected 1 to 40 letters, digits, spaces, _ or "
                "-, a letter or digit first.",
                name=name[:60],
            )
        )
    return name


def cut_picture(image: Image, quad: Quad) -> Image:
    """The picture of a card that is kept."""
    return cut_card(image, quad, PICTURE_SIZE, PICTURE_MARGIN)


def quad_in_picture() -> Quad:
    """Where a kept picture shows the card's corners, (4, 2) px."""
    return crop_corners(PICTURE_SIZE, PICTURE_MARGIN)


def shuffled_together(decks: Sequence[TaughtDeck]) -> TaughtDeck:
    """Several decks on one table as one: every card of each, and their backs under the decks' names."""
    if not decks:
        raise InputError(Sentence("No taught deck was named: expected one at least."))
    if len({deck.name for deck in decks}) < len(decks):
        raise InputError(Sentence("A taught deck was named twice: expected each once."))
    cards = tuple(card for deck in decks for card in deck.cards)
    faces: dict[Card, tuple[Image, ...]] = {}
    for deck in decks:
        for card, pictures in deck.faces.items():
            faces[card] = (*faces.get(card, ()), *pictures)
    backs = {deck.name: sum(deck.backs.values(), ()) for deck in decks if deck.backs}
    ground = tuple(picture for deck in decks for picture in deck.ground)
    return TaughtDeck(" and ".join(deck.name for deck in decks), cards, faces, backs, ground)


def in_words(cards: Sequence[Card]) -> str:
    """Cards with copies counted, such as `3 x 5, 7`."""
    return ", ".join(f"{count} x {card}" if count > 1 else str(card) for card, count in Counter(cards).items())
