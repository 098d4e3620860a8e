"""The measured part of docs/reading.md, from docs/measured/reading.json and reading-rendered.json.

Run as a program after either was measured.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

_REPOSITORY = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(_REPOSITORY))

from tests.benchmarks.figures_file import read_figures  # noqa: E402
from tests.benchmarks.measured_page import share_cell, table_row, write_measured  # noqa: E402

_DOCS = _REPOSITORY / "docs"
_SHARES = (
    ("full faces read", "recall", "0.995"),
    ("the same, read wrong", "wrong", "0.002"),
    ("whole photos exact", "exact", "0.97"),
    ("readings that are right, parts too", "precision", "0.995"),
    ("faces of which only a strip with an index shows, read", "part", "0.90"),
    ("the same, read wrong", "part_wrong", "0.01"),
    ("backs found", "backs", "0.98"),
    ("backs read as a face", "backs_named", "0"),
)
_MADE_UP = (
    ("names, any table", "free", "names", 20),
    ("names, a French pack with two jokers", "french54", "names", 100),
    ("names, a numeric pack", "numeric", "names", 100),
    ("backs, any table", "free", "backs", 10),
)
"""What is made up, in words, with which deck, what of it, and on how many pictures there may be one at most."""


def main() -> None:
    """Put the figures into the page."""
    figures = map(read_figures, ("reading.json", "reading-earlier.json", "reading-rendered.json"))
    write_measured(_DOCS / "reading.md", lines(*figures))


def lines(photos: Mapping[str, Any], earlier: Mapping[str, Any], rendered: Mapping[str, Any]) -> Iterator[str]:
    """The measured part: labelled photos now and earlier, and rendered tables."""
    yield from _photo_lines(photos, earlier)
    yield from _rendered_lines(rendered)


def _photo_lines(photos: Mapping[str, Any], earlier: Mapping[str, Any]) -> Iterator[str]:
    now, before = photos["all"], earlier["all"]
    yield f"On {now['photos']} labelled photos, none of which entered training (Wilson intervals, 95 %)."
    yield "Before is with the same networks, when nothing was asked for but what they said:"
    yield from ("", "| faces and backs | before | now | aim |", "| --- | --- | --- | --- |")
    for words, key, aim in _SHARES:
        yield table_row(words, share_cell(before[key]), share_cell(now[key]), aim)
    yield table_row("names where no card of that name lies", str(before["extra"]), str(now["extra"]), "")
    yield table_row("whole faces told as backs", str(before["faces_down"]), str(now["faces_down"]), "0")
    made = [figures["made_up"][-1] for figures in (earlier, photos)]
    yield from ("", f"Made up on {made[1]['pictures']} pictures of other games and other things:")
    yield from ("", "| made up | before | now | aim |", "| --- | --- | --- | --- |")
    pictures = made[1]["pictures"]
    for words, deck, told, aim in _MADE_UP:
        yield table_row(words, *(str(one[deck][told]) for one in made), f"{pictures // aim}")
    yield from ("", f"One face among seven real backs, {photos['beside_backs'][0]['faces']} pictures put together:")
    yield from ("", "| deck | face read, before | now | backs named, before | now |", "| --- | --- | --- | --- | --- |")
    for old, new in zip(earlier["beside_backs"], photos["beside_backs"], strict=True):
        cells = [share_cell(one[key]) for key in ("right", "backs_named") for one in (old, new)]
        yield table_row(new["deck"], *cells)


def _rendered_lines(rendered: Mapping[str, Any]) -> Iterator[str]:
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
    yield from ("", "Each design that was never trained on, in even light:", "")
    yield "| design | faces read | points behind the others | its backs found |"
    yield "| --- | --- | ---: | --- |"
    for kind in ("french", "numeric"):
        for row in rendered["reveals"][kind]["families"]:
            if row["unseen"]:
                name = row["family"] if len(row["decks"]) == 1 else f"{row['family']} ({', '.join(row['decks'])})"
                behind = f"{row['points_behind_others']:.1f}"
                yield table_row(name, share_cell(row["right"]), behind, share_cell(row["backs"]))


if __name__ == "__main__":
    main()
