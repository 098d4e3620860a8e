"""What a stage is given to work with by the page that shows it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from kibitz_scoring.errors import KibitzError
from kibitz_server.access import acts
from kibitz_server.access.viewer import Viewer
from kibitz_server.desk import Desk
from kibitz_server.evening.live import Live
from kibitz_server.journal.entries import Entry
from kibitz_server.pages.parts.speaker import Speaker
from kibitz_server.pages.parts.stages import Stage


class ActTools(Protocol):
    """What a part of a page needs to record acts: the desk, `act` and `tell` as in `Tools`."""

    @property
    def desk(self) -> Desk:
        """All that the app works with."""

    @property
    def act(self) -> Callable[[Entry], bool]:
        """Records an entry, and says whether it was recorded at once."""

    @property
    def tell(self) -> Callable[[str], None]:
        """Shows a sentence as a banner."""


@dataclass(frozen=True, slots=True)
class Tools:
    """The desk, and what one open page does for its stages.

    `act` records an entry, after a question where that would break off a live round, and says whether it was recorded
    at once; `count` counts the hands, after a question while they are played; `tell` shows a sentence as a banner; `go`
    shows another stage; `is_dark` says how charts are to be drawn; `speaker` says aloud what is new; `viewer` is who
    has opened the page.
    """

    desk: Desk
    act: Callable[[Entry], bool]
    count: Callable[[Callable[[], Awaitable[object]]], Awaitable[object] | None]
    tell: Callable[[str], None]
    go: Callable[[Stage], None]
    is_dark: Callable[[], bool]
    speaker: Speaker
    viewer: Viewer


def record_told(live: Live, viewer: Viewer, entry: Entry, tell: Callable[[str], None]) -> bool:
    """Record an entry as far as who has opened the page may; whether it was recorded, a refusal is told."""
    tell("")
    try:
        acts.record(live, viewer, entry)
    except KibitzError as error:
        tell(str(error))
        return False
    return True
