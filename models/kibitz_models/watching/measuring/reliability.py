"""Reliability: how often what a watcher told was right, beside how confident it said it was."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import mean
from typing import Any

from kibitz_models.shares import share
from kibitz_models.watching.measuring.matching import Matched
from kibitz_models.watching.measuring.wanted import TOLERANCE_MS
from kibitz_scoring.table import FACE_DOWN, PileTopChanged, TableEvent
from kibitz_vision.decoding.trust import kind_of

_EDGES = (0.0, 0.3, 0.5, 0.7, 0.8, 0.85, 0.9, 0.95, 0.97, 1.0)
"""Bounds of the bins of a curve, closer where most is told."""


@dataclass(frozen=True, slots=True)
class Told:
    """One thing told: its kind, with how much confidence, and whether it was right."""

    kind: str
    confidence: float
    is_right: bool


def told_of(matched: Iterable[Matched]) -> Iterator[Told]:
    """All that was told of some films and counts, and of what was told whose hand it was."""
    for one in matched:
        yield from (Told(kind_of(pair.reported), pair.reported.seen.confidence, is_right=True) for pair in one.found)
        yield from (Told(kind_of(event), event.seen.confidence, _is_there(event, one.missed)) for event in one.extra)
        for pair in one.found:
            player, odds = pair.reported.seen.by.likeliest
            if player is not None and pair.true.seen.by:
                yield Told("hand", odds, player in pair.true.seen.by.players)


def _is_there(event: TableEvent, missed: Sequence[TableEvent]) -> bool:
    """Whether a card came to the pile when one was told whose face could not be read: no more was said of it."""
    if not isinstance(event, PileTopChanged) or event.face is not FACE_DOWN:
        return False
    apart = (abs(true.seen.at.end_ms - event.seen.at.end_ms) for true in missed if isinstance(true, PileTopChanged))
    return min(apart, default=TOLERANCE_MS) < TOLERANCE_MS


def reliability_json(told: Iterable[Told]) -> dict[str, Any]:
    """By kind and over all kinds: the mean confidence, the share right, and both for each bin of confidence."""
    kinds: dict[str, list[Told]] = defaultdict(list)
    for one in told:
        kinds[one.kind].append(one)
    return {
        "by_kind": {kind: _row(some) for kind, some in sorted(kinds.items())},
        "curve": [bin_ for bin_ in _curve([one for some in kinds.values() for one in some]) if bin_],
    }


def _row(told: Sequence[Told]) -> dict[str, Any]:
    sure = [one.confidence for one in told]
    right = share(sum(one.is_right for one in told), len(told))
    return {"right": right, "confidence": round(mean(sure), 4), "least": min(sure), "most": max(sure)}


def _curve(told: Sequence[Told]) -> Iterator[dict[str, Any]]:
    for low, high in pairwise(_EDGES):
        within = [one for one in told if low < one.confidence <= high]
        if within:
            yield {"from": low, "to": high, **_row(within)}
