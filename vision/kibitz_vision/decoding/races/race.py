"""Races: cards of several hands that reach the discard pile together, of which at first only the last is seen.

When each hand came to rest there tells which card lies above which, and what lies there when one is taken back was
laid before.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from kibitz_scoring.hand_posterior import UNSEEN_HAND, HandPosterior
from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import FACE_DOWN, Face, Interval, Place
from kibitz_vision.decoding.attribution.ambiguity import may_have_brought
from kibitz_vision.decoding.attribution.contact_attribution import TAKEN_BACK_MS, came_with, is_late
from kibitz_vision.decoding.attribution.whereabouts import (
    TIED_MS,
    ended_before,
    is_hurried,
    since_it_lay,
    without_those_elsewhere,
)
from kibitz_vision.decoding.in_flight import BOTH, InFlightCard, is_before, one_hand, same_rank, when_ms
from kibitz_vision.decoding.races.contestants import (
    contacts_of,
    is_any_guessed,
    joined_by,
    may_have_come,
    may_race,
    timed_of,
)
from kibitz_vision.tracking.changes import Change
from kibitz_vision.tracking.hands.hand_stops import HandStop
from kibitz_vision.tracking.slots.card_observation import SURELY_READ

_PATIENCE_MS, _HIDDEN_MS = 1800.0, 900.0
"""So long after the first contact of a race its cards are told as far as they are known, and where nobody knows yet
whether there was one."""
_STRANGE_MS = 1500.0
"""And so long where a hand was there of which no card is known."""
_CARRIED_MS = 60.0
"""No hand brings a card any sooner."""


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
        strangers = self.strangers()
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
    def contacts(self) -> Mapping[Place, HandStop]:
        """How the hands that took the cards up came to rest at the pile, as far as that was seen."""
        return contacts_of(self.racers, self.change)

    def name_hands(self) -> None:
        """Note which hand took a card up where another was seen to, but for how it came to rest."""
        stops, is_guessed = self.contacts, self.is_guessed()
        seen = [one for one in self.racers if one.change.by and one.place in stops]
        others = [one for one in seen if stops[one.place].player not in one.change.by.players]
        for lift in others:
            lift.change = replace(lift.change, by=HandPosterior.sole(stops[lift.place].player))
        self.is_doubted |= is_guessed or (self.is_for_anybodys and bool(others))

    def is_guessed(self) -> bool:
        """Whether a card of anybody's is only guessed to be of the hand that is told."""
        return self.is_for_anybodys and is_any_guessed(self.racers, self.contacts, self.seen_by)

    def strangers(self) -> set[PlayerId]:
        """Whose hands came to the pile together with the card, though no card is known to be of them."""
        contacts = self.contacts
        found = {stop.player for stop in contacts.values()}
        # Of a card that is perhaps gone, the hand that came is the one that may have taken it, and no other.
        others = [one for one in self.racers if one.is_sure or one.place not in contacts]
        known = found.union(*(one.change.by.players for one in others))
        return came_with(self.change) - known

    def leave_out(self, players: Iterable[PlayerId], next_by: HandPosterior = UNSEEN_HAND) -> None:
        """These players' hands brought nothing that is known of; surely not those that bring the next card."""
        left = set(players)
        self.is_doubted |= self.may_have_brought(left - self._free_until(next_by))
        self.change = self.change.without(dict.fromkeys(left, float("inf")))

    def may_have_brought(self, players: Collection[PlayerId]) -> bool:
        """Whether one of these hands may have laid the card, as far as it had any, where they take anybody's."""
        if not (self.is_for_anybodys and players):
            return False
        timed = timed_of(self.racers, self.contacts)
        return may_have_brought(players, self.change, timed, (*self.in_air, *self.racers))

    def _free_until(self, next_by: HandPosterior) -> set[PlayerId]:
        """Whose hand surely lays the next card, and is not known to have laid one before."""
        timed = timed_of(self.racers, self.contacts) if next_by else []
        return next_by.surely - {stop.player for _, stop in timed if stop.at.end_ms <= self.change.at.end_ms}

    def leave_out_joined(self, change: Change, next_by: HandPosterior) -> None:
        """A hand of which no card is known, and that soon brings the next one, had brought none before."""
        if self.is_joined(change):
            self.leave_out(self.strangers() & self.joined_by(change), next_by)

    def next_of(self, change: Change, laid: Iterable[InFlightCard]) -> Change:
        """The card that comes to lie on those laid, without the hands that brought them, unless they came again."""
        contacts = self.contacts
        brought = (contacts[one.place] for one in laid if one.place in contacts)
        return change.without({stop.player: stop.at.end_ms + TIED_MS for stop in brought}).laid_on(self.change)

    def hands(self) -> list[InFlightCard]:
        """One card of each hand: where it is not known which, the last one that it had time to bring."""
        found, contacts = list[InFlightCard](), self.contacts

        def likely(lift: InFlightCard) -> tuple[bool, bool, bool, float]:
            in_time = lift.is_sure or not is_hurried(lift, contacts.get(lift.place))
            return lift.is_sure, in_time, bool(lift.change.by), when_ms(lift)

        for lift in sorted(self.racers, key=likely, reverse=True):
            if not any(self._one_hand(lift, one) for one in found):
                found.append(lift)
        return found

    def is_sure(self) -> bool:
        """Whether cards of two hands have surely come."""
        return sum(one.is_sure or one.place in self.contacts for one in self.hands()) > 1

    def is_over(self, now_ms: float) -> bool:
        """Whether no more will be found out."""
        if self.is_sure():
            first_ms = min(self._at(one).end_ms for one in self.hands())
            return now_ms - first_ms > _PATIENCE_MS
        if self.racers and self.strangers():
            return now_ms - self.since_ms > _STRANGE_MS
        return len(self.hands()) < 2 or now_ms - self.since_ms > _HIDDEN_MS

    def _at(self, lift: InFlightCard) -> Interval:
        """When a card came to lie: as its hand came to rest, or else some time until the last one did."""
        stop = self.contacts.get(lift.place)
        if stop is not None:
            is_only = not any(one is not lift and one.is_sure and one_hand(one, lift) for one in self.racers)
            return since_it_lay(lift, self.change, stop.at) if lift.is_sure and is_only else stop.at
        last_ms = max((one.at.end_ms for one in self.contacts.values()), default=0.0)
        return Interval(min(when_ms(lift) + _CARRIED_MS, self.change.at.start_ms), max(self.change.at.end_ms, last_ms))

    def _one_hand(self, one: InFlightCard, other: InFlightCard) -> bool:
        stops = [self.contacts.get(lift.place) for lift in (one, other)]
        if stops[0] is not None and stops[1] is not None:
            return stops[0].player == stops[1].player
        return one_hand(one, other)

    def contact(self, lift: InFlightCard) -> Change:
        """How a card of the race came to lie; by the only hand that may have taken it up and came to rest there.

        Of the one on top of which none did, by the hand that may have taken it up and was seen as it came.
        """
        stop, by = self.contacts.get(lift.place), lift.change.by
        came = {one.player for one in self.change.stops if is_before(lift.change, replace(self.change, at=one.at))}
        if stop is not None and (stop.player not in by.players or came & by.players == {stop.player}):
            by = HandPosterior.sole(stop.player)
        elif stop is None and lift is self.top(self.change.by):
            by = by.joint(self.change.by)
        return replace(self.change, at=ended_before(self._at(lift), self.covered), by=by)

    def goes_on(self, change: Change) -> bool:
        """Whether the next change of the pile is part of it."""
        return self.uncovered is None and bool(self.racers) and (len(self.hands()) > 1 or self.is_joined(change))

    def seems_misread(self, face: Face) -> bool:
        """Whether nobody would race with its card, given what shows next."""
        return not same_rank(face, self.face)

    def is_joined(self, change: Change) -> bool:
        """Whether a change of the pile is another card laid: too soon for one to be taken back, and by a new hand."""
        is_new = not self.contacts or bool(self.joined_by(change))
        return is_new and change.at.end_ms - self.change.at.end_ms < TAKEN_BACK_MS

    def is_covered(self, change: Change) -> bool:
        """Whether a change of the pile shows its top card only now: none beneath shows so soon after a hand came."""
        came_ms = max((stop.at.end_ms for stop in self.contacts.values()), default=self.change.at.end_ms)
        return change.seen_ms - came_ms < TAKEN_BACK_MS

    def joined_by(self, change: Change) -> set[PlayerId]:
        """Whose hands came to rest with the next change, after those of this race or after its card was seen."""
        return joined_by(self.racers, self.change, change)

    def left_by(self, next_by: HandPosterior) -> InFlightCard | None:
        """Where no hand was seen at its card, the only one that the hand of the next card did not take up."""
        others = [one for one in self.racers if not one.change.by.is_one_with(next_by)]
        is_unseen = not self.contacts and not self.change.by
        return others[0] if is_unseen and len(others) == 1 and others[0].is_sure else None

    def top(self, by: HandPosterior) -> InFlightCard:
        """Whose card lies on top, if this hand laid it or takes it back; the last one taken up if in doubt."""
        hands = self.hands()
        hands = [one for one in hands if self._came(one)] or hands
        last_ms = max(self._at(one).end_ms for one in hands)
        late = [one for one in hands if self._at(one).end_ms > last_ms - TIED_MS]
        best = max(one.change.by.together(by) for one in late)
        return max((one for one in late if one.change.by.together(by) > best - BOTH), key=when_ms)

    def beneath(self, top: InFlightCard) -> list[InFlightCard]:
        """The other cards whose hands were on the pile, from the bottom up."""
        others = [one for one in self.hands() if one is not top and self._came(one)]
        return sorted(others, key=lambda one: self._at(one).end_ms)

    def _came(self, lift: InFlightCard) -> bool:
        return lift.place in self.contacts or lift.change.by.together(self.change.by) >= BOTH

    def is_late(self, lift: InFlightCard) -> bool:
        """Whether its hand came to rest so long after the card on top that it perhaps laid none."""
        stop = self.contacts.get(lift.place)
        return stop is not None and is_late(stop, self.change)

    def is_of(self, lift: InFlightCard, others: Iterable[InFlightCard]) -> bool:
        """Whether the card seen before the last came is this one rather than any of those beneath it."""
        off = {one.place: self.change.off_ms(self.contacts.get(one.place)) for one in (lift, *others)}
        return all(off[lift.place] < min(off[one.place] - TIED_MS, TIED_MS) for one in others)

    def is_doubtful(self, lift: InFlightCard) -> bool:
        """Whether it may as well have been another card of that hand."""
        return not lift.is_sure and any(one is not lift and self._one_hand(one, lift) for one in self.racers)

    def is_clear(self) -> bool:
        """Whether it is known whose card lies on top, and of those beneath that they have gone."""
        if not self.racers:
            return True
        top = self.top(self.change.by)
        is_known = not self.is_doubtful(top) and all(one.is_sure for one in self.beneath(top))
        return is_known and not self.strangers() and not self.lacks_a_hand()

    def lacks_a_hand(self, next_by: HandPosterior = UNSEEN_HAND) -> bool:
        """Whether a hidden card of which no hand came may be there: but one of the hand that surely brings the next."""
        later, contacts = self._free_until(next_by), self.contacts
        hidden = (one.change.by.players for one in self.racers if not one.is_sure and one.place not in contacts)
        return self.is_for_anybodys and any(not by or by - later for by in hidden)

    def settle(self, place: Place, *, has_gone: bool) -> None:
        """It is known of a place now whether its card had gone."""
        own = next(one for one in self.racers if one.place == place)
        others = [one for one in self.racers if one is not own and not (has_gone and self._one_hand(one, own))]
        own.is_sure |= has_gone
        self.racers = [*others, own] if has_gone else others

    def unread(self) -> Race:
        """The race as its cards are told that another covers: nothing was read that may be misread."""
        return replace(self, change=replace(self.change, confidence=1.0))

    def before(self, lift: InFlightCard, face: Face, now: Change) -> Race:
        """The race without the card that lay on top."""
        racers = [one for one in self.hands() if one is not lift]
        laid = self.contacts.get(lift.place)
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
