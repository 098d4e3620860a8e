"""All that lies in the data folder: what it is, where, for how long, and how much of it there is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from kibitz_scoring.sentences import to_say
from kibitz_server.journal.journal import BACKUPS_NAME
from kibitz_server.texts import say
from kibitz_vision.own_data import DECKS, WRONG_CLIPS


@dataclass(frozen=True, slots=True)
class Stored:
    """One kind of what is stored; `where` is relative to the data folder."""

    what: str
    where: str
    how_long: str
    files: int
    bytes: int


_UNTIL_DELETED = to_say("until you delete it")
_KINDS = (
    (to_say("Games: names, rounds, cards, what was said"), "journal.*", _UNTIL_DELETED),
    (
        to_say("Copies of the games, in case the file breaks"),
        BACKUPS_NAME,
        to_say("the newest three, and one of each of five days"),
    ),
    (to_say("Photos that rounds were scored from"), "pictures", _UNTIL_DELETED),
    (
        to_say("Clips of snaps, disputes and questions"),
        "clips",
        to_say("30 days, 5 GB at most; those that you keep until you delete them"),
    ),
    (to_say("Clips that you said were judged wrongly, with what is right"), WRONG_CLIPS, _UNTIL_DELETED),
    (
        to_say("Recordings of whole rounds, where you asked for them"),
        "recordings",
        to_say("of evenings 30 days; others until you delete them"),
    ),
    (to_say("Films and pictures that you opened from a file"), "sources", _UNTIL_DELETED),
    (to_say("Decks that you taught: pictures of their cards, and which are chosen"), DECKS, _UNTIL_DELETED),
    (to_say("Where everything lay on the table"), "places", to_say("until the table is found anew")),
    (
        to_say("Devices that joined: whose each is, its kind, when it was last here"),
        "devices.guests",
        to_say("until you take them away, or 30 days after they were last here"),
    ),
    (
        to_say("Webhooks: addresses that are told what happens, each with its secret"),
        "webhooks.*",
        _UNTIL_DELETED,
    ),
    (to_say("The camera that you had last, and what is known of cameras"), "camera*", _UNTIL_DELETED),
)


def inventory(folder: Path) -> tuple[Stored, ...]:
    """What there is; a kind of which there is nothing is told, too, and all other files as what they are."""
    known: set[Path] = set()
    stored = []
    for what, where, how_long in _KINDS:
        files = {file for path in folder.glob(where) for file in _files(path)}
        known |= files
        stored.append(_stored(say(what), where, say(how_long), files))
    others = set(_files(folder)) - known
    if others:
        stored.append(_stored(say("Other files"), "", say(_UNTIL_DELETED), others))
    return tuple(stored)


def _files(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    return [file for file in path.rglob("*") if file.is_file()]


def _stored(what: str, where: str, how_long: str, files: Iterable[Path]) -> Stored:
    sizes = [file.stat().st_size for file in files if file.exists()]
    return Stored(what, where, how_long, len(sizes), sum(sizes))
