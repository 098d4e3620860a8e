"""The view of each role, made once for all pages that show it."""

from __future__ import annotations

from kibitz_server.access.viewer import Role
from kibitz_server.evening.live import Live
from kibitz_server.journal.entries import SheetOpened
from kibitz_server.views.evening_view import project
from kibitz_server.views.role_views import RoleViews

from ..games import begin


def test_who_sees_the_same_shares_one_view_until_something_is_changed(live: Live) -> None:
    begin(live)
    views = RoleViews(live)
    shown = views.of(Role.SPECTATOR)
    assert views.of(Role.PLAYER) is shown
    assert views.of(Role.REFEREE) is views.of(Role.HOST)

    live.record(SheetOpened())

    assert views.of(Role.PLAYER) is not shown
    for role in Role:
        assert views.of(role) == project(live.evening, role, live.play)
