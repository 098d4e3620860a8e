"""Cards on the discard pile, told once it is known which hands came to rest there with them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from kibitz_scoring.table import Heap, PlayerId
from kibitz_vision.bringers import is_moved
from kibitz_vision.changes import Change, Kind
from kibitz_vision.piling import Piling
from kibitz_vision.stops import Stop

_AT_REST_MS = 120.0
"""So long after a contact the hand that made it has been seen to rest."""


@dataclass(slots=True, eq=False)
class Piled:
    """Cards that came to the discard pile in the last frames; `piling` knows what lies there."""

    piling: Piling
    waiting: list[Change] = field(default_factory=list)

    def take(self, changes: Sequence[Change], now_ms: float, stops: Callable[[], tuple[Stop, ...]]) -> list[Change]:
        """The changes that can be told now; `stops` are the hands that came to rest on the pile until now."""
        self.waiting += [_glimpsed(change) for change in changes if _is_piled(change)]
        told = []
        while due := next((change for change in self.waiting if now_ms - change.at.end_ms >= _AT_REST_MS), None):
            self.waiting.remove(due)
            all_stops = stops()
            if not self._is_moved(replace(due, stops=all_stops)):
                told.append(replace(due, stops=_until_seen(all_stops, due)))
        # That a card has landed is told at once, too.
        return [*(change for change in changes if change.kind is Kind.LANDED or not _is_piled(change)), *told]

    def _is_moved(self, change: Change) -> bool:
        """Whether a change is what a card seemed to be that has been read at rest since, which then came instead."""
        if change.kind is not Kind.CAME:
            return False
        later = [one for one in self.waiting if one.kind is Kind.CAME]
        if not any(is_moved(change, one, self.piling.face, self.piling.known) for one in later):
            return False
        self.waiting[self.waiting.index(later[0])] = replace(later[0], before=change.before)
        return True


def _is_piled(change: Change) -> bool:
    return change.kind in (Kind.LANDED, Kind.SAME, Kind.CAME) and change.place is Heap.DISCARD


def _glimpsed(change: Change) -> Change:
    return replace(change, kind=Kind.GLIMPSED) if change.kind is Kind.LANDED else change


def _until_seen(stops: tuple[Stop, ...], change: Change) -> tuple[Stop, ...]:
    """The hands that may have brought a card or have been there before: no other one that comes later did."""
    alone = {player for player, _ in change.by} if len(change.by) == 1 else set[PlayerId]()
    return tuple(stop for stop in stops if stop.at.start_ms < change.seen_ms or stop.player in alone)
