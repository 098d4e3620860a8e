"""With the PIN a device becomes referee or host; it is kept only as a hash, and guessed at a few times only."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from kibitz_scoring.errors import InputError
from kibitz_server.access.attempts import Attempts, LockedError
from kibitz_server.access.guests import Guests
from kibitz_server.access.pin import hashed_pin, is_pin
from kibitz_server.access.pin_login import PinLogin
from kibitz_server.access.viewer import Role

from ..conftest import ANN


@pytest.fixture
def guests(tmp_path: Path) -> Guests:
    made = Guests(tmp_path)
    made.join(Role.PLAYER, ANN)
    return made


def log_in(login: PinLogin, guests: Guests, pin: str, role: Role = Role.REFEREE) -> None:
    asyncio.run(login.log_in(guests.all[0].id, role, pin))


def test_the_right_pin_makes_a_referee_or_a_host_who_keeps_their_name(guests: Guests, tmp_path: Path) -> None:
    asyncio.run(PinLogin(guests).set("4711"))
    login = PinLogin(Guests(tmp_path))
    log_in(login, guests=login._guests, pin="4711")
    assert (login._guests.all[0].role, login._guests.all[0].player) == (Role.REFEREE, ANN)
    log_in(login, guests=login._guests, pin="4711", role=Role.HOST)
    assert login._guests.all[0].role is Role.HOST
    assert "4711" not in (tmp_path / "devices.guests").read_text()


def test_five_wrong_tries_lock_even_the_right_one(guests: Guests) -> None:
    login = PinLogin(guests, Attempts(lambda: 1000.0))
    asyncio.run(login.set("4711"))
    for pin in ("0000", "", "47110", "\uff14\uff17\uff11\uff11", "x" * 500):
        with pytest.raises(InputError, match="This is not the PIN"):
            log_in(login, guests, pin)
    with pytest.raises(LockedError, match="Too many wrong tries: wait 60 s"):
        log_in(login, guests, "4711")
    assert guests.all[0].role is Role.PLAYER


@pytest.mark.parametrize("role", [Role.PLAYER, Role.SPECTATOR])
def test_the_pin_gives_no_other_role(guests: Guests, role: Role) -> None:
    login = PinLogin(guests)
    asyncio.run(login.set("4711"))
    with pytest.raises(InputError, match="referee or host"):
        log_in(login, guests, "4711", role)


def test_without_a_pin_nothing_opens(guests: Guests) -> None:
    login = PinLogin(guests)
    asyncio.run(login.set("4711"))
    login.clear()
    for pin in ("", "4711"):
        with pytest.raises(InputError, match="no PIN"):
            log_in(login, guests, pin)


@pytest.mark.parametrize("pin", ["", "123", "abcd", "1" * 13, "12 34", "1234\n"])
def test_what_is_no_pin_is_refused(pin: str) -> None:
    with pytest.raises(InputError, match="4 to 12 digits"):
        hashed_pin(pin)


def test_the_same_pin_is_kept_otherwise_each_time() -> None:
    kept = hashed_pin("4711")
    assert kept != hashed_pin("4711")
    assert is_pin("4711", kept)
    assert not is_pin("4711", "")
    assert not is_pin("4711", "zz:zz")
