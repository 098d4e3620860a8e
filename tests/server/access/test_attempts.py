"""Guesses at a secret are few: five by one device, twenty by all, then none for a while that doubles."""

from __future__ import annotations

import pytest

from kibitz_server.access.attempts import Attempts, LockedError


class Clock:
    now_s = 1000.0

    def __call__(self) -> float:
        return self.now_s


def guess(attempts: Attempts, who: str, times: int) -> None:
    for _ in range(times):
        attempts.begin(who)


def test_after_five_wrong_tries_a_device_waits_a_minute_then_two() -> None:
    clock = Clock()
    attempts = Attempts(clock)
    guess(attempts, "a", 5)
    for wait_s in (60, 120, 240):
        with pytest.raises(LockedError, match=f"wait {wait_s} s"):
            attempts.begin("a")
        clock.now_s += wait_s - 1
        with pytest.raises(LockedError):
            attempts.begin("a")
        clock.now_s += 1.5
        guess(attempts, "a", 5)


def test_another_device_may_go_on_until_all_together_were_wrong_too_often() -> None:
    attempts = Attempts(Clock())
    for who in "abcd":
        guess(attempts, who, 5)
    with pytest.raises(LockedError):
        attempts.begin("e")


def test_who_is_right_starts_anew() -> None:
    attempts = Attempts(Clock())
    for _ in range(10):
        guess(attempts, "a", 4)
        attempts.right("a")


def test_however_many_devices_guess_the_memory_is_bounded() -> None:
    clock = Clock()
    attempts = Attempts(clock)
    for number in range(2000):
        clock.now_s += 2 * 24 * 3600
        attempts.begin(str(number))
    assert len(attempts._known) < 600
