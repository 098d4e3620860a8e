"""Race telling: the cards of a race on the discard pile, told as they turn out to lie there one on the other."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from kibitz_scoring.hand_posterior import UNSEEN_HAND, HandPosterior
from kibitz_scoring.referee.acts.guesses import borne_out
from kibitz_scoring.table import FACE_DOWN, Face, PileTopChanged, TableEvent
from kibitz_vision.decoding.arrivals.arrival_telling import ArrivalTelling
from kibitz_vision.decoding.arrivals.doubts import Doubts
from kibitz_vision.decoding.attribution.ambiguity import contested
from kibitz_vision.decoding.cards.faces import Faces, is_pair
from kibitz_vision.decoding.cards.in_flight import BOTH, InFlightCard, seen_of
from kibitz_vision.decoding.races.pending_race import PendingRace
from kibitz_vision.decoding.races.race import Race
from kibitz_vision.decoding.state.cards_in_air import CardsInAir
from kibitz_vision.decoding.state.discard_pile import DiscardPile
from kibitz_vision.decoding.state.hidden_arrivals import HiddenArrivals
from kibitz_vision.tracking.changes import Change


@dataclass(frozen=True, slots=True, eq=False)
class RaceTelling:
    """Tells of the cards of the race that is `pending`; of one that turns out to be none as of an arrival."""

    faces: Faces
    air: CardsInAir
    pile: DiscardPile
    hidden: HiddenArrivals
    pending: PendingRace
    arrivals: ArrivalTelling
    doubts: Doubts

    def begin(self, change: Change, face: Face, seen_by: HandPosterior) -> Iterator[TableEvent]:
        """Another card lies on the pile, maybe in a race."""
        self.pile.lay(face, change.at.start_ms)
        race = self.pending.found(change, face, seen_by)
        is_one = race is not None and (len(race.contestants.hands()) > 1 or self.faces.may_match(change))
        self.pending.race = race if is_one else None
        if not is_one:
            yield from self.arrivals.come(contested(change) if self._is_shared(change, seen_by) else change, face)

    def begin_since(self, change: Change, face: Face) -> None:
        """The card on top comes once more: where another hand brought it, it was read too early, on the one beneath."""
        early = self.hidden.on_top(self.pile)
        if not early or self.pending.race is not None:
            return
        race = self.pending.found(change.after(self.pile.beneath_ms), face, change.by)
        if race is not None and len({stop.player for stop in race.contestants.contacts.values()}) > 1:
            self.hidden.arrivals = [one for one in self.hidden.arrivals if one not in early]
            self.pending.race = race

    def end(self) -> Generator[TableEvent, None, Change | None]:
        """Tell what is known of a race of which no more will be found out; what shows on the pile since, if untold."""
        race = self.pending.take()
        if race is None:
            return None
        if race.uncovered is not None and race.racers:
            race.racers = race.contestants.hands()
            yield from self._uncovered(race, *race.uncovered)
        elif race.contestants.are_sure():
            race.is_doubted |= race.is_for_anybodys and bool(race.contestants.strangers())
            contestants = race.contestants
            top = contestants.top(race.change.by)
            yield from self._laid_on_each_other(race, contestants.beneath(top), top)
        else:
            yield from self._told_alone(race)
            # Nobody's card had gone that could have been taken back.
            return None if race.uncovered is None else race.uncovered[0]
        return None

    def _told_alone(self, race: Race) -> Iterator[TableEvent]:
        """The card of a race that turned out to be none."""
        race.is_doubted |= race.is_guessed() or self._is_shared(race.change, race.seen_by)
        contacts = race.contestants.contacts
        only = race.racers[0] if len(race.racers) == 1 and race.racers[0].place in contacts else None
        change = race.change if only is None else race.contact(only)
        yield from self.arrivals.come(contested(change) if race.is_doubted else change, race.face)

    def _is_shared(self, change: Change, seen_by: HandPosterior) -> bool:
        """Whether the hands of two players seemed to lay a snapped card: one of another may lie beneath it, unseen."""
        return self.faces.may_match(change) and sum(odds >= BOTH for _, odds in seen_by) > 1

    def go_on(self, race: Race, change: Change, face: Face, seen_by: HandPosterior) -> Iterator[TableEvent]:
        """What shows next on the pile, by the hands of a race or by others that join it.

        `seen_by`: whose hand seemed to lay it, whichever came to rest there.
        """
        if race.is_joined(change):
            yield from self._joined(race, change, face, seen_by)
        elif not self.pile.holds_beneath(face) and race.is_covered(change) and _has_beneath(race, change):
            yield from self._covered(race, change, face)
        else:
            yield from self._uncovered(race, change, face)

    def _covered(self, race: Race, change: Change, face: Face) -> Iterator[TableEvent]:
        """The card on top of a race shows only now, and the one that was seen lies beneath it."""
        contestants = race.contestants
        top = contestants.top(change.by)
        *lower, beneath = contestants.beneath(top)
        # The one that was seen may be another of three, or one that was misread.
        race.is_doubted |= not contestants.is_seen(beneath, lower) or not race.is_clear() or race.seems_misread(face)
        self.pending.race = None
        yield from self._laid_on_each_other(race, lower, beneath)
        self.pile.lay(face, change.at.start_ms)
        race.change = race.change.covered_by(change)
        yield from self._laid(race, face, top)

    def _joined(self, race: Race, change: Change, face: Face, seen_by: HandPosterior) -> Iterator[TableEvent]:
        """Another card of a race comes to lie on the one that is there."""
        race.is_doubted |= race.lacks_a_hand(seen_by)
        race.leave_out(race.contestants.joined_by(change), seen_by)
        contestants = race.contestants
        top = contestants.left_by(change.by) or contestants.top(race.change.by)
        race.leave_out(player for player, odds in change.by if odds == 1.0)
        contestants = race.contestants
        beneath = contestants.beneath(top)
        # A card beneath that is not known yet to have gone is told too late to be taken for the first.
        race.is_doubted |= any(not one.is_sure for one in beneath)
        self.pending.race = None
        timed = [one for one, _ in contestants.timed(beneath)]
        change = race.next_of(change, (*timed, top))
        yield from self._laid_on_each_other(race, timed, top)
        self.pile.lay(face, change.at.start_ms)
        left = [one for one in race.racers if one not in timed]
        rest = [one for one in left if not one.change.by.may_be_one_with(top.change.by)]
        self.pending.race = self.pending.found(change, face, seen_by, rest)
        if self.pending.race is None:
            yield from self.arrivals.come(change, face)

    def _uncovered(self, race: Race, change: Change, face: Face) -> Iterator[TableEvent]:
        """The top card of a race is taken back, so that the one shows that was laid before, if any was."""
        contestants = race.contestants
        change, top = self.faces.read_among(change, self.pile.faces), contestants.top(change.by)
        if race.uncovered is None and (contestants.is_doubtful(top) or contestants.is_late(top)):
            race.uncovered, race.since_ms = (change, face), change.at.end_ms
            return
        # A hand that stopped late may lay its card only now, unless that turns up where it had lain.
        race.is_doubted |= contestants.is_late(top) and not (race.is_back and top.change.by.is_one_with(change.by))
        self.pending.race = None
        if self.pile.holds_beneath(face):
            yield from self._laid_unread(race, top)
        else:
            yield from self._shown_beneath(race, change, face, top)
        yield from self._laid(race, race.face, top)
        self.pile.take_top()
        yield from self.air.uncover(as_raced(change, face, self.faces.named(race.change.before)), face)

    def _shown_beneath(self, race: Race, change: Change, face: Face, top: InFlightCard) -> Iterator[TableEvent]:
        """A card of the race shows beneath the top one, and was not told yet."""
        rest = race.before(top, face, change)
        self.pile.replace_top(face, race.face)
        if not rest.racers:
            # Whose card lies beneath is not known, nor who was first.
            race.is_doubted = True
        elif rest.is_over(change.at.end_ms):
            yield from self._laid(rest, face, rest.contestants.top(UNSEEN_HAND), race.racers)
        else:
            # It may be found out so late who laid the card beneath that this one is taken for the first by then.
            self.pending.race = rest
            race.is_doubted |= not rest.contestants.are_sure()

    def _laid_unread(self, race: Race, top: InFlightCard) -> Iterator[TableEvent]:
        """What shows was told as the card before already: that was read only as one beneath the top lay on it."""
        contestants = race.contestants
        for one, _ in contestants.timed(contestants.beneath(top)):
            self.pile.slip_in(2)
            yield from self._laid(race.unread(), FACE_DOWN, one)

    def _laid(
        self, race: Race, face: Face, lift: InFlightCard, others: Sequence[InFlightCard] = ()
    ) -> Iterator[TableEvent]:
        race.name_hands()
        laid = as_raced(race.contact(lift), face, self.faces.named(race.change.before))
        change = self.doubts.doubted(laid, lift, (*race.racers, *others))
        if race.is_doubted or self._is_only_taken_up(lift, race):
            change = contested(change)
        yield PileTopChanged(seen_of(change), face, (yield from self.air.land(lift)))

    def _is_only_taken_up(self, lift: InFlightCard, race: Race) -> bool:
        """Whether nothing but who took it up tells of a card of anybody's whose hand laid it, and others were there."""
        came = race.seen_by.players
        is_absent = lift.place not in race.contestants.contacts and bool(came) and not came & lift.change.by.players
        return is_absent and self.air.owners.is_anothers(lift)

    def _laid_on_each_other(
        self, race: Race, beneath: Iterable[InFlightCard], top: InFlightCard
    ) -> Iterator[TableEvent]:
        """Cards of a race came, and only the face of the top one is known."""
        contestants = race.contestants
        race.is_doubted |= contestants.is_late(top) or race.may_have_brought(contestants.strangers())
        unread = race.unread()
        for other in beneath:
            self.pile.slip_in()
            yield from self._laid(unread, FACE_DOWN, other)
        yield from self._laid(race, race.face, top)


def _has_beneath(race: Race, change: Change) -> bool:
    """Whether cards of the race lie beneath the one on top, if a change of the pile shows that only now."""
    contestants = race.contestants
    return bool(contestants.beneath(contestants.top(change.by)))


def as_raced(change: Change, face: Face, before: Face) -> Change:
    """A card of a race (`face`), told with the odds that it matches the one `before` if it is read as one that does."""
    if not is_pair((before, face)):
        return change
    return replace(change, confidence=round(borne_out(change.confidence, change.confidence), 3))
