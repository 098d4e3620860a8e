"""Joint reading: one card exists once in a deck, so what is sure of one face counts for all others.

The model: each face shows, on its own evidence, card c with likelihood p(c); no card of the deck is shown more often
than the deck has it; but with a small prior `STRAY` a face does not keep to the deck (two decks on one table, one card
found twice), and then it may show any card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import lap
import numpy as np
from numpy.typing import NDArray

from kibitz_scoring.cards import Card
from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import Sentence

STRAY = 0.01
"""Prior of a face that is not from the deck."""

LEAST_LOG = -60.0
ROUNDS = 60
SETTLED = 1e-6

Rows = NDArray[np.float64]
"""One row a face, one column a card."""


@dataclass(frozen=True, slots=True, eq=False)
class Assignment:
    """For each face the column of its card (None: no card of the deck is likely), and what to believe (n, cards)."""

    columns: tuple[int | None, ...]
    beliefs: Rows


def copies_in(deck: Sequence[Card], cards: Sequence[Card]) -> tuple[int, ...]:
    """How often the deck has each of the reader's cards; `InputError` where the reader does not know a deck's card."""
    counts = Counter(deck)
    unknown = [str(card) for card in counts if card not in cards]
    if unknown:
        raise InputError(
            Sentence(
                "The reader that comes with Kibitz does not know the cards {names}; expected a "
                "deck of cards that it has learnt or was taught (kibitz deck teach), or none "
                "(free).",
                names=", ".join(unknown),
            )
        )
    return tuple(counts[card] for card in cards)


def assign(log_probabilities: NDArray[np.floating], copies: Sequence[int] | None) -> Assignment:
    """The most likely way for all faces to show cards of one deck, and the belief in each card at each face.

    `log_probabilities` (n, cards): each face on its own evidence; what a row lacks to 1 is that it shows no card.
    `copies` (cards): how many of each card the deck has; None: any number of any card.
    """
    likelihoods = np.exp(np.asarray(log_probabilities, np.float64))
    if copies is None or not likelihoods.size:
        return Assignment(tuple(int(best) for best in likelihoods.argmax(1)), likelihoods)
    return Assignment(_most_likely(likelihoods, copies), _beliefs(likelihoods, np.asarray(copies)))


def _outside(likelihoods: Rows) -> Rows:
    """Likelihood (n,) that a face shows no card at all, or one that is not from the deck."""
    shown = likelihoods.sum(1)
    outside: Rows = np.maximum(1 - shown, 0) + STRAY * shown
    return outside


def _most_likely(likelihoods: Rows, copies: Sequence[int]) -> tuple[int | None, ...]:
    """The assignment with the largest product of likelihoods, where each face may also stay outside of the deck.

    A linear assignment problem (Jonker and Volgenant, Computing 38, 1987): a column for each copy of a card, and one
    for each face to stay outside.
    """
    n = len(likelihoods)
    columns = np.repeat(np.arange(len(copies)), np.minimum(copies, n))
    outside = np.repeat(_outside(likelihoods)[:, None], n, axis=1)
    with np.errstate(divide="ignore"):
        gains = np.maximum(np.log(np.hstack([likelihoods[:, columns], outside])), LEAST_LOG)
    _, chosen, _ = lap.lapjv(-gains, extend_cost=True)
    return tuple(int(columns[k]) if k < len(columns) else None for k in chosen)


def _beliefs(likelihoods: Rows, copies: NDArray[np.int_]) -> Rows:
    """Approximate posterior of each card at each face, by belief propagation.

    belief(i, c) = p(i, c) (free(i, c) + STRAY) / sum over all that face i may be, where free(i, c) is the chance that
    the other faces leave a copy of c over, found by passing messages between faces and cards until they settle
    (B. Huang and T. Jebara, arXiv:0908.1769; P. Vontobel, IEEE Trans. Inf. Theory 59, 2013: always converges for
    one copy). A sure 7H elsewhere makes free(7H) small here, and the runner-up takes over.
    """
    outside = _outside(likelihoods)[:, None]
    free: Rows = np.ones_like(likelihoods) * (copies > 0)
    for _ in range(ROUNDS):
        weights = likelihoods * free
        total = weights.sum(1, keepdims=True) + outside
        odds = likelihoods / np.maximum(total - weights, 1e-300)
        before, free = free, _left_over(odds, copies)
        if np.abs(free - before).max() < SETTLED:
            break
    weights = likelihoods * free
    beliefs: Rows = (weights + STRAY * likelihoods) / (weights.sum(1, keepdims=True) + outside)
    return beliefs


def _left_over(odds: Rows, copies: NDArray[np.int_]) -> Rows:
    """Chance that the other faces, each taking a card with these odds, leave a copy of it (n, cards)."""
    free = np.zeros_like(odds)
    single = copies == 1
    others = odds.sum(0) - odds
    free[:, single] = (1 / (1 + np.maximum(others, 0)))[:, single]
    for column in np.flatnonzero(copies > 1):
        ways = _ways_of_others(odds[:, column], int(copies[column]))
        free[:, column] = ways[:, :-1].sum(1) / ways.sum(1)
    return free


def _ways_of_others(odds: Rows, most: int) -> Rows:
    """For each face the weight of all ways in which exactly 0, 1, .., `most` others take the card (n, most + 1)."""
    ways = np.zeros((len(odds), most + 1))
    ways[:, 0] = 1
    for face, odd in enumerate(odds):
        others = np.full(len(odds), odd)
        others[face] = 0
        ways[:, 1:] += ways[:, :-1] * others[:, None]
    return ways
