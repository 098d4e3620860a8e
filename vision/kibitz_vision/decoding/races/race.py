"""Races: cards of several hands that reach the discard pile together, of which at first only the last is seen.

When each hand came to rest there tells which card lies above which, and what lies there when one is taken back was
laid before.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace

from kibitz_scoring.hand_posterior import UNSEEN_HAND, HandPosterior
from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import FACE_DOWN, Face, Interval, Place
from kibitz_vision.decoding.attribution.ambiguity import may_have_brought
from kibitz_vision.decoding.attribution.contact_attribution import SEEN_MS
from kibitz_vision.decoding.attribution.whereabouts import TIED_MS, ended_before, without_those_elsewhere
from kibitz_vision.decoding.cards.carry_times import HIDDEN_MS, TAKEN_BACK_MS, UNDECIDED_MS
from kibitz_vision.decoding.cards.faces import same_rank
from kibitz_vision.decoding.cards.in_flight import InFlightCard
from kibitz_vision.decoding.races.contacts import may_have_come, may_race
from kibitz_vision.decoding.races.contestants import Contestants
from kibitz_vision.tracking.changes import Change, Kind
from kibitz_vision.tracking.slots.card_observation import SURELY_READ

_STRANGE_MS = 1500.0
"""So long a race is waited for at which a hand was of which no card is known; chosen on development films."""


@dataclass(slots=True, eq=False)
class Race:
    """A card on top of the pile and those of which it is one, some perhaps only hidden; `since_ms`: its last sign."""

    change: Change
    face: Face
    racers: list[InFlightCard]
    since_ms: float
    uncovered: tuple[Change, Face] | None = None
    """The card was taken back, and what showed then, while it is not known which of the hand's places it had left."""

    is_back: bool = False
    """That card lies in its place again."""

    is_doubted: bool = False
    """It may be another card, or not the first: seen in motion as one that nobody would race with, or laid on one."""

    is_for_anybodys: bool = False
    """Any hand may have brought any card, whoever was seen at that."""

    in_air: Sequence[InFlightCard] = ()
    """All cards that lie nowhere, of the race or not."""

    covered: Interval | None = None
    """When the card came that was seen to lie upon it."""

    seen_by: HandPosterior = UNSEEN_HAND
    """Whose hand was seen as the card came, or one that was taken off it, whichever came to rest there."""

    def look(self, in_flight: Sequence[InFlightCard], is_hidden: Callable[[Place], bool]) -> None:
        """Leave out the cards that turned out not to have gone or to lie elsewhere, add those of strangers that had."""
        self.in_air, gone = in_flight, {one.place: one for one in in_flight if one.is_sure}
        self.change = without_those_elsewhere(self.change, gone.values(), self.racers)
        sure = {place: one for place, one in gone.items() if may_have_come(one, self.change)}
        strangers = self.contestants.strangers()
        found = []
        for one in self.racers:
            if one.place in sure:
                found.append(sure.pop(one.place))
            elif one.place in gone and not one.is_sure:
                # It was hidden as the card came: found empty later, it may have gone before, whatever was made of it.
                gone[one.place].change = replace(gone[one.place].change, at=one.change.at)
                if may_have_come(gone[one.place], self.change):
                    found.append(gone[one.place])
            elif not one.is_sure and is_hidden(one.place):
                found.append(one)
        late = (one for one in sure.values() if strangers and may_race(one, self.change))
        self.racers = [*found, *(one for one in late if not one.change.by or strangers & one.change.by.players)]

    @property
    def contestants(self) -> Contestants:
        """The cards of the race as far as they are known by now."""
        return Contestants.of(self.change, self.racers)

    def name_hands(self) -> None:
        """Note which hand took a card up where another was seen to, but for how it came to rest."""
        stops, is_guessed = self.contestants.contacts, self.is_guessed()
        seen = [one for one in self.racers if one.change.by and one.place in stops]
        others = [one for one in seen if stops[one.place].player not in one.change.by.players]
        for lift in others:
            lift.change = replace(lift.change, by=HandPosterior.sole(stops[lift.place].player))
        self.is_doubted |= is_guessed or (self.is_for_anybodys and bool(others))

    def is_guessed(self) -> bool:
        """Whether a card of anybody's is only guessed to be of the hand that is told."""
        return self.is_for_anybodys and self.contestants.are_guessed(self.seen_by)

    def leave_out(self, players: Iterable[PlayerId], next_by: HandPosterior = UNSEEN_HAND) -> None:
        """These players' hands brought nothing that is known of; surely not those that bring the next card."""
        left = set(players)
        self.is_doubted |= self.may_have_brought(left - self.contestants.free_until(next_by))
        self.change = self.change.without(dict.fromkeys(left, float("inf")))

    def may_have_brought(self, players: Collection[PlayerId]) -> bool:
        """Whether one of these hands may have laid the card, as far as it had any, where they take anybody's."""
        if not (self.is_for_anybodys and players):
            return False
        return may_have_brought(players, self.change, self.contestants.timed(), (*self.in_air, *self.racers))

    def leave_out_joined(self, change: Change, next_by: HandPosterior) -> None:
        """A hand of which no card is known, and that soon brings the next one, had brought none before."""
        if self.is_joined(change):
            contestants = self.contestants
            self.leave_out(contestants.strangers() & contestants.joined_by(change), next_by)

    def next_of(self, change: Change, laid: Iterable[InFlightCard]) -> Change:
        """The card that comes to lie on those laid, without the hands that brought them, unless they came again."""
        contacts = self.contestants.contacts
        brought = (contacts[one.place] for one in laid if one.place in contacts)
        return change.without({stop.player: stop.at.end_ms + TIED_MS for stop in brought}).laid_on(self.change)

    def is_over(self, now_ms: float) -> bool:
        """Whether no more will be found out."""
        contestants = self.contestants
        if contestants.are_sure():
            return now_ms - contestants.first_ms() > UNDECIDED_MS
        if self.racers and contestants.strangers():
            return now_ms - self.since_ms > _STRANGE_MS
        return len(contestants.hands()) < 2 or now_ms - self.since_ms > HIDDEN_MS

    def contact(self, lift: InFlightCard) -> Change:
        """How a card of the race came to lie: when, and by whose hand."""
        contestants = self.contestants
        at = ended_before(contestants.laid_at(lift), self.covered)
        return replace(self.change, at=at, by=contestants.laid_by(lift))

    def goes_on(self, change: Change) -> bool:
        """Whether the next change of the pile is part of it."""
        is_open = self.uncovered is None and bool(self.racers)
        return is_open and (len(self.contestants.hands()) > 1 or self.is_joined(change))

    def seems_misread(self, face: Face) -> bool:
        """Whether nobody would race with its card, given what shows next."""
        return not same_rank(face, self.face)

    def is_joined(self, change: Change) -> bool:
        """Whether a change of the pile is another card laid: too soon for one to be taken back, and by a new hand."""
        contestants = self.contestants
        is_new = not contestants.contacts or bool(contestants.joined_by(change))
        return is_new and change.at.end_ms - self.change.at.end_ms < TAKEN_BACK_MS

    def is_covered(self, change: Change) -> bool:
        """Whether a change of the pile shows its top card only now: none beneath shows so soon after a hand came."""
        contacts = self.contestants.contacts
        came_ms = max((stop.at.end_ms for stop in contacts.values()), default=self.change.at.end_ms)
        return change.seen_ms - came_ms < TAKEN_BACK_MS

    def is_clear(self) -> bool:
        """Whether it is known whose card lies on top, and of those beneath that they have gone."""
        if not self.racers:
            return True
        contestants = self.contestants
        top = contestants.top(self.change.by)
        is_known = not contestants.is_doubtful(top) and all(one.is_sure for one in contestants.beneath(top))
        return is_known and not contestants.strangers() and not self.lacks_a_hand()

    def lacks_a_hand(self, next_by: HandPosterior = UNSEEN_HAND) -> bool:
        """Whether a hidden card of which no hand came may be there: but one of the hand that surely brings the next."""
        return self.is_for_anybodys and self.contestants.lack_a_hand(next_by)

    def settle(self, place: Place, *, has_gone: bool) -> None:
        """It is known of a place now whether its card had gone."""
        own = next(one for one in self.racers if one.place == place)
        contestants = self.contestants
        others = [
            one for one in self.racers if one is not own and not (has_gone and contestants.are_one_hands(one, own))
        ]
        own.is_sure |= has_gone
        self.racers = [*others, own] if has_gone else others

    def is_settled_back(self, change: Change, taken_by: HandPosterior, own: InFlightCard) -> bool:
        """Whether it is known now, as one lies in its slot (`own`), which card was the one that a hand took back."""
        came = change.kind is Kind.CAME
        self.settle(change.place, has_gone=came or own.is_sure)
        contestants = self.contestants
        top = contestants.top(taken_by) if self.racers else None
        self.is_back = came and top is not None and top.place == change.place
        return came or top is None or not contestants.is_doubtful(top)

    def unread(self) -> Race:
        """The race as its cards are told that another covers: nothing was read that may be misread."""
        return replace(self, change=replace(self.change, confidence=1.0))

    def before(self, lift: InFlightCard, face: Face, now: Change) -> Race:
        """The race without the card that lay on top."""
        contestants = self.contestants
        racers = [one for one in contestants.hands() if one is not lift]
        laid = contestants.contacts.get(lift.place)
        stops = tuple(stop for stop in self.change.stops if laid is None or stop.player != laid.player)
        is_misread = self.seems_misread(face) and now.lying is not None and now.lying.certainty < SURELY_READ
        # Nothing was read that may be misread where a card shows that nobody can read.
        change = replace(
            self.change, by=UNSEEN_HAND, stops=stops, confidence=1.0 if face is FACE_DOWN else now.confidence
        )
        seen_by = HandPosterior(one for one in self.seen_by if one[0] not in lift.change.by.surely)
        rest = Race(change, face, racers, now.at.end_ms, is_doubted=self.is_doubted or is_misread)
        rest.is_for_anybodys, rest.in_air, rest.seen_by = self.is_for_anybodys, self.in_air, seen_by
        if laid is not None and now.by.surely == {laid.player} and len(racers) == 1:
            rest.covered = laid.at  # its own hand took it; of several beneath nobody knows which came last
        return rest


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
    contacts = race.contestants.contacts
    if any(change.off_ms(stop) < SEEN_MS for stop in contacts.values()):
        race.racers = [one for one in race.racers if one.place in contacts or not one.change.by]
    contestants = race.contestants
    return race if len(contestants.hands()) > 1 or (race.racers and contestants.strangers()) else None
