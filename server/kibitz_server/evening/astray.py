"""Where the table does not match the referee: a card that should lie there does not, or one lies where none should."""

from __future__ import annotations

from dataclasses import dataclass, field

from kibitz_scoring.cards import Card
from kibitz_scoring.game.changes.powers import may_look
from kibitz_scoring.game.round_state import PLAYED, Phase, RoundState, cards_of, top_face
from kibitz_scoring.table import Heap, Place
from kibitz_server.evening.game.sheet import SURE
from kibitz_server.evening.round.play import Play
from kibitz_vision.watcher import PlaceState, TableState

_TOLD_MS = 6000.0
"""So long a place must have been seen otherwise, with nothing before the camera: in nine filmed rounds of two and three
the referee follows what lies there within 2.2 s."""


@dataclass(frozen=True, slots=True)
class Astray:
    """A place that does not match: its card `is_missing`, or one lies there that should not.

    Of the discard pile it is the top card: `lies` is what lies there for all to see.
    """

    place: Place
    is_missing: bool
    lies: Card | None = None


@dataclass(slots=True, eq=False)
class AstrayCards:
    """Since when, in ms of capture time, each place has not matched."""

    _since_ms: dict[Astray, float] = field(default_factory=dict)
    _now_ms: float = 0.0

    def look(self, play: Play | None, lies: TableState, now_ms: float) -> None:
        """Take in what lies where now; what is still to be decided may explain whatever does not match."""
        is_settled = play is not None and not play.is_undecided
        found = _differences(play.state, lies) if play is not None and is_settled else ()
        self._since_ms = {astray: self._since_ms.get(astray, now_ms) for astray in found}
        self._now_ms = now_ms

    @property
    def now(self) -> tuple[Astray, ...]:
        """What has not matched for long, the first of it first."""
        since = sorted(self._since_ms.items(), key=lambda one: one[1])
        return tuple(astray for astray, since_ms in since if self._now_ms - since_ms >= _TOLD_MS)


def _differences(state: RoundState, lies: TableState) -> tuple[Astray, ...]:
    if state.phase not in (*PLAYED, Phase.AFTER_LAST_TURN):
        return ()
    wanted = {slot for seat in range(len(state.players)) for slot, _ in cards_of(state, seat)}
    # A card is held up to be looked at, laid beside the hand until it has its place, or still to be dealt.
    looks, is_busy = may_look(state), bool(state.held or state.due)
    found = []
    for place, seen in lies.items():
        if seen.occluded:
            continue
        if isinstance(place, Heap):
            if place is Heap.DISCARD and not is_busy and (top := _wrong_top(state, seen)) is not None:
                found.append(Astray(place, is_missing=False, lies=top))
        elif seen.face is None and place in wanted and not looks:
            found.append(Astray(place, is_missing=True))
        elif seen.face is not None and place not in wanted and not is_busy:
            found.append(Astray(place, is_missing=False))
    return tuple(found)


def _wrong_top(state: RoundState, seen: PlaceState) -> Card | None:
    """What surely lies on top of the discard pile, where the referee has another card there."""
    known, lies = top_face(state), seen.face
    is_sure = isinstance(lies, Card) and seen.confidence >= SURE
    return lies if is_sure and isinstance(lies, Card) and isinstance(known, Card) and known != lies else None
