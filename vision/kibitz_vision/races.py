"""Races: cards of several hands that reach the discard pile together, of which at first only the last is seen.

Which card is whose shows when one is taken back: it was the top one, and what lies there then was laid before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from kibitz_scoring.table import Actors, Face, Heap, Interval, Place
from kibitz_vision.changes import Change
from kibitz_vision.lifts import SAME_HAND, Lift, is_before, latest, together, when_ms

_RACE_MS = 600.0
_BOTH = 0.2
_PATIENCE_MS = 1500.0
"""So long after the last sign of a race its cards are told as far as they are known."""
_HIDDEN_MS = 900.0
"""The same where nobody knows yet whether there was one."""
_TAKEN_BACK_MS = 400.0
_CARRIED_MS = 60.0
_NEAR_MS = 150.0


@dataclass(slots=True, eq=False)
class Race:
    """A card on top of the pile and those of which it is one, some perhaps only hidden; `since_ms`: its last sign."""

    change: Change
    face: Face
    racers: list[Lift]
    since_ms: float
    uncovered: tuple[Change, Face] | None = None
    """The card was taken back, and what showed then, while it is not known which of the hand's places it had left."""

    def look(self, lifts: Sequence[Lift], is_hidden: Callable[[Place], bool]) -> None:
        """Leave out the cards that turned out not to have gone, or to lie elsewhere."""
        sure = {one.place: one for one in lifts if one.is_sure and is_before(one.change, self.change)}
        found = []
        for one in self.racers:
            if one.place in sure:
                found.append(sure[one.place])
            elif not one.is_sure and is_hidden(one.place):
                found.append(one)
        self.racers = found

    def hands(self) -> list[Lift]:
        """One card of each hand."""
        found: list[Lift] = []
        for lift in sorted(self.racers, key=lambda one: (one.is_sure, when_ms(one)), reverse=True):
            if not any(one_hand(lift, one) for one in found):
                found.append(lift)
        return found

    def is_sure(self) -> bool:
        """Whether cards of two hands have surely gone."""
        return sum(one.is_sure for one in self.hands()) > 1

    def is_over(self, now_ms: float) -> bool:
        """Whether no more will be found out."""
        patience = _PATIENCE_MS if self.is_sure() else _HIDDEN_MS
        return len(self.hands()) < 2 or now_ms - self.since_ms > patience

    def is_joined(self, change: Change) -> bool:
        """Whether a change of the pile comes too soon for a card to be taken back."""
        return change.at.end_ms - self.change.at.end_ms < _TAKEN_BACK_MS

    def top(self, by: Actors) -> Lift:
        """Whose card lies on top, if this hand laid it or takes it back; the last one taken up if in doubt."""
        hands = self.hands()
        best = max(together(one.change.by, by) for one in hands)
        return max((one for one in hands if together(one.change.by, by) > best - _BOTH), key=when_ms)

    def is_doubtful(self, lift: Lift) -> bool:
        """Whether it may as well have been another card of that hand."""
        return not lift.is_sure and any(one is not lift and one_hand(one, lift) for one in self.racers)

    def settle(self, place: Place, *, has_gone: bool) -> None:
        """It is known of a place now whether its card had gone."""
        own = next(one for one in self.racers if one.place == place)
        others = [one for one in self.racers if one is not own and not (has_gone and one_hand(one, own))]
        self.racers = [*others, own] if has_gone else others

    def before(self, lift: Lift, face: Face, now: Change) -> Race:
        """The race without the card that lay on top, which leaves one laid some time between the lifts and that.

        Where the frames showed it before it was hidden, both get the times of that.
        """
        racers = [one for one in self.hands() if one is not lift]
        first = min((when_ms(one) for one in racers), default=self.change.at.start_ms) + _CARRIED_MS
        at = Interval(min(first, self.change.at.start_ms), self.change.at.end_ms)
        if now.order is not None and now.order[0].end_ms > first and self._is_near(now.order[1]):
            at, later = now.order
            self.change = replace(self.change, at=later)
        return Race(replace(self.change, at=at, by=()), face, racers, now.at.end_ms)

    def _is_near(self, at: Interval) -> bool:
        return abs(at.end_ms - self.change.at.end_ms) < _NEAR_MS


def one_hand(one: Lift, other: Lift) -> bool:
    """Whether two cards were taken up by one hand; of a hand nobody saw, whether they are of one player."""
    if one.change.by and other.change.by:
        return together(one.change.by, other.change.by) >= SAME_HAND
    return one.place.split(".")[0] == other.place.split(".")[0]


def race_of(lifts: Iterable[Lift], change: Change, face: Face) -> Race | None:
    """The race that a card on the pile may be part of: cards of several hands may have come with it."""
    known = list(lifts)
    hidden = [Lift(one.place, one) for one in change.hidden if all(one.place != lift.place for lift in known)]
    racers = [
        one
        for one in (*known, *hidden)
        if not isinstance(one.place, Heap)
        and is_before(one.change, change)
        and change.at.end_ms - when_ms(one) < _RACE_MS
    ]
    race = Race(change, face, racers, change.at.end_ms)
    return race if len(race.hands()) > 1 else None


def beneath(lifts: Iterable[Lift], change: Change, lift: Lift | None) -> list[Lift]:
    """Cards in hands that reached the pile together with the top one: they lie under it, nobody saw them come."""
    return [
        one
        for one in lifts
        if one is not lift
        and one.is_sure
        and not isinstance(one.place, Heap)
        and 0 < change.at.end_ms - when_ms(one) < _RACE_MS
        and one.change.by
        and change.by
        and together(one.change.by, change.by) >= _BOTH
        and (lift is None or together(one.change.by, lift.change.by) < _BOTH)
    ]


def carried_since(lifts: Iterable[Lift], race_ms: float, change: Change) -> Lift | None:
    """The card that a hand took up after a race and may have laid on the pile now."""
    fresh = [one for one in lifts if one.is_sure and when_ms(one) > race_ms and is_before(one.change, change)]
    return latest(one for one in fresh if together(one.change.by, change.by) >= SAME_HAND)
