"""Dealt cards: those taken off the draw pile and those seen to come, to tell when one came that nobody saw come.

Hands deal one card after the other: each is laid down before the same hands take the next but one, and mostly before
they take the next. So where all others that were taken are known to lie elsewhere, the one left was laid meanwhile.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

_LEAST_MS, _MOST_MS = 60.0, 600.0
"""How long a card that is dealt is in the air."""
_REMEMBERED = 12


@dataclass(slots=True, eq=False)
class Dealt:
    """When cards were taken, in order of time, and when the last one came to each place that was bare, in ms."""

    taken_ms: deque[float] = field(default_factory=lambda: deque(maxlen=_REMEMBERED))
    came_ms: dict[int, float] = field(default_factory=dict)

    def window(self, number: int, since_ms: float, until_ms: float) -> tuple[float, float] | None:
        """Between when the card came to a place that was hidden from one time to another; None where nobody can tell.

        That is where just one card was taken meanwhile that came to no other place.
        """
        in_air = list(self.taken_ms)
        for came_ms in sorted(ms for place, ms in self.came_ms.items() if place != number):
            carried = [ms for ms in in_air if _LEAST_MS < came_ms - ms < _MOST_MS]
            if carried:
                in_air.remove(carried[-1])
        left = [ms for ms in in_air if since_ms - _MOST_MS < ms < until_ms - _LEAST_MS]
        if len(left) != 1:
            return None
        after = [ms for ms in self.taken_ms if ms > left[0]]
        return max(left[0] + _LEAST_MS, since_ms), min([*after[:1], until_ms])
