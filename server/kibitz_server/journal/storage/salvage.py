"""What can still be read of a broken journal, put together with what its backups hold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from kibitz_scoring.sentences import Sentence
from kibitz_server.journal.entries import EntriesLost, Seq, format_entry
from kibitz_server.journal.recorded import is_readable
from kibitz_server.journal.storage.carving import carve
from kibitz_server.journal.storage.head_file import Head
from kibitz_server.journal.storage.sealed_rows import Content, SealedRow, sealed_all

_SEALED_TEXTS, _UNSEALED_TEXTS = 5, 3


@dataclass(frozen=True, slots=True)
class Salvaged:
    """Rows that came back, with a row for each run of those that did not: `lost` are their first and last numbers."""

    rows: list[SealedRow]
    lost: tuple[tuple[int, int], ...]

    @property
    def words(self) -> str:
        """How much that is, in a sentence."""
        count = sum(last - first + 1 for first, last in self.lost)
        if not count:
            return Sentence("All {number} entries came back.", number=len(self.rows))
        numbers = ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in self.lost)
        number = self.rows[-1].seq
        return Sentence(
            "Of {number} entries {count} could not be read and are lost ({numbers}); all others came back.",
            number=number,
            count=count,
            numbers=numbers,
        )


def salvage(path: Path, backups: Iterable[Sequence[SealedRow]], head: Head | None) -> Salvaged:
    """All that is left of a broken journal, as far as it is what was written.

    Where backups of the same journal hold what it lacks, the newest first, that is taken from them.
    """
    read = _carved(path)
    for backup in backups:
        contents = {row.seq: row.content for row in backup}
        common = contents.keys() & read.keys()
        agrees = all(contents[seq] == read[seq] for seq in common)
        if agrees and (common or any(head is not None and row.seal == head.seal for row in backup)):
            read = contents | read
    return _filled(read, head)


def _filled(read: dict[int, Content], head: Head | None) -> Salvaged:
    contents: list[Content] = []
    lost: list[tuple[int, int]] = []
    last = 0
    for seq, content in sorted(read.items()):
        if seq > last + 1:
            lost.append((last + 1, seq - 1))
            contents.append(_lost_row(lost[-1], content[1]))
        contents.append(content)
        last = seq
    if head is not None and head.seq > last and contents:
        lost.append((last + 1, head.seq))
        contents.append(_lost_row(lost[-1], datetime.now(UTC).isoformat()))
    return Salvaged(sealed_all(contents), tuple(lost))


def _lost_row(numbers: tuple[int, int], at: str) -> Content:
    first, last = numbers
    return last, at, *format_entry(EntriesLost(Seq(first)))


def _carved(path: Path) -> dict[int, Content]:
    """By number what is, to the letter, what was written; of a file from before there were seals what is readable."""
    genuine: dict[int, list[SealedRow]] = {}
    unsealed: dict[int, Content] = {}
    for seq, texts in carve(path):
        if len(texts) == _SEALED_TEXTS:
            row = SealedRow(seq, *texts)
            if row.is_genuine and row not in genuine.get(seq, []):
                genuine.setdefault(seq, []).append(row)
        elif len(texts) == _UNSEALED_TEXTS:
            content = (seq, texts[0], texts[1], texts[2])
            if is_readable(content):
                unsealed[seq] = content
    if not genuine:
        return unsealed
    chosen: dict[int, Content] = {}
    before = ""
    for _, rows in sorted(genuine.items()):
        row = next((one for one in rows if one.previous == before), rows[-1])
        chosen[row.seq], before = row.content, row.seal
    return chosen
