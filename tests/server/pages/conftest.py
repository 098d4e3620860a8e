from __future__ import annotations

from collections.abc import Iterator

import pytest
from nicegui import Client, ui
from starlette.requests import Request

ASKED = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": []}


@pytest.fixture
def page() -> Iterator[Client]:
    """An empty page, on which elements are drawn."""
    with Client(ui.page("/"), request=Request(ASKED)) as client:
        yield client
        client.delete()
