"""Devices join, speak for one player each, are changed and taken away, and come back after a restart."""

from __future__ import annotations

import stat
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from kibitz_scoring.errors import InputError
from kibitz_server.access.device_kind import DeviceKind
from kibitz_server.access.guests import Guests
from kibitz_server.access.viewer import OWNER, Role, Viewer

from ..conftest import ANN, BEN

NOON = datetime(2025, 6, 1, 12, tzinfo=UTC)


class Clock:
    now = NOON

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def guests(tmp_path: Path, clock: Clock) -> Guests:
    return Guests(tmp_path, clock)


def join(guests: Guests, role: Role = Role.PLAYER, player: str | None = None) -> Viewer:
    viewer = guests.viewer(guests.join(role, player))  # type: ignore[arg-type]
    assert viewer is not None
    return viewer


def test_a_device_is_known_by_its_token_and_nobody_by_another(guests: Guests) -> None:
    token = guests.join(Role.PLAYER, ANN)
    viewer = guests.viewer(token)
    assert viewer is not None
    assert (viewer.role, viewer.player) == (Role.PLAYER, ANN)
    assert guests.viewer(f"{token}x") is None
    assert guests.viewer("") is None


def test_a_seat_is_kept_over_a_restart_and_no_token_stands_in_the_file(
    guests: Guests, tmp_path: Path, clock: Clock
) -> None:
    token = guests.join(Role.PLAYER, ANN)
    (file,) = tmp_path.iterdir()
    assert token not in file.read_text()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert Guests(tmp_path, clock).viewer(token) == guests.viewer(token)


def test_a_device_that_did_not_come_for_a_month_has_to_join_once_more(
    guests: Guests, tmp_path: Path, clock: Clock
) -> None:
    old, used = guests.join(Role.PLAYER, ANN), guests.join(Role.PLAYER, BEN)
    clock.now += timedelta(days=20)
    guests.viewer(used)
    clock.now += timedelta(days=20)
    again = Guests(tmp_path, clock)
    assert again.viewer(old) is None
    assert again.viewer(used) is not None


def test_a_name_that_a_device_holds_is_had_by_another_only_once_it_is_let_go(guests: Guests) -> None:
    holder = join(guests, player=ANN)
    other = join(guests, Role.SPECTATOR)
    with pytest.raises(InputError, match="Another device speaks for Ann"):
        guests.join(Role.PLAYER, ANN)
    guests.ask(str(other.guest), ANN)
    assert [(guest.id, player) for guest, player in guests.asking()] == [(other.guest, ANN)]
    assert guests.is_current(other)
    guests.let_go(ANN)
    assert guests.guest(str(other.guest)).viewer == Viewer(Role.PLAYER, ANN, other.guest)
    assert guests.guest(str(holder.guest)).viewer == Viewer(Role.SPECTATOR, None, holder.guest)
    assert guests.asking() == ()


def test_a_name_that_is_kept_is_asked_for_no_more(guests: Guests) -> None:
    holder, other = join(guests, player=ANN), join(guests, Role.SPECTATOR)
    guests.ask(str(other.guest), ANN)
    guests.keep(ANN)
    assert guests.asking() == ()
    assert guests.is_current(holder)


def test_a_free_name_is_had_at_once(guests: Guests) -> None:
    looks_on = join(guests, Role.SPECTATOR)
    guests.ask(str(looks_on.guest), ANN)
    assert guests.guest(str(looks_on.guest)).viewer.player == ANN


def test_whoever_watches_is_told_of_each_change(guests: Guests) -> None:
    told: list[str] = []
    guests.watch("page", told.append)
    viewer = join(guests, player=ANN)
    guests.change(str(viewer.guest), Role.REFEREE, ANN)
    assert not guests.is_current(viewer)
    guests.revoke(str(viewer.guest))
    guests.unwatch("page")
    join(guests)
    assert told == [viewer.guest] * 3


def test_a_device_that_was_taken_away_is_nobody_at_once_even_where_the_disk_refuses(
    guests: Guests, tmp_path: Path
) -> None:
    token = guests.join(Role.HOST)
    viewer = guests.viewer(token)
    (tmp_path / "devices.guests").unlink()
    (tmp_path / "devices.guests").mkdir()
    with pytest.raises(InputError, match="cannot be written"):
        guests.revoke(guests.all[0].id)
    assert guests.viewer(token) is None
    assert viewer is not None
    assert not guests.is_current(viewer)


def test_a_person_who_is_deleted_leaves_no_device(guests: Guests, tmp_path: Path) -> None:
    token = guests.join(Role.PLAYER, ANN)
    other = join(guests, Role.SPECTATOR)
    guests.ask(str(other.guest), ANN)
    guests.forget(ANN)
    assert guests.viewer(token) is None
    assert guests.asking() == ()
    assert ANN not in (tmp_path / "devices.guests").read_text()


def test_there_are_only_so_many_devices(guests: Guests) -> None:
    for _ in range(40):
        guests.join(Role.SPECTATOR)
    with pytest.raises(InputError, match="40 devices have joined already"):
        guests.join(Role.SPECTATOR)


@pytest.mark.parametrize("content", [b"", b"\xff", b'{"guests": [{"id": 1}]}', b"[]"])
def test_of_a_damaged_file_nobody_has_a_place(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "devices.guests").write_bytes(content)
    assert Guests(tmp_path).all == ()


def test_a_guest_who_hands_the_host_over_plays_or_looks_on(guests: Guests) -> None:
    first, second = join(guests, Role.HOST, ANN), join(guests, Role.PLAYER, BEN)
    guests.hand_over(first, str(second.guest))
    assert guests.guest(str(second.guest)).viewer == Viewer(Role.HOST, BEN, second.guest)
    assert guests.guest(str(first.guest)).viewer == Viewer(Role.PLAYER, ANN, first.guest)
    assert not guests.is_current(first)
    looks_on = join(guests, Role.SPECTATOR)
    guests.hand_over(guests.guest(str(second.guest)).viewer, str(looks_on.guest))
    guests.hand_over(guests.guest(str(looks_on.guest)).viewer, str(second.guest))
    assert guests.guest(str(looks_on.guest)).role is Role.SPECTATOR
    assert [guest.role for guest in guests.all].count(Role.HOST) == 1


def test_a_host_who_hands_over_to_themself_or_has_the_key_is_host_still(guests: Guests) -> None:
    host, other = join(guests, Role.HOST), join(guests)
    guests.hand_over(host, str(host.guest))
    assert guests.is_current(host)
    guests.hand_over(OWNER, str(other.guest))
    assert guests.guest(str(other.guest)).role is Role.HOST
    assert guests.is_current(OWNER)


def test_a_screen_is_one_over_a_restart_until_somebody_speaks_by_it(
    guests: Guests, tmp_path: Path, clock: Clock
) -> None:
    viewer = guests.viewer(guests.join(Role.SPECTATOR, None, "Linux", DeviceKind.TELEVISION))
    assert viewer is not None
    again = Guests(tmp_path, clock)
    assert again.kind_of(viewer) is DeviceKind.TELEVISION
    again.ask(str(viewer.guest), ANN)
    assert again.kind_of(viewer) is DeviceKind.USED
    assert again.kind_of(OWNER) is DeviceKind.USED


def test_whoever_makes_a_screen_referee_by_the_pin_uses_it(guests: Guests) -> None:
    viewer = guests.viewer(guests.join(Role.SPECTATOR, None, "Linux", DeviceKind.STREAM))
    assert viewer is not None
    guests.change(str(viewer.guest), Role.REFEREE, None)
    assert guests.kind_of(viewer) is DeviceKind.USED


def test_a_program_stays_one_whatever_it_may_do(guests: Guests) -> None:
    viewer = guests.viewer(guests.join(Role.PLAYER, ANN, "lamp", DeviceKind.PROGRAM))
    assert viewer is not None
    guests.let_go(ANN)
    assert guests.guest(str(viewer.guest)).role is Role.SPECTATOR
    guests.change(str(viewer.guest), Role.REFEREE, None)
    assert guests.kind_of(viewer) is DeviceKind.PROGRAM
