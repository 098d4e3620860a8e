"""Who was first on the pile: what a watcher's times say about the snap races of a filmed round."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from kibitz_datasets.films.trouble_kinds import SUDDEN, Trouble, TroubleKind
from kibitz_models.watching.measuring.wanted import TOLERANCE_MS
from kibitz_scoring.game.events import Snapped, Verdict
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.players import PlayerId
from kibitz_scoring.table import Interval, PileTopChanged, TableEvent

_SETTLED_MS = 5000.0
"""How long after the contacts the referee may take, until wrong cards are taken back and hands are away."""
_INSIDE_MS = 300.0
"""A trouble that is over so long before the first contact, or begins so long after the last, is not inside a race."""
_IN_A_RACE = (Verdict.CORRECT, Verdict.LATE, Verdict.TOO_CLOSE)


class Order(StrEnum):
    """What is said about who was first."""

    RIGHT = "right"
    WRONG = "wrong"
    TOO_CLOSE = "too_close"
    UNSEEN = "unseen"


@dataclass(frozen=True, slots=True)
class RaceResult:
    """What was said of a race: the true time between its first and its second contact, and the order of the two.

    `order` is what the times of the two contacts say, `verdict` what the referee makes of the race; `troubles` are what
    went wrong with the camera near a contact.
    """

    gap_ms: float
    order: Order
    verdict: Order
    troubles: frozenset[TroubleKind] = frozenset()


def race_results(
    true: Sequence[TimedEvent],
    reported: Sequence[TableEvent],
    done: Sequence[TimedEvent],
    troubles: Sequence[Trouble] = (),
    asked: Collection[int] = (),
) -> list[RaceResult]:
    """What table events and game events reported say of each race in which the first contact decided.

    `asked`: numbers of game events of which nobody has said yet what they were. A snap that is one of them counts for
    nobody, as on the page.
    """
    results, done = [], [_open(timed) if number in asked else timed for number, timed in enumerate(done)]
    for told in told_races(true, reported):
        contacts = [contact for contact, _ in told]
        (first, first_told), (second, second_told), *_ = told
        order = _order(first_told, second_told)
        gap_ms = second.at.end_ms - first.at.end_ms
        results.append(RaceResult(gap_ms, order, _verdict(contacts, done), _inside(contacts, troubles)))
    return results


def _open(timed: TimedEvent) -> TimedEvent:
    """A snap that the table is asked about, as the page tells it: it does not count yet."""
    if not isinstance(timed.event, Snapped) or timed.event.verdict is not Verdict.CORRECT:
        return timed
    return replace(timed, event=replace(timed.event, verdict=Verdict.TOO_CLOSE))


def told_races(
    true: Sequence[TimedEvent], reported: Sequence[TableEvent]
) -> Iterator[list[tuple[TimedEvent, PileTopChanged | None]]]:
    """The contacts of each race in which the first decided, in order of time, each with what was told of it."""
    tops = [event for event in reported if isinstance(event, PileTopChanged)]
    for contacts in _races(true):
        yield [(contact, _report_of(tops, contact)) for contact in contacts]


def _inside(contacts: Sequence[TimedEvent], troubles: Sequence[Trouble]) -> frozenset[TroubleKind]:
    """What went wrong near one of the contacts."""
    race = Interval(contacts[0].at.end_ms - _INSIDE_MS, contacts[-1].at.end_ms + _INSIDE_MS)
    return frozenset(trouble.kind for trouble in troubles if trouble.kind in SUDDEN and trouble.at.overlaps(race))


def _races(true: Sequence[TimedEvent]) -> Iterator[list[TimedEvent]]:
    """Snaps with right cards between two other acts, in order of their contacts, where one alone can be valid."""
    contacts: list[TimedEvent] = []
    for timed in (*true, None):
        if timed is not None and isinstance(timed.event, Snapped):
            if timed.event.verdict in _IN_A_RACE:
                contacts.append(timed)
            continue
        valid = sum(_snap(contact).verdict is Verdict.CORRECT for contact in contacts)
        open_ones = sum(_snap(contact).verdict is Verdict.TOO_CLOSE for contact in contacts)
        if len(contacts) > 1 and (valid == 1 or (open_ones and not valid)):
            yield sorted(contacts, key=lambda contact: contact.at.end_ms)
        contacts = []


def _snap(timed: TimedEvent) -> Snapped:
    assert isinstance(timed.event, Snapped)
    return timed.event


def _report_of(tops: Sequence[PileTopChanged], contact: TimedEvent) -> PileTopChanged | None:
    slot, at_ms = _snap(contact).slot, contact.at.end_ms
    near = [top for top in tops if top.origin == slot and abs(top.seen.at.end_ms - at_ms) <= TOLERANCE_MS]
    return min(near, key=lambda top: abs(top.seen.at.end_ms - at_ms), default=None)


def _order(first: PileTopChanged | None, second: PileTopChanged | None) -> Order:
    """What the reports of a first and a second contact say; a time is open at its start and closed at its end."""
    if first is None or second is None:
        return Order.UNSEEN
    if first.seen.at.overlaps(second.seen.at):
        return Order.TOO_CLOSE
    return Order.RIGHT if first.seen.at.end_ms < second.seen.at.end_ms else Order.WRONG


def _verdict(contacts: Sequence[TimedEvent], done: Sequence[TimedEvent]) -> Order:
    """Whether the referee gave the race to who was first, to another, to nobody for being too close, or missed it."""
    verdicts = [_verdict_on(contact, done) for contact in contacts]
    if Verdict.CORRECT in verdicts[1:] or _winners(contacts, done) - {_snap(contacts[0]).player}:
        return Order.WRONG
    if verdicts[0] is Verdict.CORRECT:
        return Order.RIGHT
    return Order.TOO_CLOSE if Verdict.TOO_CLOSE in verdicts else Order.UNSEEN


def _winners(contacts: Sequence[TimedEvent], done: Sequence[TimedEvent]) -> set[PlayerId]:
    """Whose snaps about then were said to count, with whichever cards."""
    first_ms, last_ms = (contacts[k].at.end_ms for k in (0, -1))
    near = (one for one in done if first_ms - TOLERANCE_MS <= one.at.end_ms <= last_ms + TOLERANCE_MS)
    said = (one.event for one in near if isinstance(one.event, Snapped))
    return {snap.player for snap in said if snap.verdict is Verdict.CORRECT}


def _verdict_on(contact: TimedEvent, done: Sequence[TimedEvent]) -> Verdict | None:
    snap = _snap(contact)
    near = [
        (abs(timed.at.end_ms - contact.at.end_ms), timed.event.verdict)
        for timed in done
        if isinstance(timed.event, Snapped) and (timed.event.player, timed.event.slot) == (snap.player, snap.slot)
    ]
    distance, verdict = min(near, key=lambda one: one[0], default=(float("inf"), None))
    return verdict if distance <= _SETTLED_MS else None
