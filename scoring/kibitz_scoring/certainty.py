"""Certainty: how probabilities are told to people and programs, never as though anything were sure."""

from __future__ import annotations

SUREST = 0.99
"""No words promise more. Where more is known of how often a thing is right, less is said before it comes to words
(`referee.races`, `kibitz_vision.decoding.trust`).
"""


def as_told(probability: float) -> float:
    """A probability, 0 to 1, as it may be said: in whole per cent it is neither 0 nor 100."""
    return min(max(probability, 1 - SUREST), SUREST)
