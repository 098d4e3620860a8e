"""A clock that no other program disturbs: frames come when they were captured, and work takes its processor time.

Frames are looked at on one core and places on another, as in live play.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from time import process_time
from typing import Any, TypeVar

T = TypeVar("T")


@dataclass(slots=True)
class ReckonedClock:
    """The time now, in ms of the film, and the processor time of what was done beside the frames."""

    now_ms: float = 0.0
    beside_ms: float = 0.0


class _Reckoned(Future[T]):
    """Work whose result is known, but is there only at its time; until its turn comes it can be called off."""

    def __init__(self, beside: Beside, spent_ms: float, result: T) -> None:
        super().__init__()
        self._beside, self._spent_ms, self._ready_ms = beside, spent_ms, beside.free_ms
        self.set_result(result)

    def done(self) -> bool:
        return self._beside.clock.now_ms >= self._ready_ms

    def result(self, timeout: float | None = None) -> T:
        self._beside.clock.now_ms = max(self._beside.clock.now_ms, self._ready_ms)
        return super().result(timeout)

    def cancel(self) -> bool:
        if self._beside.clock.now_ms >= self._ready_ms - self._spent_ms:
            return False
        self._beside.free_ms -= self._spent_ms
        return True


class Beside(Executor):
    """One thread on a core of its own, which does one thing after the other; what is called off is the last of it."""

    def __init__(self, clock: ReckonedClock) -> None:
        self.clock, self.free_ms = clock, 0.0

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        began_s = process_time()
        result = fn(*args, **kwargs)
        spent_ms = (process_time() - began_s) * 1000
        self.clock.beside_ms += spent_ms
        self.free_ms = max(self.clock.now_ms, self.free_ms) + spent_ms
        return _Reckoned(self, spent_ms, result)
