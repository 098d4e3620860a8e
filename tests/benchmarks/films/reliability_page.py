"""The measured part of docs/reliability.md: how soon faults of a camera are noticed and over."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..measured_page import table_row, write_measured

PAGE = Path(__file__).resolve().parents[3] / "docs" / "reliability.md"


def write_page(figures: dict[str, Any]) -> None:
    """Put the table of these figures into the page."""
    write_measured(PAGE, lines(figures))


def lines(figures: dict[str, Any]) -> Iterator[str]:
    """The table, from the figures of the fault drill."""
    yield "| Camera | What was done to it | Noticed after (s) | Well again after (s) |"
    yield "| --- | --- | ---: | ---: |"
    for row in figures["faults"]:
        yield table_row(row["camera"], row["fault"], _worst(row["noticed_s"]), _worst(row["recovered_s"]))
    size = " x ".join(map(str, figures["size"]))
    yield ""
    yield (
        f"The longest of {figures['repeats']} times each, the median in brackets; pictures of {size}, 30 a second; "
        f"measured on {figures['date']} at commit {figures['commit'][:10]} ({figures['machine']})."
    )


def _worst(times_s: list[float]) -> str:
    if not times_s:
        return "at once"
    median = sorted(times_s)[len(times_s) // 2]
    return f"{max(times_s):.1f} ({median:.1f})"
