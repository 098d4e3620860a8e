"""The measured part of docs/reading.md, from docs/measured/reading.json and reading-rendered.json.

Run as a program after either was measured.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

_REPOSITORY = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(_REPOSITORY))

from tests.benchmarks.measured_page import share_cell, table_row, write_measured  # noqa: E402

_DOCS = _REPOSITORY / "docs"


def main() -> None:
    """Put the figures into the page."""
    photos, rendered = (
        json.loads((_DOCS / "measured" / name).read_text(encoding="utf-8"))
        for name in ("reading.json", "reading-rendered.json")
    )
    write_measured(_DOCS / "reading.md", lines(photos["all"], rendered))


def lines(photos: Mapping[str, Any], rendered: Mapping[str, Any]) -> Iterator[str]:
    """The measured part, from the figures over all labelled photos and from those of rendered tables."""
    yield f"On {photos['photos']} labelled photos, none of which entered training (Wilson intervals, 95 %):"
    yield from ("", "| faces | measured | aim |", "| --- | --- | --- |")
    yield table_row("full ones read", share_cell(photos["recall"]), "0.99")
    yield table_row("readings that are right, parts too", share_cell(photos["precision"]), "0.995")
    yield table_row("of which only a strip with an index shows, read", share_cell(photos["part"]), "0.85")
    yield table_row("the same, read wrong", share_cell(photos["part_wrong"]), "0.01")
    yield from (
        "",
        f"On rendered tables, {rendered['pictures_a_deck']} of each deck; unseen decks were never trained on:",
        "",
    )
    yield "| rendered tables | French decks, unseen | others | numeric decks, unseen | others | jokers, unseen |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for name, key in (("even light", "reveals"), ("every light and disorder of training", "scenes")):
        tables = rendered[key]
        read = [tables[kind][decks]["right"] for kind in ("french", "numeric") for decks in ("unseen", "others")]
        yield table_row(name, *(f"{one['share']:.3f} of {one['of']}" for one in (*read, tables["jokers"]["all"])))


if __name__ == "__main__":
    main()
