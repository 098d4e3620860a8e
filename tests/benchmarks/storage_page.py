"""The measured part of docs/storage.md: what is lost where the program is killed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .measured_page import write_measured

_DOCS = Path(__file__).resolve().parents[2] / "docs"


def write_page() -> None:
    """Put the measured figures into the page."""
    figures = json.loads((_DOCS / "measured" / "kill-drill.json").read_text(encoding="utf-8"))
    write_measured(_DOCS / "storage.md", lines(figures))


def lines(figures: dict[str, Any]) -> Iterator[str]:
    """What came of the kills, from the figures of the drill."""
    lost = f"{len(figures['lost'])} times something was lost" if figures["lost"] else "nothing of it was lost"
    damaged = f"{figures['damaged']} times the file was damaged" if figures["damaged"] else "the file was never damaged"
    yield (
        f"`kibitz run` was written to over its page and killed (`kill -9`) at {figures['kills']} random moments. "
        f"The page had shown {figures['confirmed_entries']} acts, {figures['rounds']} confirmed rounds among what they "
        f"made: {lost}, and {damaged}. Measured on {figures['date']} at commit {figures['commit'][:10]} "
        f"({figures['machine']})."
    )
