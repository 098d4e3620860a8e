"""What a drill that goes on where it was stopped has come to so far, in a file of its work folder."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

_AT_ONCE = 20


class KeptTally:
    """Counts outcomes; those that begin with `failed` are kept in words."""

    def __init__(self, work: Path, times: int) -> None:
        self._path, self._times = work / "tally.json", times
        kept = json.loads(self._path.read_text(encoding="utf-8")) if self._path.exists() else {}
        self.times: int = kept.get("times", 0)
        self.failed: list[str] = kept.get("failed", [])
        self.came = Counter[str](kept.get("came", {}))

    @property
    def is_done(self) -> bool:
        """Whether it was made as often as was asked."""
        return self.times >= self._times

    def add(self, came: str, about: str = "") -> None:
        """One more time, and what came of it."""
        if came.startswith("failed"):
            self.failed.append(f"{self.times}, {about}: {came}")
        self.times += 1
        self.came[came.split(":", maxsplit=1)[0]] += 1
        if self.times % _AT_ONCE == 0 or self.is_done:
            self._path.write_text(json.dumps(self.figures()), encoding="utf-8")

    def figures(self) -> dict[str, Any]:
        """All of it."""
        return {"times": self.times, "failed": self.failed, "came": dict(self.came)}
