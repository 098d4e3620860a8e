"""The app served in a thread of the tests' own process."""

from __future__ import annotations

import threading

import uvicorn
from nicegui import core


def end(server: uvicorn.Server, thread: threading.Thread) -> None:
    """End the server, and wait until it has let go of all."""
    server.should_exit = True
    thread.join()
    # NiceGUI has one app per process: once it has answered, it takes no middleware of the next create_app.
    core.app.middleware_stack = None
