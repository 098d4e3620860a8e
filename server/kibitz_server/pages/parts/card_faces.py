"""How cards are written on the page: as glyphs, as words and as small faces."""

from __future__ import annotations

from kibitz_scoring.cards import FRENCH_RANKS, HOUSE_MARK, Card, HouseRank, Rank, Suit
from kibitz_server.evening.sheet import Doubt
from kibitz_server.texts import say
from kibitz_server.views.sheet_view import CardView
from kibitz_vision.detections import Face

_GLYPHS = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}
_RANK_WORDS = dict(
    zip(
        FRENCH_RANKS,
        ("Ace", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King"),
        strict=True,
    )
)
_REASONS = {
    Doubt.FACE_DOWN: "a card lies face down. Turn it and take another picture, or say what it is.",
    Doubt.UNREAD: "a card could not be read. Which is it?",
    Doubt.UNSURE: "a card was read with doubt. Is it right?",
    Doubt.TWICE: "this card stands more often than the deck has it. Which is wrong?",
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
    return say(f"{_RANK_WORDS[card.rank]} of {card.suit.name.lower()}") if card.suit else str(card.rank)


def own_name(rank: HouseRank) -> str:
    """`Dragon egg` of a deck of one's own, written `#DRAGON_EGG`."""
    return rank.removeprefix(HOUSE_MARK).replace("_", " ").capitalize()


def short_label(card: CardView) -> str:
    """What is written on a card: its glyphs, `?` where it was not read, `back` where it lies face down."""
    if card.face is Face.DOWN:
        return say("back")
    if card.card is None:
        return "?"
    modifier = f"{card.modifier:+d}" if card.modifier else ""
    return f"{glyphs(card.card)}{modifier}" + ("?" if card.doubt else "")


def spoken_label(card: CardView) -> str:
    """What a screen reader says of a card."""
    hidden = say("Face-down card") if card.face is Face.DOWN else say("Unread card")
    name = words(card.card) if card.card else hidden
    place = say("{player}'s hand", player=card.player) if card.player else say("in no hand")
    notes = [say("to be looked at") if card.doubt else "", correction(card)]
    return ", ".join(filter(None, (name, place, *notes)))


def correction(card: CardView) -> str:
    """What a person changed on a card that a picture shows, empty where nothing."""
    if card.corrected:
        return say("read as {card}", card=glyphs(card.read)) if card.read else say("not read")
    return say("put here by hand") if card.moved else ""


def reason(card: CardView) -> str:
    """Why a card has to be looked at, to follow its player's name."""
    return say(_REASONS[card.doubt]) if card.doubt else ""


def colour(card: Card) -> str:
    """The style class of a card's colour."""
    return "is-red" if card.is_red else "is-black"


def look(card: CardView) -> str:
    """Style classes of a card: its state is a line style and a sign, never a colour alone."""
    states = [
        colour(card.card) if card.card else "is-black",
        "is-back" if card.face is Face.DOWN else "",
        "is-unread" if card.face is Face.UP and card.card is None else "",
        "is-doubtful" if card.doubt else "",
        "is-corrected" if card.corrected or card.moved else "",
    ]
    return " ".join(filter(None, states))
