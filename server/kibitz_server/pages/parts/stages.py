"""The stages of an evening: which there are, which one the table has come to, and which can be looked at."""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol

from kibitz_scoring.sentences import to_say
from kibitz_server.views.evening_view import View


class Stage(StrEnum):
    """One screen of the flow, in its order."""

    TABLE = to_say("Table")
    PLAY = to_say("Play")
    REVEAL = to_say("Reveal")
    RESULT = to_say("Result")


class StagePage(Protocol):
    """A stage as it is drawn on one open page."""

    def show(self, view: View) -> None:
        """Draw what has changed since the last time."""


def stage_of(view: View) -> Stage:
    """Where the evening is: a page goes there by itself."""
    if view.game is None:
        return Stage.TABLE
    if view.sheet:
        return Stage.REVEAL
    if view.play:
        return Stage.PLAY
    return Stage.RESULT if view.game.rounds else Stage.TABLE


def reachable(view: View) -> tuple[Stage, ...]:
    """The stages that have something to show."""
    there = {
        Stage.TABLE: True,
        Stage.PLAY: view.play is not None,
        Stage.REVEAL: view.game is not None,
        Stage.RESULT: view.game is not None and bool(view.game.rounds),
    }
    return tuple(stage for stage, shows in there.items() if shows)
