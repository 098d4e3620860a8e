"""A card as a picture with a text on it."""

from __future__ import annotations

from nicegui import ui

from kibitz_scoring.cards import Card
from kibitz_server.pages.parts.cards.card_faces import colour
from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.views.words.card_words import glyphs, words


def draw_card(look: str, text: str) -> ui.element:
    """Draw a card of this look, such as one that is empty or a back."""
    with ui.element("div").classes(f"card-face play-card {look}").props("role=img") as card:
        ui.label(text)
    return card


def draw_face(card: Card) -> ui.element:
    """Draw a card that lies face up, as its words say it."""
    return spoken(draw_card(colour(card), glyphs(card)), words(card))
