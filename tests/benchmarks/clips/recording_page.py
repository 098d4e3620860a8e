"""The measured part of docs/recording.md: what recording costs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..figures_file import read_figures
from ..measured_page import table_row, write_measured

_DOCS = Path(__file__).resolve().parents[3] / "docs"


def write_page() -> None:
    """Put the table of the measured figures into the page."""
    figures = read_figures("recording-cost.json")
    write_measured(_DOCS / "recording.md", lines(figures))


def lines(figures: dict[str, Any]) -> Iterator[str]:
    """The table, from the figures of `make measure-recording`."""
    yield "| per minute of video | processor seconds | MB | processor seconds of `kibitz shrink` | MB after it |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    for row in figures["recordings"]:
        yield table_row(
            "only the table" if row["only_table"] else "whole pictures",
            f"{row['cpu_s_per_minute']:.1f}",
            f"{row['megabytes_per_minute']}",
            f"{row['shrink_cpu_s_per_minute']:.0f}",
            f"{row['shrunk_megabytes_per_minute']}",
        )
    size = " x ".join(map(str, figures["size"]))
    yield ""
    yield (
        f"A rendered film of {figures['seconds']:.0f} s, {size}, {figures['frames_per_second']} pictures a second; "
        f"{sum(row['missed'] for row in figures['recordings'])} missed; "
        f"measured on {figures['date']} at commit {figures['commit'][:10]} ({figures['machine']})."
    )
