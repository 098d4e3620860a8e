"""Contestants: cards that may have raced to the discard pile, which hand brought each, and which lies above which."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from kibitz_scoring.hand_posterior import HandPosterior
from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import Interval, Place
from kibitz_vision.decoding.attribution.contact_attribution import SEEN_MS, came_with, is_late
from kibitz_vision.decoding.attribution.whereabouts import TIED_MS, is_hurried, since_it_lay
from kibitz_vision.decoding.cards.carry_times import CARRY_MS
from kibitz_vision.decoding.cards.in_flight import BOTH, InFlightCard, is_before, one_hand, when_ms
from kibitz_vision.decoding.races.contacts import contacts_of
from kibitz_vision.tracking.changes import Change
from kibitz_vision.tracking.hands.hand_stops import HandStop

_SEEN = 0.1
"""Odds from which on a hand was seen at a card beside that of another; chosen on development films."""


@dataclass(frozen=True, slots=True, eq=False)
class Contestants:
    """The cards of a race (`racers`), the one that was seen to come (`change`), and how hands came to rest with each.

    `contacts`: by the places of the cards, as far as that was seen.
    """

    change: Change
    racers: Sequence[InFlightCard]
    contacts: Mapping[Place, HandStop]

    @classmethod
    def of(cls, change: Change, racers: Collection[InFlightCard]) -> Contestants:
        """The same with the contacts as they are known by now."""
        return cls(change, tuple(racers), contacts_of(racers, change))

    def timed(self, cards: Iterable[InFlightCard] | None = None) -> list[tuple[InFlightCard, HandStop]]:
        """Cards that have surely gone, all or those given, and how their hands came to rest at the pile."""
        known = self.racers if cards is None else cards
        return [(one, self.contacts[one.place]) for one in known if one.is_sure and one.place in self.contacts]

    def are_guessed(self, seen_by: HandPosterior) -> bool:
        """Whether a card that nobody was seen to take up is told by a hand to which no arm leads on.

        Unless that hand alone was seen to bring a card (`seen_by`), but for those that surely came with others.
        """
        came = set[PlayerId]().union(*(lift.change.by.surely for lift, _ in self.timed()))
        unseen = [self.contacts[one.place] for one in self.racers if not one.change.by and one.place in self.contacts]
        guessed = {stop.player for stop in unseen if not stop.is_whole}
        others = {player for player, odds in seen_by if odds >= _SEEN or player not in guessed}
        return any(others - (came - {player}) != {player} for player in guessed)

    def strangers(self) -> set[PlayerId]:
        """Whose hands came to the pile together with the card, though no card is known to be of them."""
        found = {stop.player for stop in self.contacts.values()}
        # Of a card that is perhaps gone, the hand that came is the one that may have taken it, and no other.
        others = [one for one in self.racers if one.is_sure or one.place not in self.contacts]
        known = found.union(*(one.change.by.players for one in others))
        return came_with(self.change) - known

    def hands(self) -> list[InFlightCard]:
        """One card of each hand: where it is not known which, the last one that it had time to bring."""
        found = list[InFlightCard]()

        def likely(lift: InFlightCard) -> tuple[bool, bool, bool, float]:
            in_time = lift.is_sure or not is_hurried(lift, self.contacts.get(lift.place))
            return lift.is_sure, in_time, bool(lift.change.by), when_ms(lift)

        for lift in sorted(self.racers, key=likely, reverse=True):
            if not any(self.are_one_hands(lift, one) for one in found):
                found.append(lift)
        return found

    def are_sure(self) -> bool:
        """Whether cards of two hands have surely come."""
        return sum(one.is_sure or one.place in self.contacts for one in self.hands()) > 1

    def first_ms(self) -> float:
        """When the first of them came."""
        return min(self.laid_at(one).end_ms for one in self.hands())

    def laid_at(self, lift: InFlightCard) -> Interval:
        """When a card came to lie: as its hand came to rest, or else some time until the last one did."""
        stop = self.contacts.get(lift.place)
        if stop is not None:
            is_only = not any(one is not lift and one.is_sure and one_hand(one, lift) for one in self.racers)
            return since_it_lay(lift, self.change, stop.at) if lift.is_sure and is_only else stop.at
        last_ms = max((one.at.end_ms for one in self.contacts.values()), default=0.0)
        return Interval(min(when_ms(lift) + CARRY_MS, self.change.at.start_ms), max(self.change.at.end_ms, last_ms))

    def laid_by(self, lift: InFlightCard) -> HandPosterior:
        """Whose hand laid a card: the only one that may have taken it up and came to rest there.

        Of the one on top of which none did, the hand that may have taken it up and was seen as it came.
        """
        stop, by = self.contacts.get(lift.place), lift.change.by
        came = {one.player for one in self.change.stops if is_before(lift.change, replace(self.change, at=one.at))}
        if stop is not None and (stop.player not in by.players or came & by.players == {stop.player}):
            return HandPosterior.sole(stop.player)
        return by.joint(self.change.by) if stop is None and lift is self.top(self.change.by) else by

    def are_one_hands(self, one: InFlightCard, other: InFlightCard) -> bool:
        """Whether one hand brought two cards, or took both up."""
        stops = [self.contacts.get(lift.place) for lift in (one, other)]
        if stops[0] is not None and stops[1] is not None:
            return stops[0].player == stops[1].player
        return one_hand(one, other)

    def joined_by(self, change: Change) -> set[PlayerId]:
        """Whose hands came to rest with the next change, after those of this race or after its card was seen."""
        last_ms = max((stop.at.end_ms for stop in self.contacts.values()), default=float("-inf"))
        since_ms = min(last_ms, self.change.at.end_ms)
        raced = {stop.player for stop in self.contacts.values()}
        near = (stop for stop in change.after(since_ms).stops if change.off_ms(stop) < SEEN_MS)
        # One that may have been there before them is another hand's.
        joined = {stop.player for stop in near if stop.at.start_ms > since_ms or stop.player not in raced}
        # A hand that had brought its card seems to stop once more where another brushes it.
        sure = {one.place for one in self.racers if one.is_sure}
        brought = (stop for place, stop in self.contacts.items() if place in sure or self.change.was_seen_after(stop))
        came = {stop.player for stop in brought if stop.is_whole and stop.at.end_ms < change.at.start_ms}
        return joined - came or joined

    def left_by(self, next_by: HandPosterior) -> InFlightCard | None:
        """Where no hand was seen at its card, the only one that the hand of the next card did not take up."""
        others = [one for one in self.racers if not one.change.by.is_one_with(next_by)]
        is_unseen = not self.contacts and not self.change.by
        return others[0] if is_unseen and len(others) == 1 and others[0].is_sure else None

    def free_until(self, next_by: HandPosterior) -> set[PlayerId]:
        """Whose hand surely lays the next card, and is not known to have laid one before."""
        timed = self.timed() if next_by else []
        return next_by.surely - {stop.player for _, stop in timed if stop.at.end_ms <= self.change.at.end_ms}

    def lack_a_hand(self, next_by: HandPosterior) -> bool:
        """Whether a hidden card of which no hand came may be there: but one of the hand that surely brings the next."""
        later = self.free_until(next_by)
        hidden = (one.change.by.players for one in self.racers if not one.is_sure and one.place not in self.contacts)
        return any(not by or by - later for by in hidden)

    def top(self, by: HandPosterior) -> InFlightCard:
        """Whose card lies on top, if this hand laid it or takes it back; the last one taken up if in doubt."""
        hands = self.hands()
        hands = [one for one in hands if self._has_come(one)] or hands
        last_ms = max(self.laid_at(one).end_ms for one in hands)
        late = [one for one in hands if self.laid_at(one).end_ms > last_ms - TIED_MS]
        best = max(one.change.by.together(by) for one in late)
        return max((one for one in late if one.change.by.together(by) > best - BOTH), key=when_ms)

    def beneath(self, top: InFlightCard) -> list[InFlightCard]:
        """The other cards whose hands were on the pile, from the bottom up."""
        others = [one for one in self.hands() if one is not top and self._has_come(one)]
        return sorted(others, key=lambda one: self.laid_at(one).end_ms)

    def _has_come(self, lift: InFlightCard) -> bool:
        return lift.place in self.contacts or lift.change.by.together(self.change.by) >= BOTH

    def is_late(self, lift: InFlightCard) -> bool:
        """Whether its hand came to rest so long after the card on top that it perhaps laid none."""
        stop = self.contacts.get(lift.place)
        return stop is not None and is_late(stop, self.change)

    def is_seen(self, lift: InFlightCard, others: Iterable[InFlightCard]) -> bool:
        """Whether the card seen before the last came is this one rather than any of those beneath it."""
        off = {one.place: self.change.off_ms(self.contacts.get(one.place)) for one in (lift, *others)}
        return all(off[lift.place] < min(off[one.place] - TIED_MS, TIED_MS) for one in others)

    def is_doubtful(self, lift: InFlightCard) -> bool:
        """Whether it may as well have been another card of that hand."""
        return not lift.is_sure and any(one is not lift and self.are_one_hands(one, lift) for one in self.racers)
