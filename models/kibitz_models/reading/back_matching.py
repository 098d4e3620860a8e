"""What became of the labelled backs, and which backs were told where none was labelled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from kibitz_datasets.real import LabelledPhoto
from kibitz_vision.detections import CardReading, Quad
from kibitz_vision.reading.overlap import contains, iou

LEAST_IOU = 0.4
"""From this overlap on two outlines are those of one card."""


def count_backs(photo: LabelledPhoto, cards: Sequence[CardReading], extras: Sequence[CardReading]) -> Counter[str]:
    """Backs labelled, and of these right, named (as a face), unsure (a card, no more) or missed; and made-up ones.

    `extras`: the named cards that are no labelled face's. `backs_told`: backs where none is labelled, which may be
    partly covered ones; `faces_down`: of these those that lie on a whole face which nothing else was told of.
    """
    downs = [card for card in cards if card.is_back]
    ups = [card for card in cards if not card.is_back]
    counts = Counter(backs=len(photo.backs))
    for back in photo.backs:
        if any(_lies_on(card, back) for card in extras):
            counts["backs_named"] += 1
        elif any(iou(back, card.quad) >= LEAST_IOU for card in downs):
            counts["backs_right"] += 1
        else:
            unsure = any(iou(back, card.quad) >= LEAST_IOU for card in ups if card.card is None)
            counts["backs_unsure" if unsure else "backs_missed"] += 1
    counts["backs_told"] = sum(all(iou(back, down.quad) < LEAST_IOU for back in photo.backs) for down in downs)
    for face in photo.faces:
        point = tuple(map(float, face.quad.mean(0))) if face.quad is not None else face.point
        if face.full and point is not None and not any(contains(card.quad, point) for card in ups):
            counts["faces_down"] += any(contains(card.quad, point) for card in downs)
    return counts


def _lies_on(card: CardReading, back: Quad) -> bool:
    return iou(back, card.quad) >= LEAST_IOU or contains(back, card.quad.mean(0))
