"""What happened since a number, for who was away or does not keep a stream open."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query

from kibitz_server.api.v1.asking import Asking, Route, Routes
from kibitz_server.api.v1.shapes.event_shapes import EventOut, EventsOut
from kibitz_server.events.event_log import EventLog, Numbered

After = Annotated[int, Query(ge=0, le=2**53, description="The `newest` of the last answer; 0 for all that is kept.")]


def event_routes(asking: Asking) -> Routes:
    """Their paths."""
    return (Route("GET", "/events", _Events(asking).events),)


class _Events:
    def __init__(self, asking: Asking) -> None:
        self._asking = asking

    async def events(self, after: After = 0) -> EventsOut:
        """What happened after a number, as everybody at the table may know it, the oldest first."""
        return events_out(self._asking.desk.event_log, after)


def events_out(log: EventLog, after: int) -> EventsOut:
    """What a log has after a number."""
    since = log.since(after)
    return EventsOut(newest=log.newest, whole=since.is_whole, events=list(map(_event_out, since.events)))


def _event_out(event: Numbered) -> EventOut:
    happening = event.happening
    return EventOut(
        number=event.number,
        at=event.at,
        kind=happening.kind,
        change=happening.change,
        key=happening.key,
        content=dict(happening.content),
    )
