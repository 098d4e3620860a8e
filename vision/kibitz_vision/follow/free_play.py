"""Free play: lifts, placements and flips of cards of which no game and no places are known, from where they rest.

A card lies once: that its face is read elsewhere says that it went, and that what shows there now is another card.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from kibitz_scoring.cards import Card
from kibitz_scoring.table import Interval
from kibitz_vision.detections import CardReading, Quad
from kibitz_vision.follow.rests import Look, Rest, rests_in
from kibitz_vision.reading.overlap import share_of_smaller

_SAME_PLACE = 0.3
_ELSEWHERE = 0.5
"""In sizes of a card: so near, or so far, are the middles of cards at the same place and at another."""
_ON_IT = 0.3
_SOON_MS = 1000.0
_LATER_MS = 2000.0
_CARRIED_MS = 3000.0
"""Until what lay beneath shows, a card is turned over, or carried somewhere."""
_FIRST = 2
"""What lies there in the first pictures lay there before; what is seen but in the last ones tells nothing."""


class Deed(StrEnum):
    """What a hand does with a card."""

    LIFT = "lift"
    PLACE = "place"
    FLIP = "flip"


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
    return sorted((*play.arrivals(), *play.departures()), key=lambda act: act.at_ms)


@dataclass(frozen=True, slots=True, eq=False)
class _Play:
    looks: Sequence[Look]
    rests: list[Rest]

    def arrivals(self) -> Iterator[Act]:
        """Cards laid down and turned over."""
        for rest in self.rests:
            if rest.first_ms <= self.looks[_FIRST].at_ms or any(_slides(before, rest) for before in self.rests):
                continue
            if self._came_from_elsewhere(rest):
                yield Act(Deed.PLACE, rest.first_ms, rest.quad, rest.card)
            elif any(self._is_turned(before, rest) for before in self.rests):
                yield Act(Deed.FLIP, rest.first_ms, rest.quad, rest.card)
            elif not any(_uncovers(before, rest) for before in self.rests):
                yield Act(Deed.PLACE, rest.first_ms, rest.quad, rest.card)

    def departures(self) -> Iterator[Act]:
        """Cards taken up."""
        for rest in self.rests:
            if rest.last_ms >= self.looks[-1 - _FIRST].at_ms:
                continue
            if any(_slides(rest, after) or self._is_turned(rest, after) for after in self.rests):
                continue
            if self._went_elsewhere(rest) or not any(self._covers(after, rest) for after in self.rests):
                yield Act(Deed.LIFT, self._gone_ms(rest), rest.quad, rest.card)

    def _gone_ms(self, rest: Rest) -> float:
        """When nobody saw it any more near where it lay, as little as a hand leaves of it."""
        last_ms = rest.last_ms
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
            and rest.apart(reading.quad) > _ELSEWHERE
            and not any(other.apart(reading.quad) < _SAME_PLACE for other in known)
            for look in self.looks
            if during.start_ms <= look.at_ms <= during.end_ms
            for reading in look.cards
        )

    def _is_turned(self, before: Rest, after: Rest) -> bool:
        """Whether two sides of one card lay at one place, one after the other."""
        if before.face is after.face or not 0 < after.first_ms - before.last_ms <= _LATER_MS:
            return False
        if before.apart(after.quad) > _SAME_PLACE:
            return False
        return not (self._went_elsewhere(before) or self._came_from_elsewhere(after))

    def _covers(self, after: Rest, before: Rest) -> bool:
        """Whether a card came to lie on another that nobody had taken away before."""
        if not 0 < after.first_ms - before.last_ms <= _LATER_MS or share_of_smaller(after.quad, before.quad) < _ON_IT:
            return False
        if _uncovers(before, after) and not self._came_from_elsewhere(after):
            return False
        between = (look for look in self.looks if before.last_ms < look.at_ms < after.first_ms)
        bared = sum(any(_bares(reading, before, after) for reading in look.cards) for look in between)
        return bared < _FIRST


def _is_like(rest: Rest, reading: CardReading) -> bool:
    return rest.face is reading.face and rest.card == reading.card and rest.apart(reading.quad) < _SAME_PLACE / 2


def _bares(reading: CardReading, before: Rest, after: Rest) -> bool:
    """Whether a whole card shows where another one lay, and not yet the card that came there."""
    there = share_of_smaller(reading.quad, before.quad) > _ELSEWHERE
    other = not before.takes(reading) and after.apart(reading.quad) > _SAME_PLACE
    return there and other and before.is_as_large(reading)


def _slides(before: Rest, after: Rest) -> bool:
    """Whether a card was only pushed a little."""
    follows = before.first_ms < after.first_ms and abs(after.first_ms - before.last_ms) <= _SOON_MS
    same = before.face is after.face and before.card == after.card and before.card is not None
    return follows and same and before.apart(after.quad) < _SAME_PLACE


def _uncovers(before: Rest, after: Rest) -> bool:
    """Whether a card that went may have lain on this one."""
    soon = before.first_ms < after.first_ms and abs(after.first_ms - before.last_ms) <= _SOON_MS
    return soon and share_of_smaller(before.quad, after.quad) >= _ON_IT
