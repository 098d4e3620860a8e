"""Cards as glyphs and as words."""

from __future__ import annotations

from kibitz_scoring.cards import FRENCH_RANKS, HOUSE_MARK, Card, HouseRank, Rank, Suit
from kibitz_server.texts import say

_GLYPHS = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}
_RANK_WORDS = dict(
    zip(
        FRENCH_RANKS,
        ("Ace", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King"),
        strict=True,
    )
)


def glyphs(card: Card) -> str:
    """`10♥`, `JK`, the number of a numeric card, or the name of one of an own deck."""
    if isinstance(card.rank, HouseRank):
        return own_name(card.rank)
    return f"{card.rank}{_GLYPHS[card.suit]}" if card.suit else str(card.rank)


def words(card: Card) -> str:
    """`Ten of hearts`, `Joker`, or the number of a numeric card, as a screen reader says it."""
    if card.rank is Rank.JOKER:
        return say("Joker")
    if isinstance(card.rank, HouseRank):
        return own_name(card.rank)
    return say(f"{_RANK_WORDS[card.rank]} of {card.suit.name.lower()}") if card.suit else str(card.rank)


def own_name(rank: HouseRank) -> str:
    """`Dragon egg` of a deck of one's own, written `#DRAGON_EGG`."""
    return rank.removeprefix(HOUSE_MARK).replace("_", " ").capitalize()
