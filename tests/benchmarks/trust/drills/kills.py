"""`kill -9` at random moments: what is lost of what the page had shown."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.benchmarks.trust.kill_drill import figures_of, killed

TITLE = "Kills"
TIMES = 250


def run(work: Path, times: int) -> dict[str, Any]:
    """Kill `kibitz run` so many times in all, and compare with what its page had shown."""
    data, tally = killed(work, times)
    figures = figures_of(data, tally)
    return {"times": tally.kills, "failed": tally.lost, **figures}


def sentence(figures: Mapping[str, Any]) -> str:
    """What it came to."""
    return (
        f"the program was killed at {figures['times']} random moments; of {figures['confirmed_entries']} acts and "
        f"{figures['rounds']} rounds that the page had shown {len(figures['failed']) or 'none'} were lost"
    )
