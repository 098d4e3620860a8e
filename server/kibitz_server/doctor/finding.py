"""What the doctor finds, one sentence each."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Grade(StrEnum):
    """`weak`: an evening is possible, but worse for it. `bad`: something will not work."""

    FINE = "fine"
    WEAK = "weak"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Finding:
    """What was looked at, how well it is, and one sentence that says what to do unless it is fine."""

    about: str
    grade: Grade
    sentence: str
