"""A reading as the JSON line that other programs rely on."""

from __future__ import annotations

from typing import Any

from kibitz_vision.detections import CardReading, Reading

UNKNOWN = "unknown"
"""The face of a card of which nobody can say which side is up."""


def reading_json(image: str, reading: Reading) -> dict[str, Any]:
    """The line of `kibitz read --json` for one picture."""
    times = reading.timings
    return {
        "image": image,
        "width": reading.width_px,
        "height": reading.height_px,
        "cards": [card_json(card) for card in reading.cards],
        "ms": {
            "detect": round(times.detect_ms, 1),
            "read": round(times.read_ms, 1),
            "total": round(times.total_ms, 1),
        },
    }


def card_json(card: CardReading) -> dict[str, Any]:
    """One card of a reading; of the back of a taught deck that deck, too, and the points of tokens on it."""
    back_of = {"back_of": card.back_of} if card.back_of else {}
    points = {"points": card.points} if card.points else {}
    return {
        **back_of,
        **points,
        "face": card.face.value if card.side_known else UNKNOWN,
        "card": str(card.card) if card.card else None,
        "quad": [[round(float(x), 1), round(float(y), 1)] for x, y in card.quad],
        "confidence": round(card.confidence, 4),
        "alternatives": [[str(other), round(probability, 4)] for other, probability in card.alternatives],
    }
