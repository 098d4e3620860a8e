"""Cards on the discard pile, told once it is known which hands came to rest there with them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from kibitz_scoring.table import Heap
from kibitz_vision.bringers import is_moved, only_bringer, rested
from kibitz_vision.changes import Change, Kind
from kibitz_vision.piling import Piling
from kibitz_vision.stops import Stop

_AT_REST_MS = 120.0
"""So long after a contact the hand that made it has been seen to rest."""
_READ_MS = 500.0
"""So long after a card its hand may still move it: what it seemed to be may be read otherwise by then."""


@dataclass(slots=True, eq=False)
class Piled:
    """Cards that came to the discard pile in the last frames; `piling` knows what lies there."""

    piling: Piling
    waiting: list[Change] = field(default_factory=list)

    def take(self, changes: Sequence[Change], now_ms: float, stops: Callable[[], tuple[Stop, ...]]) -> list[Change]:
        """The changes that can be told now; `stops` are the hands that came to rest on the pile until now."""
        self.waiting += [_glimpsed(change) for change in changes if _is_piled(change)]
        told, at_pile = list[Change](), tuple[Stop, ...]()
        while due := next((change for change in self.waiting if now_ms - change.at.end_ms >= _AT_REST_MS), None):
            at_pile = at_pile or stops()
            ended = replace(due, stops=at_pile)
            if self._is_moved(ended, Kind.CAME):
                self.waiting.remove(due)
                self._hand_on(due)
            elif now_ms - due.at.end_ms < _READ_MS and self._is_moved(ended, Kind.GLIMPSED):
                break  # it is known once one lies at rest
            else:
                self.waiting.remove(due)
                told.append(rested(replace(due, stops=_until_seen(at_pile, due))))
        # That a card has landed is told at once, too.
        return [*(change for change in changes if change.kind is Kind.LANDED or not _is_piled(change)), *told]

    def _is_moved(self, change: Change, kind: Kind) -> bool:
        """Whether a card is what one seemed to be that has been surely read since, at rest or as it landed (`kind`)."""
        later = (one for one in self.waiting if change.kind is Kind.CAME and one.kind is kind)
        came = [one for one in later if kind is Kind.CAME or (one.lying is not None and one.lying.is_sure)]
        return any(is_moved(change, one, self.piling.face, self.piling.known) for one in came)

    def _hand_on(self, moved: Change) -> None:
        """The next card came on what lay there before one that was only moved."""
        number = next(number for number, one in enumerate(self.waiting) if one.kind is Kind.CAME)
        self.waiting[number] = replace(self.waiting[number], before=moved.before)


def _is_piled(change: Change) -> bool:
    return change.kind in (Kind.LANDED, Kind.SAME, Kind.CAME) and change.place is Heap.DISCARD


def _glimpsed(change: Change) -> Change:
    return replace(change, kind=Kind.GLIMPSED) if change.kind is Kind.LANDED else change


def _until_seen(stops: tuple[Stop, ...], change: Change) -> tuple[Stop, ...]:
    """The hands that may have brought a card or have been there before: no other one that comes later did."""
    alone = only_bringer(change)
    return tuple(stop for stop in stops if stop.at.start_ms < change.seen_ms or stop.player == alone)
