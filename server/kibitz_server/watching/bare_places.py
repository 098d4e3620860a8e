"""Bare places: where no card lies at the reveal, whatever the game says that was followed."""

from __future__ import annotations

from dataclasses import dataclass, field

from kibitz_scoring.table import Place
from kibitz_vision.watcher import TableState

_BARE_MS = 5000.0
"""So long a place must have been seen bare, with nothing before the camera: a card is turned over in less."""


@dataclass(slots=True, eq=False)
class BarePlaces:
    """Since when, in ms of capture time, each place has been seen bare."""

    _since_ms: dict[Place, float] = field(default_factory=dict)

    def look(self, lies: TableState, now_ms: float) -> None:
        """Take in what lies where now."""
        bare = [place for place, seen in lies.items() if seen.face is None and not seen.occluded]
        self._since_ms = {place: self._since_ms.get(place, now_ms) for place in bare}

    def at(self, now_ms: float) -> frozenset[Place]:
        """The places at which surely no card lies."""
        return frozenset(place for place, since_ms in self._since_ms.items() if now_ms - since_ms >= _BARE_MS)
