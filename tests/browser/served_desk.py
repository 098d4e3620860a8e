"""The app in a thread of this process."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import uvicorn
from nicegui import core

from kibitz_server.app import create_app
from kibitz_server.desk import Desk
from kibitz_server.settings import Settings

WAIT_S = 240


class ServedDesk:
    """The app in a thread of this process, so that a test can say what people say at its very time."""

    def __init__(self, data: Path) -> None:
        app = create_app(Settings(data))
        self.desk: Desk = app.state.desk
        self._socket = socket.socket()
        self._socket.bind(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}/"
        self._server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
        self._thread = threading.Thread(target=self._run)
        self._thread.start()
        self._wait_until_it_answers()

    def _run(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._loop.run_until_complete(self._server.serve(sockets=[self._socket]))

    def _wait_until_it_answers(self) -> None:
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(self._socket.getsockname()) == 0:
                    return
            time.sleep(0.05)

    def do(self, act: Callable[[], Any]) -> Any:
        """Run something where the app runs."""
        done: Future[Any] = Future()
        self._loop.call_soon_threadsafe(lambda: done.set_result(act()))
        return done.result(WAIT_S)

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join()
        # NiceGUI has one app per process: once it has answered, it takes no middleware of the next create_app.
        core.app.middleware_stack = None
