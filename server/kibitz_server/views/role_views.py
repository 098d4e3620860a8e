"""The evening as each role may see it in each language, made once for all pages that show it."""

from __future__ import annotations

from kibitz_server.access.viewer import Right, Role
from kibitz_server.evening.evening import Evening
from kibitz_server.evening.live import Live
from kibitz_server.evening.round.play import Play
from kibitz_server.texts import spoken_language
from kibitz_server.views.evening_view import View, project


class RoleViews:
    """Twenty phones cost one view of the evening; used from the event loop's thread only."""

    def __init__(self, live: Live) -> None:
        self._live = live
        self._of: tuple[Evening, Play | None] | None = None
        self._views: dict[tuple[Role, str], View] = {}

    def of(self, role: Role) -> View:
        """The evening as it is now, in the language of the page that is drawn."""
        evening, play = self._live.evening, self._live.play
        if self._of is None or self._of[0] is not evening or self._of[1] is not play:
            self._of, self._views = (evening, play), {}
        # A player may do more than who looks on, and sees the same.
        key = Role.HOST if role.may(Right.JUDGE) else Role.SPECTATOR, spoken_language()
        if key not in self._views:
            self._views[key] = project(evening, role, play)
        return self._views[key]
