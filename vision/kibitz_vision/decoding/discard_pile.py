"""Piling: cards that come to the discard pile, one by one or several hands' in a race, and go from it again."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, field, replace

from kibitz_scoring.cards import JOKER
from kibitz_scoring.hand_posterior import HandPosterior
from kibitz_scoring.table import FACE_DOWN, Face, Heap, Place, TableEvent
from kibitz_vision.decoding.attribution.ambiguity import contested
from kibitz_vision.decoding.attribution.contact_attribution import ONE_CARD_MS
from kibitz_vision.decoding.in_flight import Arrival, InFlightCard, carried_since, is_before
from kibitz_vision.decoding.pending_arrivals import PendingArrivals
from kibitz_vision.decoding.races.telling import Racing
from kibitz_vision.tracking.changes import Change, Kind, is_same, was_laid
from kibitz_vision.tracking.hands.hand_stops import HandStop

_NOT_BACK_MS = 700.0
"""Until so long after a card came to the pile none that came with it can have been taken back into its slot."""


@dataclass(slots=True, eq=False)
class Piling(Racing):
    """What is in the air and on the pile.

    `held`: cards that lie on a race of which it is not known yet whose came. `stops`: hands that came to rest on the
    pile about when the last card came, and since.
    """

    held: list[Change] = field(default_factory=list)
    stops: tuple[HandStop, ...] = ()
    pending: PendingArrivals = field(default_factory=PendingArrivals)

    def _piled(self, seen: Change) -> Iterator[TableEvent]:
        """A card lies on the pile, maybe on others that were only seen to land there."""
        for one in self.pending.until(seen, self.face, self.known):
            yield from self._on_pile(one)

    @property
    def known(self) -> set[Face]:
        """The cards of the pile, and those that wait to be told."""
        return {*self.pile, *(self.face(one.lying) for one in self.held)}

    def _on_pile(self, seen: Change, *, waits: bool = True) -> Iterator[TableEvent]:
        if waits and self.held:
            self.held.append(seen)
            return
        self.empty.discard(Heap.DISCARD)
        # A card that matches may be a snap from where its hand is still seen.
        gone = (*seen.hidden, *seen.reached) if self.may_match(seen) else seen.hidden
        came = replace(seen, hidden=tuple(self.owners.owned(one) for one in gone))
        change, face = self._by_arm(came, self.piled_ms), self.face(came.lying)
        if self.pile and self.pile[-1] == face and not self._is_second(change, face):
            self._race_since(came, face)
            return
        if (yield from self._ended_before(change, face)):
            return
        if self.race is not None:
            others = [one for one in self.in_flight if one.place not in self.race.contacts]
            is_later = carried_since(others, self.race.change.at.end_ms, change) is not None
            is_next = is_later or self.race.is_joined(change) or self.race.is_covered(change)
            if waits and is_next and not self.race.is_clear():
                self.held.append(seen)
                return
            if not is_later:
                yield from self._raced(self.race, change, face, seen.by)
                return
            self.race.leave_out_joined(change, seen.by)
        yield from self._end_race()
        yield from self._on_last(change, face, seen)

    def _on_last(self, change: Change, face: Face, seen: Change) -> Iterator[TableEvent]:
        """A card shows on the pile after all that were there before are told: one of those again, or another.

        `seen`: the same as it seemed to come, whichever hand came to rest there.
        """
        unknown = len(self.pile) > 1 and self.pile[-2] is FACE_DOWN and self._origin(change, None) is None
        if unknown or (len(self.pile) > 1 and self.pile[-2] == face):
            yield from self._take_back(change)
            self.pile[-2:] = [face]
            yield from self._uncovered(change, face)
        else:
            self._pile_up(change, face)
            self.race = self._race_of(self.in_flight, change, face, seen.by)
            if self.race is not None and len(self.race.hands()) < 2 and not self.may_match(change):
                self.race = None
            if self.race is None:
                yield from self._on_top(change, face)

    def _ended_before(self, change: Change, face: Face) -> Generator[TableEvent, None, bool]:
        """End a race that does not go on; whether a change shows no more than its end tells: what a card lay on."""
        race = self.race
        if race is None or race.goes_on(change):
            return False
        yield from self._end_race()
        return race.uncovered is not None and race.uncovered[1] == face and self.pile[-1:] == [face]

    def _race_since(self, change: Change, face: Face) -> None:
        """The card on top comes once more: where another hand brought it, it was read too early, on the one beneath."""
        early = self._top_arrivals()
        after = change.after(self.beneath_ms)
        race = self._race_of(self.in_flight, after, face, change.by) if early and self.race is None else None
        if race is not None and len({stop.player for stop in race.contacts.values()}) > 1:
            self.arrivals = [one for one in self.arrivals if one not in early]
            self.race = race

    def _is_second(self, change: Change, face: Face) -> bool:
        """Whether another card that looks the same was brought: a joker from a slot that was found empty."""
        lift = self._origin(change, None) if face == JOKER else None
        return lift is not None and lift.place in self.empty and lift.change.by.may_be_one_with(change.by)

    def _top_arrivals(self) -> list[Arrival]:
        """The top card, where it is not known yet where from it came."""
        on_pile = (one for one in self.arrivals if one.change.place is Heap.DISCARD)
        return [one for one in on_pile if self.pile[-1:] == [one.face]]

    def _take_back(self, change: Change) -> Iterator[TableEvent]:
        """The top card is taken up again: where it is not known yet where from it came, it was this hand's."""
        for arrival in self._top_arrivals():
            own = [one for one in arrival.hidden if one.change.by.is_one_with(change.by)]
            if len(own) == 1:
                self.arrivals.remove(arrival)
                yield from self._arrived(arrival.change, arrival.face, own[0])

    def _end_race(self) -> Iterator[TableEvent]:
        """Tell what is known of a race of which no more will be found out."""
        race, self.race = self.race, None
        if race is not None and race.uncovered is not None and race.racers:
            race.racers = race.hands()
            yield from self._race_uncovered(race, *race.uncovered)
        elif race is not None and race.is_sure():
            race.is_doubted |= race.is_for_anybodys and bool(race.strangers())
            top = race.top(race.change.by)
            yield from self._laid_on_each_other(race, race.beneath(top), top)
        elif race is not None:
            race.is_doubted |= race.is_guessed()
            only = race.racers[0] if len(race.racers) == 1 and race.racers[0].place in race.contacts else None
            change = race.change if only is None else race.contact(only)
            yield from self._on_top(contested(change) if race.is_doubted else change, race.face)
            if race.uncovered is not None:  # nobody's card had gone that could have been taken back
                yield from self._on_pile(race.uncovered[0], waits=False)

    def _end_doubt(self, change: Change) -> Iterator[TableEvent]:
        """A card lies in a slot of a race of which nobody knew whether its own had gone.

        Where its hand had taken one back from the pile, it was that one.
        """
        race = self.race
        own = [one for one in race.racers if one.place == change.place] if race is not None else []
        if race is None or not own:
            return
        if len(race.hands()) < 2 and change.kind is Kind.CAME:
            yield from self._end_race()
        elif race.uncovered is not None:
            came = change.kind is Kind.CAME
            race.settle(change.place, has_gone=came or own[0].is_sure)
            top = race.top(race.uncovered[0].by) if race.racers else None
            race.is_back = came and top is not None and top.place == change.place
            if came or top is None or not race.is_doubtful(top):
                yield from self._end_race()
        elif own[0].is_sure:
            return
        elif change.kind is Kind.CAME and self._may_have_drawn(change):
            yield from self._end_race()
        elif was_laid(change) and self._took_back(change.by, race.face):
            race.settle(change.place, has_gone=True)
            self.held = [self._without_others(one, own[0]) for one in self.held]
            yield from self._take_held()
        else:
            race.settle(change.place, has_gone=False)

    def _may_have_drawn(self, change: Change) -> bool:
        """Whether a card that lies in a slot may be one off the draw pile, which its hand laid there."""
        drawn = (one for one in self.in_flight if one.place is Heap.DRAW)
        return not is_same(change) and any(one.change.by.may_be_one_with(change.by) for one in drawn)

    def _took_back(self, by: HandPosterior, face: Face) -> bool:
        """Whether a hand took a card back from those that wait: the last shows what lay on the pile (`face`) before."""
        shown = [face, *(self.face(one.lying) for one in self.held)]
        return shown[-1] in shown[:-2] and self.held[-1].by.is_one_with(by)

    def _without_others(self, change: Change, lift: InFlightCard) -> Change:
        """A change of the pile of which it is known that no other card of this hand was there."""

        def rest(hidden: Iterable[Change]) -> tuple[Change, ...]:
            theirs = (one for one in hidden if self.owners.owned(one).by.is_one_with(lift.change.by))
            others = {one.place for one in theirs} - {lift.place}
            return tuple(one for one in hidden if one.place not in others)

        return replace(change, hidden=rest(change.hidden), reached=rest(change.reached))

    def _take_held(self) -> Iterator[TableEvent]:
        """The cards on top of a race that waited for it, the first one in any case."""
        (first, *rest), self.held = self.held, []
        yield from self._on_pile(first, waits=False)
        for change in rest:
            yield from self._on_pile(change)

    def finish(self) -> Iterator[TableEvent]:
        """What waited for more to be seen, as far as it is known."""
        while self.race is not None or self.held:
            yield from self._take_held() if self.held else self._end_race()
        for arrival in self.arrivals:
            if len(arrival.hidden) > 1 and not self._is_of_its_hand(arrival):
                arrival.change = contested(arrival.change)
        yield from self._wait(float("inf"), lambda _: True)
        yield from self._unread()

    def _unread(self) -> Iterator[TableEvent]:
        """Cards that nobody could read: their slots are empty, and their hands came to rest after the last one told."""
        told_ms = max(self._laid_ms.values(), default=0.0)
        gone = [one for one in self.in_flight if one.place in self.empty and not isinstance(one.place, Heap)]
        for lift in gone:
            hand = lift.change.by.players
            stops = [one for one in self.stops if {one.player} == hand]
            since = [one for one in stops if is_before(lift.change, replace(lift.change, at=one.at))]
            is_sole = sum(bool(hand & one.change.by.players) for one in gone) == 1
            own_ms = max((self._laid_ms.get(player, 0.0) for player in hand), default=0.0)
            if since and is_sole and since[0].is_whole and since[0].at.end_ms > max(told_ms, own_ms + ONE_CARD_MS):
                by = HandPosterior.sole(since[0].player)
                came = replace(lift.change, kind=Kind.CAME, place=Heap.DISCARD, at=since[0].at, by=by, lying=None)
                self._pile_up(came, FACE_DOWN)
                yield from self._arrived(replace(came, stops=self.stops), FACE_DOWN, lift)

    def _is_of_its_hand(self, arrival: Arrival) -> bool:
        """Whether a card surely came out of a slot by the hand that brought it, and by none that brought another.

        Those that it may be and that have gone, or all of them if none has, are only that hand's.
        """
        hand = arrival.change.by.surely
        others = (one.change.by for one in self.arrivals if one is not arrival)
        if not hand or arrival.sure is not None or any(by.may_be_one_with(arrival.change.by) for by in others):
            return False
        return all(one.change.by.players == hand for one in self._gone(arrival) or arrival.hidden)

    def resolve(self, now_ms: float, is_hidden: Callable[[Place], bool]) -> Iterator[TableEvent]:
        """Events that had to wait until hidden places could be seen, or for as long as anybody would wait."""
        if self.race is not None:
            self._looked(self.race, is_hidden)
            for later in self.held[1:]:  # the first may be of a stranger whose own card is found yet
                self.race.leave_out_joined(later, later.by)
            if now_ms - self.race.change.at.end_ms < _NOT_BACK_MS:
                strangers = self.race.strangers()
                self.race.leave_out(one for one in strangers if self.has_all(one, self.race.change, is_hidden))
            for racer in self.race.racers:
                if racer.is_sure:
                    yield from self._tell(racer)
            if self.race.is_over(now_ms) and not self.held:
                yield from self._end_race()
        if self.held and (self.race is None or self.race.is_clear() or self.race.is_over(now_ms)):
            yield from self._take_held()
        yield from self._wait(now_ms, is_hidden)
