"""What a card on the sheet most likely is, to be said with one tap."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui

from kibitz_scoring.cards import Card
from kibitz_server.pages.parts.cards.card_faces import colour
from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.texts import say
from kibitz_server.views.sheet_view import CardView
from kibitz_server.views.words.card_words import glyphs


def draw_likely(card: CardView, most: int, told: Callable[[Card], str], name: Callable[[Card], object]) -> None:
    """Draw a button for each of so many cards, the one that was read first; `told` is what is spoken of one."""
    for likely in _likely(card)[:most]:
        label = say("Yes, {card}", card=glyphs(likely)) if likely == card.card else glyphs(likely)
        button = ui.button(label, color=None, on_click=lambda likely=likely: name(likely)).props("no-caps unelevated")
        spoken(button, told(likely)).classes(f"likely-card {colour(likely)}")


def _likely(card: CardView) -> list[Card]:
    read = [card.card] if card.card else []
    return [*read, *(other for other, _ in card.alternatives if other not in read)]
