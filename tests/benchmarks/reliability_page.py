"""The table of measured faults in docs/reliability.md, written from the figures so that none is typed by hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reliability.md"
_BEGIN, _END = "<!-- measured: begin -->", "<!-- measured: end -->"


def write_page(figures: dict[str, Any]) -> None:
    """Put the table of these figures into the page."""
    text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(with_table(text, figures), encoding="utf-8")


def with_table(text: str, figures: dict[str, Any]) -> str:
    """The page with the table of these figures in its place."""
    before, _, rest = text.partition(_BEGIN)
    _, _, after = rest.partition(_END)
    table = "\n".join(_lines(figures))
    return f"{before}{_BEGIN}\n{table}\n{_END}{after}"


def _lines(figures: dict[str, Any]) -> Iterator[str]:
    yield "| Camera | What was done to it | Noticed after (s) | Well again after (s) |"
    yield "| --- | --- | ---: | ---: |"
    for row in figures["faults"]:
        cells = (row["camera"], row["fault"], _worst(row["noticed_s"]), _worst(row["recovered_s"]))
        yield f"| {' | '.join(cells)} |"
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
