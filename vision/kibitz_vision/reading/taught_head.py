"""What a taught deck adds to the reader: which of its faces and backs a crop looks like, by the reader's embedding."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz_scoring.cards import Card
from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import Sentence

Floats = NDArray[np.float32]

NOTHING = "none"
"""Class of the prototypes that show nothing to be read: half a card, a card on its side, the table."""


@dataclass(frozen=True, slots=True, eq=False)
class TaughtHead:
    """Prototypes of a taught deck among the reader's embeddings, and how far from them a view may lie.

    `cards`: what can be read. `backs`: names of the backs. `classes`: for each prototype the number of its card, after
    these of its back, and last `NOTHING`. `mean` (e,) and `projection` (e, m) lead from embeddings to the space in
    which a card's views spread alike in all directions; `prototypes` (k, m) lie there. `sharpness`: what half a squared
    distance counts, as a logarithm of a probability. `trust`: what the reader's own logarithm counts beside it, 0 to 1.
    `farthest`: squared distance from which on something is nothing of this deck. `of_corner` (k): which
    prototypes show a corner alone; `reads_corners`: whether these are told from each other well enough to be believed.
    """

    cards: tuple[Card, ...]
    backs: tuple[str, ...]
    classes: NDArray[np.int32]
    mean: Floats
    projection: Floats
    prototypes: Floats
    sharpness: float
    trust: float
    farthest: float
    of_corner: NDArray[np.bool_]
    reads_corners: bool

    def rows(self, own: Floats, labels: Sequence[Card], embeddings: Floats) -> Floats:
        """Log-probabilities (n, cards + 2): cards, back, none.

        `own` (n, labels + 2): the reader's own, `embeddings` (n, e) of the same crops.
        """
        taught, is_corner = self._taught(embeddings)
        cards = len(self.cards)
        back = _log_sum(taught[:, cards:-1]) if self.backs else np.full((len(taught), 1), _NEVER, np.float32)
        together = np.hstack([taught[:, :cards], back, taught[:, -1:]])
        known = known_rows(own, labels, self.cards)
        together += self.trust * known
        if not self.reads_corners:
            together[is_corner] = _mute(cards)
        if self.trust >= TRUSTED:
            # What looks like nothing that was taught, such as a second joker, is left to what was learnt, too.
            left = surely_named(known) | (taught.argmax(1) == taught.shape[1] - 1)
            if not self.reads_corners:
                left |= is_corner
            left &= back[:, 0] <= taught[:, :cards].max(1)
            together[left] = known[left]
        return _with_some_doubt(np.asarray(together - _log_sum(together), np.float32))

    def which_back(self, embeddings: Floats) -> tuple[str | None, ...]:
        """The likeliest back of each crop (n, e), None where something else is likelier."""
        taught, _ = self._taught(embeddings)
        best = taught.argmax(1) - len(self.cards)
        return tuple(self.backs[k] if 0 <= k < len(self.backs) else None for k in best)

    def _taught(self, embeddings: Floats) -> tuple[Floats, NDArray[np.bool_]]:
        """Log-probabilities (n, cards + backs + 1) by the nearest prototype of each class; which crops are corners."""
        if embeddings.shape[1] != len(self.mean):
            raise InputError(
                Sentence("The deck was taught to another reader: teach it again, or use the weights of Kibitz.")
            )
        squares = self.distances(embeddings)
        count = len(self.cards) + len(self.backs) + 1
        nearest = np.full((len(squares), count), np.inf, np.float32)
        for number in range(count):
            of_class = self.classes == number
            if of_class.any():
                nearest[:, number] = squares[:, of_class].min(1)
        # Nothing of the deck is as near as the farthest of its own views can be.
        nearest[:, -1] = np.minimum(nearest[:, -1], self.farthest)
        scores = np.maximum(-0.5 * self.sharpness * nearest, _NEVER)
        return np.asarray(scores - _log_sum(scores), np.float32), self.of_corner[squares.argmin(1)]

    def distances(self, embeddings: Floats) -> Floats:
        """Squared distances (n, k) of embeddings (n, e) to the prototypes."""
        points = (embeddings - self.mean) @ self.projection
        squares = (points**2).sum(1)[:, None] + (self.prototypes**2).sum(1) - 2 * points @ self.prototypes.T
        return np.asarray(np.maximum(squares, 0), np.float32)


TRUSTED = 0.75
"""From this trust on the reader knows the deck well by itself: a face that it names surely keeps that name."""
SURE = 0.94
"""From this probability on one look is enough for a face."""
_NEVER = -60.0
MOST_NOTHING = 0.9
"""No more probable than this is it that nothing can be read: a card that tilt lets seem to lie on its side is to be
looked at from there, too."""


def surely_named(known: Floats) -> NDArray[np.bool_]:
    """Which crops (n,) the reader names surely by itself, by its log-probabilities (n, cards + 2)."""
    return np.asarray(known[:, :-2].max(1) >= np.log(SURE))


def _with_some_doubt(rows: Floats) -> Floats:
    """The rows (n, k), in which the last class leaves something over for the others."""
    others = _log_sum(rows[:, :-1])
    is_sure = rows[:, -1:] > np.log(MOST_NOTHING)
    shifted = np.hstack([rows[:, :-1] - others + np.log(1 - MOST_NOTHING), np.full_like(others, np.log(MOST_NOTHING))])
    return np.asarray(np.where(is_sure, shifted, rows), np.float32)


def _mute(cards: int) -> Floats:
    """The log-probabilities of a crop that tells nothing of which card it shows."""
    return np.log(np.array([(1 - MOST_NOTHING) / (cards + 1)] * (cards + 1) + [MOST_NOTHING], np.float32))


def known_rows(own: Floats, labels: Sequence[Card], cards: Sequence[Card]) -> Floats:
    """The reader's own log-probabilities for these cards; a card that it has not learnt is as likely as all the others
    together that it has learnt and the deck has not."""
    place = {card: column for column, card in enumerate(labels)}
    wanted = set(cards)
    strangers = [column for card, column in place.items() if card not in wanted]
    known = np.empty((len(own), len(cards) + 2), np.float32)
    unknown = [k for k, card in enumerate(cards) if card not in place]
    if unknown:
        rest = _log_sum(own[:, strangers]) if strangers else np.full((len(own), 1), _NEVER, np.float32)
        known[:, unknown] = rest - np.log(len(unknown))
    for k, card in enumerate(cards):
        if card in place:
            known[:, k] = own[:, place[card]]
    known[:, -2:] = own[:, -2:]
    return np.maximum(known, _NEVER)


def _log_sum(logs: Floats) -> Floats:
    most = logs.max(1, keepdims=True)
    return np.asarray(most + np.log(np.exp(logs - most).sum(1, keepdims=True)), np.float32)
