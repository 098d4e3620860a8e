"""Since when there had been time for snaps as a clip begins, and when all clocks stood still: a part of its file."""

from __future__ import annotations

import math
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from kibitz_scoring.referee.acts.contest import Contest
from kibitz_scoring.table import Interval


class _Clocks(BaseModel):
    """How long there had been time for snaps; null for a time that is not known, or a pause without an end yet.

    `unclear_ms` is when something was done on the pile that nobody could explain; earlier versions did not write it.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    rested_ms: float | None
    opened_ms: float | None
    closed_ms: float | None
    unclear_ms: float | None = None
    pauses: list[tuple[float, float | None]] = Field(max_length=10_000)


def clocks_json(contest: Contest) -> dict[str, Any]:
    """The content of `clocks.json`."""
    unclear = {} if contest.unclear_ms is None else {"unclear_ms": contest.unclear_ms}
    return unclear | {
        "rested_ms": _known(contest.rested_ms),
        "opened_ms": _known(contest.opened_ms),
        "closed_ms": contest.closed_ms,
        "pauses": [[pause.start_ms, _known(pause.end_ms)] for pause in contest.pauses],
    }


def parse_clocks(data: bytes) -> Contest:
    """What `clocks_json` gave; pydantic's `ValidationError` for anything else."""
    read = _Clocks.model_validate_json(data)
    return Contest(
        -math.inf if read.rested_ms is None else read.rested_ms,
        -math.inf if read.opened_ms is None else read.opened_ms,
        read.closed_ms,
        unclear_ms=read.unclear_ms,
        pauses=tuple(Interval(start_ms, math.inf if end_ms is None else end_ms) for start_ms, end_ms in read.pauses),
    )


def _known(at_ms: float) -> float | None:
    return at_ms if math.isfinite(at_ms) else None
