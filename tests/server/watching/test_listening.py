"""Listening is off until somebody switches it on, and what was heard is forgotten with it."""

from __future__ import annotations

from collections.abc import Callable

from kibitz_scoring.table import Interval
from kibitz_server.watching.listening import Ear
from kibitz_vision.sound.onsets import Onset


class FakeMicrophone:
    def __init__(self, tell: Callable[[Onset], None]) -> None:
        self.is_open = True
        tell(Onset(Interval(100.0, 110.0), 20.0))

    def close(self) -> None:
        self.is_open = False


def test_it_is_off_until_it_is_switched_on_and_forgets_when_it_is_off_again() -> None:
    opened: list[FakeMicrophone] = []

    def microphone(tell: Callable[[Onset], None]) -> FakeMicrophone:
        opened.append(FakeMicrophone(tell))
        return opened[-1]

    ear = Ear(microphone)  # type: ignore[arg-type]
    assert not ear.is_on
    assert ear.heard.all() == ()
    ear.start()
    ear.start()
    assert ear.is_on
    assert len(opened) == 1
    assert len(ear.heard.all()) == 1
    ear.stop()
    assert not ear.is_on
    assert not opened[0].is_open
    assert ear.heard.all() == ()
    ear.stop()
