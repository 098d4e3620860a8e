"""Contact attribution: which of the hands that came to rest at the discard pile brought a card that came there."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace

from kibitz_scoring.hand_posterior import SAME_HAND, HandPosterior
from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import Face
from kibitz_vision.decoding.cards.carry_times import CARRY_MS, LONGEST_CARRY_MS, ONE_CARD_MS, REACH_MS
from kibitz_vision.decoding.cards.faces import same_rank
from kibitz_vision.decoding.cards.in_flight import InFlightCard
from kibitz_vision.tracking.changes import Change
from kibitz_vision.tracking.hands.hand_stops import HandStop
from kibitz_vision.tracking.slots.card_observation import SURELY_READ, CardObservation

SEEN_MS = 70.0
"""So far at most a hand that comes to rest seems to be from the contact of its card; chosen on development films."""
_EARLY_MS = 130.0
"""The same where its card, or that of another hand before it, seems to lie there sooner.

Chosen on development films.
"""
_NEXT_MS = 110.0
"""A stop so long after a card that another hand is seen to bring may be of the next; chosen on development films."""
MAYBE = 0.05
"""Odds from which on a hand may have taken a card up where the likelier one brought another.

Chosen on development films.
"""
_AS_LIKELY = 0.05
"""Odds of hands whose arms seem to lie there as much, one beside the other, differ by less.

Chosen on development films.
"""


def only_bringer(change: Change) -> PlayerId | None:
    """Whose hand was there as a card came, if no other was."""
    return change.by[0][0] if len(change.by) == 1 else None


def is_moved(
    early: Change, late: Change, face: Callable[[CardObservation | None], Face], known: Collection[Face]
) -> bool:
    """Whether a card that seems to have come was none, but what the next one looked like while its hand moved it.

    Not where another hand came to rest with either. A face surely read is none of the cards `known` to lie there, as it
    is if a hand takes one and lays another, nor of the next one's rank, as it is if another's in a race was not seen.
    """
    is_soon = 0 <= late.at.end_ms - early.at.end_ms < ONE_CARD_MS
    hand, stops = only_bringer(late), (*early.stops, *late.stops)
    if not is_soon or hand is None or only_bringer(early) != hand or _is_other_near(stops, hand, (early, late)):
        return False
    seemed, shown = face(early.lying), face(late.lying)
    was_read = early.lying is not None and early.lying.certainty >= SURELY_READ
    return seemed != shown and not (was_read and (seemed in known or same_rank(seemed, shown)))


def _is_other_near(stops: Iterable[HandStop], player: PlayerId, changes: Iterable[Change]) -> bool:
    """Whether the hand of anybody else came to rest about when a card came."""
    others = [stop for stop in stops if stop.player != player]
    return any(change.off_ms(stop) < _EARLY_MS for change in changes for stop in others)


def came_with(change: Change) -> set[PlayerId]:
    """Whose hands may have come to the pile together with a card."""
    return change.by.players | {stop.player for stop in _with(change)}


def rested(change: Change) -> Change:
    """A card on the pile with a hand named first that came to rest with it, of those as likely to have brought it."""
    came = {stop.player for stop in _with(change) if stop.is_whole}
    _, likeliest = change.by.likeliest
    rather = [one for one in change.by if one[0] in came and one[1] > likeliest - _AS_LIKELY]
    return replace(change, by=HandPosterior((*rather, *(one for one in change.by if one not in rather))))


def _with(change: Change) -> list[HandStop]:
    """How hands came to rest together with a card, or shortly before."""
    return [stop for stop in change.stops if -SEEN_MS < change.at.end_ms - stop.at.end_ms < LONGEST_CARRY_MS]


def contact_of(lift: InFlightCard, change: Change, by: HandPosterior) -> HandStop | None:
    """When the hand that took a card up came to rest at the pile, if it did before the change or soon after.

    Where nobody knows by whom (`by`) it was taken, it was the hand that came first.
    """
    carry_ms = CARRY_MS if lift.is_sure else REACH_MS
    stops = [
        stop
        for stop in change.stops
        if (by.of(stop.player) >= SAME_HAND or not by)
        and lift.change.at.start_ms < stop.at.end_ms - carry_ms
        and _is_in_time(stop, change)
    ]
    return min(stops, key=lambda stop: (-by.of(stop.player), stop.at.end_ms)) if stops else None


def _is_in_time(stop: HandStop, change: Change) -> bool:
    """Whether a hand came to rest no later than a card, or so long before that was seen that it may have laid it."""
    return not is_late(stop, change) or _is_before_seen(stop, change)


def _is_before_seen(stop: HandStop, change: Change) -> bool:
    """Whether a hand came to rest while that of another, the only one there, may have hidden the card."""
    is_another = only_bringer(change) not in (None, stop.player)
    return is_another and stop.at.end_ms < change.seen_ms - SEEN_MS


def is_late(stop: HandStop, change: Change) -> bool:
    """Whether a hand came to rest so long after a card that it perhaps laid none, or the next one."""
    return stop.at.end_ms >= change.at.end_ms + _EARLY_MS


def by_arm(change: Change, since_ms: float) -> Change:
    """A card on the pile as the only hand brought it that came to rest there as it came, later than the card before.

    Unless others were seen there and no arm leads on to that player: then it was a part of theirs that seemed to stop.
    """
    change = change.after(since_ms)
    recent_ms = change.at.end_ms - SEEN_MS
    near = [stop for stop in change.stops if stop.at.end_ms > recent_ms and not is_late(stop, change)]
    if len(near) != 1 or near[0].at.start_ms <= since_ms or _is_anothers(near[0], change):
        return change
    # A card that nobody else's can have hidden was seen to come: a hand slows down before it lays one.
    was_seen = len(change.stops) == 1 and near[0].at.end_ms < change.at.start_ms
    return replace(change, at=change.at if was_seen else near[0].at, by=HandPosterior.sole(near[0].player))


def _is_anothers(stop: HandStop, change: Change) -> bool:
    """Whether a hand that came to rest is not the one seen with the card: part of its arm, or the hand of the next."""
    is_other = bool(change.by) and stop.player not in change.by.players
    return is_other and (not stop.is_whole or stop.at.end_ms - change.at.end_ms >= _NEXT_MS)
