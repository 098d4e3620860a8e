"""What is said aloud at the table: verdicts, calls, what waits to be decided and the hands, each as soon as it is so.

It is made from what everybody may see, so nothing secret can be spoken.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from kibitz_server.texts import say
from kibitz_server.views.evening_view import GameView, View
from kibitz_server.views.play_view import PlayView
from kibitz_server.views.sheet_view import SheetView


class Tone(StrEnum):
    """The sound before the words."""

    VERDICT = "verdict"
    CALL = "call"
    QUESTION = "question"
    COUNTED = "counted"


@dataclass(frozen=True, slots=True)
class Announcement:
    """A sentence and its sound."""

    tone: Tone
    text: str


Facts = Mapping[tuple[Tone, str], Announcement]
"""What could be said of an evening as it stands, each by what it is about."""


def facts_of(view: View) -> Facts:
    """Everything that is worth a word now."""
    found = [
        *(_of_play(view.play, view.game) if view.play and view.game else ()),
        *(_of_sheet(view.sheet) if view.sheet else ()),
    ]
    return {(one.tone, key): one for key, one in found}


def news(before: Facts, after: Facts) -> tuple[Announcement, ...]:
    """What is to be said of a change: what is new, and of a correction only what is another now."""
    said = []
    for key, now in after.items():
        if key not in before:
            said.append(now)
        elif now != before[key]:
            said.append(replace(now, text=say("Now: {what}", what=now.text)))
    return tuple(said)


def _of_play(play: PlayView, game: GameView) -> Iterator[tuple[str, Announcement]]:
    for race in play.races:
        yield f"{race.at_ms:.0f}", Announcement(Tone.VERDICT, race.sentence)
    for seat in play.seats:
        if seat.is_caller:
            # The same key for everybody: another caller is a correction.
            told = say("{player} called {word}.", player=seat.player, word=game.pack.call_word)
            yield "caller", Announcement(Tone.CALL, told)
    for item in play.inbox:
        if not (item.minor or item.is_race):
            yield item.key, Announcement(Tone.QUESTION, say("To be decided: {what}", what=item.title))


def _of_sheet(sheet: SheetView) -> Iterator[tuple[str, Announcement]]:
    if sheet.tally is None:
        return
    yield "all", Announcement(Tone.COUNTED, say("All hands are counted."))
    for player, points in sheet.tally.points.items():
        yield str(player), Announcement(Tone.COUNTED, say("{player}: {points} points.", player=player, points=points))
