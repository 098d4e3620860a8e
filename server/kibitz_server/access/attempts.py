"""Guesses at a secret: after five wrong ones nobody may guess for a minute, then for two, four, and so on."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from kibitz_scoring.errors import InputError
from kibitz_server.texts import say

_WRONG_OF_ONE = 5
_WRONG_OF_ALL = 20
"""However many devices guess, and each anew: with four digits one in a hundred finds a PIN within a day."""
_FIRST_S = 60.0
_LONGEST_S = 24 * 3600.0
_MOST_KNOWN = 500
_ALL = ""


class LockedError(InputError):
    """Too many guesses were wrong."""


@dataclass(slots=True)
class _Guesses:
    wrong: int = 0
    lock_s: float = _FIRST_S
    free_at_s: float = 0.0


class Attempts:
    """Counts guesses by who makes them, and by all together; `clock` in seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._known: dict[str, _Guesses] = {}

    def begin(self, who: str) -> None:
        """Count a guess, as wrong until it turns out right; `LockedError` where none may be made now."""
        both = [(self._of(_ALL), _WRONG_OF_ALL), (self._of(who), _WRONG_OF_ONE)]
        wait_s = max(guesses.free_at_s for guesses, _ in both) - self._clock()
        if wait_s > 0:
            raise LockedError(say("Too many wrong tries: wait {seconds:.0f} s.", seconds=wait_s + 0.5))
        for guesses, most in both:
            guesses.wrong += 1
            if guesses.wrong >= most:
                guesses.wrong = 0
                guesses.free_at_s = self._clock() + guesses.lock_s
                guesses.lock_s = min(2 * guesses.lock_s, _LONGEST_S)

    def right(self, who: str) -> None:
        """The guess just made was right: nothing is held against anybody."""
        self._known.pop(who, None)
        self._known.pop(_ALL, None)

    def _of(self, who: str) -> _Guesses:
        if who not in self._known and len(self._known) > _MOST_KNOWN:
            # The oldest goes; what all have guessed stays.
            del self._known[next(name for name in self._known if name != _ALL)]
        return self._known.setdefault(who, _Guesses())
