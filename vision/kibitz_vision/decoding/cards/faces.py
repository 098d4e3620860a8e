"""Faces: what cards show as far as they can be named, and whether they match each other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from kibitz_scoring.cards import JOKER, Card
from kibitz_scoring.table import FACE_DOWN, Face
from kibitz_vision.tracking.changes import Change
from kibitz_vision.tracking.slots.card_observation import CardObservation


@dataclass(frozen=True, slots=True)
class Faces:
    """The cards that are played with, in the order of the odds that a reader gives them."""

    cards: tuple[Card, ...]

    def named(self, observation: CardObservation | None) -> Face:
        """What a card seen shows; one that may as well be another is not named."""
        if observation is None or not observation.is_named:
            return FACE_DOWN
        return self.cards[int(np.argmax(observation.probabilities[: len(self.cards)]))]

    def may_match(self, change: Change) -> bool:
        """Whether a card on the pile may be of the rank of the one before, and so be a snap."""
        return same_rank(self.named(change.before), self.named(change.lying))

    def read_among(self, change: Change, known: Iterable[Face]) -> Change:
        """A card that shows on the pile, read as none of those `known` to lie there; jokers look alike."""
        face, seen = self.named(change.lying), change.lying
        if seen is None or not isinstance(face, Card) or change.confidence < round(seen.certainty, 3):
            return change
        others = {one for one in known if isinstance(one, Card)} - {face, JOKER}
        elsewhere = sum(float(seen.probabilities[self.cards.index(one)]) for one in others)
        return replace(change, confidence=round(seen.certainty / (1 - elsewhere), 3))


def same_rank(one: Face, other: Face) -> bool:
    """Whether two cards may be of one rank."""
    return not (isinstance(one, Card) and isinstance(other, Card)) or one.rank == other.rank


def is_pair(pile: Sequence[Face]) -> bool:
    """Whether the two cards on top are of one rank."""
    ranks = [face.rank if isinstance(face, Card) else None for face in pile[-2:]]
    return len(ranks) > 1 and ranks[0] is not None and ranks[0] == ranks[1]
