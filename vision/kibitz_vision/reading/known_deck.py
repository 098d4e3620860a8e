"""Decks that have a name, for pictures whose cards are all of one of them."""

from __future__ import annotations

from enum import StrEnum

from kibitz_scoring.cards import FRENCH52, JOKER, NUMERIC_DECK, Card


class KnownDeck(StrEnum):
    """The decks that the command line knows by name; `free` binds nothing, as where two decks lie on one table."""

    FRENCH52 = "french52"
    FRENCH54 = "french54"
    NUMERIC = "numeric"
    FREE = "free"

    @property
    def cards(self) -> tuple[Card, ...] | None:
        """Every card of the deck, copies included; None where any card may lie there any number of times."""
        match self:
            case KnownDeck.FRENCH52:
                return FRENCH52
            case KnownDeck.FRENCH54:
                return (*FRENCH52, JOKER, JOKER)
            case KnownDeck.NUMERIC:
                return NUMERIC_DECK
            case KnownDeck.FREE:
                return None
