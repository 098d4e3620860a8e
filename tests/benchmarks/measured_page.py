"""The part of a page of docs/ that is written from measured figures, so that none is typed by hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

EVENT_NAMES = {
    "card_flipped": "turned over",
    "card_lifted": "lifted",
    "card_placed": "placed",
    "card_returned": "put back",
    "card_revealed": "revealed at the end",
    "draw_pile_touched": "draw pile touched",
    "hand": "whose hand it was",
    "hand_over": "hand over a place",
    "pile_refilled": "draw pile refilled",
    "pile_shuffled": "draw pile shuffled",
    "pile_top_changed": "top of the discard pile",
    "pile_top_unread": "a card on the discard pile whose face is not read",
}
"""What kinds of table events, and whose hand it was, are called on the pages."""


def write_measured(page: Path, lines: Iterable[str], block: str = "") -> None:
    """Put these lines into the measured part of a page, or into the one of this name."""
    page.write_text(with_measured(page.read_text(encoding="utf-8"), lines, block), encoding="utf-8")


def with_measured(text: str, lines: Iterable[str], block: str = "") -> str:
    """The text of a page with these lines in its measured part, or in the one of this name."""
    name = f"measured {block}" if block else "measured"
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    before, _, rest = text.partition(begin)
    _, _, after = rest.partition(end)
    return "\n".join((f"{before}{begin}", *lines, f"{end}{after}"))


def table_row(*cells: str) -> str:
    """A row of a table."""
    return f"| {' | '.join(cells)} |"


def share_cell(found: Mapping[str, Any]) -> str:
    """A share with its Wilson interval, as `share` of the evaluation gives it."""
    if not found["of"]:
        return "none"
    low, high = found["interval"]
    return f"{found['count']} of {found['of']} = {found['share']:.3f} ({low:.3f}-{high:.3f})"
