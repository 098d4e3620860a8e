"""The measured part of docs/evening.md, from evening.json and mask.json in docs/measured."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.benchmarks.figures_file import read_figures
from tests.benchmarks.measured_page import share_cell, table_row, write_measured

_DOCS = Path(__file__).resolve().parents[3] / "docs"
_TABLES = {"usual": "usual tables", "hard": "hard tables"}
_PICTURES = {"live": "the table live", "pile": "clips of the pile", "table": "clips of the table"}
_LATE = {"after_20_s": "20 s later", "at_the_reveal": "at the reveal"}


def write_page() -> None:
    """Put the measured figures into the page."""
    write_measured(_DOCS / "evening.md", lines(*measured()))


def measured() -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """The figures of evenings and of masks; of what is not measured yet, none."""
    return read_figures("evening.json"), read_figures("mask.json")


def lines(evening: Mapping[str, Any], mask: Mapping[str, Any]) -> Iterator[str]:
    """The tables, from the figures of `make measure-evening` and `make measure-mask`."""
    if evening:
        yield from _evening(evening)
    if mask:
        yield from ("", *_mask(mask))


def _mask(figures: Mapping[str, Any]) -> Iterator[str]:
    yield (
        f"What leaves the desk as pictures, read by Kibitz's own reader, measured on {figures['date']} at commit "
        f"{figures['commit'][:10]} in {figures['rounds']} such rounds: the table live, once a second, and about "
        "each snap the clips that are shown of it. A sealed face lies face down in a hand, or is held, and was not "
        "open to everybody within 3 s. It leaks where it is read at the place where it truly shows in the uncovered "
        "frame; else a card that lies open was taken for it:"
    )
    yield ""
    yield "| pictures | of so many | any card is named | an open card is taken for a sealed one | a sealed face leaks |"
    yield "| --- | ---: | --- | --- | --- |"
    for name, some in {**figures["kinds"], "all": figures["all"]}.items():
        cells = (share_cell(some[key]) for key in ("a_card_is_named", "misread_as_sealed", "leaks"))
        yield table_row(_PICTURES.get(name, name), str(some["pictures"]), *cells)


def _evening(figures: Mapping[str, Any]) -> Iterator[str]:
    seeds, every = figures["seeds"], figures["all"]
    yield (
        f"{every['rounds']} rounds of at most 45 s (five packs, 2 to 6 players, {figures['hands']} hands), measured on "
        f"{figures['date']} at commit {figures['code'][:10]} (seeds from {seeds['first']} on). Intervals are Wilson's, "
        "95 %."
    )
    columns = {"all": every, **{_TABLES[name]: some for name, some in figures["tables"].items()}}
    yield from ("", table_row("", *columns, "aim"), table_row("---", *("---" for _ in columns), "---"))
    yield table_row("rounds", *(str(some["rounds"]) for some in columns.values()), "50")
    yield table_row("sheets exact", *(share_cell(some["exact"]) for some in columns.values()), "")
    yield table_row(
        "questions a round", *(_number(some["questions_a_round"]) for some in columns.values()), "at most 1"
    )
    yield table_row("most questions in a round", *(str(some["most_questions"]) for some in columns.values()), "")
    yield table_row("rounds without any touch", *(share_cell(some["untouched"]) for some in columns.values()), "0.8")
    untouched = (share_cell(some["untouched_and_exact"]) for some in columns.values())
    yield table_row("rounds without any touch and with an exact sheet", *untouched, "")
    yield table_row(
        "rounds helped on at the reveal (a card named, counted)",
        *(share_cell(some["mended"]) for some in columns.values()),
        "",
    )
    for way, words in _LATE.items():
        same = (share_cell(some["late_as_prompt"][way]) for some in columns.values())
        yield table_row(f"answered {words}, the same hands and scores (of rounds with questions)", *same, "all")
    yield table_row(
        "asides that press nobody, a round", *(_number(some["minor_a_round"]) for some in columns.values()), ""
    )
    yield from ("", *_otherwise(figures))


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def _otherwise(figures: Mapping[str, Any]) -> Iterator[str]:
    """What was not as it should be, a line for each round."""
    if figures["not_exact"]:
        yield "Sheets that are not exact:"
        yield ""
    for one in figures["not_exact"]:
        what = [
            f"{player}'s hand is {_cards(hand['told'])}, was {_cards(hand['true'])}"
            for player, hand in one["hands"].items()
        ]
        if one["caller"]:
            what.append(f"called by {one['caller']['told'] or 'nobody'}, was {one['caller']['true'] or 'nobody'}")
        if one["problem"]:
            what.append(one["problem"])
        yield f"* `{one['round']}` ({one['table']} table): {'; '.join(what)}"
    if figures["not_exact"] and figures["late_otherwise"]:
        yield ""
    for one in figures["late_otherwise"]:
        yield f"* `{one['round']}` comes out otherwise when it is answered {_LATE[one['answered']]}."


def _cards(cards: list[str]) -> str:
    return " ".join(cards) or "empty"
