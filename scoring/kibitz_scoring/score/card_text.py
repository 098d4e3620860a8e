"""Text forms of what lies on the table: a card with its modifier (`7+1`, `QH-2`) and a hand of such cards."""

from __future__ import annotations

import re
from collections.abc import Iterable

from kibitz_scoring.cards import parse_card
from kibitz_scoring.errors import InputError
from kibitz_scoring.score.hands import ScoredCard

_SCORED = re.compile(r"([^+-]*)([+-][0-9]{1,2})?")


def parse_scored_card(text: str) -> ScoredCard:
    """Card with an optional modifier from text; `InputError` for anything else."""
    match = _SCORED.fullmatch(text.strip())
    if match is None:
        raise InputError(f"'{text}' is not a card: expected a card and at most one modifier, as in 7+1 or QH-2.")
    return ScoredCard(parse_card(match[1]), int(match[2] or 0))


def format_scored_card(scored: ScoredCard) -> str:
    """Text that `parse_scored_card` reads back."""
    return f"{scored.card}{scored.modifier:+d}" if scored.modifier else str(scored.card)


def parse_hand(text: str) -> tuple[ScoredCard, ...]:
    """Hand from cards separated by spaces or commas; no text is an empty hand."""
    return tuple(parse_scored_card(word) for word in text.replace(",", " ").split())


def format_hand(hand: Iterable[ScoredCard]) -> str:
    """Text that `parse_hand` reads back."""
    return " ".join(format_scored_card(scored) for scored in hand)
