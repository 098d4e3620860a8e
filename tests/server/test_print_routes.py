"""What is printed comes as a PDF file, and what is nothing to print is a sentence."""

from __future__ import annotations

import asyncio

import httpx
import pytest
from fastapi import FastAPI

from kibitz_server.api.print_routes import create_print_router


def answered(path: str) -> httpx.Response:
    app = FastAPI()
    app.include_router(create_print_router())

    async def ask() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://kibitz") as client:
            return await client.get(path)

    return asyncio.run(ask())


@pytest.mark.parametrize("name", ["dragons-gambit-a4", "dragons-gambit-letter", "table-mat-a4", "table-mat-letter"])
def test_a_deck_and_a_mat_are_sent_as_pdf(name: str) -> None:
    answer = answered(f"/print/{name}.pdf")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/pdf")
    assert answer.content.startswith(b"%PDF")


@pytest.mark.parametrize("name", ["dragons-gambit-a3", "mat", "-a4", "x-letter"])
def test_what_is_nothing_to_print_is_a_sentence(name: str) -> None:
    answer = answered(f"/print/{name}.pdf")
    assert answer.status_code == 404
    assert "nothing to print" in answer.json()["detail"]
