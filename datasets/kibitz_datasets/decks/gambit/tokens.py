"""The tokens +1 and -1 as they are printed, to the measures by which cameras find them."""

from __future__ import annotations

from kibitz_datasets.decks.gambit.drawing import Drawing, box, disc, fill
from kibitz_vision.tokens.design import DARK, DISC_MM, INNER_RING, LIGHT, OUTER_RING, SIGN_LENGTH, SIGN_WIDTH

CUT_MM = DISC_MM + 2.0
"""How broad a token is cut: a light rim stays round it."""


def token(points: int) -> Drawing:
    """A token for +1 or -1 about the origin."""
    radius = DISC_MM / 2
    long, half = SIGN_LENGTH * radius, SIGN_WIDTH * radius
    bar = box(-long, -half, long, half)
    strokes = [bar, *([box(-half, -long, half, long)] if points > 0 else [])]
    return (
        fill(LIGHT, disc(0, 0, CUT_MM / 2)),
        fill(DARK, disc(0, 0, radius)),
        fill(LIGHT, disc(0, 0, radius * OUTER_RING)),
        fill(DARK, disc(0, 0, radius * INNER_RING)),
        *(fill(LIGHT, stroke) for stroke in strokes),
    )
