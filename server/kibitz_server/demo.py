"""The demo: pictures of tables at the reveal, and the film of a whole round, that come with Kibitz."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from kibitz_scoring.errors import InputError
from kibitz_scoring.players import PlayerId
from kibitz_scoring.sentences import Sentence

DEMO_PACK = "kaboo"
DEMO_PLAYERS = (PlayerId("Ann"), PlayerId("Ben"), PlayerId("Cleo"))
"""The game of the film and its players; the first of them deals."""


@dataclass(frozen=True, slots=True)
class DemoSaid:
    """What somebody says in the film, in the notation of game events, ms after its first picture."""

    at_ms: float
    event: str


def demo_folder() -> Path:
    """Folder of the demo."""
    return Path(str(files("kibitz_server") / "demo"))


def demo_pictures(players: int | None = None) -> tuple[Path, ...]:
    """The demo pictures in their order, those of tables of so many players where that is given."""
    number = "*" if players is None else str(players)
    return tuple(sorted(demo_folder().glob(f"demo-{number}-*.jpg")))


def demo_picture(name: str) -> Path:
    """Demo picture of this file name; `InputError` where there is none."""
    for path in demo_pictures():
        if path.name == name:
            return path
    there = ", ".join(path.name for path in demo_pictures())
    raise InputError(Sentence("'{name}' is no demo picture: expected {there}.", name=name, there=there))


def demo_film() -> Path:
    """The film of a whole round with a snap race."""
    return demo_folder() / "round.mp4"


def demo_places() -> Path:
    """Where everything has its place in the film."""
    return demo_folder() / "round.json"


def demo_said() -> tuple[DemoSaid, ...]:
    """What is said in the film, in its order."""
    lines = (demo_folder() / "round.jsonl").read_text(encoding="utf-8").splitlines()
    said = [json.loads(line) for line in lines]
    return tuple(DemoSaid(float(one["end_ms"]), str(one["event"])) for one in said)
