"""Contacts: how the hands that took up the cards of a race came to rest at the discard pile, each with its own."""

from __future__ import annotations

from collections.abc import Collection

from kibitz_scoring.hand_posterior import HandPosterior
from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import Heap, Place
from kibitz_vision.decoding.attribution.contact_attribution import MAYBE, contact_of
from kibitz_vision.decoding.attribution.whereabouts import is_hurried
from kibitz_vision.decoding.cards.carry_times import LONGEST_CARRY_MS
from kibitz_vision.decoding.cards.in_flight import InFlightCard, is_before, when_ms
from kibitz_vision.tracking.changes import Change
from kibitz_vision.tracking.hands.hand_stops import HandStop


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


def may_race(lift: InFlightCard, change: Change) -> bool:
    """Whether a card was taken up shortly enough before one came to the pile."""
    is_recent = change.at.end_ms - when_ms(lift) < LONGEST_CARRY_MS
    return is_recent and not isinstance(lift.place, Heap) and may_have_come(lift, change)


def may_have_come(lift: InFlightCard, change: Change) -> bool:
    """Whether a card was taken up before one came to the pile, or before its own hand came to rest there after that."""
    return is_before(lift.change, change) or contact_of(lift, change, lift.change.by) is not None
