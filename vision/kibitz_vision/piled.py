"""Cards on the discard pile, told once it is known which hands came to rest there with them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from kibitz_scoring.table import Face, Heap, PlayerId
from kibitz_vision.bringers import is_moved
from kibitz_vision.changes import Change, Kind
from kibitz_vision.sights import Sight
from kibitz_vision.stops import Stop

_AT_REST_MS = 120.0
"""So long after a contact the hand that made it has been seen to rest."""


@dataclass(slots=True, eq=False)
class Piled:
    """Cards that came to the discard pile in the last frames; `face`: what one shows."""

    face: Callable[[Sight | None], Face]
    waiting: list[Change] = field(default_factory=list)

    def take(self, changes: Sequence[Change], now_ms: float, stops: Callable[[], tuple[Stop, ...]]) -> list[Change]:
        """The changes that can be told now; `stops` are the hands that came to rest on the pile until now."""
        for change in changes:
            if _is_piled(change):
                self._add(_glimpsed(change))
        due = [change for change in self.waiting if now_ms - change.at.end_ms >= _AT_REST_MS]
        self.waiting = [change for change in self.waiting if now_ms - change.at.end_ms < _AT_REST_MS]
        told = [replace(change, stops=_until_seen(stops(), change)) for change in due]
        # That a card has landed is told at once, too.
        return [*(change for change in changes if change.kind is Kind.LANDED or not _is_piled(change)), *told]

    def _add(self, change: Change) -> None:
        """One more change, without what its card seemed to be while its hand still moved it."""
        came = [one for one in self.waiting if one.kind is change.kind is Kind.CAME]
        moved = [one for one in came if is_moved(one, change, self.face)]
        before = moved[0].before if moved else change.before
        self.waiting = [*(one for one in self.waiting if one not in moved), replace(change, before=before)]


def _is_piled(change: Change) -> bool:
    return change.kind in (Kind.LANDED, Kind.SAME, Kind.CAME) and change.place is Heap.DISCARD


def _glimpsed(change: Change) -> Change:
    return replace(change, kind=Kind.GLIMPSED) if change.kind is Kind.LANDED else change


def _until_seen(stops: tuple[Stop, ...], change: Change) -> tuple[Stop, ...]:
    """The hands that may have brought a card or have been there before: no other one that comes later did."""
    alone = {player for player, _ in change.by} if len(change.by) == 1 else set[PlayerId]()
    return tuple(stop for stop in stops if stop.at.start_ms < change.seen_ms or stop.player in alone)
