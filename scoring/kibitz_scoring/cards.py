"""Cards of the French deck with jokers and of the numeric deck 0 to 13."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import Sentence


class Rank(StrEnum):
    """Printed rank; the value is the notation. `0` and `11` to `13` exist only in the numeric deck."""

    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "10"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    JOKER = "JK"
    N0 = "0"
    N1 = "1"
    N11 = "11"
    N12 = "12"
    N13 = "13"


class Suit(StrEnum):
    """Suit of a French card; the value is the notation."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"

    @property
    def is_red(self) -> bool:
        """Whether the suit is red: diamonds and hearts."""
        return self in (Suit.DIAMONDS, Suit.HEARTS)


class HouseRank(str):
    """Rank of a deck of one's own, which no printed rank stands for; with its mark, such as `#DRAGON`."""

    __slots__ = ()


HOUSE_MARK = "#"
_HOUSE_RANK = re.compile(r"#[A-Z0-9](?:[A-Z0-9_]{0,18}[A-Z0-9])?")

FRENCH_RANKS = tuple(Rank)[:13]
NUMERIC_RANKS = tuple(Rank(str(n)) for n in range(14))


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """One printed card: a rank, and a suit unless it is a joker, a numeric card or one of a deck of one's own."""

    rank: Rank | HouseRank
    suit: Suit | None = None

    def __str__(self) -> str:
        return f"{self.rank}{self.suit or ''}"

    @property
    def is_red(self) -> bool:
        """Whether the card belongs to a red suit."""
        return self.suit is not None and self.suit.is_red


FRENCH52 = tuple(Card(rank, suit) for suit in Suit for rank in FRENCH_RANKS)
JOKER = Card(Rank.JOKER)
NUMERIC = tuple(Card(rank) for rank in NUMERIC_RANKS)
_BY_TEXT = {str(card): card for card in (*FRENCH52, JOKER, *NUMERIC)}


def parse_card(text: str) -> Card:
    """Card from its notation (`10H`, `JK`, `0`..`13`, `#DRAGON`), letter case ignored; `InputError` otherwise."""
    name = text.strip().upper()
    card = _BY_TEXT.get(name)
    if card is not None:
        return card
    if not name.startswith(HOUSE_MARK):
        raise InputError(
            Sentence(
                "'{text}' is not a card: expected a rank A, 2 to 10, J, Q, K with a suit C, D, H, "
                "S (as in 10H), JK, or 0 to 13.",
                text=text,
            )
        )
    if not _HOUSE_RANK.fullmatch(name):
        raise InputError(
            Sentence(
                "'{text}' is not a card: expected after # up to 20 letters, digits and _ (as in "
                "#DRAGON), no _ at an end.",
                text=text,
            )
        )
    return Card(HouseRank(name))


def numeric_copies(rank: Rank | HouseRank) -> int:
    """How often the numeric deck has a rank: 0 and 13 twice, all others four times."""
    return 2 if rank in (Rank.N0, Rank.N13) else 4


NUMERIC_DECK = tuple(card for card in NUMERIC for _ in range(numeric_copies(card.rank)))
"""The whole numeric deck, copies included."""
