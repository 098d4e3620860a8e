"""How many faces are read before a deck is taught, and after."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from kibitz_models.reading.matching import FaceResult
from kibitz_models.shares import share


def before_after(before: Sequence[FaceResult], after: Sequence[FaceResult]) -> dict[str, Any]:
    """Shares of whole faces that were read right and wrong, before the deck was taught and after."""
    return {"before": _counts(before), "after": _counts(after)}


def _counts(faces: Sequence[FaceResult]) -> dict[str, Any]:
    asked = [one for one in faces if one.full and one.wanted]
    told = Counter(str(one.outcome) for one in asked)
    return {key: share(told[key], len(asked)) for key in ("right", "wrong")}


def sum_of(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The same over several decks."""
    return {
        when: {
            key: share(sum(row[when][key]["count"] for row in rows), sum(row[when][key]["of"] for row in rows))
            for key in ("right", "wrong")
        }
        for when in ("before", "after")
    }
