"""Which reported table event is which true one: one to one, by kind, place, public face and time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kibitz_models.watching.measuring.wanted import Expectation, Key, Wanted, is_free, key_of
from kibitz_scoring.table import TableEvent


@dataclass(frozen=True, slots=True)
class Pair:
    """A true event and the report of it."""

    true: TableEvent
    reported: TableEvent

    @property
    def late_ms(self) -> float:
        """How much later the report has it."""
        return self.reported.seen.at.end_ms - self.true.seen.at.end_ms


@dataclass(frozen=True, slots=True)
class Matched:
    """What was found, what was not, and what was reported that never happened."""

    found: tuple[Pair, ...]
    missed: tuple[TableEvent, ...]
    extra: tuple[TableEvent, ...]


def match(expected: Expectation, reported: Sequence[TableEvent]) -> Matched:
    """Pair as many events as can be paired; what is only allowed comes last and counts nowhere."""
    counted = [event for event in reported if not is_free(event)]
    found, missed, rest = _paired(expected.asked, counted)
    _, _, extra = _paired(expected.allowed, rest)
    return Matched(tuple(found), tuple(missed), tuple(extra))


def _paired(
    wanted: Iterable[Wanted], reported: Sequence[TableEvent]
) -> tuple[list[Pair], list[TableEvent], list[TableEvent]]:
    """Pairs of equal key, true events left over, and reports left over, each in order of time.

    A report is taken for the true event whose time runs out first: no other choice pairs more, since the times of a
    key are intervals and the reports points.
    """
    waiting: dict[Key, list[Wanted]] = defaultdict(list)
    for one in sorted(wanted, key=lambda one: (one.until_ms, one.since_ms)):
        waiting[key_of(one.event)].append(one)
    found, left = [], []
    for event in sorted(reported, key=_time_ms):
        candidates = waiting[key_of(event)]
        fitting = next((one for one in candidates if one.since_ms <= _time_ms(event) <= one.until_ms), None)
        if fitting is None:
            left.append(event)
            continue
        candidates.remove(fitting)
        found.append(Pair(fitting.event, event))
    missed = sorted((one.event for ones in waiting.values() for one in ones), key=_time_ms)
    return found, missed, left


def _time_ms(event: TableEvent) -> float:
    return event.seen.at.end_ms
