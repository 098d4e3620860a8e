"""The measured part of docs/page.md: how quick the page is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..figures_file import read_figures
from ..measured_page import table_row, write_measured

_DOCS = Path(__file__).resolve().parents[3] / "docs"


def write_page() -> None:
    """Put the measured figures into the page."""
    figures = read_figures("page-speed.json")
    write_measured(_DOCS / "page.md", lines(figures))
    set_up = read_figures("setup-time.json")
    write_measured(_DOCS / "page.md", setup_lines(set_up), "setup")


def setup_lines(figures: dict[str, Any]) -> Iterator[str]:
    """A sentence, from the figures of `setup_time.py`."""
    yield (
        f"Set up from nothing to the first deal, {figures['players']} names and a dealt table's picture for a camera: "
        f"{figures['total_s']:.0f} s (aim: 120 s). {figures['waited_s']:.0f} s of it are the page's and the finding of "
        "the places; "
        f"{figures['hands_s']:.0f} s are reckoned for {figures['taps']} taps and {figures['keys']} letters."
    )


def lines(figures: dict[str, Any]) -> Iterator[str]:
    """The table, from the figures of `make measure-page`."""
    first, behind, browsers = figures["first_page"], figures["behind"], figures["browsers"]
    yield "| what | measured | aim |"
    yield "| --- | --- | --- |"
    yield table_row(
        "from the address to the answer of the first tap",
        f"{first['median_s']:.2f} s (longest of {first['loads']}: {first['most_s']:.2f} s)",
        "1.5 s",
    )
    yield table_row(
        "from a sight to its change on the page",
        f"{behind['median_ms']} ms (95 % within {behind['p95_ms']} ms, longest of {behind['sights']}: "
        f"{behind['most_ms']} ms)",
        "250 ms",
    )
    yield table_row(
        f"watching a frame, without a page and with {browsers['browsers']}",
        f"{browsers['alone_ms']:.1f} ms and {browsers['with_browsers_ms']:.1f} ms: {browsers['cost']:+.1%}",
        "under +10 %",
    )
    yield ""
    yield (
        f"Measured on {figures['date']} at commit {figures['commit'][:10]} ({figures['machine']}, {figures['cores']} "
        f"cores, load of {figures['load_before']:.1f} before)."
    )
