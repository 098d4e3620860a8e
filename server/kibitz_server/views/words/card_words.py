"""Cards as glyphs and as words."""

from __future__ import annotations

from kibitz_scoring.cards import FRENCH_RANKS, HOUSE_MARK, Card, HouseRank, Rank, Suit
from kibitz_scoring.sentences import to_say
from kibitz_server.texts import say

_GLYPHS = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}
_RANK_WORDS = dict(
    zip(
        FRENCH_RANKS,
        (
            to_say("Ace"),
            to_say("Two"),
            to_say("Three"),
            to_say("Four"),
            to_say("Five"),
            to_say("Six"),
            to_say("Seven"),
            to_say("Eight"),
            to_say("Nine"),
            to_say("Ten"),
            to_say("Jack"),
            to_say("Queen"),
            to_say("King"),
        ),
        strict=True,
    )
)

_SUIT_WORDS = {
    Suit.CLUBS: to_say("clubs"),
    Suit.DIAMONDS: to_say("diamonds"),
    Suit.HEARTS: to_say("hearts"),
    Suit.SPADES: to_say("spades"),
}


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
    if card.suit is None:
        return str(card.rank)
    return say("{rank} of {suit}", rank=say(_RANK_WORDS[card.rank]), suit=say(_SUIT_WORDS[card.suit]))


def own_name(rank: HouseRank) -> str:
    """`Dragon egg` of a deck of one's own, written `#DRAGON_EGG`."""
    return rank.removeprefix(HOUSE_MARK).replace("_", " ").capitalize()
