"""One webhook and the thread that tells it, in order: a receiver that is slow or gone costs the table nothing."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

import httpx

from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import Sentence
from kibitz_server.events.hook_file import Hook, Standing
from kibitz_server.events.signature import signed_headers

_MOST_WAITING = 1000
"""Events: an evening without a receiver; the oldest make room."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How long one answer is waited for, and when it is tried again: the pauses double from the first to the longest.

    An event that is older than `give_up_s` is given up.
    """

    answer_s: float = 5.0
    first_pause_s: float = 1.0
    longest_pause_s: float = 300.0
    give_up_s: float = 3600.0


PACE = Pace()


@dataclass(frozen=True, slots=True)
class Message:
    """What is to be told: `known_s` on the monotonic clock; the id stays the same however often it is sent."""

    id: str
    body: bytes
    known_s: float


class Delivery:
    """Tells one webhook as long as it `is_wanted`; `put` never waits.

    `changed` is called from its thread once the standing is another, or it is wanted no more.
    """

    def __init__(
        self, hook: Hook, is_wanted: Callable[[], bool], changed: Callable[[], object], pace: Pace = PACE
    ) -> None:
        self.hook, self.standing = hook, Standing()
        self.arrived: datetime | None = None
        """When it took something last."""
        self._is_wanted, self._changed, self._pace = is_wanted, changed, pace
        self._waiting: deque[Message] = deque()
        self._news = threading.Condition()
        self._ended = False
        self._thread: threading.Thread | None = None

    def put(self, message: Message) -> None:
        """Tell this after all that waits."""
        with self._news:
            if len(self._waiting) == _MOST_WAITING:
                self._waiting.popleft()
                self.standing = _given_up(self.standing, 1)
            self._waiting.append(message)
            self._news.notify()
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, name="webhook", daemon=True)
                self._thread.start()

    def forget(self) -> None:
        """Tell nothing of what waits."""
        with self._news:
            self._waiting.clear()
            self._news.notify()

    def close(self) -> None:
        """Tell nothing more; what is under way is not waited for."""
        with self._news:
            self._ended = True
            self._waiting.clear()
            self._news.notify()

    def _run(self) -> None:
        pause_s = self._pace.first_pause_s
        with _client(self._pace) as client:
            while (message := self._next()) is not None:
                if not self._is_wanted():
                    self._changed()
                    return
                why = _post(client, self.hook, message)
                if not why:
                    pause_s = self._pace.first_pause_s
                    self.arrived = datetime.now(UTC)
                    self._done(message, Standing())
                elif time.monotonic() - message.known_s + pause_s > self._pace.give_up_s:
                    self._done(message, _given_up(self._failing(why), 1))
                else:
                    self._stand(self._failing(why))
                    self._rest(pause_s)
                    pause_s = min(2 * pause_s, self._pace.longest_pause_s)

    def _next(self) -> Message | None:
        """What is told next, waited for; None at the end."""
        with self._news:
            self._news.wait_for(lambda: self._ended or self._waiting)
            return None if self._ended else self._waiting[0]

    def _rest(self, pause_s: float) -> None:
        with self._news:
            self._news.wait_for(lambda: self._ended or not self._waiting, pause_s)

    def _failing(self, why: str) -> Standing:
        since = self.standing.failing_since or datetime.now(UTC)
        return self.standing.model_copy(update={"failing_since": since, "why": why})

    def _done(self, message: Message, standing: Standing) -> None:
        with self._news:
            if self._waiting and self._waiting[0] is message:
                self._waiting.popleft()
        self._stand(standing)

    def _stand(self, standing: Standing) -> None:
        if standing != self.standing:
            self.standing = standing
            if not self._ended:
                self._changed()


def send_once(hook: Hook, message: Message, pace: Pace = PACE) -> str:
    """Tell a webhook at once, and why that failed, empty where it did not."""
    with _client(pace) as client:
        return _post(client, hook, message)


def _given_up(standing: Standing, more: int) -> Standing:
    """With so many more events that were given up."""
    return standing.model_copy(update={"given_up": standing.given_up + more})


def _client(pace: Pace) -> httpx.Client:
    # No proxy of the environment, and no other address than the one that was added.
    return httpx.Client(timeout=pace.answer_s, follow_redirects=False, trust_env=False)


def _post(client: httpx.Client, hook: Hook, message: Message) -> str:
    try:
        headers = {
            "content-type": "application/json",
            "user-agent": "Kibitz",
            **signed_headers(hook.secret, message.id, int(time.time()), message.body),
        }
        with client.stream("POST", hook.url, content=message.body, headers=headers) as answer:
            # What it says beside its status is not read.
            if answer.is_success:
                return ""
            return Sentence("it answered {status}.", status=answer.status_code)
    except InputError as error:
        return str(error)
    except httpx.TimeoutException:
        return Sentence("it did not answer.")
    except (httpx.HTTPError, httpx.InvalidURL, OSError):
        return Sentence("nothing answers there.")
