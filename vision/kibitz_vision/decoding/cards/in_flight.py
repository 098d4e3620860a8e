"""In-flight cards: cards in the air, when each was taken up, and whether it can be one that comes to lie."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from kibitz_scoring.hand_posterior import SAME_HAND, UNSEEN_HAND
from kibitz_scoring.table import Heap, Interval, Place, Seen
from kibitz_vision.decoding.cards.carry_times import LONGEST_CARRY_MS, REACH_MS
from kibitz_vision.tracking.changes import Change, Kind, is_same

BOTH = 0.2
"""So much two hands share where both may well have been at the pile together; chosen on development films."""
_KNOCK_MS = 250.0
"""A card that lies again so soon was only knocked; chosen on development films."""
_TURNED_MS = 120.0
"""No card lies on the discard pile so soon after it was drawn: the least of those simulated is 186."""
_CARRYING_MS = 300.0
"""So long at least a hand is on its way with a card; chosen on development films."""
_ON_THE_WAY_MS = 350.0
"""A hand that takes a card up so soon after it was at the draw pile was on its way to that card.

Chosen on development films.
"""
_SHORT_CARRY_MS = 150.0
"""A card that nobody saw taken will have been taken from the draw pile so long before it lies, or longer.

Chosen on development films.
"""


@dataclass(slots=True, eq=False)
class InFlightCard:
    """A card that left its place and does not lie anywhere yet; `told`: its event is out.

    `is_sure`: it surely went, and was not only tilted. `replaced`: another card lies in its place by now. `touched`:
    of a card off the draw pile, when the hand came there.
    """

    place: Place
    change: Change
    told: bool = False
    is_sure: bool = False
    replaced: bool = False
    touched: Change | None = None

    @property
    def grid(self) -> str:
        """In whose grid the card lay, by the name of its place."""
        return self.place.split(".")[0]


def latest(in_flight: Iterable[InFlightCard]) -> InFlightCard | None:
    """The card taken up last."""
    return max(in_flight, key=when_ms, default=None)


def latest_before(in_flight: Iterable[InFlightCard], change: Change) -> InFlightCard | None:
    """The same, of those that were surely taken up before a change if there are any."""
    known = list(in_flight)
    return latest(one for one in known if when_ms(one) < change.at.end_ms - REACH_MS) or latest(known)


def carried_since(in_flight: Iterable[InFlightCard], race_ms: float, change: Change) -> InFlightCard | None:
    """The card that a hand took up after a race and may have laid on the pile now."""
    fresh = [one for one in in_flight if one.is_sure and when_ms(one) > race_ms and is_before(one.change, change)]
    return latest(one for one in fresh if one.change.by.may_be_one_with(change.by))


def when_ms(lift: InFlightCard) -> float:
    """When a card was taken up."""
    return lift.change.at.end_ms


def is_before(lift: Change, change: Change) -> bool:
    """Whether a card can have been carried between two changes."""
    return lift.at.start_ms < change.at.end_ms - REACH_MS


def is_just_drawn(lift: InFlightCard, change: Change) -> bool:
    """Whether a card was seen taken off the draw pile too shortly before one lay on the discard pile to be that."""
    is_seen = lift.place is Heap.DRAW and lift.change.kind is Kind.TAKEN
    return is_seen and change.place is Heap.DISCARD and change.at.end_ms - when_ms(lift) < _TURNED_MS


def is_earlier(hidden: Change, change: Change) -> bool:
    """Whether a card that its hand hides may be one that came: that it went is seen only as the hand leaves it."""
    return hidden.at.start_ms < change.at.end_ms


def same_hand(lift: InFlightCard, change: Change, place: Place) -> bool:
    """Whether a hand that takes a card had already taken one there, which then it cannot have."""
    recent = change.at.end_ms - lift.change.at.end_ms < 3 * REACH_MS
    return lift.place == place and recent and lift.change.by.is_one_with(change.by)


def is_while_carrying(draw: InFlightCard, other: InFlightCard) -> bool:
    """Whether a card seems drawn by a hand that had just taken up another, and so only came by the draw pile."""
    return 0 <= when_ms(draw) - when_ms(other) < _CARRYING_MS and _of_one_hand(draw, other)


def is_on_the_way(draw: InFlightCard, other: InFlightCard) -> bool:
    """Whether a card seems drawn by a hand that took up another so soon that it only came by the draw pile."""
    return 0 < when_ms(other) - when_ms(draw) < _ON_THE_WAY_MS and _of_one_hand(draw, other)


def _of_one_hand(draw: InFlightCard, other: InFlightCard) -> bool:
    """Whether a card off the draw pile and one out of a slot were taken by one hand."""
    is_other = draw.place is Heap.DRAW and not isinstance(other.place, Heap)
    return is_other and draw.change.by.may_be_one_with(other.change.by)


def by_free_hands(change: Change, in_flight: Iterable[InFlightCard], *, is_for_anybodys: bool = False) -> Change:
    """A card that left its place, without hands that had just taken up another where that of anybody else was there.

    Where players take anybody's cards, one that nobody saw was there in any case.
    """
    ago = (
        (change.at.end_ms - when_ms(one), one) for one in in_flight if one.is_sure and not isinstance(one.place, Heap)
    )
    full = [one for ago_ms, one in ago if one.place != change.place and 0 <= ago_ms < _CARRYING_MS]
    carriers = set().union(*(by for one in full if len(by := one.change.by.players) == 1))
    is_free = sum(odds for player, odds in change.by if player not in carriers) >= SAME_HAND
    if not is_free and is_for_anybodys:
        return replace(change, by=UNSEEN_HAND)
    return replace(change, by=change.by.without(carriers)) if is_free else change


def taken_before(change: Change) -> Change:
    """How a card that nobody saw taken will have been taken from the draw pile."""
    return _taken(Kind.TAKEN, Heap.DRAW, change)


def gone_by(place: Place, change: Change) -> InFlightCard:
    """How a card that lay open in a slot, and now lies on the pile, will have been taken up."""
    return InFlightCard(place, _taken(Kind.GONE, place, change), is_sure=True)


def leaving(moved: Change) -> InFlightCard:
    """How the card was taken up that lies otherwise now, or in whose place another lies."""
    return InFlightCard(moved.place, replace(moved, kind=Kind.GONE, at=moved.left or moved.at))


def _taken(kind: Kind, place: Place, change: Change) -> Change:
    nearest, farthest = (change.at.end_ms - carried for carried in (_SHORT_CARRY_MS, LONGEST_CARRY_MS))
    return Change(kind, place, Interval(farthest, (nearest + farthest) / 2), change.frame, change.by)


def is_knock(lift: InFlightCard, change: Change) -> bool:
    """Whether a card lies again so soon that it was not taken up, or so exactly that an arm only seemed to move it."""
    is_soon = change.at.end_ms - lift.change.at.end_ms < _KNOCK_MS
    only_passed = is_same(change) and not lift.is_sure
    return not lift.told and (is_soon or only_passed)


def one_hand(one: InFlightCard, other: InFlightCard) -> bool:
    """Whether two cards were taken up by one hand; of a hand nobody saw, whether they are of one player."""
    if one.change.by and other.change.by:
        return one.change.by.may_be_one_with(other.change.by)
    return one.grid == other.grid


def seen_of(change: Change) -> Seen:
    """How a change was seen."""
    return Seen(Interval(change.at.start_ms, change.at.end_ms), change.confidence, (change.frame,), change.by)
