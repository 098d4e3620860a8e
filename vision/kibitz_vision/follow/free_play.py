"""Free play: what hands do with cards of which no game and no places are known, from where they rest.

A card lies once: that its face is read elsewhere says that it went, and that what shows there now is another card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from kibitz_scoring.cards import Card
from kibitz_scoring.table import Interval
from kibitz_vision.detections import CardReading, Face, Quad
from kibitz_vision.follow.backdrop import Backdrop, Edge, Shown
from kibitz_vision.follow.pushes import is_pushed
from kibitz_vision.follow.rest_search import rests_in
from kibitz_vision.follow.rests import Look, Rest
from kibitz_vision.reading.overlap import share_of_smaller

_AS_IT_LAY_MM = 11.0
_SAME_PLACE_MM = 22.0
_ELSEWHERE_MM = 37.0
"""So near, or so far, are the middles of cards at the same place and at another."""
_HALF = 0.5
_ON_IT = 0.3
_SOON_MS = 1000.0
_LATER_MS = 2000.0
_CARRIED_MS = 3000.0
"""Until what lay beneath shows, a card is turned over, or carried somewhere."""
_AT_ONCE_MS = 600.0
"""Within this one hand lays down, or takes, one card of a place: what else is read there is another part of it."""
_SAME_SIZE = 1.2
_WITHIN_MM = 60.0
"""Two cards of which none lies on the other are further apart."""
_BESIDE_MM = 82.0
"""So near are parts of one that are outlined apart, as the picture and the text of a trading card, and corners that
show, of which nobody knows how far the card reaches.
"""
_FIRST = 2
"""What lies there in the first pictures lay there before; what is seen but in the last ones tells nothing."""


class Deed(StrEnum):
    """What a hand does with a card."""

    LIFT = "lift"
    PLACE = "place"
    FLIP = "flip"
    SLIDE = "slide"


@dataclass(frozen=True, slots=True, eq=False)
class Act:
    """A deed, when it was first seen to be done, the outline (4, 2) of the card in px, and what it shows."""

    deed: Deed
    at_ms: float
    quad: Quad
    card: Card | None


def acts_in(looks: Sequence[Look]) -> list[Act]:
    """What hands did, in order of time, with the cards in pictures of a camera that stands still or creeps on."""
    play = _Play(looks, rests_in(looks))
    came = list(play.arrivals())
    whole = _once(came)
    # Another part of a card that came is no card that goes.
    parts = {id(rest) for rest, _ in came} - {id(rest) for rest, _ in whole}
    gone = _once(one for one in play.departures() if id(one[0]) not in parts)
    return sorted((act for _, act in (*whole, *gone)), key=lambda act: act.at_ms)


def _once(acts: Iterable[tuple[Rest, Act]]) -> list[tuple[Rest, Act]]:
    """Acts without those that tell of another part of a card that was laid down or taken."""
    kept: list[tuple[Rest, Act]] = []
    for rest, act in sorted(acts, key=lambda one: (one[1].deed is Deed.SLIDE, -len(one[0].sightings))):
        twins = [one for one in kept if _are_parts(one, (rest, act))]
        if all(rest.size_px > _SAME_SIZE * other.size_px for other, _ in twins):
            kept = [one for one in kept if one not in twins]
            kept.append((rest, act))
    return kept


def _are_parts(one: tuple[Rest, Act], other: tuple[Rest, Act]) -> bool:
    """Whether two acts of one moment are of outlines that overlap, or are nearer to each other than cards can lie."""
    (rest, act), (second, told) = one, other
    if abs(act.at_ms - told.at_ms) > _AT_ONCE_MS or _are_dealt(rest, second):
        return False
    larger = max(rest, second, key=lambda rest: rest.size_px)
    smaller = second if larger is rest else rest
    uncertain = rest.is_partial or second.is_partial or larger.size_px > _SAME_SIZE * smaller.size_px
    reach = _BESIDE_MM if uncertain else _WITHIN_MM
    touching = larger.apart_mm(smaller.quad) < reach
    return touching or share_of_smaller(act.quad, told.quad) > _HALF


def _are_dealt(rest: Rest, second: Rest) -> bool:
    """Whether one of two faces was seen only when the other was seen no more, as where cards are dealt fast."""
    differ = None not in (rest.card, second.card) and rest.card != second.card
    return differ and (rest.first_ms > second.last_ms or second.first_ms > rest.last_ms)


@dataclass(frozen=True, slots=True, eq=False)
class _Play:
    looks: Sequence[Look]
    rests: list[Rest]
    edges: dict[int, tuple[Edge, Edge]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        backdrop = Backdrop(self.looks, self.rests)
        for rest in self.rests:
            self.edges[id(rest)] = backdrop.before(rest), backdrop.after(rest)

    def arrivals(self) -> Iterator[tuple[Rest, Act]]:
        """Cards laid down, turned over and pushed."""
        for rest in self.rests:
            before, _ = self.edges[id(rest)]
            if before.same_ms <= self.looks[_FIRST].at_ms or before.shown is Shown.SAME:
                continue
            if any(is_pushed(other, rest, self.looks) for other in self.rests):
                yield rest, Act(Deed.SLIDE, rest.first_ms, rest.quad, rest.card)
            elif self._came_from_elsewhere(rest):
                yield rest, Act(Deed.PLACE, before.same_ms, rest.quad, rest.card)
            elif any(self._is_turned(other, rest) for other in self.rests):
                yield rest, Act(Deed.FLIP, before.same_ms, rest.quad, rest.card)
            elif before.shown is not Shown.HIDDEN and not any(self._bares(other, rest) for other in self.rests):
                yield rest, Act(Deed.PLACE, before.same_ms, rest.quad, rest.card)

    def departures(self) -> Iterator[tuple[Rest, Act]]:
        """Cards taken up."""
        for rest in self.rests:
            _, after = self.edges[id(rest)]
            if after.same_ms >= self.looks[-1 - _FIRST].at_ms or after.shown is Shown.SAME:
                continue
            if any(is_pushed(rest, other, self.looks) or self._is_turned(rest, other) for other in self.rests):
                continue
            seen_gone = after.shown is not Shown.HIDDEN and not any(self._covers(other, rest) for other in self.rests)
            if self._went_elsewhere(rest) or seen_gone:
                yield rest, Act(Deed.LIFT, self._gone_ms(rest), rest.quad, rest.card)

    def _gone_ms(self, rest: Rest) -> float:
        """When nobody saw it any more near where it lay, as little as a hand leaves of it."""
        last_ms = self.edges[id(rest)][1].same_ms
        for look in self.looks:
            soon = last_ms < look.at_ms <= rest.last_ms + _SOON_MS
            if soon and any(_is_like(rest, reading) for reading in look.cards):
                last_ms = look.at_ms
        return next((look.at_ms for look in self.looks if look.at_ms > last_ms), last_ms)

    def _came_from_elsewhere(self, rest: Rest) -> bool:
        """Whether its face was read shortly before where no such card lies any more."""
        others = [other for other in self.rests if other.last_ms >= rest.first_ms]
        return self._read_elsewhere(rest, Interval(rest.first_ms - _CARRIED_MS, rest.first_ms - 1), others)

    def _went_elsewhere(self, rest: Rest) -> bool:
        """Whether its face is read shortly after where no such card lay before."""
        others = [other for other in self.rests if other.first_ms <= rest.last_ms]
        return self._read_elsewhere(rest, Interval(rest.last_ms + 1, rest.last_ms + _CARRIED_MS), others)

    def _read_elsewhere(self, rest: Rest, during: Interval, others: Iterable[Rest]) -> bool:
        known = [other for other in others if other.card == rest.card]
        return rest.card is not None and any(
            reading.card == rest.card
            and rest.apart_mm(reading.quad) > _ELSEWHERE_MM
            and not any(other.apart_mm(reading.quad) < _SAME_PLACE_MM for other in known)
            for look in self.looks
            if during.start_ms <= look.at_ms <= during.end_ms
            for reading in look.cards
        )

    def _is_turned(self, before: Rest, after: Rest) -> bool:
        """Whether two sides of one card lay at one place, one after the other."""
        if before.face is after.face or not 0 < after.first_ms - before.last_ms <= _LATER_MS:
            return False
        if before.apart_mm(after.quad) > _SAME_PLACE_MM or self._was_bare_between(before, after):
            return False
        return not (self._went_elsewhere(before) or self._came_from_elsewhere(after))

    def _was_bare_between(self, before: Rest, after: Rest) -> bool:
        """Whether something else than either was seen where one card lay before the other did, and nothing moved."""
        gone, came = self.edges[id(before)][1], self.edges[id(after)][0]
        if gone.other_ms is None or came.other_ms is None:
            return False
        return gone.other_ms < came.same_ms and came.other_ms > gone.same_ms

    def _covers(self, after: Rest, before: Rest) -> bool:
        """Whether a card came to lie on another that nobody had taken away before."""
        if not 0 < after.first_ms - before.last_ms <= _LATER_MS or share_of_smaller(after.quad, before.quad) < _ON_IT:
            return False
        if self._was_bare_between(before, after):
            return False
        if self._bares(before, after) and not self._came_from_elsewhere(after):
            return False
        between = (look for look in self.looks if before.last_ms < look.at_ms < after.first_ms)
        bared = sum(any(_is_bared(reading, before, after) for reading in look.cards) for look in between)
        return bared < _FIRST

    def _bares(self, before: Rest, after: Rest) -> bool:
        """Whether a card that went may have lain on this one.

        Beneath one that was itself laid down is nothing that nobody has seen before, and faces of which only one is
        seen at a time are those of a pile, to which cards are added.
        """
        soon = before.first_ms < after.first_ms and abs(after.first_ms - before.last_ms) <= _SOON_MS
        if not soon or share_of_smaller(before.quad, after.quad) < _ON_IT:
            return False
        if after.face is Face.UP and before.face is Face.UP:
            return self._went_elsewhere(before)
        return self.edges[id(before)][0].same_ms <= self.looks[_FIRST].at_ms or self._went_elsewhere(before)


def _is_like(rest: Rest, reading: CardReading) -> bool:
    return rest.face is reading.face and rest.card == reading.card and rest.apart_mm(reading.quad) < _AS_IT_LAY_MM


def _is_bared(reading: CardReading, before: Rest, after: Rest) -> bool:
    """Whether a whole card shows where another one lay, and not yet the card that came there."""
    there = share_of_smaller(reading.quad, before.quad) > _HALF
    named = before.card is None or reading.card is None or before.card == reading.card
    is_before = named and before.face is reading.face and before.apart_mm(reading.quad) < _SAME_PLACE_MM
    other = not is_before and after.apart_mm(reading.quad) > _SAME_PLACE_MM
    return there and other and before.is_as_large(reading)
