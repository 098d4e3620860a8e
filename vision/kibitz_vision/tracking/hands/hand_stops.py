"""Hand stops: when each player's hand came to rest at the discard pile, also where its card is covered by then.

An arm is seen all along, whatever lies on the pile. While it moves, the strip of picture along its way changes from
frame to frame, also where no other arm comes; where that ends, the hand has arrived. The less changed with the last
frame that still shows a change, the sooner after the frame before that was.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import Interval
from kibitz_vision.detections import Image
from kibitz_vision.table.patches import alike
from kibitz_vision.tracking.frames.frame_history import HistoryFrame
from kibitz_vision.tracking.frames.frame_pace import MISSING
from kibitz_vision.tracking.hands.approaches import MIDDLE, NARROW, TIP, Approaches, Strip

_STILL, _MOVING = 0.04, 0.15
"""Shares of a way that change while nothing moves there, and at least while an arm does."""
_LEAST_WAY_MS = 65.0
"""A hand is under way at least so long: the least of 1,200 filmed ones is 74."""
_REACHES, _LIES, _LEFT = 0.4, 0.12, -0.35
"""Shares of a hand's tips that is on the pile at least, of what of its arm lies apart, and of what it leaves again."""
_FILLED = 0.65
"""Share of its way that a hand on the pile fills: with less it may be short of it, or of the table's colour."""
_AT_ONCE, _SLOWLY_MS = 0.24, 36.0
"""With so small a share of the change before, a hand stops as the frame between is taken; so much later with all."""
_MOST = 0.5
"""A hand that moved by such a share of the change before while a frame is missing may have moved until the next one."""
_LEAST_MS, _MISJUDGED_MS = 16.7, 5.0
"""Together some three times the standard deviation of what is told of contacts (6 ms)."""
_WHOLE_ARM = 0.7
"""A stop is less sure than this where no arm fills the way on to its player."""
EXACT_MS = 45.0
"""So exactly it is known as a rule when a hand came to rest."""
_SAME_MS, _SAME_REACH_MS = 60.0, 700.0
"""So near each other two stops may be one, and a hand's stops on its way to the pile and there."""
_DELAYED_MS, _AGREED_MS = 40.0, 10.0
"""A stop told so much later than by two ways of the same arm that agree so closely is that of something else there."""


@dataclass(frozen=True, slots=True)
class HandStop:
    """A player's hand came to rest at the pile, and what share of the way (0 to 1) its arm fills."""

    player: PlayerId
    at: Interval
    sure: float

    @property
    def is_whole(self) -> bool:
        """Whether an arm leads on from the hand to its player: else it may be part of another's."""
        return self.sure >= _WHOLE_ARM

    def since(self, early_ms: float) -> HandStop:
        """The same, no earlier than a time."""
        return replace(self, at=Interval(max(self.at.start_ms, early_ms), self.at.end_ms))


@dataclass(frozen=True, slots=True, eq=False)
class _Motion:
    """What the part of a way that lies `apart` (along, across) showed before a motion, as it ended and when empty."""

    before: Strip
    rests: Strip
    empty: Strip
    inside: NDArray[np.bool_]
    apart: NDArray[np.bool_]

    def came(self) -> tuple[float, float] | None:
        """If a hand has come to the pile by it, and an arm with it: what share of its way it fills, and how surely.

        What came to lie over something that was there before counts as filled.
        """
        is_there, was_there = ~alike(self.rests, self.empty), ~alike(self.before, self.empty)
        is_new = ~alike(self.rests, self.before)
        there, new, then = (_share(one[self.apart]) for one in (is_there, is_new, was_there))
        reaches = min(_share(one[TIP][:, NARROW]) for one in (is_there, is_new)) >= _REACHES
        if not reaches or min(there, new) < _LIES or there - then < _LEFT:
            return None
        # Out of the picture nothing is known.
        tip, middle, far = (
            _share((is_there | is_new)[part][:, NARROW][self.inside[part][:, NARROW]])
            for part in (TIP, MIDDLE, ~(TIP | MIDDLE))
        )
        filled = min(tip, middle)
        sure = filled * (0.5 + 0.5 * far)
        return (filled, sure) if sure >= _LIES else None


def stops_of(approaches: Approaches, moments: Sequence[HistoryFrame], background: Image) -> tuple[HandStop, ...]:
    """When hands came to rest, from frames in order of time; `background` is the table without hands."""
    empty, *strips = approaches.strips([background, *(moment.quarter for moment in moments)])
    whole, beyond = approaches.changed(strips)

    def stops(seat: int, shares: NDArray[np.float64]) -> Iterator[tuple[HandStop, bool]]:
        for way in ((seat, hand) for hand in range(shares.shape[2])):
            areas = approaches.inside[way], approaches.apart[way]
            for (before, rests), at in _ends(moments, shares[:, *way]):
                motion = _Motion(strips[before][way], strips[rests][way], empty[way], *areas)
                if (came := motion.came()) is not None:
                    filled, sure = came
                    yield HandStop(approaches.players[seat], at, sure), filled >= _FILLED

    found = list[HandStop]()
    for seat in range(len(approaches.players)):
        found += _of_one_player(list(stops(seat, whole)), list(stops(seat, beyond)))
    return tuple(sorted(found, key=lambda stop: stop.at.end_ms))


def _ends(moments: Sequence[HistoryFrame], changed: NDArray[np.float64]) -> Iterator[tuple[tuple[int, int], Interval]]:
    """The moments before each motion on a way and after it, and when it ended."""
    for k in range(2, len(moments) - 1):
        most = max(changed[k - 1], changed[k])
        if changed[k + 1] < _STILL <= changed[k]:
            # What changed until the first moment nobody knows.
            calm = max((j for j in range(1, k) if changed[j] < _STILL), default=0)
            at = _interval(moments[k - 1], moments[k], changed[k] / most)
            is_long = calm == 0 or (at.start_ms + at.end_ms) / 2 - moments[calm].at_ms >= _LEAST_WAY_MS
            if is_long and changed[calm + 1 : k + 1].max() >= _MOVING:
                yield (calm, k + 1), at


def _of_one_player(stops: Sequence[tuple[HandStop, bool]], of_arm: Sequence[tuple[HandStop, bool]]) -> list[HandStop]:
    """Each stop of a player's arm once, by the way on which it is surest; with each whether its hand fills that.

    One that does not may have been short of the pile: one soon after that does may be from as early. Where others move
    on beside its hand, an arm is seen to stop by what lies beyond them (`of_arm`).
    """
    plain = _apart(stop for stop, is_plain in stops if is_plain)
    doubtful = _apart(stop for stop, is_plain in stops if not is_plain)
    told = []
    for stop in plain:
        early = [one.at.start_ms for one in doubtful if _SAME_MS < stop.at.end_ms - one.at.end_ms < _SAME_REACH_MS]
        told.append(replace(stop, at=Interval(min([stop.at.start_ms, *early]), stop.at.end_ms)))
    told += _alone(doubtful, plain)
    return [*told, *_alone(_apart(stop for stop, is_plain in of_arm if is_plain), told)]


def _alone(stops: Iterable[HandStop], others: Sequence[HandStop]) -> list[HandStop]:
    """Those too far in time from all others to be of one reach with them."""
    return [one for one in stops if not any(abs(one.at.end_ms - stop.at.end_ms) < _SAME_REACH_MS for stop in others)]


def _apart(stops: Iterable[HandStop]) -> list[HandStop]:
    """The surest of stops that may be one, unless all others agree that what it shows moved on after the arm."""
    ranked, kept = sorted(stops, key=lambda one: -one.sure), list[HandStop]()
    for stop in ranked:
        if not any(abs(stop.at.end_ms - one.at.end_ms) < _SAME_MS for one in kept):
            kept.append(stop)
    return [_agreed(stop, ranked) if len(kept) == 1 else stop for stop in kept]


def _agreed(stop: HandStop, ranked: Iterable[HandStop]) -> HandStop:
    others = [one for one in ranked if one is not stop]
    is_late = all(stop.at.end_ms - one.at.end_ms > _DELAYED_MS for one in others)
    is_agreed = len(others) > 1 and all(abs(one.at.end_ms - others[0].at.end_ms) < _AGREED_MS for one in others)
    return replace(stop, at=others[0].at) if is_late and is_agreed else stop


def _interval(before: HistoryFrame, last: HistoryFrame, share: float) -> Interval:
    """When a hand stopped, of which the last frame with a change shows such a share of the change before.

    Where a frame is missing before that, it may have stopped later, but hardly earlier than where none is.
    """
    between_ms, usual_ms = last.at_ms - last.before_ms, before.at_ms - before.before_ms
    at_ms = last.before_ms + float(np.clip((share - _AT_ONCE) * _SLOWLY_MS, -_LEAST_MS / 2, between_ms))
    is_missed = between_ms > MISSING * usual_ms
    early_ms, late_ms = (max(ms / 2, _LEAST_MS) for ms in (usual_ms if is_missed else between_ms, between_ms))
    until_ms = last.at_ms if is_missed and share > _MOST else at_ms + late_ms
    return Interval(at_ms - early_ms - _MISJUDGED_MS, until_ms + _MISJUDGED_MS)


def _share(points: NDArray[np.bool_]) -> float:
    """Share of some spots for which it is true, 1 where there are none."""
    return float(np.count_nonzero(points) / points.size) if points.size else 1.0
