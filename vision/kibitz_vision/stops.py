"""Stops: when each player's hand came to rest at the discard pile, also where the card it brought is covered by then.

An arm is seen all along, whatever lies on the pile. While it moves, the strip of picture that it fills changes from
frame to frame; where that ends, the hand has arrived. The less changed with the last frame that still shows a change,
the sooner after the frame before that was. Other arms may touch the strip, too: what changes there far more than on
their own ways is the player's motion, what changes far less is theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from kibitz_scoring.table import Interval, PlayerId
from kibitz_vision.approaches import NARROW, TIP, Approaches, Strip
from kibitz_vision.detections import Image
from kibitz_vision.past import Moment
from kibitz_vision.patches import alike

_SURER = 1.25
_FILLED, _GROWN = 0.65, 0.33
"""Share of a strip that an arm fills, and by how much more it is filled at least where none else moved there."""
_STILL = 0.04
_MOVING = 0.15
_FAR_MORE, _FAR_LESS = 2.0, 1 / 3
"""So many times the change of another way."""
_AT_ONCE, _SLOWLY_MS = 0.17, 50.0
"""With so small a share of the change before, a hand stops as the frame between is taken; so much later with all."""
_LEAST_MS = 16.7
_MISJUDGED_MS = 7.0
"""With half a frame some three times the standard deviation of what is told of contacts (8 ms)."""
_SAME_MS, _SAME_RUN_MS = 60.0, 100.0
_LEAST_WAY_MS = 55.0
"""A hand is under way to the pile at least so long: the least of 800 filmed ones."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A player's hand came to rest at the pile, and how sure (0 to 1) it is that player's.

    `since_ms`: it cannot have come to rest before that. `is_own`: it was seen to move as no arm around it did.
    """

    player: PlayerId
    at: Interval
    sure: float
    since_ms: float = float("inf")
    is_own: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class _Way:
    """The near part of one way in each moment (along, across, 3), and `empty` as in the background.

    `changed`, `around`, `others` (moments,): share that changed since the moment before of what is watched of this way,
    of that among those whose arms may touch it which changed most, and of that among all other players'. `far_share`
    tells how far the farther part is filled in a moment.
    """

    player: PlayerId
    moments: Sequence[Moment]
    strips: Sequence[Strip]
    empty: Strip
    changed: NDArray[np.float64]
    around: NDArray[np.float64]
    others: NDArray[np.float64]
    far_share: Callable[[int], float]

    def seen(self) -> Iterator[Stop]:
        """The stops after which nothing changes any more."""
        changed = self.changed
        for k in range(2, len(self.moments) - 1):
            before = max(changed[k - 1], changed[k])
            if changed[k + 1] < _STILL <= changed[k] and before >= _MOVING:
                calm = max((j for j in range(k) if changed[j] < _STILL), default=k)
                own_ms = self._own_ms(calm, k)
                yield from self._stop((calm, k + 1), own_ms, _interval(self.moments[k], changed[k] / before))

    def veiled(self) -> Iterator[Stop]:
        """The stops that are not seen, as others touch the way at once: after its own motion, before only theirs."""
        for calm in np.flatnonzero((self.changed[:-1] < _STILL) & (self.changed[1:] >= _STILL)):
            rests = self._only_others(int(calm))
            own_ms = None if rests is None else self._own_ms(int(calm), rests)
            if rests is not None and own_ms is not None:
                at = Interval(own_ms, self.moments[rests].at_ms)
                yield from self._stop((int(calm), rests), own_ms, at)

    def _only_others(self, calm: int) -> int | None:
        """The first moment of a motion that begins then in which no more changes than others explain."""
        most = 0.0
        for k in range(calm + 1, len(self.moments)):
            if self.changed[k] < _STILL:
                return None
            most = max(most, self.changed[k])
            if self.changed[k] < _FAR_LESS * min(most, self.others[k]):
                return k
        return None

    def _own_ms(self, calm: int, last: int) -> float | None:
        """Until when the arm was surely under way that moves between two moments, if it did as none around it.

        It moves for most of the time between two frames, but for the last ones.
        """
        is_own = (self.changed >= _MOVING) & (self.changed > _FAR_MORE * self.around)
        own = max((k for k in range(calm + 1, last + 1) if is_own[k]), default=None)
        if own is None:
            return None
        moment = self.moments[own]
        return moment.before_ms - _MISJUDGED_MS if own == last else (moment.before_ms + moment.at_ms) / 2

    def _stop(self, when: tuple[int, int], own_ms: float | None, at: Interval) -> Iterator[Stop]:
        """A stop, if an arm lies there in the second moment that did not in the first, when all was calm."""
        calm, rests = when
        sure, grown = _filled(self.strips[rests], self.strips[calm], self.empty)
        is_own = own_ms is not None
        if sure >= _FILLED or (is_own and grown >= _GROWN):
            began_ms = self.moments[calm].at_ms + _LEAST_WAY_MS
            since_ms = began_ms if own_ms is None else max(began_ms, own_ms)
            yield Stop(self.player, at, sure * (0.5 + 0.5 * self.far_share(rests)), since_ms, is_own)


def stops_of(approaches: Approaches, moments: Sequence[Moment], background: Image) -> tuple[Stop, ...]:
    """When hands came to rest, from frames in order of time; `background` is the table without hands."""
    found = [stop for ways in _filmed(approaches, moments, background) for stop in _of_one_player(ways)]
    seats = {player: seat for seat, player in enumerate(approaches.players)}

    def are_beside(one: Stop, other: Stop) -> bool:
        return bool(approaches.beside[seats[one.player], seats[other.player]]) and _near(one, other)

    kept = [stop for stop in found if not any(are_beside(stop, one) and _is_of(stop, one) for one in found)]
    told = (_blurred(stop) if any(are_beside(stop, one) for one in kept) else stop for stop in kept)
    return tuple(sorted(told, key=lambda stop: stop.at.end_ms))


def _filmed(approaches: Approaches, moments: Sequence[Moment], background: Image) -> Iterator[list[_Way]]:
    """All ways of each player in these moments."""
    empty, *strips = approaches.strips([background, *(moment.quarter for moment in moments)])
    height, width = background.shape[:2]
    changed = approaches.changed(strips, (width, height))
    most = changed.max(axis=2)

    def far_share(way: tuple[int, int], k: int) -> float:
        return approaches.far_share(way, moments[k].quarter, background)

    for number, player in enumerate(approaches.players):
        around = most[:, approaches.around[number]].max(axis=1, initial=0.0)
        others = np.delete(most, number, axis=1).max(axis=1, initial=0.0)
        ways = [(number, hand) for hand in range(changed.shape[2])]
        yield [
            _Way(
                player,
                moments,
                [strip[way] for strip in strips],
                empty[way],
                changed[:, *way],
                around,
                others,
                partial(far_share, way),
            )
            for way in ways
        ]


def _of_one_player(ways: Sequence[_Way]) -> list[Stop]:
    """Each stop of a player's arm once, by the way on which it is surest; a veiled one where none is seen."""
    kept: list[Stop] = []
    for stop in _surest(stop for way in ways for stop in way.seen()):
        if not any(_near(one, stop) for one in kept):
            kept.append(stop)
    seen = tuple(kept)
    for stop in _surest(stop for way in ways for stop in way.veiled()):
        is_seen = any(abs(one.at.end_ms - stop.at.end_ms) < _SAME_RUN_MS for one in seen)
        if not is_seen and not any(_near(one, stop) for one in kept):
            kept.append(stop)
    return kept


def _surest(stops: Iterable[Stop]) -> list[Stop]:
    return sorted(stops, key=lambda stop: -stop.sure)


def _is_of(stop: Stop, other: Stop) -> bool:
    """Whether a stop is seen only since the arm of another player beside lies partly on this one's way."""
    return not stop.is_own and other.sure > _SURER * stop.sure


def _blurred(stop: Stop) -> Stop:
    """A stop with that of an arm beside: what moved last there may have been the other, so it may be from before.

    Or from a little later, where the other arm lies over it by then.
    """
    return replace(stop, at=Interval(min(stop.since_ms, stop.at.start_ms), stop.at.end_ms + _MISJUDGED_MS))


def _filled(rests: Strip, before: Strip, empty: Strip) -> tuple[float, float]:
    """How far (0 to 1) an arm fills a strip, and by how much more of it than before differs from the empty one.

    What came to lie over something that was there before counts as filled.
    """
    there, then = (~alike(strip, empty)[:, NARROW] for strip in (rests, before))
    new = ~alike(rests, before)[:, NARROW]
    filled, grown = [], []
    for part in (TIP, ~TIP):
        grown.append(there[part].mean() - then[part].mean())
        filled.append(max(there[part].mean(), new[part].mean() * (grown[-1] >= -_STILL)))
    return float(min(filled)), float(min(grown))


def _interval(last: Moment, share: float) -> Interval:
    """When a hand stopped, of which the last frame with a change shows such a share of the change before."""
    between_ms = last.at_ms - last.before_ms
    at_ms = last.before_ms + float(np.clip((share - _AT_ONCE) * _SLOWLY_MS, -_LEAST_MS / 2, between_ms))
    half_ms = max(between_ms / 2, _LEAST_MS)
    return Interval(at_ms - half_ms - _MISJUDGED_MS, at_ms + half_ms)


def _near(one: Stop, other: Stop) -> bool:
    return abs(one.at.end_ms - other.at.end_ms) < _SAME_MS
