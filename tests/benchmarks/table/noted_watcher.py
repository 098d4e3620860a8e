"""What a watcher told of each frame, noted and told again, so that one look at a film serves several ways to answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

from kibitz_scoring.table import TableEvent
from kibitz_vision.camera.lateness import Lateness
from kibitz_vision.detections import Found
from kibitz_vision.frames import Frame
from kibitz_vision.table.places import TablePlaces
from kibitz_vision.watcher import TableState, Watcher

_WATCHER = "kibitz_vision.watcher.Watcher"


@dataclass(frozen=True, slots=True)
class Note:
    """What a watcher said when it had looked at a frame."""

    events: tuple[TableEvent, ...]
    state: TableState
    known_ms: float
    behind_ms: float
    missing: str
    places: TablePlaces | None
    is_moving: bool
    found: tuple[Found, ...] = ()


_NOTHING = Note((), {}, float("-inf"), 0.0, "", None, is_moving=False)


@dataclass(slots=True)
class Notes:
    """Notes by the index of the frame, and at -1 what was told at the end."""

    by_frame: dict[int, Note] = field(default_factory=dict)

    def note(self, index: int, events: Sequence[TableEvent], watcher: Watcher) -> None:
        """Keep what a watcher says now."""
        self.by_frame[index] = Note(
            tuple(events),
            watcher.state(),
            watcher.known_ms,
            watcher.behind_ms,
            watcher.missing,
            watcher.places,
            watcher.is_moving,
            watcher.found(),
        )


@contextmanager
def noted() -> Iterator[Notes]:
    """Whatever watcher is made meanwhile, what it tells is noted."""
    notes = Notes()

    class Noted(Watcher):
        def update(self, frame: Frame) -> list[TableEvent]:
            events = super().update(frame)
            notes.note(frame.index, events, self)
            return events

        def finish(self) -> list[TableEvent]:
            events = super().finish()
            notes.note(-1, events, self)
            return events

    with patch(_WATCHER, Noted):
        yield notes


@contextmanager
def retold(notes: Notes) -> Iterator[None]:
    """Whatever watcher is made meanwhile looks at nothing and tells what was noted."""

    class Retold:
        def __init__(self, *_: object, **__: object) -> None:
            self._now = _NOTHING

        def __getattr__(self, name: str) -> Any:
            return getattr(self._now, name)

        def keep_up(self, lateness: Lateness) -> None:
            """Nobody is late of a film."""

        def state(self) -> TableState:
            return self._now.state

        def found(self) -> tuple[Found, ...]:
            return self._now.found

        def update(self, frame: Frame) -> list[TableEvent]:
            return self._tell(frame.index)

        def finish(self) -> list[TableEvent]:
            return self._tell(-1)

        def _tell(self, index: int) -> list[TableEvent]:
            self._now = notes.by_frame.get(index, self._now)
            return list(self._now.events) if index in notes.by_frame else []

    with patch(_WATCHER, Retold):
        yield
