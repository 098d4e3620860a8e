"""Which side of its card is up where no face was named, and one name for each card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kibitz_vision.detections import CardReading, Face, Image
from kibitz_vision.reading.back_evidence import BackEvidence, back_evidence
from kibitz_vision.reading.overlap import share_of_smaller

_SAME_CARD = 0.7
"""Share of the smaller of two outlines within the other from which on they are of one card."""


def with_sides(image: Image, cards: Sequence[CardReading], *, one_deck: bool) -> list[CardReading]:
    """The cards, of those that were not named only what has an outline, and a back only where its look is a back's."""
    asked = [k for k, card in enumerate(cards) if card.card is None and not card.partial]
    found = back_evidence(image, [cards[k].quad for k in asked], one_deck=one_deck)
    told: dict[int, CardReading | None] = {
        k: _with_side(cards[k], evidence) for k, evidence in zip(asked, found, strict=True)
    }
    kept = (told.get(k, card) for k, card in enumerate(cards))
    return [card for card in kept if card is not None]


def _with_side(card: CardReading, evidence: BackEvidence) -> CardReading | None:
    if not evidence.is_outlined and card.face is Face.DOWN:
        return None
    is_known = evidence.is_design if card.face is Face.DOWN else not evidence.is_symmetric
    return replace(card, side_known=is_known)


def one_name_each(cards: Sequence[CardReading]) -> list[CardReading]:
    """The cards without those of which the outline lies in that of a surer name."""
    named = sorted((card for card in cards if card.card is not None), key=lambda card: -card.confidence)
    kept: list[CardReading] = []
    for card in named:
        if card.partial or not any(_is_same(card, other) for other in kept):
            kept.append(card)
    return [card for card in cards if card.card is None or any(card is one for one in kept)]


def _is_same(card: CardReading, other: CardReading) -> bool:
    return not other.partial and share_of_smaller(card.quad, other.quad) > _SAME_CARD
