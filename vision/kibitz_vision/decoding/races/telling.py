"""Racing: the cards of a race on the discard pile, told as they turn out to lie there one on the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kibitz_scoring.hand_posterior import UNSEEN_HAND, HandPosterior
from kibitz_scoring.table import FACE_DOWN, CardLifted, Face, Heap, PileTopChanged, Place, TableEvent
from kibitz_vision.decoding.attribution.ambiguity import contested
from kibitz_vision.decoding.attribution.contact_attribution import SEEN_MS
from kibitz_vision.decoding.hidden_arrivals import Arrivals
from kibitz_vision.decoding.in_flight import InFlightCard, as_raced, seen_of, when_ms
from kibitz_vision.decoding.races.contestants import may_race, timed_of
from kibitz_vision.decoding.races.race import Race
from kibitz_vision.tracking.changes import Change


@dataclass(slots=True, eq=False)
class Racing(Arrivals):
    """What is in the air and on the pile, and a race of which it is not known yet whose cards came.

    `piled_ms`, `beneath_ms`: when the card on top was laid, and the one before it.
    """

    race: Race | None = None
    piled_ms: float = 0.0
    beneath_ms: float = 0.0

    def _race_of(
        self, in_flight: Iterable[InFlightCard], change: Change, face: Face, seen_by: HandPosterior
    ) -> Race | None:
        taken = self._waited_for(face, change.at.end_ms)
        gone = self.empty.union(taken)
        free = replace(change, hidden=tuple(one for one in change.hidden if one.place not in gone))
        in_flight, is_for_anybodys = _without(taken, in_flight), self.owners.takes_anybodys
        return race_of(in_flight, free, face, is_for_anybodys=is_for_anybodys, seen_by=seen_by)

    def _looked(self, race: Race, is_hidden: Callable[[Place], bool]) -> None:
        """What is seen by now of a race, but of slots that an earlier card waits for."""
        taken = self._waited_for(race.face, race.change.at.end_ms)
        race.look(_without(taken, self.in_flight), is_hidden)

    def _waited_for(self, face: Face, at_ms: float) -> dict[Place, float]:
        """Slots whose cards came to the pile before this if they had gone by then, and when: no others can have."""
        heap = (one for one in self.arrivals if one.change.place is Heap.DISCARD and one.sure is None)
        earlier = [one for one in heap if one.face != face and one.change.at.end_ms < at_ms]
        sole = [one for one in earlier if len({lift.place for lift in one.hidden}) == 1]
        return {one.hidden[0].place: one.change.at.end_ms for one in sole}

    def _pile_up(self, change: Change, face: Face) -> None:
        self.pile.append(face)
        self.beneath_ms, self.piled_ms = self.piled_ms, change.at.start_ms

    def _uncovered(self, change: Change, face: Face) -> Iterator[TableEvent]:
        self.in_flight.append(InFlightCard(Heap.DISCARD, change, told=True, is_sure=True))
        yield CardLifted(seen_of(change), Heap.DISCARD)
        yield PileTopChanged(seen_of(change), face)

    def _may_be(self, lift: InFlightCard, change: Change, own: InFlightCard | None) -> bool:
        """Whether a card in the air may be one that lies now, and is none that another hand has laid in a race."""
        was_raced = self.race is not None and lift.place in self.race.contacts
        is_laid = was_raced and change.place is not Heap.DISCARD and not lift.change.by.may_be_one_with(change.by)
        return not is_laid and Arrivals._may_be(self, lift, change, own)

    def _raced(self, race: Race, change: Change, face: Face, seen_by: HandPosterior) -> Iterator[TableEvent]:
        """What shows next on the pile, by the hands of a race or by others that join it.

        `seen_by`: whose hand seemed to lay it, whichever came to rest there.
        """
        if race.is_joined(change):
            yield from self._joined(race, change, face, seen_by)
        elif self.pile[-2:-1] != [face] and race.is_covered(change) and race.beneath(race.top(change.by)):
            yield from self._race_covered(race, change, face)
        else:
            yield from self._race_uncovered(race, change, face)

    def _race_covered(self, race: Race, change: Change, face: Face) -> Iterator[TableEvent]:
        """The card on top of a race shows only now, and the one that was seen lies beneath it."""
        top = race.top(change.by)
        *lower, beneath = race.beneath(top)
        # The one that was seen may be another of three, or one that was misread.
        race.is_doubted |= not race.is_of(beneath, lower) or not race.is_clear() or race.seems_misread(face)
        self.race = None
        yield from self._laid_on_each_other(race, lower, beneath)
        self._pile_up(change, face)
        race.change = race.change.covered_by(change)
        yield from self._laid(race, face, top)

    def _joined(self, race: Race, change: Change, face: Face, seen_by: HandPosterior) -> Iterator[TableEvent]:
        """Another card of a race comes to lie on the one that is there."""
        race.is_doubted |= race.lacks_a_hand(seen_by)
        race.leave_out(race.joined_by(change), seen_by)
        top = race.left_by(change.by) or race.top(race.change.by)
        race.leave_out(player for player, odds in change.by if odds == 1.0)
        beneath = race.beneath(top)
        # A card beneath that is not known yet to have gone is told too late to be taken for the first.
        race.is_doubted |= any(not one.is_sure for one in beneath)
        self.race = None
        timed = [one for one, _ in timed_of(beneath, race.contacts)]
        change = race.next_of(change, (*timed, top))
        yield from self._laid_on_each_other(race, timed, top)
        self._pile_up(change, face)
        left = [one for one in race.racers if one not in timed]
        rest = [one for one in left if not one.change.by.may_be_one_with(top.change.by)]
        self.race = self._race_of([*self.in_flight, *rest], change, face, seen_by)
        if self.race is None:
            yield from self._on_top(change, face)

    def _race_uncovered(self, race: Race, change: Change, face: Face) -> Iterator[TableEvent]:
        """The top card of a race is taken back, so that the one shows that was laid before, if any was."""
        change, top = self.read_among(change), race.top(change.by)
        if race.uncovered is None and (race.is_doubtful(top) or race.is_late(top)):
            race.uncovered, race.since_ms = (change, face), change.at.end_ms
            return
        # A hand that stopped late may lay its card only now, unless that turns up where it had lain.
        race.is_doubted |= race.is_late(top) and not (race.is_back and top.change.by.is_one_with(change.by))
        self.race = None
        if len(self.pile) < 2 or self.pile[-2] != face:
            rest = race.before(top, face, change)
            self.pile[-1:] = [face, race.face]
            if not rest.racers:
                # Whose card lies beneath is not known, nor who was first.
                race.is_doubted = True
            elif rest.is_over(change.at.end_ms):
                yield from self._laid(rest, face, rest.top(UNSEEN_HAND), race.racers)
            else:
                # It may be found out so late who laid the card beneath that this one is taken for the first by then.
                self.race = rest
                race.is_doubted |= not rest.is_sure()
        else:
            yield from self._laid_unread(race, top)
        yield from self._laid(race, race.face, top)
        self.pile.pop()
        yield from self._uncovered(as_raced(change, face, self.face(race.change.before)), face)

    def _laid_unread(self, race: Race, top: InFlightCard) -> Iterator[TableEvent]:
        """What shows was told as the card before already: that was read only as one beneath the top lay on it."""
        for one, _ in timed_of(race.beneath(top), race.contacts):
            self.pile.insert(-2, FACE_DOWN)
            yield from self._laid(race.unread(), FACE_DOWN, one)

    def _laid(
        self, race: Race, face: Face, lift: InFlightCard, others: Sequence[InFlightCard] = ()
    ) -> Iterator[TableEvent]:
        race.name_hands()
        laid = as_raced(race.contact(lift), face, self.face(race.change.before))
        change = self.doubted(laid, lift, (*race.racers, *others))
        if race.is_doubted or self._is_only_taken_up(lift, race):
            change = contested(change)
        yield PileTopChanged(seen_of(change), face, (yield from self._take_from(lift)))

    def _is_only_taken_up(self, lift: InFlightCard, race: Race) -> bool:
        """Whether nothing but who took it up tells of a card of anybody's whose hand laid it, and others were there."""
        came = race.seen_by.players
        is_absent = lift.place not in race.contacts and bool(came) and not came & lift.change.by.players
        return is_absent and self.owners.is_anothers(lift)

    def _laid_on_each_other(
        self, race: Race, beneath: Iterable[InFlightCard], top: InFlightCard
    ) -> Iterator[TableEvent]:
        """Cards of a race came, and only the face of the top one is known."""
        race.is_doubted |= race.is_late(top) or race.may_have_brought(race.strangers())
        unread = race.unread()
        for other in beneath:
            self.pile.insert(-1, FACE_DOWN)
            yield from self._laid(unread, FACE_DOWN, other)
        yield from self._laid(race, race.face, top)


def _without(taken: Mapping[Place, float], in_flight: Iterable[InFlightCard]) -> list[InFlightCard]:
    """Cards in the air but those that are `taken` to have come to the pile by then."""
    return [one for one in in_flight if one.place not in taken or (one.is_sure and when_ms(one) > taken[one.place])]


def race_of(
    in_flight: Iterable[InFlightCard],
    change: Change,
    face: Face,
    *,
    is_for_anybodys: bool = False,
    seen_by: HandPosterior = UNSEEN_HAND,
) -> Race | None:
    """The race that a card on the pile may be part of: cards of several hands may have come with it."""
    known = list(in_flight)
    hidden = [InFlightCard(one.place, one) for one in change.hidden if all(one.place != lift.place for lift in known)]
    racers = [one for one in (*known, *hidden) if may_race(one, change)]
    at_ms = change.at.end_ms
    race = Race(change, face, racers, at_ms, is_for_anybodys=is_for_anybodys, in_air=known, seen_by=seen_by)
    contacts = race.contacts
    if any(change.off_ms(stop) < SEEN_MS for stop in contacts.values()):
        race.racers = [one for one in race.racers if one.place in contacts or not one.change.by]
    return race if len(race.hands()) > 1 or (race.racers and race.strangers()) else None
