"""The measured part of docs/live.md: how soon cards that come are told of, and what watching costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.benchmarks.figures_file import read_figures
from tests.benchmarks.measured_page import table_row, write_measured

_DOCS = Path(__file__).resolve().parents[3] / "docs"
_WAYS = {"live": "live, the clock running", "reckoned": "by the reckoned clock"}


def write_page() -> None:
    """Put the measured figures into the page."""
    figures = read_figures("video-speed.json")
    write_measured(_DOCS / "live.md", lines(figures))


def lines(figures: Mapping[str, Any]) -> Iterator[str]:
    """The tables, from the figures of `make bench-video`."""
    yield from _delays(figures["placements_at_720p"])
    rows = [row for row in figures["rows"] if "from_file" in row and "live" in row]
    yield ""
    yield from _costs(rows)
    dates = sorted({row[part]["date"] for row in rows for part in ("from_file", "live")})
    machines = sorted({row[part]["machine"] for row in rows for part in ("from_file", "live")})
    yield ""
    yield (
        f"Measured from {dates[0]} to {dates[-1]} ({', '.join(machines)}); each part's commit and load stand in the "
        "figures. Of what is not called a hard table, tables had the usual troubles and drawn hands."
    )


def _delays(ways: Mapping[str, Any]) -> Iterator[str]:
    yield "| a card that comes is told of, at 1280x720 | cards | half within | 95 % within | all within | never |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: |"
    for way, words in _WAYS.items():
        found = ways[way]
        for key, since in (
            ("first_told_after_half_is_in_view_ms", "half of it is in view"),
            ("first_told_after_it_lies_ms", "it lies"),
        ):
            late = found[key]
            if late["count"]:
                yield table_row(
                    f"after {since}, {words}",
                    str(found["cards_that_came"]),
                    *(f"{late[share]:.0f} ms" for share in ("p50", "p95", "p100")),
                    str(found["never_told_of"]),
                )


def _costs(rows: list[Mapping[str, Any]]) -> Iterator[str]:
    yield (
        "| film | first round, frame by frame | later round | later round live, with the camera's process | "
        "frames missed live | a frame is done with, 95 % within |"
    )
    yield "| --- | ---: | ---: | ---: | ---: | ---: |"
    for row in rows:
        first, later, live = row["from_file"]["first_round"], row["from_file"].get("later_round"), row["live"]
        minutes = first["video_s"] / 60
        yield table_row(
            row["film"],
            _cost(first),
            "places not found" if later is None else _cost(later),
            f"{live['later_round']['cpu_s_with_capture'] / minutes:.1f} s",
            str(live["later_round"]["frames_missed"]),
            f"{live['later_round']['frame_done_with_after_ms']['p95']:.0f} ms",
        )
    yield ""
    yield "Costs are seconds of the processor for a minute of video."


def _cost(watched: Mapping[str, Any]) -> str:
    return f"{watched['cpu_s_per_minute_of_video']:.1f} s"
