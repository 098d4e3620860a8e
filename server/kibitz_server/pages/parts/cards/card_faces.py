"""How the cards of a sheet are written on the page, and what they look like."""

from __future__ import annotations

from kibitz_scoring.cards import Card
from kibitz_scoring.sentences import to_say
from kibitz_server.evening.game.sheet import Doubt
from kibitz_server.texts import say
from kibitz_server.views.sheet_view import CardView
from kibitz_server.views.words.card_words import glyphs, words
from kibitz_vision.detections import Face

_REASONS = {
    Doubt.FACE_DOWN: to_say("a card lies face down. Turn it and take another picture, or say what it is."),
    Doubt.UNREAD: to_say("a card could not be read. Which is it?"),
    Doubt.UNSURE: to_say("a card was read with doubt. Is it right?"),
    Doubt.TOKEN: to_say("a token lies beside a card and touches it. What counts?"),
    Doubt.TWICE: to_say("this card stands more often than the deck has it. Which is wrong?"),
}


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
    """What a person changed on a card that a picture shows, and who did, empty where nothing."""
    if card.corrected:
        was = say("read as {card}", card=glyphs(card.read)) if card.read else say("not read")
        return f"{was}, {say('corrected by {person}', person=card.by)}" if card.by else was
    if card.moved:
        return say("put here by {person}", person=card.by) if card.by else say("put here by hand")
    return ""


def reason(card: CardView) -> str:
    """Why a card has to be looked at, to follow its player's name."""
    return say(_REASONS[card.doubt]) if card.doubt else ""


def colour(card: Card) -> str:
    """The style classes of a card's colour: each suit has its own."""
    red_or_black = "is-red" if card.is_red else "is-black"
    return f"{red_or_black} is-{card.suit.name.lower()}" if card.suit else red_or_black


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
