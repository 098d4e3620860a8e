"""Owners: whose slots are which, and who may have taken a card out of one where nobody saw it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from kibitz_scoring.hand_posterior import SAME_HAND, HandPosterior
from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import Place
from kibitz_vision.decoding.cards.in_flight import InFlightCard
from kibitz_vision.tracking.changes import Change

_UNSEEN = 0.9
"""Odds that a card which nobody was seen to take was taken by its owner; chosen on development films."""


@dataclass(slots=True, eq=False)
class Owners:
    """The places of each player's cards; `takes_anybodys`: players may snap each other's."""

    slots: Mapping[PlayerId, Sequence[Place]] = field(default_factory=dict)
    takes_anybodys: bool = False

    def places_of(self, player: PlayerId) -> Sequence[Place]:
        """Where a player's cards lie, as far as that is known."""
        return self.slots.get(player, ())

    def owner_of(self, place: Place) -> PlayerId | None:
        """Whose card lies at a place, if it is a slot."""
        return next((player for player, places in self.slots.items() if place in places), None)

    def is_anothers(self, lift: InFlightCard) -> bool:
        """Whether another than its owner was seen to take a card up, most likely, where players take anybody's."""
        taker, _ = lift.change.by.likeliest
        return self.takes_anybodys and taker is not None and taker != self.owner_of(lift.place)

    def owned(self, change: Change) -> Change:
        """A card that left its place, perhaps by its owner's hand whoever else was seen there.

        One of which nobody saw who took it was most likely the owner's, unless players take anybody's.
        """
        owner, is_anybodys = self.owner_of(change.place), self.takes_anybodys and not change.by
        if owner is None or is_anybodys or change.by.of(owner) >= SAME_HAND:
            return change
        odds = SAME_HAND if change.by else _UNSEEN
        others = ((one, share) for one, share in change.by if one != owner)
        return replace(change, by=HandPosterior((*others, (owner, odds))))
