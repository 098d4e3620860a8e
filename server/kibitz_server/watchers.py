"""Who wants to know of something is told whenever it changes, and whoever stumbles over that stops nobody else."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Generic, ParamSpec

log = logging.getLogger(__name__)

Told = ParamSpec("Told")


class Watchable(Generic[Told]):
    """Something that watchers follow; used from the event loop's thread only."""

    def __init__(self) -> None:
        self._watchers: dict[object, Callable[Told, object]] = {}

    def watch(self, key: object, watcher: Callable[Told, object]) -> None:
        """Call `watcher` after every change until `unwatch(key)`."""
        self._watchers[key] = watcher

    def unwatch(self, key: object) -> None:
        """Stop calling the watcher of this key."""
        self._watchers.pop(key, None)

    def _tell(self, *told: Told.args, **more: Told.kwargs) -> None:
        """Call all watchers. What changed has happened by then: who did it is to know that, and all others, too."""
        for watcher in list(self._watchers.values()):
            try:
                watcher(*told, **more)
            except Exception:
                log.exception("What has changed could not be followed.")
