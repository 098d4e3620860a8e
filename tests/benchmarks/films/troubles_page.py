"""The table of docs/watching.md that says what each trouble of the simulator costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tests.benchmarks.measured_page import share_cell, table_row

_KINDS = {
    "none": "nothing",
    "hands": "photographed hands",
    "hard": "a table as hard as those above: some of all this by chance",
    "swing": "white balance and exposure swing",
    "shadow": "shadows of arms",
    "sleeve": "broad sleeves",
    "mat": "a patterned mat with zones",
    "things": "things put down and moved",
    "backs": "sleeved backs",
    "uneven": "few and uneven frames",
    "rolling": "rolling shutter",
    "focus": "focus hunting",
    "push": "cards pushed a little",
    "square": "the pile squared up",
    "sweep": "sweeping over cards",
    "tap": "tapping on cards",
    "point": "pointing and gesturing",
    "both": "both hands straighten cards",
    "edge": "cards dragged over the edge to look",
    "rest": "hands that rest on the table",
    "throw": "cards thrown in the deal",
    "askew": "cards dealt askew",
    "nudge": "cards nudged by a sleeve",
}


def troubles_table(figures: Mapping[str, Any]) -> Iterator[str]:
    """What each trouble costs, from the figures of `measure_troubles`."""
    yield (
        f"What each trouble of the simulator costs, of the same short rounds (Kaboo of 3, Cambio of 2 players, up to "
        f"{figures['rounds']}) and races (up to {figures['races']}, of troubles that races have) with it and without "
        f"any, measured on {figures['date']} at commit {figures['commit'][:10]}. So few films tell large costs only:"
    )
    yield from ("", "| trouble | event F1 | found | of those told, true | sheets exact | races right, wrong, open |")
    yield "| --- | ---: | --- | --- | --- | --- |"
    for name, row in figures["rows"].items():
        f1 = row["events"]["f1"]
        yield table_row(
            _KINDS.get(name, name),
            "-" if f1 is None else f"{f1:.3f}",
            share_cell(row["events"]["recall"]),
            share_cell(row["events"]["precision"]),
            f"{row['sheet_exact']['count']} of {row['sheet_exact']['of']}",
            _said(row["verdicts"]),
        )


def swings_table(figures: Mapping[str, Any]) -> Iterator[str]:
    """The same hard films with swings and without, from the figures of `measure_swings`."""
    rounds, races = figures["rounds"], figures["races"]
    yield (
        f"Of these, the first {rounds['with']['films']} rounds and {races['with']['films']} races whose white balance "
        f"and exposure swing, and the very same films without the swings, measured on {figures['date']} at commit "
        f"{figures['commit'][:10]}:"
    )
    yield from ("", "| | with swings | without |", "| --- | --- | --- |")
    for name, cell in (
        ("F1 of table events in rounds", lambda way: f"{rounds[way]['events']['f1']:.3f}"),
        ("score sheets exact", lambda way: share_cell(rounds[way]["sheet_exact"])),
        ("F1 of table events in races", lambda way: f"{races[way]['events']['f1']:.3f}"),
        ("races right, wrong, open", lambda way: _said(races[way]["verdicts"])),
    ):
        yield table_row(name, cell("with"), cell("without"))


def _said(verdicts: Mapping[str, int]) -> str:
    return f"{verdicts['right']}, {verdicts['wrong']}, {verdicts['too_close'] + verdicts['unseen']}"
