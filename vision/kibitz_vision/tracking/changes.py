"""Changes: what the tracker finds out about one place, before anybody knows what it means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from kibitz_scoring.hand_posterior import HandPosterior
from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import Interval, Place
from kibitz_vision.tracking.frames.micro_motion import BRUSHED_MM, LAID_MM, shows_micro_motion
from kibitz_vision.tracking.hands.hand_stops import EXACT_MS, HandStop
from kibitz_vision.tracking.slots.card_observation import CardObservation

_LATER_MS = 120.0
"""A hand that stops so long after the card before it brought another, however early it may have been there."""


class Kind(StrEnum):
    """What happened to the card at a place."""

    GONE = "gone"
    """It left its rest: taken, tilted or turned."""
    EMPTIED = "emptied"
    """Nothing lies there any more."""
    BACK = "back"
    """It lies again as it did."""
    LANDED = "landed"
    """A card has come to rest there, though perhaps under a hand: it is not known yet what it is."""
    GLIMPSED = "glimpsed"
    """So it has on the discard pile, told once more when it is known which hands came to rest there with it."""
    SAME = "same"
    """The discard pile shows what it did: nothing that seemed to land there lies there."""
    CAME = "came"
    """A card lies there that did not lie so before: another, the same one elsewhere or turned over."""
    OVER = "over"
    """A hand is over it."""
    TOUCHED = "touched"
    """A hand is on the draw pile."""
    TAKEN = "taken"
    """A card seems to be taken off the draw pile."""
    CLEAR = "clear"
    """No hand is over the draw pile any more."""


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """A change at a place, when, on which frame, by whose hand; what lies there now and what lay there before.

    `left`: when the card before left its rest, None where that was not seen.
    `hidden`: of a card that came to a heap, how others may have gone unseen, each if it is that one; `reached`: the
    same of those that are seen in part, with a hand on them.
    `stops`: of a card on the pile, when hands came to rest there in the last second and a half; others than the only
    one at it, until the card was seen at `seen_ms`.
    `is_sure`: the table beneath was seen where the card was.
    `confidence`: that it is told right.
    `moved_mm`: how much otherwise the card lies than one did before, None where that is not known.
    """

    kind: Kind
    place: Place
    at: Interval
    frame: int
    by: HandPosterior
    lying: CardObservation | None = None
    before: CardObservation | None = None
    left: Interval | None = None
    hidden: tuple[Change, ...] = ()
    reached: tuple[Change, ...] = ()
    stops: tuple[HandStop, ...] = ()
    is_sure: bool = False
    confidence: float = 1.0
    moved_mm: float | None = None
    seen_ms: float = float("inf")

    def covered_by(self, top: Change) -> Change:
        """Another card on the pile that came at the same time, and lies on this one: it was read later."""
        top = replace(self, lying=top.lying, before=self.lying, frame=top.frame, confidence=top.confidence)
        return top.laid_on(self)

    def laid_on(self, beneath: Change) -> Change:
        """A card on the pile that covers another: hands that stop after that was read on top stop no sooner with it."""
        if beneath.lying is None or not beneath.lying.is_sure:
            return self

        def laid(stop: HandStop) -> HandStop:
            is_late = stop.at.end_ms > beneath.seen_ms
            return stop.since(min(beneath.seen_ms, stop.at.end_ms - EXACT_MS)) if is_late else stop

        return replace(self, stops=tuple(laid(one) for one in self.stops))

    def was_seen_after(self, stop: HandStop) -> bool:
        """Whether it was seen after a hand had come to rest."""
        return (stop.at.start_ms + stop.at.end_ms) / 2 < self.seen_ms

    def off_ms(self, stop: HandStop | None) -> float:
        """How far from it a hand came to rest; infinite where that was not seen."""
        return float("inf") if stop is None else abs(stop.at.end_ms - self.at.end_ms)

    def after(self, before_ms: float) -> Change:
        """A card on the pile without the hands that came to rest there no later than the card before it."""
        late = (one for one in self.stops if one.at.start_ms > before_ms or one.at.end_ms > before_ms + _LATER_MS)
        return replace(self, stops=tuple(one.since(before_ms) for one in late))

    def without(self, laid_ms: Mapping[PlayerId, float]) -> Change:
        """The same without those that have come to rest there with others until these times, and not again since."""
        stops = tuple(stop for stop in self.stops if stop.at.end_ms > laid_ms.get(stop.player, 0.0))
        return replace(self, stops=stops, by=self.by.without(laid_ms.keys() - {stop.player for stop in stops}))


def is_same(change: Change) -> bool:
    """Whether a card that lies in a slot is surely the one that lay there before."""
    return change.moved_mm is not None and not shows_micro_motion(change.moved_mm)


def is_back(change: Change) -> bool:
    """Whether it seems to be that one, and was not laid down anew."""
    return change.kind is Kind.BACK and not was_laid(change)


def may_be_another(change: Change) -> bool:
    """Whether it may be another one."""
    return change.kind is Kind.CAME if change.moved_mm is None else change.moved_mm > BRUSHED_MM


def was_laid(change: Change) -> bool:
    """Whether it was laid down there, be it the same or another."""
    return change.moved_mm is not None and change.moved_mm >= LAID_MM
