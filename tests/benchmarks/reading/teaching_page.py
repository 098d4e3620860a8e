"""The measured parts of docs/decks.md and of its ADR, from docs/measured/teaching.json; run after it was measured."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

_REPOSITORY = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(_REPOSITORY))

from tests.benchmarks.figures_file import read_figures  # noqa: E402
from tests.benchmarks.measured_page import share_cell, table_row, write_measured  # noqa: E402

from kibitz_models.shares import share  # noqa: E402

_DOCS = _REPOSITORY / "docs"
ADR = "0013-taught-decks.md"


def main() -> None:
    """Put the figures into the pages."""
    figures = read_figures("teaching.json")
    write_measured(_DOCS / "decks.md", lines(figures))
    write_measured(_DOCS / "adr" / ADR, method_lines(figures))


def lines(figures: Mapping[str, Any]) -> Iterator[str]:
    """What teaching gains, by deck."""
    yield from ("Whole faces read, on pictures that were not taught (Wilson intervals, 95 %):", "")
    yield "| deck | read before | read after | wrong before | wrong after | taught in |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for row in (*figures["designs"], *figures["real"]):
        cells = [share_cell(row[when][key]) for key in ("right", "wrong") for when in ("before", "after")]
        yield table_row(row["name"], *cells, f"{row['seconds']:.0f} s")
    for kind, words in (("designs", "all rendered"), ("real", "all real")):
        if kind in figures["all"]:
            found = figures["all"][kind]
            cells = [share_cell(found[when][key]) for key in ("right", "wrong") for when in ("before", "after")]
            yield table_row(f"**{words}**", *cells, "")
    backs = [share_cell(_sum_backs(figures["designs"], when)) for when in ("before", "after")]
    peak = max(row["peak_mb"] for row in figures["designs"])
    yield ""
    yield f"Backs of the rendered decks: {backs[0]} before, {backs[1]} after."
    yield f"Backs of two decks shuffled together, told by their deck: {share_cell(figures['backs_of_two_decks'])}."
    yield f"The program that measured took {peak} MB at most, the models among them."


def method_lines(figures: Mapping[str, Any]) -> Iterator[str]:
    """Ways of learning, compared."""
    yield "Faces of the ten rendered designs named rightly by one look at each, outlined as they truly lie:"
    yield from ("", "| way of learning | named rightly |", "| --- | --- |")
    for name, found in figures["methods"].items():
        yield table_row(name, share_cell(found))


def _sum_backs(rows: list[Mapping[str, Any]], when: str) -> dict[str, Any]:
    found = [row["backs"][when] for row in rows]
    return share(sum(one["count"] for one in found), sum(one["of"] for one in found))


if __name__ == "__main__":
    main()
