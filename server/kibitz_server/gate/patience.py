"""How long a connection may be open without a whole request: not for ever, as many of them would use up the machine."""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

ASKED_WITHIN_S = 10.0
MOST_CONNECTIONS = 256
MOST_MESSAGE_BYTES = 1_100_000
"""Of a web socket: Socket.IO takes a million."""


class PatientProtocol(H11Protocol):
    """HTTP on a connection that is closed where a request is not there, with all its headers, after some seconds."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._end: asyncio.TimerHandle | None = None
        self._is_web_socket = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """The first request is waited for from here on."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """A part of a request came: the time runs from the first one until all its headers are there."""
        super().data_received(data)
        if self._is_web_socket or (self.cycle is not None and not self.cycle.response_complete):
            self._stop_waiting()
        elif self._end is None:
            self._wait()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """A web socket has pings of its own."""
        self._is_web_socket = True
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing more is waited for."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._end = self.loop.call_later(ASKED_WITHIN_S, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._end is not None:
            self._end.cancel()
            self._end = None
