"""What became of one filmed round, and the figures over many of them."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kibitz_datasets.films.trouble_kinds import SUDDEN
from kibitz_models.shares import share
from kibitz_models.watching.measuring.matching import Matched, Pair, match
from kibitz_models.watching.measuring.races import Order, RaceResult, race_results
from kibitz_models.watching.measuring.truth import FilmedRound, Sheet
from kibitz_models.watching.measuring.wanted import TOLERANCE_MS, expectation
from kibitz_models.watching.measuring.watched import Watched
from kibitz_scoring.cards import Card
from kibitz_scoring.notation.seen_lines import type_name
from kibitz_scoring.table import CardPlaced, PileTopChanged, TableEvent

_ROUNDING_MS = 0.5
"""Video files keep times in whole steps."""
_COUNTED = ("points", "round", "caller_succeeded", "winners")
"""What of a score sheet has to be equal; the reasons only put it into words."""
_FIRM_FROM_FRAMES = 2
ASIDE = "hand_over"
"""Has a row of its own and does not count among all events: it is no act."""


@dataclass(frozen=True, slots=True, eq=False)
class RoundResult:
    """How one film was watched.

    `frames_off` are placements found, each with how many frames late (or early, if negative) it was seen to lie;
    `sheet_exact` is None where there was no sheet to come to. `leaks` are faces that were told of hidden cards.
    """

    name: str
    interval_ms: float
    matched: Matched
    races: tuple[RaceResult, ...]
    frames_off: tuple[int, ...]
    sheet_exact: bool | None
    leaks: int


def result_of(film: FilmedRound, watched: Watched) -> RoundResult:
    """Compare what a watcher made of a film with the truth about it."""
    matched = match(expectation(film.seen), watched.events)
    return RoundResult(
        film.folder.name,
        film.interval_ms,
        matched,
        tuple(race_results(film.done, watched.events, watched.done, film.troubles, watched.asked)),
        tuple(_frames_off(pair, watched.times_ms) for pair in matched.found if _is_placement(pair.true)),
        None if film.sheet is None else is_exact(film.sheet, watched.sheet),
        sum(_is_leak(event, matched.missed) for event in matched.extra),
    )


def _is_placement(event: TableEvent) -> bool:
    return isinstance(event, CardPlaced | PileTopChanged)


def _frames_off(pair: Pair, times_ms: Sequence[float]) -> int:
    """Frames between the first one that shows a true event and the one on which it was reported."""
    (shown,) = pair.true.seen.frames
    return bisect_left(times_ms, pair.reported.seen.at.end_ms - _ROUNDING_MS) - shown


def is_exact(sheet: Sheet, reported: Sheet | None) -> bool:
    """Whether a reported score sheet says what the true one says."""
    return reported is not None and all(sheet.get(key) == reported.get(key) for key in _COUNTED)


def _is_leak(event: TableEvent, missed: Iterable[TableEvent]) -> bool:
    """Whether a face was told of a card that was laid face down there and then."""
    return (
        isinstance(event, CardPlaced)
        and isinstance(event.face, Card)
        and any(
            isinstance(true, CardPlaced)
            and true.place == event.place
            and not isinstance(true.face, Card)
            and abs(true.seen.at.end_ms - event.seen.at.end_ms) < TOLERANCE_MS
            for true in missed
        )
    )


def figures(results: Sequence[RoundResult]) -> dict[str, Any]:
    """Figures over rounds, shares with their 95 % Wilson intervals."""
    sheets = [result.sheet_exact for result in results if result.sheet_exact is not None]
    off = [frames for result in results for frames in result.frames_off]
    return {
        "films": len(results),
        "events": _events(results),
        "placements": {
            "within_one_frame": share(sum(abs(frames) <= 1 for frames in off), len(off)),
            "frames_off": {str(frames): count for frames, count in sorted(Counter(off).items())},
        },
        "sheet_exact": share(sum(sheets), len(sheets)),
        "snaps": _races(results),
        "hidden_faces_told": sum(result.leaks for result in results),
    }


def _events(results: Sequence[RoundResult]) -> dict[str, Any]:
    pairs = [pair for result in results for pair in result.matched.found]
    found = Counter(type_name(pair.true) for pair in pairs)
    missed = Counter(type_name(event) for result in results for event in result.matched.missed)
    extra = Counter(type_name(event) for result in results for event in result.matched.extra)
    rows = {}
    for kind in sorted({*found, *missed, *extra}):
        late = [pair.late_ms for pair in pairs if type_name(pair.true) == kind]
        rows[kind] = {**_scores(found[kind], missed[kind], extra[kind]), "late_ms": _spread(late)}
    overall = _scores(*(count.total() - count[ASIDE] for count in (found, missed, extra)))
    moved = [pair for pair in pairs if getattr(pair.true, "origin", None) is not None]
    right = sum(getattr(pair.true, "origin", None) == getattr(pair.reported, "origin", None) for pair in moved)
    return {"all": overall, "by_type": rows, "origin_right": share(right, len(moved))}


def _scores(found: int, missed: int, extra: int) -> dict[str, Any]:
    wrong = missed + extra
    return {
        "f1": round(2 * found / (2 * found + wrong), 4) if found + wrong else None,
        "recall": share(found, found + missed),
        "precision": share(found, found + extra),
    }


def _spread(late_ms: Sequence[float]) -> dict[str, float] | None:
    """Median and the middle 90 % of how late reports are, in ms."""
    if not late_ms:
        return None
    low, middle, high = np.percentile(late_ms, (5, 50, 95))
    return {"p5": round(float(low), 1), "median": round(float(middle), 1), "p95": round(float(high), 1)}


def _races(results: Sequence[RoundResult]) -> dict[str, Any]:
    """What was said of races, by the times of contacts and by the referee, and by what went wrong near a contact."""
    races = [(race, result.interval_ms) for result in results for race in result.races]
    apart = [race for race, interval_ms in races if race.gap_ms > _FIRM_FROM_FRAMES * interval_ms]
    return {
        "races": len(races),
        "orders": _said([race.order for race, _ in races], [race.order for race in apart]),
        "verdicts": _said([race.verdict for race, _ in races], [race.verdict for race in apart]),
        "by_trouble": {
            "none": _counts(race.verdict for race, _ in races if not race.troubles),
            "any": _counts(race.verdict for race, _ in races if race.troubles),
            **{kind.value: _counts(race.verdict for race, _ in races if kind in race.troubles) for kind in SUDDEN},
        },
    }


def _counts(verdicts: Iterable[Order]) -> dict[str, int]:
    counts = Counter(verdicts)
    return {order.value: counts[order] for order in Order}


def _said(everywhere: Sequence[Order], apart: Sequence[Order]) -> dict[str, Any]:
    """Counts, the share of wrong ones among the firm, and of firm ones among those over two frame intervals apart."""
    counts = Counter(everywhere)
    firm = (Order.RIGHT, Order.WRONG)
    return {
        **_counts(everywhere),
        "firm_wrong": share(counts[Order.WRONG], sum(counts[order] for order in firm)),
        "firm_where_apart": share(sum(order in firm for order in apart), len(apart)),
    }
