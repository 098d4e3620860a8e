"""Phones without a screen, for `phones.py`: each opens the phone's page, holds its web socket, and notes what comes.

Each does what a browser does with the page, but for drawing it: it fetches the page, opens the socket that the page
would, acknowledges what came every three seconds, and fetches once each picture of a question's film. Reads a line of
JSON from its input, `{"url": ..., "cookies": [...]}` with one cookie for each phone; says `ready` once all are there,
and as its input ends, as a line of JSON, how often a phone lost its connection and loaded the page anew, and when each
message came to each phone, in s of the machine's clock.
"""

from __future__ import annotations

import ast
import asyncio
import json
import re
import sys
import time
from contextlib import suppress
from typing import Any
from urllib.parse import urlencode

import aiohttp
import socketio

_ACKNOWLEDGED_S = 3.0
_QUERY = re.compile(r"query: (\{.*\}),")
_FILM = re.compile(r"/clips/[\w.+-]+/film/\d+\.jpg")


class PhoneClient:
    """One phone; `came_s` is when messages came, `dropped` how often its connection broke."""

    def __init__(self, url: str, cookie: str) -> None:
        self._url, self._headers = url, {"Origin": url}
        name, _, value = cookie.partition("=")
        # An address of numbers has cookies only in a jar that takes them.
        self._http = aiohttp.ClientSession(cookies={name: value}, cookie_jar=aiohttp.CookieJar(unsafe=True))
        self._socket = socketio.AsyncClient(http_session=self._http, reconnection=False)
        self._seen: set[str] = set()
        self._page: dict[str, Any] = {}
        self._fetching: set[asyncio.Task[None]] = set()
        self._tasks: list[asyncio.Task[None]] = []
        self.came_s: list[float] = []
        self.dropped = 0
        self._is_closing = False
        self._socket.on("update", self._take)
        self._socket.on("disconnect", self._come_back)

    async def open(self) -> None:
        """Fetch the page, and open its socket."""
        async with self._http.get(f"{self._url}/phone", headers=self._headers) as answer:
            answer.raise_for_status()
            found = _QUERY.search(await answer.text())
        assert found is not None
        self._page = ast.literal_eval(found[1])
        query = {key: _text(value) for key, value in self._page.items()}
        query |= {"document_id": f"phone-{id(self)}", "tab_id": f"phone-{id(self)}", "old_tab_id": ""}
        await self._socket.connect(
            f"{self._url}?{urlencode(query)}",
            headers=self._headers,
            transports=["websocket"],
            socketio_path="/_nicegui_ws/socket.io",
        )
        if not self._tasks:
            self._tasks.append(asyncio.create_task(self._acknowledge()))

    async def close(self) -> None:
        """Leave."""
        self._is_closing = True
        for task in (*self._tasks, *self._fetching):
            task.cancel()
        await self._socket.disconnect()
        await self._http.close()

    async def _come_back(self, *_: object) -> None:
        """Load the page anew, as a browser does that was away for too long."""
        if not self._is_closing:
            self.dropped += 1
            self._tasks.append(asyncio.create_task(self.open()))

    async def _take(self, message: dict[str, Any]) -> None:
        self.came_s.append(time.time())
        self._page["next_message_id"] = message.get("_id", self._page["next_message_id"])
        new = set(_FILM.findall(json.dumps(message))) - self._seen
        self._seen |= new
        if new:
            fetching = asyncio.create_task(self._fetch(sorted(new)))
            self._fetching.add(fetching)
            fetching.add_done_callback(self._fetching.discard)

    async def _fetch(self, pictures: list[str]) -> None:
        for picture in pictures:
            async with self._http.get(self._url + picture, headers=self._headers) as answer:
                await answer.read()

    async def _acknowledge(self) -> None:
        while True:
            await asyncio.sleep(_ACKNOWLEDGED_S)
            told = {"client_id": self._page["client_id"], "next_message_id": self._page["next_message_id"]}
            with suppress(socketio.exceptions.SocketIOError):
                await self._socket.emit("ack", told)


async def main() -> None:
    """Hold the phones until the input ends."""
    asked = json.loads(sys.stdin.readline())
    phones = [PhoneClient(asked["url"], cookie) for cookie in asked["cookies"]]
    for phone in phones:
        await phone.open()
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    for phone in phones:
        await phone.close()
    told = {"dropped": sum(phone.dropped for phone in phones), "came_s": [phone.came_s for phone in phones]}
    print(json.dumps(told), flush=True)


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


if __name__ == "__main__":
    asyncio.run(main())
