"""What the look of cards allows to be said of them: which side is up, one name for each, suits that colour proves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from kibitz_scoring.cards import Rank
from kibitz_vision.detections import CardReading, Face, Image
from kibitz_vision.reading.back_evidence import BackEvidence, back_evidence
from kibitz_vision.reading.crops import cut_card
from kibitz_vision.reading.overlap import iou, share_of_smaller

_SAME_CARD, _SAME_PLACE, _WITHIN = 0.7, 0.8, 0.9
"""Share of the smaller of two outlines within the other from which on they are of one card; overlap (IoU) of an outline
with the place of a corner's card; and share within that of a printed frame."""
_PANEL = 0.5
"""A frame that is printed on a card is smaller than this share of it."""
_COLOURLESS = 5.0
"""Spread of colours of a court in black and white; on 371 photos that of the least coloured court was 6."""
_MARGIN, _SMALL = 0.1, (32, 48)
_SPARSELY = 16


def with_evidence(
    image: Image, cards: Sequence[CardReading], *, one_deck: bool, is_taught: bool = False
) -> list[CardReading]:
    """The cards of a picture as far as their look bears them out; `one_deck`: all are of one.

    Courts of a deck that `is_taught` are known by how that deck draws them, in colours or not.
    """
    kept = one_name_each(with_sides(image, cards, one_deck=one_deck))
    return kept if is_taught else without_grey_courts(image, kept)


def with_sides(image: Image, cards: Sequence[CardReading], *, one_deck: bool) -> list[CardReading]:
    """The cards, of those that were not named only what has an outline, and a back only where its look is a back's.

    A back that was taught is known by that.
    """
    asked = [k for k, card in enumerate(cards) if card.card is None and not card.partial and card.back_of is None]
    found = back_evidence(image, [cards[k].quad for k in asked], one_deck=one_deck)
    told: dict[int, CardReading | None] = {
        k: _with_side(cards[k], evidence) for k, evidence in zip(asked, found, strict=True)
    }
    kept = (told.get(k, card) for k, card in enumerate(cards))
    return [card for card in kept if card is not None]


def _with_side(card: CardReading, evidence: BackEvidence) -> CardReading | None:
    if card.face is Face.UP:
        return replace(card, side_known=not evidence.is_symmetric)
    if not evidence.is_outlined and not evidence.is_design:
        return None
    return replace(card, side_known=evidence.is_design and (evidence.is_outlined or evidence.is_symmetric))


def one_name_each(cards: Sequence[CardReading]) -> list[CardReading]:
    """The cards, of outlines that are of one card only the surest name, and a whole one before one by its corner."""
    named = sorted((card for card in cards if card.card is not None), key=lambda card: (card.partial, -card.confidence))
    kept: list[CardReading] = []
    for card in named:
        if not any(_is_same(card, other) for other in kept):
            kept.append(card)
    return [card for card in cards if card.card is None or any(card is one for one in kept)]


def _is_same(card: CardReading, other: CardReading) -> bool:
    """Whether a card is one that is there by a better name; of two by their corners nobody can say."""
    if other.partial:
        return False
    if not card.partial:
        return share_of_smaller(card.quad, other.quad) > _SAME_CARD
    # A frame that is printed on a card may pass for its outline, and lies well within the place of its corner's card.
    return iou(card.quad, other.quad) > _SAME_PLACE or (
        share_of_smaller(card.quad, other.quad) > _WITHIN
        and cv2.contourArea(other.quad) < _PANEL * cv2.contourArea(card.quad)
    )


def without_grey_courts(image: Image, cards: Sequence[CardReading]) -> list[CardReading]:
    """The cards, courts unread that are drawn in black and white: the suit's colour is then no proof of it.

    A picture without colour says nothing about how its courts are drawn.
    """
    if _spread(image[::_SPARSELY, ::_SPARSELY]) < _COLOURLESS:
        return list(cards)
    return [replace(card, card=None) if _is_grey_court(image, card) else card for card in cards]


def _is_grey_court(image: Image, card: CardReading) -> bool:
    is_court = card.card is not None and card.card.rank in {Rank.JACK, Rank.QUEEN, Rank.KING}
    return is_court and not card.partial and _spread(cut_card(image, card.quad, _SMALL, -_MARGIN)) < _COLOURLESS


def _spread(picture: Image) -> float:
    """How far colours are from the commonest one, in CIELAB without its lightness."""
    lab = cv2.cvtColor(cv2.GaussianBlur(picture, (5, 5), 0), cv2.COLOR_BGR2LAB).astype(np.float32)
    colours = lab[..., 1:].reshape(-1, 2)
    return float(np.quantile(np.linalg.norm(colours - np.median(colours, axis=0), axis=1), 0.9))
