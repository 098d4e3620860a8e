"""Doubts: how far it is known that a card on the pile is of the hand that is told, and that no other was first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kibitz_vision.decoding.attribution.ambiguity import brings_no_other, contested, is_guessed, is_lost
from kibitz_vision.decoding.attribution.contact_attribution import by_arm, came_with
from kibitz_vision.decoding.cards.carry_times import LONGEST_CARRY_MS
from kibitz_vision.decoding.cards.faces import Faces, is_pair, same_rank
from kibitz_vision.decoding.cards.in_flight import InFlightCard, is_before
from kibitz_vision.decoding.state.cards_in_air import CardsInAir
from kibitz_vision.decoding.state.discard_pile import DiscardPile
from kibitz_vision.tracking.changes import Change
from kibitz_vision.tracking.slots.card_observation import SURELY_READ

_RACED_MS = 2500.0
"""A hand that laid a card so long ago may have stayed at the pile; chosen on development films."""


@dataclass(frozen=True, slots=True, eq=False)
class Doubts:
    """What is doubted of cards on the pile, by what is in the air and what hands have laid before."""

    faces: Faces
    air: CardsInAir
    pile: DiscardPile

    def doubted(self, change: Change, lift: InFlightCard | None, rivals: Iterable[InFlightCard] = ()) -> Change:
        """A card laid on the pile, with little confidence where somebody else may have been there before.

        So it is where the hand of a player of whom no card is known came to rest with it, or where it is a snap of a
        card (`lift`) that nobody saw leave its place. `rivals`: cards that are told beside it. Whose hand laid it is
        noted.
        """
        by = lift.change.by if lift is not None and lift.change.by else change.by
        raced = {player for player, ms in self.pile.laid_ms.items() if change.at.end_ms - ms < _RACED_MS}
        # One that seems to have been taken up later does not tell what its hand did there before.
        told = [one for one in self.air.in_flight if (one.is_sure or one.told) and is_before(one.change, change)]
        theirs = change.by if lift is not None and brings_no_other(lift, change, self.air.in_flight) else by
        laid = theirs.players & change.by.players or by.players
        known = raced.union(laid, *(one.change.by.players for one in (*told, *rivals) if one is not lift))
        is_strange = (lift is None and is_pair(self.pile.faces)) or not came_with(change) <= known
        is_strange |= any(is_lost(one, by, change) for one in self.air.in_flight if one is not lift)
        is_contested = is_strange and self.faces.may_match(change)
        is_contested |= self._is_first_right(change)
        self.pile.note_laid(by.players, change.at.end_ms)
        return contested(change) if is_contested else change

    def _is_first_right(self, change: Change) -> bool:
        """Whether a card is the first to match only if that of another hand just before it was read aright."""
        beneath, face = self.pile.faces[-2:-1], self.faces.named(change.lying)
        if change.before is None or not beneath or same_rank(face, beneath[0]):
            return False
        is_sure = change.before.certainty >= SURELY_READ and self.faces.named(change.before) == beneath[0]
        is_soon = any(0 <= change.at.end_ms - ms < LONGEST_CARRY_MS for ms in self.pile.laid_ms.values())
        return not is_sure and is_soon and any(same_rank(face, one) for one in self.pile.faces[-4:-2])

    def by_arm(self, came: Change) -> Change:
        """A card on the pile by the hand that came to rest there as it came, later than the card before.

        Where anybody's are taken, in doubt if that is only guessed.
        """
        change = by_arm(came, self.pile.top_ms)
        is_for_anybodys = self.air.owners.takes_anybodys and self.faces.may_match(came)
        return contested(change) if is_for_anybodys and is_guessed(came, change, self.air.in_flight) else change
