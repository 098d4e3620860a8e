"""Tokens as they are printed, anywhere on a sheet."""

from __future__ import annotations

from kibitz_datasets.decks.gambit.drawing import Drawing, moved
from kibitz_datasets.decks.gambit.tokens import token


def token_at(points: int, x: float, y: float, turn_deg: float = 0.0) -> Drawing:
    """A token about (x, y)."""
    return moved(token(points), x, y, 1.0, turn_deg)
