"""All that happened since this start, numbered, so that whoever was away goes on where they left off."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from kibitz_server.access.viewer import Role
from kibitz_server.evening.live import Live
from kibitz_server.events.happenings import Facts, Happening, facts_of, happenings
from kibitz_server.views.role_views import RoleViews
from kibitz_server.watchers import Watchable

_MOST_KEPT = 2000
"""Some ten rounds."""
_PER_ENTRY = 1000
"""Numbers grow with the journal's, so that they go on growing with the next start."""


@dataclass(frozen=True, slots=True)
class Numbered:
    """Something that happened, its number, which only grows, and when it became known."""

    number: int
    at: datetime
    happening: Happening


@dataclass(frozen=True, slots=True)
class Since:
    """What happened after a number; not `is_whole` where some of it is kept no more."""

    events: tuple[Numbered, ...]
    is_whole: bool


class EventLog(Watchable[[tuple[Numbered, ...]]]):
    """Follows the evening as somebody who only looks on, and tells its watchers all that happened at once."""

    def __init__(self, live: Live, views: RoleViews, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        super().__init__()
        self._live, self._views, self._clock = live, views, clock
        self._facts: Facts | None = self._now()
        self._kept: deque[Numbered] = deque(maxlen=_MOST_KEPT)
        self._newest = self._first = self._of_the_journal
        live.watch(self, self._follow)

    @property
    def newest(self) -> int:
        """The number of what happened last."""
        return self._newest

    def since(self, number: int) -> Since:
        """All that is kept of what happened after a number."""
        events = tuple(one for one in self._kept if one.number > number)
        return Since(events, is_whole=self._first <= number <= self._newest)

    def forget(self) -> None:
        """Let go of everything, as somebody is deleted: of what comes next nothing is compared with before."""
        self._kept.clear()
        self._first = self._newest
        self._facts = None

    def close(self) -> None:
        """Follow no more."""
        self._live.unwatch(self)

    def _follow(self) -> None:
        before, self._facts = self._facts, self._now()
        if before is None:
            return
        happened = tuple(self._numbered(one) for one in happenings(before, self._facts))
        if not happened:
            return
        for one in happened:
            if len(self._kept) == _MOST_KEPT:
                self._first = self._kept[0].number
            self._kept.append(one)
        self._tell(happened)

    def _numbered(self, happening: Happening) -> Numbered:
        self._newest = max(self._newest + 1, self._of_the_journal)
        return Numbered(self._newest, self._clock(), happening)

    def _now(self) -> Facts:
        return facts_of(self._views.of(Role.SPECTATOR), self._live.play)

    @property
    def _of_the_journal(self) -> int:
        return self._live.newest.seq * _PER_ENTRY if self._live.newest else 0
