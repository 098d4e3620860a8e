"""Pages of other sites may not use Kibitz through a visitor's browser."""

import asyncio
from pathlib import Path

import httpx
import pytest

from kibitz_server.app import create_app
from kibitz_server.settings import Settings

SOCKET = "/_nicegui_ws/socket.io/?EIO=4&transport=polling"


def _status(folder: Path, path: str, headers: dict[str, str]) -> int:
    async def get() -> int:
        transport = httpx.ASGITransport(create_app(Settings(folder)))
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            return (await client.get(path, headers=headers)).status_code

    return asyncio.run(get())


@pytest.mark.parametrize("path", ["/healthz", SOCKET])
def test_a_request_of_a_foreign_page_is_refused(tmp_path: Path, path: str) -> None:
    assert _status(tmp_path, path, {"Origin": "http://evil.example"}) == 403


@pytest.mark.parametrize("headers", [{}, {"Origin": "http://127.0.0.1:8765"}, {"Origin": "http://localhost:8765"}])
def test_a_request_of_our_own_page_and_one_of_no_page_pass(tmp_path: Path, headers: dict[str, str]) -> None:
    assert _status(tmp_path, "/healthz", headers) == 200
