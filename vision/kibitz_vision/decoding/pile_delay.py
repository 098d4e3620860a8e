"""Pile delay: cards on the discard pile, told once it is known which hands came to rest there with them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from kibitz_scoring.table import Face, Heap
from kibitz_vision.decoding.attribution.contact_attribution import is_moved, only_bringer, rested
from kibitz_vision.decoding.cards.faces import same_rank
from kibitz_vision.tracking.changes import Change, Kind
from kibitz_vision.tracking.hands.hand_stops import HandStop
from kibitz_vision.tracking.slots.card_observation import CardObservation

_AT_REST_MS = 120.0
"""So long after a contact the hand that made it has been seen to rest; chosen on development films."""
_ONCE_MORE_MS = 700.0
"""So long after a card the hands of a race with it have come to rest, too; chosen on development films."""
_READ_MS = 500.0
"""So long after a card that its hand still moved it is read at rest; chosen on development films."""


class DecodedPile(Protocol):
    """What is known of the discard pile by those that make events of what shows there."""

    @property
    def known(self) -> set[Face]:
        """The cards of the pile, and those that wait to be told."""

    def face(self, observation: CardObservation | None) -> Face:
        """What a card seen shows."""

    def note_stops(self, stops: tuple[HandStop, ...]) -> None:
        """Hands came to rest on the pile about when the last card came, and since."""


@dataclass(slots=True, eq=False)
class PileDelay:
    """Cards that came to the discard pile in the last frames; `decoded` is what lies there.

    `look_ms`: when to look once more which hands came to rest there, as some may have after the last card.
    """

    decoded: DecodedPile
    waiting: list[Change] = field(default_factory=list)
    look_ms: float | None = None

    def take(self, changes: Sequence[Change], now_ms: float, stops: Callable[[], tuple[HandStop, ...]]) -> list[Change]:
        """The changes that can be told now; `stops` are the hands that came to rest on the pile until now."""
        self.waiting += [_glimpsed(change) for change in changes if _is_piled(change)]
        told, at_pile = list[Change](), tuple[HandStop, ...]()
        while due := next((change for change in self.waiting if now_ms - change.at.end_ms >= _AT_REST_MS), None):
            at_pile = at_pile or stops()
            ended = replace(due, stops=at_pile)
            is_moved = self._is_moved(ended, self._of(Kind.CAME))
            if not is_moved and now_ms - due.at.end_ms < _READ_MS and self._may_be_moved(ended):
                break
            self.waiting.remove(due)
            if is_moved:
                self._hand_on(due)
            else:
                told.append(rested(replace(due, stops=_until_seen(at_pile, due))))
                self.look_ms = due.at.end_ms + _ONCE_MORE_MS
        if self.look_ms is not None and now_ms >= self.look_ms:
            self.decoded.note_stops(at_pile or stops())
            self.look_ms = None
        # That a card has landed is told at once, too.
        return [*(change for change in changes if change.kind is Kind.LANDED or not _is_piled(change)), *told]

    def _of(self, *kinds: Kind) -> list[Change]:
        return [one for one in self.waiting if one.kind in kinds]

    def _is_moved(self, change: Change, later: Iterable[Change]) -> bool:
        """Whether a card is what one seemed to be that is read `later`."""
        is_card = change.kind is Kind.CAME
        return is_card and any(is_moved(change, one, self.decoded.face, self.decoded.known) for one in later)

    def _may_be_moved(self, change: Change) -> bool:
        """Whether one of another rank has landed since that it may be, and it is not known yet what lies there."""
        if len(self._of(Kind.CAME, Kind.SAME)) > 1:
            return False
        landed = (one for one in self._of(Kind.GLIMPSED) if one.lying is not None and one.lying.is_sure)
        face = self.decoded.face
        return self._is_moved(change, (one for one in landed if not same_rank(face(change.lying), face(one.lying))))

    def _hand_on(self, moved: Change) -> None:
        """The next card came on what lay there before one that was only moved."""
        number = next(number for number, one in enumerate(self.waiting) if one.kind is Kind.CAME)
        self.waiting[number] = replace(self.waiting[number], before=moved.before)


def _is_piled(change: Change) -> bool:
    return change.kind in (Kind.LANDED, Kind.SAME, Kind.CAME) and change.place is Heap.DISCARD


def _glimpsed(change: Change) -> Change:
    return replace(change, kind=Kind.GLIMPSED) if change.kind is Kind.LANDED else change


def _until_seen(stops: tuple[HandStop, ...], change: Change) -> tuple[HandStop, ...]:
    """The hands that may have brought a card or have been there before: no other one that comes later did."""
    alone = only_bringer(change)
    return tuple(stop for stop in stops if stop.at.start_ms < change.seen_ms or stop.player == alone)
