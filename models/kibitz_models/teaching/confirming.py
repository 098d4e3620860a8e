"""A person says what the cards on teaching pictures are: names in a file, or corrections on the command line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import typer

from kibitz_scoring.cards import Card, parse_card
from kibitz_scoring.errors import InputError
from kibitz_vision.camera.sources import open_source
from kibitz_vision.detections import Image
from kibitz_vision.teaching.found_cards import FoundCard
from kibitz_vision.teaching.naming import doubts, renamed

LEFT_OUT = "-"
"""Name of what is no card of the deck."""


def names_in(path: Path) -> list[Card | None]:
    """The names in a file, separated by spaces or lines; `InputError` names the word that is none."""
    try:
        words = path.read_text(encoding="utf-8-sig").split()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(
            f"{path} cannot be read ({error}); expected names of cards such as AC 10H, - for none."
        ) from error
    return [_named(word) for word in words]


def in_rows(found: Sequence[FoundCard]) -> str:
    """The found cards as they lie, each with its number and its proposed name."""
    lines: list[str] = []
    place = (-1, -1)
    for number, one in enumerate(found, start=1):
        if one.picture != place[0]:
            lines.append(f"Picture {one.picture + 1}:")
        if (one.picture, one.row) != place:
            lines.append(" ")
            place = (one.picture, one.row)
        lines[-1] += f" {number}={one.proposed or LEFT_OUT}"
    return "\n".join(lines)


def ask(found: Sequence[FoundCard], deck: Sequence[Card]) -> list[FoundCard]:
    """The found cards as a person corrects them, until nothing is wrong any more."""
    now = list(found)
    while True:
        told = doubts(now, deck)
        if told:
            typer.echo(told)
        answer = typer.prompt("Which are wrong (5=10H 7=- 9=QS)? Enter where none is", default="", show_default=False)
        if not answer.strip():
            return now
        try:
            now = corrected(now, answer)
        except InputError as error:
            typer.echo(str(error))
            continue
        typer.echo(in_rows(now))


def corrected(found: Sequence[FoundCard], answer: str) -> list[FoundCard]:
    """The found cards with corrections such as `5=10H 7=-`; one that takes another's name gives it its own."""
    now = list(found)
    for word in answer.replace(",", " ").split():
        number, _, name = word.partition("=")
        if not number.isdecimal() or not 1 <= int(number) <= len(now) or not name:
            raise InputError(
                f"'{word}' is no correction: expected a number from 1 to {len(now)}, = and a card, as 5=10H."
            )
        now = renamed(now, int(number) - 1, _named(name))
    return now


def pictures_of_camera(source: str) -> Iterator[Image]:
    """Pictures that a person takes with a camera, one at each Enter, until `done`."""
    with closing(open_source(source)) as camera:
        while True:
            answer = typer.prompt("Lay cards face up and press Enter; 'done' ends", default="", show_default=False)
            if answer.strip().lower() == "done":
                return
            frame = camera.latest()
            if frame is None:
                typer.echo(camera.health.sentence)
                continue
            yield frame.image.copy()


def _named(word: str) -> Card | None:
    return None if word == LEFT_OUT else parse_card(word)
