"""Whereabouts: where hands were, by when the cards that they took up were seen in their slots last."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from kibitz_scoring.hand_posterior import HandPosterior
from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import Heap, Interval
from kibitz_vision.decoding.attribution.contact_attribution import SEEN_MS
from kibitz_vision.decoding.cards.carry_times import CARRY_MS, REACH_MS
from kibitz_vision.decoding.cards.in_flight import InFlightCard, when_ms
from kibitz_vision.tracking.changes import Change
from kibitz_vision.tracking.hands.hand_stops import EXACT_MS, HandStop

_BRINGS_MS = 100.0
"""Hardly any hand goes from a card that it takes up to the pile any sooner; chosen on development films."""
TIED_MS = 25.0
"""Hands that come to rest so near each other may have done so in either order; chosen on development films."""
_BACK_MS = 180.0
"""No hand goes from the pile to a card, and takes that up, any sooner; chosen on development films."""


def without_those_elsewhere(
    change: Change, in_flight: Iterable[InFlightCard], racers: Sequence[InFlightCard] = ()
) -> Change:
    """A card on the pile without the hands that were at one in its slot as they seemed to be, or to stop, there.

    Those to which no arm leads on had not even set out for one, most likely by their hand; unless that may have brought
    one of the `racers` before, of some of which it is only not known that they have gone.
    """
    taken = [one for one in in_flight if not isinstance(one.place, Heap)]

    def is_there(player: PlayerId, at: Interval, *, is_whole: bool = True) -> bool:
        lay = [_lay(one, change) for one in taken if _is_of(one, player, is_sure=is_whole)]
        raced = [_lay(one, change) for one in racers if not is_whole and player in one.change.by.players]
        # With another card it may have been there, by the other hand.
        has_another = any(last.start_ms < at.end_ms - REACH_MS for last in (*lay, *raced))
        before_ms = REACH_MS if is_whole else _BACK_MS
        return has_another or not any(last.end_ms - before_ms < at.end_ms < last.start_ms + CARRY_MS for last in lay)

    by = HandPosterior((player, odds) for player, odds in change.by if is_there(player, change.at))
    stops = (stop for stop in change.stops if is_there(stop.player, stop.at, is_whole=stop.is_whole))
    return replace(change, by=by, stops=tuple(stops))


def _is_of(lift: InFlightCard, player: PlayerId, *, is_sure: bool) -> bool:
    """Whether a card was taken up by this player's hand, or most likely was."""
    by = lift.change.by
    return bool(by) and (by.players == {player} if is_sure else by[0][0] == player)


def since_it_lay(lift: InFlightCard, change: Change, at: Interval) -> Interval:
    """When a hand came to rest with its card that may have been there early, but hardly before it took that up."""
    early_ms = min(_lay(lift, change).start_ms + CARRY_MS, at.end_ms - EXACT_MS)
    return Interval(max(at.start_ms, early_ms), at.end_ms)


def ended_before(at: Interval, upon: Interval | None) -> Interval:
    """When a card came that is seen to lie beneath another: before that one, if it seems to have."""
    if upon is None or not at.start_ms < upon.start_ms < at.end_ms < upon.end_ms - TIED_MS:
        return at
    return Interval(at.start_ms, upon.start_ms)


def is_hurried(lift: InFlightCard, stop: HandStop | None) -> bool:
    """Whether a hand came to rest at the pile sooner than hardly any brings a card that it takes up."""
    return stop is not None and stop.at.end_ms - when_ms(lift) < _BRINGS_MS


def lay_then(lift: InFlightCard, player: PlayerId, change: Change) -> bool:
    """Whether a card was seen in its slot until its player's hand had no time any more to bring it as another came."""
    came_ms = change.at.end_ms
    stops_ms = (stop.at.end_ms for stop in change.stops if stop.player == player)
    last_ms = max((came_ms, *(ms for ms in stops_ms if ms < came_ms + SEEN_MS)))
    seen = (one.at for one in (lift.change, *change.hidden, *change.reached) if one.place == lift.place)
    return min(at.start_ms for at in seen) > last_ms - CARRY_MS


def _lay(lift: InFlightCard, change: Change) -> Interval:
    """Between which frames a card was not seen in its slot any more: that a hidden one has gone is seen only later."""
    hidden = (one.at for one in change.hidden if one.place == lift.place)
    return min((lift.change.at, *hidden), key=lambda at: at.end_ms)
