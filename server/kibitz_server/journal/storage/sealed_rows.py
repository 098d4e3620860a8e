"""Rows of the journal as they are stored, each sealed over its content and the seal of the row before."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

Content = tuple[int, str, str, str]
"""What a row says: its number, when it was written, its kind and its payload."""
_DIGITS = 32
FIRST = ""
"""What the first row has in place of the seal of the row before."""


@dataclass(frozen=True, slots=True)
class SealedRow:
    """An entry as it is stored; `previous` is the seal of the row before, `seal` that over all of this one."""

    seq: int
    at: str
    kind: str
    payload: str
    previous: str
    seal: str

    @property
    def content(self) -> Content:
        """What the row says, whatever stands before it."""
        return self.seq, self.at, self.kind, self.payload

    @property
    def is_genuine(self) -> bool:
        """Whether it is, to the letter, what was written."""
        return self.seal == _seal(self.previous, self.content)


def sealed(previous: SealedRow | None, content: Content) -> SealedRow:
    """A row that follows another one, or nothing."""
    before = FIRST if previous is None else previous.seal
    return SealedRow(*content, before, _seal(before, content))


def sealed_all(contents: Iterable[Content]) -> list[SealedRow]:
    """Rows that follow each other, from the first on."""
    rows: list[SealedRow] = []
    for content in contents:
        rows.append(sealed(rows[-1] if rows else None, content))
    return rows


def broken_at(rows: Iterable[SealedRow]) -> int | None:
    """The first row that is not what was written, or does not follow the one before; None where all is well."""
    before = FIRST
    for row in rows:
        if not row.is_genuine or row.previous != before:
            return row.seq
        before = row.seal
    return None


def _seal(previous: str, content: Content) -> str:
    return sha256(json.dumps([previous, *content]).encode()).hexdigest()[:_DIGITS]
