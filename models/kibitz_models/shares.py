"""Shares of what was counted, each with what it may be as well."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kibitz_vision.intervals import wilson

Share = dict[str, Any]


def share(count: int, n: int) -> Share:
    """A share with its 95 % Wilson interval; None where there was nothing to count."""
    low, high = wilson(count, n)
    value = round(count / n, 4) if n else None
    return {"count": count, "of": n, "share": value, "interval": [round(low, 4), round(high, 4)]}


def share_in_words(share: Mapping[str, Any]) -> str:
    """A share and its interval."""
    low, high = share["interval"]
    return "-" if share["share"] is None else f"{share['share']:.3f} ({low:.3f} to {high:.3f})"
