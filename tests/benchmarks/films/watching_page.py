"""The measured part of docs/watching.md, from the files in docs/measured that `FILES` names.

Run as a program after any of them was measured.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

_REPOSITORY = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(_REPOSITORY))

from tests.benchmarks.figures_file import read_figures  # noqa: E402
from tests.benchmarks.films.troubles_page import swings_table, troubles_table  # noqa: E402
from tests.benchmarks.measured_page import EVENT_NAMES, share_cell, table_row, write_measured  # noqa: E402
from tests.benchmarks.trust.trust_page import confidence_lines, places_lines  # noqa: E402

from kibitz_models.watching.measuring.result import ASIDE  # noqa: E402

FILES = ("video", "confidence", "places", "lens", "follow", "hands", "swings", "troubles")
"""What the page is made of, in docs/measured."""
_DOCS = _REPOSITORY / "docs"
_ORDERS = ("right", "wrong", "too_close", "unseen")
_TROUBLES = {
    "none": "nothing",
    "knock": "the camera was knocked",
    "flicker": "the lamp flickered",
    "drop": "frames were missing",
}
_HONEST = (
    "The seeds come of the commit that is measured (`sha256(commit + part)`, and one after the other from there): "
    "nothing can have been tuned on them. In rounds the camera is knocked in one of four, the lamp flickers in every "
    "other, and one frame of 200 is missing; in races this goes wrong as often in each second."
)
_HARD = (
    "Each table has some of the troubles of the last table below by chance, about three in ten of them, with {hands} "
    "hands."
)
_NAMES = EVENT_NAMES | {ASIDE: "hand over a place (counted apart)"}


def main() -> None:
    """Put the figures into the page."""
    write_measured(_DOCS / "watching.md", lines(measured()))


def measured() -> dict[str, Mapping[str, Any]]:
    """The figures of all `FILES` by their names; of one that is not measured yet, none."""
    return {name: read_figures(f"{name}.json") for name in FILES}


def lines(found: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """The measured part, from the figures of the measured `FILES` by their names."""
    figures = found["video"]
    rounds, races = figures["rounds"], figures["races"]
    yield (
        f"{rounds['films']} rounds of at most 45 s (five packs, 2 to 6 players), {_measured(rounds)}, and "
        f"{races['films']} races of 3 s, {_measured(races)}. Intervals are Wilson's, 95 %."
    )
    if all(isinstance(part["seeds"], Mapping) for part in (rounds, races)):
        yield from ("", _HONEST)
    if "hands" in rounds:
        yield from ("", _HARD.format(hands=rounds["hands"]))
    yield from ("", "| | measured | aim |", "| --- | --- | --- |")
    yield from _totals(rounds, races)
    yield from ("", *_races(races["snaps"]), "")
    yield from _by_trouble("Of the same races", races["snaps"])
    if (others := figures.get("others")) is not None:
        yield f"Of {others['films']} such races for cards of anybody, not only own ones, {_measured(others)}:"
        yield from ("", *_races(others["snaps"]), "")
        yield from _by_trouble("Of the same races for cards of anybody", others["snaps"])
    if (troubled := figures.get("troubled")) is not None:
        yield (
            f"Of {troubled['films']} races for own cards, each with a knock against the camera, a lamp that flickers "
            f"or frames that are missing within 300 ms of the first contact, {_measured(troubled)}:"
        )
        yield from ("", *_races(troubled["snaps"]), "")
        yield from _by_trouble("Of the same races", troubled["snaps"])
    yield "| events in rounds | F1 | found | of those told, true |"
    yield "| --- | ---: | --- | --- |"
    for kind, row in rounds["events"]["by_type"].items():
        if row["f1"] is not None:
            yield table_row(_NAMES[kind], f"{row['f1']:.3f}", share_cell(row["recall"]), share_cell(row["precision"]))
    yield from ("", *confidence_lines(found["confidence"]), "", *places_lines(found["places"]))
    yield from ("", *_lenses(found["lens"]), "", *_clips(found["follow"]))
    if found["hands"]:
        yield from ("", *_hands(found["hands"]))
    if found["swings"]:
        yield from ("", *swings_table(found["swings"]))
    if found["troubles"]:
        yield from ("", *troubles_table(found["troubles"]))


def _measured(figures: Mapping[str, Any]) -> str:
    changed = " with changes since" if figures.get("changed_since") else ""
    return f"measured on {figures['date']} at commit {figures['commit'][:10]}{changed}{_seeds(figures.get('seeds'))}"


def _seeds(seeds: object) -> str:
    """Which seeds they have, as far as that was noted."""
    if isinstance(seeds, Mapping):
        return f" (seeds {seeds['first']} to {seeds['first'] + seeds['count'] - 1})"
    return f" (seeds {seeds})" if seeds else ""


def _totals(rounds: Mapping[str, Any], races: Mapping[str, Any]) -> Iterator[str]:
    events, verdicts = rounds["events"]["all"], races["snaps"]["verdicts"]
    hidden = rounds["hidden_faces_told"] + races["hidden_faces_told"]
    yield table_row("score sheets exact", share_cell(rounds["sheet_exact"]), "0.97")
    recall, precision = events["recall"]["share"], events["precision"]["share"]
    yield table_row(
        "F1 of table events in rounds", f"{events['f1']:.3f} (recall {recall:.3f}, precision {precision:.3f})", "0.97"
    )
    yield table_row("placements timed within one frame, in rounds", _within(rounds), "0.95")
    yield table_row("placements timed within one frame, in races", _within(races), "0.95")
    yield table_row("firm verdicts on races that are wrong", share_cell(verdicts["firm_wrong"]), "none")
    yield table_row("firm where the snaps are over two frames apart", share_cell(verdicts["firm_where_apart"]), "all")
    yield table_row("faces told that lay face down", str(hidden), "none")


def _races(snaps: Mapping[str, Any]) -> Iterator[str]:
    yield "| who was first | right | wrong | too close to call | not seen |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    for name, said in (
        ("by the times of the contacts alone", snaps["orders"]),
        ("as the referee ruled", snaps["verdicts"]),
    ):
        yield table_row(name, *(str(said[order]) for order in _ORDERS))


def _by_trouble(of: str, snaps: Mapping[str, Any]) -> Iterator[str]:
    """What the referee ruled, by what went wrong near a contact; nothing where that was not noted."""
    if (by_trouble := snaps.get("by_trouble")) is None:
        return
    yield f"{of}, as the referee ruled, by what went wrong within 300 ms of a contact (more than one thing may):"
    yield from ("", "| | right | wrong | too close to call | not seen |", "| --- | ---: | ---: | ---: | ---: |")
    for kind, name in _TROUBLES.items():
        yield table_row(name, *(str(by_trouble[kind][order]) for order in _ORDERS))
    yield ""


def _within(films: Mapping[str, Any]) -> str:
    return share_cell(films["placements"]["within_one_frame"])


def _lenses(figures: Mapping[str, Any]) -> Iterator[str]:
    tables = f" on hard tables with {figures['hands']} hands" if "hands" in figures else ""
    yield (
        f"{figures['rounds']} short rounds for development{tables}, bent as lenses with barrel distortion would "
        f"show them, {_measured(figures)}:"
    )
    yield from ("", "| points half way to a corner move by | F1 | placements within one frame | sheets exact |")
    yield "| ---: | ---: | --- | --- |"
    for row in figures["lenses"]:
        yield table_row(
            f"{row['moves_px']} px of 1280",
            f"{row['f1']:.3f}",
            share_cell(row["placements_within_one_frame"]),
            f"{row['sheet_exact']['count']} of {row['sheet_exact']['of']}",
        )


def _clips(figures: Mapping[str, Any]) -> Iterator[str]:
    yield (
        f"What `kibitz follow` finds of lifts, placements and flips in {len(figures['clips'])} labelled clips of real "
        f"card play, without rules, {_measured(figures)}:"
    )
    yield from ("", "| clip | F1 | found | of those told, true |", "| --- | ---: | --- | --- |")
    for name, row in (*figures["clips"].items(), ("all", figures["all"])):
        f1 = "nothing happens, nothing is told" if row["f1"] is None else f"{row['f1']:.3f}"
        yield table_row(name, f1, share_cell(row["recall"]), share_cell(row["precision"]))


def _hands(figures: Mapping[str, Any]) -> Iterator[str]:
    clips = next(iter(figures["ways"].values()))["clips"]
    yield (
        f"Whether a hand is told in frames of {len(clips)} of these clips, spread evenly and labelled by eye, "
        f"{_measured(figures)}:"
    )
    yield from ("", "| by | clip | told where none is | missed where one is |", "| --- | --- | --- | --- |")
    for way, rows in figures["ways"].items():
        for name, row in (*rows["clips"].items(), ("all", rows["all"])):
            yield table_row(way, name, share_cell(row["told_where_none"]), share_cell(row["missed"]))


if __name__ == "__main__":
    main()
