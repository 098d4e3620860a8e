"""The kind of deck on a table: French cards or numbers, never both."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from kibitz_scoring.cards import NUMERIC, Card


def possible_columns(
    probabilities: NDArray[np.float32], faces: NDArray[np.float32], cards: Sequence[Card]
) -> NDArray[np.bool_]:
    """Which classes (cards, back, none) can be right, all faces (n, classes) being of the kind that most of them show.

    `faces` (n,): how likely each is to be a face at all. A half-covered queen can look like a 0, and so can a back.
    Jokers go with both kinds.
    """
    numbers = np.array([card in NUMERIC for card in cards], bool)
    suited = np.array([card.suit is not None for card in cards], bool)
    shown = faces @ probabilities[:, :-2]
    others = suited if shown[numbers].sum() > shown[suited].sum() else numbers
    return np.append(~others, (True, True))
