"""Pile decoder: cards that come to the discard pile, one by one or several hands' in a race, and go from it again."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field, replace

from kibitz_scoring.cards import JOKER
from kibitz_scoring.table import Face, Heap, Place, TableEvent
from kibitz_vision.decoding.arrivals.arrival_telling import ArrivalTelling
from kibitz_vision.decoding.arrivals.doubts import Doubts
from kibitz_vision.decoding.arrivals.origins import Origins
from kibitz_vision.decoding.arrivals.pending_arrivals import PendingArrivals
from kibitz_vision.decoding.cards.faces import Faces
from kibitz_vision.decoding.cards.in_flight import carried_since
from kibitz_vision.decoding.held_cards import HeldCards
from kibitz_vision.decoding.race_telling import RaceTelling
from kibitz_vision.decoding.races.pending_race import PendingRace
from kibitz_vision.decoding.races.race import Race
from kibitz_vision.decoding.state.cards_in_air import CardsInAir
from kibitz_vision.decoding.state.discard_pile import DiscardPile
from kibitz_vision.decoding.take_backs import TakeBacks
from kibitz_vision.decoding.unread_cards import UnreadCards
from kibitz_vision.tracking.changes import Change, Kind, is_same, was_laid

_NOT_BACK_MS = 700.0
"""Until so long after a card came to the pile none that came with it can have been taken back into its slot.

Chosen on development films.
"""


@dataclass(frozen=True, slots=True, eq=False)
class PileDecoder:
    """Makes events of what shows on the pile; `held` and `pending` are cards there that are not told yet."""

    faces: Faces
    air: CardsInAir
    pile: DiscardPile
    origins: Origins
    arrivals: ArrivalTelling
    doubts: Doubts
    race: PendingRace
    races: RaceTelling
    take_backs: TakeBacks
    held: HeldCards
    unread: UnreadCards
    pending: PendingArrivals = field(default_factory=PendingArrivals)

    def come(self, seen: Change) -> Iterator[TableEvent]:
        """A card lies on the pile, maybe on others that were only seen to land there."""
        for one in self.pending.until(seen, self.faces.named, self.known):
            yield from self._come(one)

    @property
    def known(self) -> set[Face]:
        """The cards of the pile, and those that wait to be told."""
        return {*self.pile.faces, *self.held.shown()}

    def clear(self) -> None:
        """Nothing lies on the pile any more."""
        self.pile.clear()
        self.pending.forget()

    def _come(self, seen: Change, *, waits: bool = True) -> Iterator[TableEvent]:
        yield from self._end_shown()
        if waits and self.held.changes:
            self.held.changes.append(seen)
            return
        self.air.places.fill(Heap.DISCARD)
        # A card that matches may be a snap from where its hand is still seen.
        gone = (*seen.hidden, *seen.reached) if self.faces.may_match(seen) else seen.hidden
        came = replace(seen, hidden=tuple(self.air.owners.owned(one) for one in gone))
        change, face = self.doubts.by_arm(came), self.faces.named(came.lying)
        if self.pile.shows(face) and not self._is_second(change, face):
            self.races.begin_since(came, face)
        elif not (yield from self._ended_before(change, face)):
            yield from self._come_upon(change, face, seen, waits=waits)

    def _come_upon(self, change: Change, face: Face, seen: Change, *, waits: bool) -> Iterator[TableEvent]:
        """A card shows that did not before: of the race that lies there, or upon all that does.

        `seen`: the same as it seemed to come, whichever hand came to rest there.
        """
        race = self.race.race
        if race is not None:
            is_later = self._is_later(race, change)
            is_next = is_later or race.is_joined(change) or race.is_covered(change)
            if waits and is_next and not race.is_clear():
                self.held.changes.append(seen)
                return
            if not is_later:
                yield from self.races.go_on(race, change, face, seen.by)
                return
            race.leave_out_joined(change, seen.by)
        yield from self._end_race()
        if face in self.known or not self.take_backs.is_awaited(change, face, seen):
            yield from self._come_last(change, face, seen)

    def _is_later(self, race: Race, change: Change) -> bool:
        """Whether a hand may have taken up since a race the card that comes now."""
        contacts = race.contestants.contacts
        others = [one for one in self.air.in_flight if one.place not in contacts]
        return carried_since(others, race.change.at.end_ms, change) is not None

    def _come_last(self, change: Change, face: Face, seen: Change) -> Iterator[TableEvent]:
        """A card shows on the pile after all that were there before are told: one of those again, or another."""
        unknown = self.pile.is_unread_beneath() and self.origins.of(change) is None
        if unknown or self.pile.holds_beneath(face):
            yield from self.arrivals.take_back(change)
            self.pile.replace_top(face, count=2)
            yield from self.air.uncover(change, face)
        else:
            yield from self.races.begin(change, face, seen.by)

    def _end_shown(self) -> Iterator[TableEvent]:
        """A card that shows lies on top of all: its hand laid none back into its slot."""
        shown = self.take_backs.take()
        if shown is not None:
            yield from self._come_last(shown.change, shown.face, shown.seen)

    def _ended_before(self, change: Change, face: Face) -> Generator[TableEvent, None, bool]:
        """End a race that does not go on; whether a change shows no more than its end tells: what a card lay on."""
        race = self.race.race
        if race is None or race.goes_on(change):
            return False
        yield from self._end_race()
        return race.uncovered is not None and race.uncovered[1] == face and self.pile.shows(face)

    def _is_second(self, change: Change, face: Face) -> bool:
        """Whether another card that looks the same was brought: a joker from a slot that was found empty."""
        lift = self.origins.of(change) if face == JOKER else None
        return lift is not None and lift.place in self.air.places.empty and lift.change.by.may_be_one_with(change.by)

    def _end_race(self) -> Iterator[TableEvent]:
        uncovered = yield from self.races.end()
        if uncovered is not None:
            yield from self._come(uncovered, waits=False)

    def end_doubt(self, change: Change) -> Iterator[TableEvent]:
        """A card lies in a slot of a race of which nobody knew whether its own had gone.

        Where its hand had taken one back from the pile, it was that one.
        """
        race = self.race.race
        own = [one for one in race.racers if one.place == change.place] if race is not None else []
        if race is None or not own:
            return
        if len(race.contestants.hands()) < 2 and change.kind is Kind.CAME:
            yield from self._end_race()
        elif race.uncovered is not None:
            if race.is_settled_back(change, race.uncovered[0].by, own[0]):
                yield from self._end_race()
        elif own[0].is_sure:
            return
        elif change.kind is Kind.CAME and self._may_have_drawn(change):
            yield from self._end_race()
        elif was_laid(change) and self.held.were_taken_back(change.by, race.face):
            race.settle(change.place, has_gone=True)
            self.held.leave_out_others(own[0])
            yield from self._take_held()
        else:
            race.settle(change.place, has_gone=False)

    def _may_have_drawn(self, change: Change) -> bool:
        """Whether a card that lies in a slot may be one off the draw pile, which its hand laid there."""
        drawn = (one for one in self.air.in_flight if one.place is Heap.DRAW)
        return not is_same(change) and any(one.change.by.may_be_one_with(change.by) for one in drawn)

    def _take_held(self) -> Iterator[TableEvent]:
        """The cards on top of a race that waited for it, the first one in any case."""
        first, *rest = self.held.take()
        yield from self._come(first, waits=False)
        for change in rest:
            yield from self._come(change)

    def finish(self) -> Iterator[TableEvent]:
        """What waited for more to be seen, as far as it is known."""
        yield from self.take_backs.finish()
        yield from self._end_shown()
        while self.race.race is not None or self.held.changes:
            yield from self._take_held() if self.held.changes else self._end_race()
        yield from self.arrivals.finish()
        yield from self.unread.tell()

    def resolve(self, now_ms: float, is_hidden: Callable[[Place], bool]) -> Iterator[TableEvent]:
        """Events that had to wait until hidden places could be seen, or for as long as anybody would wait."""
        if self.take_backs.is_over(now_ms):
            yield from self._end_shown()
        if self.race.race is not None:
            yield from self._look(self.race.race, now_ms, is_hidden)
        race = self.race.race
        if self.held.changes and (race is None or race.is_clear() or race.is_over(now_ms)):
            yield from self._take_held()
        yield from self.arrivals.wait(now_ms, is_hidden)

    def _look(self, race: Race, now_ms: float, is_hidden: Callable[[Place], bool]) -> Iterator[TableEvent]:
        """What is seen by now of a race."""
        self.race.look(is_hidden)
        for later in self.held.changes[1:]:  # the first may be of a stranger whose own card is found yet
            race.leave_out_joined(later, later.by)
        if now_ms - race.change.at.end_ms < _NOT_BACK_MS:
            strangers = race.contestants.strangers()
            race.leave_out(one for one in strangers if self.air.has_all(one, race.change, is_hidden))
        for racer in race.racers:
            if racer.is_sure:
                yield from self.air.tell(racer)
        if race.is_over(now_ms) and not self.held.changes:
            yield from self._end_race()
