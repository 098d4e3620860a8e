"""The parts of docs/watching.md about confidences and about how soon places are found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tests.benchmarks.measured_page import EVENT_NAMES, share_cell, table_row

_PARTS = {
    "round": "rounds",
    "race": "races",
    "others": "races for cards of anybody",
    "troubled": "races with a trouble",
}


def confidence_lines(figures: Mapping[str, Any]) -> Iterator[str]:
    """The reliability curve and the table by kind, from confidence.json."""
    check = figures["check"]
    films = ", ".join(f"{count} {_PARTS[part]}" for part, count in check["parts"].items())
    yield (
        f"How far confidences can be trusted, on {check['films']} films of hard tables ({films}) that no record of a "
        f"kind is from, measured on {figures['date']} at commit {figures['commit'][:10]}. All kinds together:"
    )
    yield from ("", "| told with a confidence of | on average | right |", "| --- | ---: | --- |")
    for row in check["curve"]:
        yield table_row(
            f"over {row['from']:g}, up to {row['to']:g}", f"{row['confidence']:.3f}", share_cell(row["right"])
        )
    yield from ("", "| by kind | told on average with | right | at most told with |", "| --- | ---: | --- | ---: |")
    for kind, row in check["by_kind"].items():
        yield table_row(EVENT_NAMES[kind], f"{row['confidence']:.3f}", share_cell(row["right"]), f"{row['most']:.3f}")


def places_lines(figures: Mapping[str, Any]) -> Iterator[str]:
    """How soon after the deal the places are found, from places.json."""
    yield (
        f"On one core that does nothing else the places of filmed tables are found within 5 s after the deal in "
        f"{share_cell(figures['within_5_s'])}: after {figures['median_ms'] / 1000:.1f} s at the "
        f"median and {figures['most_ms'] / 1000:.1f} s at most, measured on {figures['date']} at commit "
        f"{figures['commit'][:10]}. Races begin with a table that is dealt; "
        f"{figures['too_short']} more of them, of 3 s, were over before, while cards were snapped."
    )
