"""Times at which every clock of the table stands still, as while a dispute is open."""

from __future__ import annotations

from kibitz_scoring.table import Interval

Pauses = tuple[Interval, ...]
"""Times apart from each other, in order; the last one ends at infinity while nobody knows when it will."""


def pauses_in(pauses: Pauses, at: Interval) -> Pauses:
    """Those of which some part lies in a time."""
    return tuple(pause for pause in pauses if pause.overlaps(at))


def runs_out_ms(start_ms: float, for_ms: float, pauses: Pauses) -> float:
    """When something that began at a time and lasts so long is over: infinity where a pause has no end yet."""
    end_ms = start_ms + for_ms
    for pause in pauses:
        if start_ms < pause.end_ms and pause.start_ms < end_ms:
            end_ms += pause.end_ms - max(pause.start_ms, start_ms)
    return end_ms


def running_ms(start_ms: float, now_ms: float, pauses: Pauses) -> float:
    """How long a clock has run from one time to another."""
    stood = (min(pause.end_ms, now_ms) - max(pause.start_ms, start_ms) for pause in pauses)
    return max(0.0, now_ms - start_ms - sum(max(0.0, part) for part in stood))
