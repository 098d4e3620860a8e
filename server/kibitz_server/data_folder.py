"""All that Kibitz keeps in its data folder: what it is, under which names, and for how long."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from kibitz_scoring.sentences import to_say
from kibitz_vision.own_data import CLIPS, DECKS, RECORDINGS, WRONG_CLIPS

BACKUPS, PICTURES, PLACES, SOURCES = "backups", "pictures", "places", "sources"
UNTIL_DELETED = to_say("until you delete it")


@dataclass(frozen=True, slots=True)
class Kept:
    """One kind of what is kept: `where` is a folder's name, or a pattern of the names of files.

    `is_film`: whether it goes with all other pictures and films when these are deleted.
    """

    what: str
    where: str
    how_long: str = UNTIL_DELETED
    is_film: bool = False

    def paths(self, folder: Path) -> Iterator[Path]:
        """What there is of it: one folder, or files."""
        return folder.glob(self.where)


KEPT = (
    Kept(to_say("Games: names, rounds, cards, what was said"), "journal.*"),
    Kept(
        to_say("Copies of the games, in case the file breaks"),
        BACKUPS,
        to_say("the newest three, and one of each of five days"),
    ),
    Kept(to_say("Photos that rounds were scored from"), PICTURES, is_film=True),
    Kept(
        to_say("Clips of snaps, disputes and questions"),
        CLIPS,
        to_say("30 days, 5 GB at most; those that you keep until you delete them"),
        is_film=True,
    ),
    Kept(to_say("Clips that you said were judged wrongly, with what is right"), WRONG_CLIPS, is_film=True),
    Kept(
        to_say("Recordings of whole rounds, where you asked for them"),
        RECORDINGS,
        to_say("of evenings 30 days; others until you delete them"),
        is_film=True,
    ),
    Kept(to_say("Films and pictures that you opened from a file"), SOURCES, is_film=True),
    Kept(to_say("Decks that you taught: pictures of their cards, and which are chosen"), DECKS, is_film=True),
    Kept(to_say("Where everything lay on the table"), PLACES, to_say("until the table is found anew")),
    Kept(
        to_say("Devices that joined: whose each is, its kind, when it was last here"),
        "devices.*",
        to_say("until you take them away, or 30 days after they were last here"),
    ),
    Kept(to_say("Webhooks: addresses that are told what happens, each with its secret"), "webhooks.*"),
    Kept(to_say("The camera that you had last"), "camera.*"),
    Kept(to_say("What was measured of cameras"), "cameras.*"),
    Kept(to_say("The key of the page's address"), "page.*", to_say("until Kibitz ends")),
)
"""Whatever else lies in the data folder is not Kibitz's own."""
