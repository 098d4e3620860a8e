"""All that lies in the data folder: what it is, where, for how long, and how much of it there is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from kibitz_server.data_folder import KEPT, UNTIL_DELETED
from kibitz_server.texts import say


@dataclass(frozen=True, slots=True)
class Stored:
    """One kind of what is stored; `where` is relative to the data folder."""

    what: str
    where: str
    how_long: str
    files: int
    bytes: int


def inventory(folder: Path) -> tuple[Stored, ...]:
    """What there is; a kind of which there is nothing is told, too, and all other files as what they are."""
    known: set[Path] = set()
    stored = []
    for kept in KEPT:
        files = {file for path in kept.paths(folder) for file in _files(path)}
        known |= files
        stored.append(_stored(say(kept.what), kept.where, say(kept.how_long), files))
    others = set(_files(folder)) - known
    if others:
        stored.append(_stored(say("Other files"), "", say(UNTIL_DELETED), others))
    return tuple(stored)


def _files(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    return [file for file in path.rglob("*") if file.is_file()]


def _stored(what: str, where: str, how_long: str, files: Iterable[Path]) -> Stored:
    sizes = [file.stat().st_size for file in files if file.exists()]
    return Stored(what, where, how_long, len(sizes), sum(sizes))
