"""All cards of a deck as buttons, to say which one it is."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui

from kibitz_scoring.cards import FRENCH_RANKS, NUMERIC_RANKS, Card, Suit
from kibitz_scoring.rules.choices import DeckBase
from kibitz_scoring.rules.rule_pack import RulePack
from kibitz_scoring.score.hands import deck_cards
from kibitz_server.pages.parts.cards.card_faces import colour
from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.views.words.card_words import glyphs, words

_OWN_ROW = 8
"""Cards of an own deck in a row: their names are longer than a rank."""


def draw_deck(pack: RulePack, pick: Callable[[Card], object], note: Callable[[Card], str] = lambda _: "") -> None:
    """Draw a button for each kind of card; one with a `note`, which follows its words, is there elsewhere already."""
    for row in _rows(pack):
        with ui.element("div").classes("deck-row"):
            for named in row:
                seen = note(named)
                button = ui.button(glyphs(named), color=None, on_click=lambda named=named: pick(named))
                spoken(button.props(f"no-caps unelevated data-pick={named}"), f"{words(named)}{seen}")
                button.classes(f"deck-card {colour(named)} {'is-seen' if seen else ''}")
                if seen:
                    button.tooltip(f"{words(named)}{seen}")


def _rows(pack: RulePack) -> list[list[Card]]:
    deck = set(deck_cards(pack))
    if pack.deck.base is DeckBase.OWN:
        kinds = list(dict.fromkeys(deck_cards(pack)))
        return [kinds[k : k + _OWN_ROW] for k in range(0, len(kinds), _OWN_ROW)]
    rows = [
        [Card(rank, suit) for rank in FRENCH_RANKS] for suit in (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
    ]
    numbers = [Card(rank) for rank in NUMERIC_RANKS]
    if numbers[0] in deck:
        return [numbers, *rows]
    return [*rows, *([[joker] for joker in sorted(deck - {card for row in rows for card in row})])]
