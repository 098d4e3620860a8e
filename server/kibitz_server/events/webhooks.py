"""All webhooks of the running app: each is told what happens, from the moment when there is one."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from kibitz_scoring.sentences import joined
from kibitz_server.evening.live import Live
from kibitz_server.events.delivery import PACE, Delivery, Message, Pace, send_once
from kibitz_server.events.event_log import EventLog, Numbered
from kibitz_server.events.hook_file import Hook, HookFile, Standing
from kibitz_server.events.signature import new_message_id


class Webhooks:
    """Follows the log of events; used from the event loop's thread only, but for `test`."""

    def __init__(self, live: Live, log: EventLog, data: Path, pace: Pace = PACE) -> None:
        self.file = HookFile(data)
        self._live, self._log, self._pace = live, log, pace
        self._deliveries: dict[str, Delivery] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._keeping = threading.Lock()
        self.file.forget_standings()
        log.watch(self, self._tell)

    @property
    def sentence(self) -> str:
        """Which receivers cannot be reached, empty while all can."""
        return joined(" ", filter(None, (one.standing.sentence(one.hook) for one in self._deliveries.values())))

    def standing(self, hook: Hook) -> Standing:
        """How telling it goes."""
        delivery = self._deliveries.get(hook.id)
        return delivery.standing if delivery else Standing()

    def arrived(self, hook: Hook) -> datetime | None:
        """When it took something last, None where it was told nothing in this start."""
        delivery = self._deliveries.get(hook.id)
        return delivery.arrived if delivery else None

    def test(self, hook: Hook) -> str:
        """Send it an event that means nothing, and why that failed, empty where it did not."""
        return send_once(hook, trial(), self._pace)

    def remove(self, hook_id: str) -> None:
        """Tell one nothing more, not even what waits; `InputError` where there is none of this id."""
        self.file.remove(hook_id)
        self._publish()

    def forget(self) -> None:
        """Tell nothing of what waits, as somebody is deleted."""
        for delivery in self._deliveries.values():
            delivery.forget()

    def close(self) -> None:
        """Tell nothing more."""
        self._log.unwatch(self)
        self._loop = None
        for delivery in self._deliveries.values():
            delivery.close()

    def _tell(self, events: tuple[Numbered, ...]) -> None:
        hooks = self._let_go()
        if not hooks:
            return
        self._loop = _running_loop()
        messages = [_message(event) for event in events]
        for hook in hooks:
            if hook.id not in self._deliveries:
                wanted = partial(self._is_there, hook)
                self._deliveries[hook.id] = Delivery(hook, wanted, self._stands_otherwise, self._pace)
            for message in messages:
                self._deliveries[hook.id].put(message)

    def _let_go(self) -> tuple[Hook, ...]:
        """Those that there are; the others are told nothing more, whoever removed them."""
        hooks = self.file.hooks()
        for gone in self._deliveries.keys() - {hook.id for hook in hooks}:
            self._deliveries.pop(gone).close()
        return hooks

    def _is_there(self, hook: Hook) -> bool:
        """Whether it was not removed meanwhile; called from the thread of a delivery."""
        return any(one.id == hook.id for one in self.file.hooks())

    def _publish(self) -> None:
        self._let_go()
        self._live.publish()

    def _stands_otherwise(self) -> None:
        """Called from the thread of a delivery."""
        with self._keeping:
            self.file.keep({hook: one.standing for hook, one in list(self._deliveries.items())})
        if (loop := self._loop) is not None and not loop.is_closed():
            # It may end at this moment.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(self._publish)


def trial() -> Message:
    """An event that means nothing."""
    told = {"type": "test", "timestamp": datetime.now(UTC).isoformat(), "data": {}}
    return Message(new_message_id(), json.dumps(told).encode(), time.monotonic())


def _message(event: Numbered) -> Message:
    happening = event.happening
    told = {
        "type": f"{happening.kind}.{happening.change}",
        "timestamp": event.at.isoformat(),
        "number": event.number,
        "data": {"key": happening.key, **happening.content},
    }
    return Message(new_message_id(), json.dumps(told, ensure_ascii=False).encode(), time.monotonic())


def _running_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
