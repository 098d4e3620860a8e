"""Whether what is stated of contacts holds the truth: the interval of each, the lead over another, the chance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np

from kibitz_models.shares import share
from kibitz_models.watching.measuring.races import told_races
from kibitz_models.watching.measuring.truth import FilmedRound
from kibitz_models.watching.measuring.watched import Watched
from kibitz_scoring.referee.races import chance_first, lead
from kibitz_scoring.table import Interval
from kibitz_vision.camera.shutter.shutter import Shutter

_EXACT_MS = 1e-3
"""Lines of events keep a thousandth of a ms."""
_BINS = ((0.0, 0.05), (0.05, 0.3), (0.3, 0.7), (0.7, 0.95), (0.95, 1.0))


@dataclass(frozen=True, slots=True)
class Stated:
    """What was told of one time (a contact, or a lead), from and to, and what was true, all in ms."""

    told: Interval
    true_ms: float

    @property
    def off_ms(self) -> float:
        """How far the truth is outside: negative before it, positive after it, 0 inside."""
        if self.true_ms < self.told.start_ms - _EXACT_MS:
            return self.true_ms - self.told.start_ms
        return max(0.0, self.true_ms - self.told.end_ms - _EXACT_MS)


@dataclass(frozen=True, slots=True)
class Coverage:
    """All that was stated of the races of some films; `chances` are those of whom was told first, and whether he was.

    Of a contact of which nothing was told nothing was stated either.
    """

    contacts: tuple[Stated, ...]
    leads: tuple[Stated, ...]
    chances: tuple[tuple[float, bool], ...]


def coverage_of(film: FilmedRound, watched: Watched) -> Coverage:
    """What was stated of one film."""
    contacts, leads, chances = [], [], []
    for told in told_races(film.done, watched.events):
        there = [(contact.at.end_ms, report.seen.at) for contact, report in told if report is not None]
        contacts += [Stated(at, true_ms) for true_ms, at in there]
        in_order = sorted(there, key=lambda one: one[1].end_ms)
        for (first_ms, first), (second_ms, second) in pairwise(in_order):
            ahead = lead(first, second)
            told_lead = Interval(ahead.by_ms - ahead.plus_minus_ms, ahead.by_ms + ahead.plus_minus_ms)
            leads.append(Stated(told_lead, second_ms - first_ms))
            chances.append((chance_first(first, second), first_ms <= second_ms))
    return Coverage(tuple(contacts), tuple(leads), tuple(chances))


def as_stated(found: Coverage, shutter: Shutter) -> Coverage:
    """The same with contacts as a clip states them, of a camera with this shutter and a pile in the middle."""
    middle = np.array([[0.0, 0.35], [0.0, 0.65]])
    contacts = (replace(one, told=shutter.covering(one.told, middle, 1)) for one in found.contacts)
    return replace(found, contacts=tuple(contacts))


def joined(coverages: Iterable[Coverage]) -> Coverage:
    """What was stated of several films."""
    all_of = list(coverages)
    return Coverage(
        tuple(one for each in all_of for one in each.contacts),
        tuple(one for each in all_of for one in each.leads),
        tuple(one for each in all_of for one in each.chances),
    )


def coverage_figures(found: Coverage) -> dict[str, Any]:
    """Shares with their 95 % Wilson intervals; how wide what is stated is; how often who was told first was first."""
    return {
        "contacts": stated_figures(found.contacts),
        "leads": stated_figures(found.leads),
        "chances": [
            {"from": low, "to": high, "first": share(sum(was for _, was in inside), len(inside))}
            for low, high in _BINS
            if (inside := [one for one in found.chances if low <= one[0] < high or (one[0] == high == 1.0)])
        ],
    }


def stated_figures(stated: Sequence[Stated]) -> dict[str, Any]:
    """How often stated times hold the truth, how far they are off where not, and how wide they are."""
    widths = [one.told.end_ms - one.told.start_ms for one in stated]
    off = [one.off_ms for one in stated]
    return {
        "inside": share(sum(one == 0 for one in off), len(off)),
        "before": sum(one < 0 for one in off),
        "after": sum(one > 0 for one in off),
        "worst_ms": round(max(map(abs, off), default=0.0), 1),
        "width_ms": [round(float(one), 1) for one in np.percentile(widths, (5, 50, 95))] if widths else None,
    }
