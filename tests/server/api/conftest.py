"""A program beside Kibitz: a real server over one desk, and a client that knows nothing but /openapi.json."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any

import httpx
import pytest
import uvicorn
from fastapi import FastAPI
from nicegui import core

from kibitz_server.app import create_app
from kibitz_server.desk import Desk
from kibitz_server.settings import Settings

KEY: Mapping[str, str] = MappingProxyType({"Authorization": "Bearer the-key-of-these-tests"})


class Generated:
    """A client whose calls are made of what /openapi.json says: one for each operation, by its name."""

    def __init__(self, http: httpx.Client) -> None:
        self._http = http
        self._calls = {
            operation["operationId"]: (method, path, [one["name"] for one in operation.get("parameters", ())])
            for path, methods in http.get("/openapi.json").json()["paths"].items()
            for method, operation in methods.items()
        }

    def __call__(self, name: str, body: object = None, **given: object) -> Any:
        """The JSON of the answer; with its status where it is an object."""
        method, path, names = self._calls[name]
        assert given.keys() <= set(names)
        asked = {one: value for one, value in given.items() if f"{{{one}}}" not in path}
        answer = self._http.request(method, path.format(**given), json=body, params=asked)  # type: ignore[arg-type]
        assert answer.status_code < 500, answer.text
        return answer.json() | {"status": answer.status_code} if isinstance(answer.json(), dict) else answer.json()


@contextmanager
def serving(app: FastAPI) -> Iterator[str]:
    """Where a real server answers for an app, from whose thread alone its desk is used."""
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="error"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield f"127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
        # NiceGUI serves one app after the other here.
        core.app.middleware_stack = None


@pytest.fixture
def app(tmp_path: Path) -> FastAPI:
    return create_app(Settings(tmp_path, key=KEY["Authorization"].split()[1]))


@pytest.fixture
def desk(app: FastAPI) -> Desk:
    found = app.state.desk
    assert isinstance(found, Desk)
    return found


@pytest.fixture
def address(app: FastAPI) -> Iterator[str]:
    with serving(app) as listening:
        yield listening


@pytest.fixture
def http(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"http://{address}", timeout=60, headers=KEY) as client:
        yield client


@pytest.fixture
def call(http: httpx.Client) -> Generated:
    return Generated(http)
