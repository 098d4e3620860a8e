"""Held cards: those that lie on a race of which it is not known yet whose cards came."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from kibitz_scoring.hand_posterior import HandPosterior
from kibitz_scoring.table import Face
from kibitz_vision.decoding.attribution.owners import Owners
from kibitz_vision.decoding.cards.faces import Faces
from kibitz_vision.decoding.cards.in_flight import InFlightCard
from kibitz_vision.tracking.changes import Change


@dataclass(slots=True, eq=False)
class HeldCards:
    """The cards on top of the race as they were seen to come, from the bottom up."""

    faces: Faces
    owners: Owners
    changes: list[Change] = field(default_factory=list)

    def take(self) -> list[Change]:
        """The cards, which are told now."""
        changes, self.changes = self.changes, []
        return changes

    def shown(self) -> list[Face]:
        """What the cards show."""
        return [self.faces.named(one.lying) for one in self.changes]

    def were_taken_back(self, by: HandPosterior, beneath: Face) -> bool:
        """Whether a hand took one of them back: the last shows what lay on the pile (`beneath` them) before."""
        shown = [beneath, *self.shown()]
        return shown[-1] in shown[:-2] and self.changes[-1].by.is_one_with(by)

    def leave_out_others(self, lift: InFlightCard) -> None:
        """It is known of them that no other card of the hand that took one up was there."""
        self.changes = [self._without_others(one, lift) for one in self.changes]

    def _without_others(self, change: Change, lift: InFlightCard) -> Change:
        def rest(hidden: Iterable[Change]) -> tuple[Change, ...]:
            theirs = (one for one in hidden if self.owners.owned(one).by.is_one_with(lift.change.by))
            others = {one.place for one in theirs} - {lift.place}
            return tuple(one for one in hidden if one.place not in others)

        return replace(change, hidden=rest(change.hidden), reached=rest(change.reached))
