"""The part of docs/clips.md about what leaves of clips, from docs/measured/exports.json."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tests.benchmarks.measured_page import table_row


def lines(figures: Mapping[str, Any]) -> Iterator[str]:
    """The table."""
    yield "| what leaves | read | with a card that is named | sealed card named by mistake | sealed face read |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    for kind, one in (*figures["kinds"].items(), ("all that leaves", figures["all"])):
        yield table_row(kind, *(str(one[key]) for key in ("read", "a_card_is_named", "misread_as_sealed", "leaks")))
    yield ""
    yield f"{figures['clips']} clips of simulated rounds ({', '.join(figures['films'])}), read by the shipped models."
