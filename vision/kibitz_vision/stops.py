"""Stops: when each player's hand came to rest at the discard pile, also where the card it brought is covered by then.

An arm is seen all along, whatever lies on the pile. While it moves, the strip of picture that it fills changes from
frame to frame; where that ends, the hand has arrived. The less changed with the last frame that still shows a change,
the sooner after the frame before that was. Other arms may touch the strip, too: what changes there far more than on
their own ways is the player's motion, what changes far less is theirs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from kibitz_scoring.table import Interval, PlayerId
from kibitz_vision.approaches import NARROW, TIP, Approaches, Strip
from kibitz_vision.detections import Image
from kibitz_vision.past import Moment
from kibitz_vision.patches import alike

_SURER = 1.25
"""So many times as sure is the stop of an arm that only lies partly on a neighbour's way."""
_FILLED, _GROWN = 0.65, 0.33
"""Share of a way that an arm fills, and how much more than before must be filled where it moved as none around it."""
_STILL, _MOVING = 0.04, 0.15
"""Shares of a way that change while nothing moves there, and at least while an arm does."""
_FAR_MORE, _FAR_LESS = 2.0, 1 / 3
"""How many times as much changes as elsewhere, or as before, where that is far more or far less."""
_AT_ONCE, _SLOWLY_MS = 0.17, 50.0
"""With so small a share of the change before, a hand stops as the frame between is taken; so much later with all."""
_LEAST_MS = 16.7
_MISJUDGED_MS = 7.0
"""With half a frame some three times the standard deviation of what is told of contacts (8 ms)."""
_SAME_MS, _SAME_REACH_MS = 60.0, 700.0
"""So near each other two stops may be one, and a hand's stops on its way to the pile and there."""
_LEAST_WAY_MS = 55.0
"""A hand is under way to the pile at least so long: the least of 800 filmed ones."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A player's hand came to rest at the pile, and how sure (0 to 1) it is that player's.

    `since_ms`: it cannot have come to rest before that. `is_own`: its arm came as none around it moved. `is_plain`: the
    arm fills its way, and nothing changed there afterwards.
    """

    player: PlayerId
    at: Interval
    sure: float
    since_ms: float = float("-inf")
    is_own: bool = False
    is_plain: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class _Film:
    """Frames in order of time, the table without hands, and the ways of hands there.

    `strips`: the near parts of all ways in each moment (players, hands, along, across, 3), `empty` those of the table
    without hands; `changed` (moments, players, hands): share of them that changed since the moment before.
    """

    approaches: Approaches
    moments: Sequence[Moment]
    background: Image
    strips: Sequence[Strip]
    empty: Strip
    changed: NDArray[np.float64]

    @classmethod
    def of(cls, approaches: Approaches, moments: Sequence[Moment], background: Image) -> _Film:
        """The same, worked out from the pictures."""
        empty, *strips = approaches.strips([background, *(moment.quarter for moment in moments)])
        height, width = background.shape[:2]
        return cls(approaches, moments, background, strips, empty, approaches.changed(strips, (width, height)))

    def ways(self, number: int) -> list[_Way]:
        """The ways of a player's hands."""
        most = self.changed.max(axis=2)
        around = most[:, self.approaches.around[number]].max(axis=1, initial=0.0)
        elsewhere = np.delete(most, number, axis=1).max(axis=1, initial=0.0)
        hands = range(self.changed.shape[2])
        return [_Way(self, (number, hand), self.changed[:, number, hand], around, elsewhere) for hand in hands]


@dataclass(frozen=True, slots=True, eq=False)
class _Way:
    """The way (player, hand) of one hand on a film.

    `changed` (moments,): share of it that changed since the moment before; `changed_around` and `changed_elsewhere`:
    the most that did on a way from which an arm may touch it, and on any other player's.
    """

    film: _Film
    way: tuple[int, int]
    changed: NDArray[np.float64]
    changed_around: NDArray[np.float64]
    changed_elsewhere: NDArray[np.float64]

    def seen(self) -> Iterator[Stop]:
        """The stops after which nothing changes any more."""
        changed, moments = self.changed, self.film.moments
        for k in range(2, len(moments) - 1):
            before = max(changed[k - 1], changed[k])
            if changed[k + 1] < _STILL <= changed[k] and before >= _MOVING:
                # What changed until the first moment nobody knows.
                calm = max((j for j in range(1, k) if changed[j] < _STILL), default=0)
                at = _interval(moments[k], changed[k] / before)
                if (stop := self._stop((calm, k + 1), self._own_ms(calm, k), at)) is not None:
                    yield stop

    def veiled(self) -> Iterator[Stop]:
        """The stops after which others still change the way: from its own last motion until there is only theirs."""
        starts = np.flatnonzero((self.changed[1:-1] < _STILL) & (self.changed[2:] >= _STILL)) + 1
        for calm in map(int, starts):
            if (rests := self._only_others(calm)) is None or (own_ms := self._own_ms(calm, rests)) is None:
                continue
            at = Interval(own_ms, self.film.moments[rests].at_ms)
            stop = self._stop((calm, rests), own_ms, at)
            if stop is not None and stop.is_own:
                yield replace(stop, is_plain=False)

    def _only_others(self, calm: int) -> int | None:
        """The first moment of a motion that begins then in which no more changes than others explain."""
        most = 0.0
        for k in range(calm + 1, len(self.changed)):
            if self.changed[k] < _STILL:
                return None
            most = max(most, self.changed[k])
            if self.changed[k] < _FAR_LESS * min(most, self.changed_elsewhere[k]):
                return k
        return None

    def _own_ms(self, calm: int, last: int) -> float | None:
        """The earliest time in ms at which the arm may have stopped, None where no motion was surely its own.

        It moves for most of the time between two frames, but for the last ones.
        """
        is_own = (self.changed >= _MOVING) & (self.changed > _FAR_MORE * self.changed_around)
        own = max((k for k in range(calm + 1, last + 1) if is_own[k]), default=None)
        if own is None:
            return None
        moment = self.film.moments[own]
        return moment.before_ms - _MISJUDGED_MS if own == last else (moment.before_ms + moment.at_ms) / 2

    def _stop(self, when: tuple[int, int], own_ms: float | None, at: Interval) -> Stop | None:
        """A stop between two moments, if an arm fills the way then, or far more of it than before by its own motion."""
        calm, rests = when
        strips, moments = self.film.strips, self.film.moments
        filled, grown = _filled(strips[rests][self.way], strips[calm][self.way], self.film.empty[self.way])
        own_ms = own_ms if grown >= _GROWN else None
        if filled < _FILLED and own_ms is None:
            return None
        began_ms = moments[calm].at_ms + (_LEAST_WAY_MS if calm else 0.0)
        far = self.film.approaches.far_share(self.way, moments[rests].quarter, self.film.background)
        return Stop(
            self.film.approaches.players[self.way[0]],
            at,
            filled * (0.5 + 0.5 * far),
            began_ms if own_ms is None else max(began_ms, own_ms),
            is_own=own_ms is not None,
            is_plain=filled >= _FILLED,
        )


def stops_of(approaches: Approaches, moments: Sequence[Moment], background: Image) -> tuple[Stop, ...]:
    """When hands came to rest, from frames in order of time; `background` is the table without hands."""
    film = _Film.of(approaches, moments, background)
    found = [stop for number in range(len(approaches.players)) for stop in _of_one_player(film.ways(number))]
    seats = {player: seat for seat, player in enumerate(approaches.players)}

    def are_beside(one: Stop, other: Stop) -> bool:
        return bool(approaches.beside[seats[one.player], seats[other.player]]) and _near(one, other)

    kept = [stop for stop in found if not any(are_beside(stop, one) and _is_of(stop, one) for one in found)]
    told = (_blurred(stop) if any(are_beside(stop, one) for one in kept) else stop for stop in kept)
    return tuple(sorted(told, key=lambda stop: stop.at.end_ms))


def _of_one_player(ways: Sequence[_Way]) -> list[Stop]:
    """Each stop of a player's arm once, by the way on which it is surest.

    One that is not plain may have been short of the pile: a plain one soon after may be from as early.
    """
    seen = [stop for way in ways for stop in way.seen()]
    veiled = [stop for way in ways for stop in way.veiled()]
    plain = _apart([stop for stop in seen if stop.is_plain])
    doubtful = _apart([stop for stop in (*seen, *veiled) if not stop.is_plain])
    told = []
    for stop in plain:
        early = [one.at.start_ms for one in doubtful if _SAME_MS < stop.at.end_ms - one.at.end_ms < _SAME_REACH_MS]
        told.append(replace(stop, at=Interval(min([stop.at.start_ms, *early]), stop.at.end_ms)))
    alone = (one for one in doubtful if not any(abs(stop.at.end_ms - one.at.end_ms) < _SAME_REACH_MS for stop in plain))
    return [*told, *alone]


def _apart(stops: Iterable[Stop]) -> list[Stop]:
    """The surest of stops that may be one."""
    kept: list[Stop] = []
    for stop in sorted(stops, key=lambda one: -one.sure):
        if not any(_near(one, stop) for one in kept):
            kept.append(stop)
    return kept


def _is_of(stop: Stop, other: Stop) -> bool:
    """Whether a stop is seen only since the arm of another player beside lies partly on this one's way."""
    return not stop.is_own and other.sure > _SURER * stop.sure


def _blurred(stop: Stop) -> Stop:
    """A stop with one of an arm beside about then: the last motion may have been the other's, so it may be from before.

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
