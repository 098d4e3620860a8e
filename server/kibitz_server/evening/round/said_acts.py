"""Acts that people said: when, in what words, and how they are named among all acts of a round."""

from __future__ import annotations

from collections.abc import Sequence

from kibitz_scoring.errors import InputError
from kibitz_scoring.game.events import Event
from kibitz_scoring.notation.events import parse_event
from kibitz_scoring.notation.seen_lines import TimedEvent
from kibitz_scoring.players import PlayerId
from kibitz_scoring.referee.questions import ActId
from kibitz_scoring.table import Interval
from kibitz_server.journal.play_entries import ActSaid


def timed_act(said: ActSaid, players: Sequence[PlayerId]) -> TimedEvent:
    """What somebody said, and when; its act is named by both."""
    at = Interval(said.at_ms, said.at_ms)
    return TimedEvent(at, parse_event(said.event, players), f"{said.at_ms:.3f} {said.event}")


def event_said(act: ActId, players: Sequence[PlayerId]) -> Event | None:
    """What was said first of an act that was said, None of one that was seen."""
    try:
        return parse_event(act.partition(" ")[2], players)
    except InputError:
        return None
