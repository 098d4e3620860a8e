"""Who was first on the pile: what a watcher's times say about the snap races of a filmed round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from kibitz_models.video_wanted import TOLERANCE_MS
from kibitz_scoring.events import Snapped
from kibitz_scoring.seen_lines import TimedEvent
from kibitz_scoring.snap import Verdict
from kibitz_scoring.table import PileTopChanged, SlotId, TableEvent

_IN_A_RACE = (Verdict.CORRECT, Verdict.LATE, Verdict.TOO_CLOSE)


class Order(StrEnum):
    """What is said about which of two contacts came first."""

    RIGHT = "right"
    WRONG = "wrong"
    TOO_CLOSE = "too_close"
    UNSEEN = "unseen"


@dataclass(frozen=True, slots=True)
class Contact:
    """A matching card from a slot that touched the pile at an exact time."""

    slot: SlotId
    at_ms: float


@dataclass(frozen=True, slots=True)
class RaceResult:
    """Two contacts of a race, one straight after the other: the true time between them, and what was said."""

    gap_ms: float
    order: Order


def race_results(done: Sequence[TimedEvent], reported: Sequence[TableEvent]) -> list[RaceResult]:
    """What reports say of every two contacts that followed each other in a race for one card."""
    tops = [event for event in reported if isinstance(event, PileTopChanged)]
    return [
        RaceResult(second.at_ms - first.at_ms, _order(_report_of(tops, first), _report_of(tops, second)))
        for contacts in _races(done)
        for first, second in pairwise(contacts)
    ]


def _races(done: Sequence[TimedEvent]) -> Iterator[list[Contact]]:
    """Contacts of the right cards of each race, in order of time: the snaps between two other acts."""
    contacts: list[Contact] = []
    for timed in (*done, None):
        event = None if timed is None else timed.event
        if timed is None or not isinstance(event, Snapped):
            yield contacts
            contacts = []
        elif event.verdict in _IN_A_RACE:
            contacts.append(Contact(event.slot, timed.at.end_ms))
            contacts.sort(key=lambda contact: contact.at_ms)


def _report_of(tops: Sequence[PileTopChanged], contact: Contact) -> PileTopChanged | None:
    near = [
        top for top in tops if top.origin == contact.slot and abs(top.seen.at.end_ms - contact.at_ms) <= TOLERANCE_MS
    ]
    return min(near, key=lambda top: abs(top.seen.at.end_ms - contact.at_ms), default=None)


def _order(first: PileTopChanged | None, second: PileTopChanged | None) -> Order:
    """What the reports of a first and a second contact say; a time is open at its start and closed at its end."""
    if first is None or second is None:
        return Order.UNSEEN
    if first.seen.at.overlaps(second.seen.at):
        return Order.TOO_CLOSE
    return Order.RIGHT if first.seen.at.end_ms < second.seen.at.end_ms else Order.WRONG
