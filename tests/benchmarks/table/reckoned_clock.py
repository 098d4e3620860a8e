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
    """Work whose result is known, but is there only at its time."""

    def __init__(self, clock: ReckonedClock, ready_ms: float, result: T) -> None:
        super().__init__()
        self._clock, self._ready_ms = clock, ready_ms
        self.set_result(result)

    def done(self) -> bool:
        return self._clock.now_ms >= self._ready_ms

    def result(self, timeout: float | None = None) -> T:
        self._clock.now_ms = max(self._clock.now_ms, self._ready_ms)
        return super().result(timeout)


class Beside(Executor):
    """One thread on a core of its own, which does one thing after the other."""

    def __init__(self, clock: ReckonedClock) -> None:
        self._clock, self._free_ms = clock, 0.0

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        began_s = process_time()
        result = fn(*args, **kwargs)
        spent_ms = (process_time() - began_s) * 1000
        self._clock.beside_ms += spent_ms
        self._free_ms = max(self._clock.now_ms, self._free_ms) + spent_ms
        return _Reckoned(self._clock, self._free_ms, result)
