"""Take-backs: the top card goes back into its slot, and one shows on the pile that nobody saw come."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import Face, Interval, PileTopChanged, Place, TableEvent
from kibitz_vision.decoding.attribution.ambiguity import contested
from kibitz_vision.decoding.attribution.contact_attribution import RACE_MS
from kibitz_vision.decoding.discard_pile import Piling
from kibitz_vision.decoding.in_flight import InFlightCard, same_rank, seen_of, when_ms
from kibitz_vision.tracking.changes import Change

_PATIENCE_MS = 1800.0
"""So long a hand that takes a card back is waited for until it lays that into its slot."""


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """A card that shows on the pile, also as it seemed to come, and the one in the air that it may be, from beneath."""

    change: Change
    face: Face
    seen: Change
    lost: InFlightCard


@dataclass(slots=True, eq=False)
class TakeBacks(Piling):
    """What is in the air and on the pile; `shown`: a card of which it is not known yet whether it lay there before."""

    shown: Shown | None = None

    def _on_pile(self, seen: Change, *, waits: bool = True) -> Iterator[TableEvent]:
        yield from self._end_shown()
        yield from Piling._on_pile(self, seen, waits=waits)

    def _on_last(self, change: Change, face: Face, seen: Change) -> Iterator[TableEvent]:
        lost = None if face in self.known else self._lost_beneath(seen, face)
        if lost is None:
            yield from Piling._on_last(self, change, face, seen)
        else:
            self.shown = Shown(change, face, seen, lost)

    def _lost_beneath(self, change: Change, face: Face) -> InFlightCard | None:
        """The only card in the air, if the top one was laid just after its hand took it up, and its own hand is there.

        That hand has not come to rest there since, and what shows matches what lay beneath both.
        """
        hand, in_air = change.by.surely, [one for one in self.in_flight if one.is_sure]
        is_match = len(self.pile) > 1 and same_rank(face, self.pile[-2]) and self.may_match(change)
        if len(in_air) != 1 or not is_match or not hand or hand != self._top_hand():
            return None
        (lost,) = in_air
        owner = lost.change.by.players
        is_anothers = len(owner) == 1 and owner == lost.change.by.surely and not hand & owner
        has_gone = lost.place in self.empty and 0 < self.piled_ms - when_ms(lost) < RACE_MS
        came_since = any(stop.player in owner and stop.at.start_ms > self.piled_ms for stop in change.stops)
        return lost if is_anothers and has_gone and not came_since else None

    def _top_hand(self) -> set[PlayerId]:
        """Whose hand surely laid the top card."""
        if waiting := self._top_arrivals():
            return waiting[-1].change.by.surely
        last_ms = max(self._laid_ms.values(), default=0.0)
        return {player for player, ms in self._laid_ms.items() if ms == last_ms}

    def _end_shown(self) -> Iterator[TableEvent]:
        """A card that shows lies on top of all: its hand laid none back into its slot."""
        shown, self.shown = self.shown, None
        if shown is not None:
            yield from Piling._on_last(self, shown.change, shown.face, shown.seen)

    def _put_back(self, change: Change) -> Iterator[TableEvent]:
        """A card comes to lie in a slot: if the top one had come from there, by this hand, it is that, taken back."""
        shown = self.shown
        if shown is None or not change.by.is_one_with(shown.seen.by):
            return
        if waiting := self._top_arrivals():
            hidden = [one for one in waiting[-1].hidden if one.place == change.place]
            if not hidden:
                return
            waiting[-1].hidden = hidden
            yield from self._take_back(shown.seen)
        elif change.place not in self.empty:
            return
        yield from self._came_beneath(shown)

    def _came_beneath(self, shown: Shown) -> Iterator[TableEvent]:
        """The card that shows is the lost one: it came before the top one, which is taken off it."""
        self.shown = None
        at = Interval(when_ms(shown.lost), self.piled_ms)
        laid = self.doubted(replace(shown.seen, at=at, by=shown.lost.change.by, stops=()), shown.lost)
        if self.owners.is_anothers(shown.lost):
            laid = contested(laid)  # that its hand seemed to take it up is all that tells whose it was
        origin = yield from self._take_from(shown.lost)
        yield PileTopChanged(seen_of(laid), shown.face, origin)
        self.pile[-1:] = [shown.face]
        yield from self._uncovered(shown.seen, shown.face)

    def finish(self) -> Iterator[TableEvent]:
        """What waited for more to be seen, as far as it is known."""
        if self.shown is not None and not self._top_arrivals():
            yield from self._came_beneath(self.shown)  # no other card of that hand is known of
        yield from self._end_shown()
        yield from Piling.finish(self)

    def resolve(self, now_ms: float, is_hidden: Callable[[Place], bool]) -> Iterator[TableEvent]:
        """Events that had to wait until hidden places could be seen, or for as long as anybody would wait."""
        if self.shown is not None and now_ms - self.shown.seen.at.end_ms > _PATIENCE_MS:
            yield from self._end_shown()
        yield from Piling.resolve(self, now_ms, is_hidden)
