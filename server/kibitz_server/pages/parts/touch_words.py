"""Whose card touches the discard pile on a picture."""

from __future__ import annotations

from kibitz_server.replay.player import ReplayFrame
from kibitz_server.texts import say


def touch_words(frame: ReplayFrame) -> str:
    """Whose card touches it, to follow the time of the picture; empty where nobody's does."""
    return "".join(" · " + say("{player}'s card touches", player=player) for player in frame.touches)
