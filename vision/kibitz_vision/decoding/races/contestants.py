"""Contestants: which cards may have raced to the discard pile, and which hand that came to rest brought each."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from kibitz_scoring.hand_posterior import HandPosterior
from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import Heap, Place
from kibitz_vision.decoding.attribution.contact_attribution import RACE_MS, SEEN_MS, contact_of
from kibitz_vision.decoding.attribution.whereabouts import is_hurried
from kibitz_vision.decoding.in_flight import InFlightCard, is_before, when_ms
from kibitz_vision.tracking.changes import Change
from kibitz_vision.tracking.hands.hand_stops import HandStop

_SEEN = 0.1
"""Odds from which on a hand was seen at a card beside that of another."""
MAYBE = 0.05
"""Odds from which on a hand may have taken a card up where the likelier one brought another."""


def contacts_of(racers: Collection[InFlightCard], change: Change) -> dict[Place, HandStop]:
    """How the hands that took these cards up came to rest at the pile, as far as that was seen, by the places."""
    found = ((one.place, contact_of(one, change, one.change.by)) for one in racers)
    stops = {place: stop for place, stop in found if stop is not None}

    def sureness(lift: InFlightCard) -> tuple[bool, float, float]:
        stop = stops.get(lift.place)
        odds = lift.change.by.of(stop.player) if stop is not None else 0.0
        return not is_hurried(lift, stop), odds, -when_ms(lift)

    # The least sure first: it may be another hand's than the one that brought another card as well.
    for lift in sorted((one for one in racers if one.is_sure), key=sureness):
        elsewhere = (one for one in racers if one is not lift and (one.is_sure or one.grid != lift.grid))
        others = {stops[one.place].player for one in elsewhere if one.place in stops}
        own = stops.get(lift.place)
        if (own is None or own.player in others) and (stop := _anothers(lift, change, others)) is not None:
            stops[lift.place] = stop
    return stops


def _anothers(lift: InFlightCard, change: Change, others: set[PlayerId]) -> HandStop | None:
    """How a hand that may have taken a card up came to rest, if it is none of those that brought other cards."""
    seen = {player for player, odds in lift.change.by if odds >= MAYBE}
    free = (seen or {stop.player for stop in change.stops}) - others
    return contact_of(lift, change, HandPosterior((player, 1.0) for player in free)) if free else None


def timed_of(racers: Iterable[InFlightCard], contacts: Mapping[Place, HandStop]) -> list[tuple[InFlightCard, HandStop]]:
    """Cards that have surely gone, and how their hands came to rest at the pile."""
    return [(one, contacts[one.place]) for one in racers if one.is_sure and one.place in contacts]


def joined_by(racers: Collection[InFlightCard], before: Change, change: Change) -> set[PlayerId]:
    """Whose hands came to rest with a change of the pile, after those of the racers or after their card was seen."""
    contacts = contacts_of(racers, before)
    last_ms = max((stop.at.end_ms for stop in contacts.values()), default=float("-inf"))
    since_ms = min(last_ms, before.at.end_ms)
    raced = {stop.player for stop in contacts.values()}
    near = (stop for stop in change.after(since_ms).stops if change.off_ms(stop) < SEEN_MS)
    # One that may have been there before them is another hand's.
    joined = {stop.player for stop in near if stop.at.start_ms > since_ms or stop.player not in raced}
    # A hand that had brought its card seems to stop once more where another brushes it.
    sure = {one.place for one in racers if one.is_sure}
    brought = (stop for place, stop in contacts.items() if place in sure or before.was_seen_after(stop))
    came = {stop.player for stop in brought if stop.is_whole and stop.at.end_ms < change.at.start_ms}
    return joined - came or joined


def is_any_guessed(racers: Iterable[InFlightCard], contacts: Mapping[Place, HandStop], seen_by: HandPosterior) -> bool:
    """Whether a card that nobody was seen to take up is told by a hand to which no arm leads on.

    Unless that hand alone was seen to bring a card (`seen_by`), but for those that surely came with others.
    """
    known = list(racers)
    came = set[PlayerId]().union(*(lift.change.by.surely for lift, _ in timed_of(known, contacts)))
    unseen = [contacts[one.place] for one in known if not one.change.by and one.place in contacts]
    guessed = {stop.player for stop in unseen if not stop.is_whole}
    others = {player for player, odds in seen_by if odds >= _SEEN or player not in guessed}
    return any(others - (came - {player}) != {player} for player in guessed)


def may_race(lift: InFlightCard, change: Change) -> bool:
    """Whether a card was taken up shortly enough before one came to the pile."""
    is_recent = change.at.end_ms - when_ms(lift) < RACE_MS
    return is_recent and not isinstance(lift.place, Heap) and may_have_come(lift, change)


def may_have_come(lift: InFlightCard, change: Change) -> bool:
    """Whether a card was taken up before one came to the pile, or before its own hand came to rest there after that."""
    return is_before(lift.change, change) or contact_of(lift, change, lift.change.by) is not None
