"""Dealt cards: those taken off the draw pile and those seen to come, to tell when one came that nobody saw come.

Hands deal one card after the other: each is laid down before the same hands take the next but one, and mostly before
they take the next. So where all others that were taken are known to lie elsewhere, the one left was laid meanwhile.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

_LEAST_MS, _MOST_MS = 60.0, 600.0
"""How long a card that is dealt is in the air."""
_APART_MS = 200.0
"""Between two cards that it lays down a hand goes to the draw pile and back, which takes longer."""
_REMEMBERED = 12
_LEAST_CARRIED = 2
"""Of one card alone nobody can tell whether the hand that dealt it waited."""


@dataclass(slots=True, eq=False)
class Dealt:
    """When cards were taken, in order of time, and when the last one came to each place that was bare, in ms."""

    taken_ms: deque[float] = field(default_factory=lambda: deque(maxlen=_REMEMBERED))
    came_ms: dict[int, float] = field(default_factory=dict)

    def window(self, number: int, since_ms: float, until_ms: float) -> tuple[float, float] | None:
        """Between when the card came to a place that was hidden from one time to another; None where nobody can tell.

        It is one of those that were taken and came to no other place, and none of the others came together with it.
        """
        others = self._others(number)
        taken = self._since_taken(others, since_ms, until_ms)
        free = _between(others, *(taken or (since_ms, until_ms)))
        return taken if free is None else free

    def likely_ms(self, number: int, since_ms: float, until_ms: float) -> float | None:
        """When a card came that was taken after the one before had come, if it was in the air as long as the others."""
        others = self._others(number)
        carried, in_air = self._carried(others)
        before = max((ms for ms in others if ms < since_ms), default=None)
        taken = None if before is None else next((ms for ms in in_air if before < ms < until_ms - _LEAST_MS), None)
        return None if taken is None or len(carried) < _LEAST_CARRIED else taken + median(carried)

    def _others(self, number: int) -> list[float]:
        return sorted(ms for place, ms in self.came_ms.items() if place != number)

    def _since_taken(self, others: Sequence[float], since_ms: float, until_ms: float) -> tuple[float, float] | None:
        _, in_air = self._carried(others)
        left = [ms for ms in in_air if since_ms - _MOST_MS < ms < until_ms - _LEAST_MS]
        if not left:
            return None
        after = [ms for ms in self.taken_ms if ms > left[-1]]
        first_ms, last_ms = max(left[0] + _LEAST_MS, since_ms), min([*after[:1], until_ms])
        return (first_ms, last_ms) if first_ms < last_ms else None

    def _carried(self, others: Sequence[float]) -> tuple[list[float], list[float]]:
        """How long cards were in the air that came elsewhere, and when those were taken that came nowhere else."""
        carried, in_air = [], list(self.taken_ms)
        for came_ms in others:
            taken = [ms for ms in in_air if _LEAST_MS < came_ms - ms < _MOST_MS]
            if taken:
                in_air.remove(taken[-1])
                carried.append(came_ms - taken[-1])
        return carried, in_air


def _between(others: Sequence[float], since_ms: float, until_ms: float) -> tuple[float, float] | None:
    """The span from one time to another in which none of the others came, None where there is none or more than one."""
    near = [ms for ms in others if since_ms - _APART_MS < ms < until_ms + _APART_MS]
    spans = [
        (max(before_ms + _APART_MS, since_ms), min(after_ms - _APART_MS, until_ms))
        for before_ms, after_ms in pairwise([float("-inf"), *near, float("inf")])
    ]
    possible = [(first_ms, last_ms) for first_ms, last_ms in spans if first_ms < last_ms]
    return possible[0] if len(possible) == 1 else None
