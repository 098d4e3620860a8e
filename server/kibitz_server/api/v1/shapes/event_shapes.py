"""What happened, and whom Kibitz tells it, version 1."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from pydantic import Field

from kibitz_server.api.v1.shapes.shapes import GameOut, Shape, TableOut
from kibitz_server.events.happenings import Change, Kind


class EventOut(Shape):
    """Something that happened: `key` is the same for all that becomes of it; `content` is that of docs/api.md."""

    number: int
    at: datetime
    kind: Kind
    change: Change
    key: str
    content: dict[str, Any]


class EventsOut(Shape):
    """All that happened after a number: go on after `newest`; not `whole` where some of it is kept no more."""

    newest: int
    whole: bool
    events: list[EventOut]


class NewsOut(Shape):
    """What a stream that is asked `?after=...` sends: what happened, and the state after it."""

    newest: int
    whole: bool
    events: list[EventOut]
    game: GameOut | None
    table: TableOut | None
    unsaved: int = Field(default=0, description="So many acts wait in memory, as the disk refuses them.")


class WebhookIn(Shape):
    """An address in the own network to tell all that happens."""

    url: str = Field(min_length=1, max_length=500)


class WebhookOut(Shape):
    """An address that is told what happens; since when and why it cannot be reached, if it cannot."""

    id: str
    url: str
    made: datetime
    allow_internet: bool
    failing_since: datetime | None
    why: str
    given_up: int


class AddedWebhookOut(Shape):
    """One that was added; its secret is shown this once."""

    webhook: WebhookOut
    secret: str


class TrialOut(Shape):
    """Whether an event that means nothing has arrived, and why not."""

    arrived: bool
    why: str
