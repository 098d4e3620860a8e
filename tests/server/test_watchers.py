"""Watchers are told of every change, whatever one of them stumbles over."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from kibitz_server.access.guests import Guests
from kibitz_server.access.viewer import Role
from kibitz_server.evening.live import Live
from kibitz_server.events.event_log import EventLog
from kibitz_server.journal.entries import SheetOpened
from kibitz_server.journal.play_entries import RoundWatched
from kibitz_server.views.role_views import RoleViews

from .conftest import ANN


def stumble(*_: object) -> None:
    raise ZeroDivisionError


def test_who_acts_and_all_others_go_on_where_one_stumbles_over_an_act(
    live: Live, stumbled: list[logging.LogRecord]
) -> None:
    heard: list[str] = []
    live.watch("a page", stumble)
    live.watch("another page", lambda: heard.append("heard"))
    live.record(SheetOpened())
    assert heard == ["heard"]
    assert "could not be followed" in stumbled.pop().getMessage()


def test_a_device_joins_and_a_program_is_told_where_one_stumbles_over_that(
    live: Live, tmp_path: Path, stumbled: list[logging.LogRecord]
) -> None:
    told: list[object] = []
    for watched in (guests := Guests(tmp_path), log := EventLog(live, RoleViews(live))):
        watched.watch("one", stumble)
        watched.watch("another", told.append)
    guests.join(Role.SPECTATOR)
    live.record(RoundWatched(ANN, is_dealt=True, by_hand=True))
    assert len(told) == len(stumbled) == 2
    log.close()
    stumbled.clear()


def test_whoever_ends_the_program_is_heard(live: Live) -> None:
    def end() -> None:
        raise KeyboardInterrupt

    live.watch("a page", end)
    with pytest.raises(KeyboardInterrupt):
        live.record(SheetOpened())
