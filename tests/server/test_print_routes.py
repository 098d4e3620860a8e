"""What is printed comes as a PDF file, and what is nothing to print is a sentence."""

from __future__ import annotations

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from kibitz_server.api.print_routes import create_print_router


@pytest.fixture
def client() -> TestClient:
    app = FastAPI()
    app.include_router(create_print_router())
    return TestClient(app)


@pytest.mark.parametrize("name", ["dragons-gambit-a4", "dragons-gambit-letter", "table-mat-a4", "table-mat-letter"])
def test_a_deck_and_a_mat_are_sent_as_pdf(client: TestClient, name: str) -> None:
    answer = client.get(f"/print/{name}.pdf")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/pdf")
    assert answer.content.startswith(b"%PDF")


@pytest.mark.parametrize("name", ["dragons-gambit-a3", "mat", "-a4", "x-letter"])
def test_what_is_nothing_to_print_is_a_sentence(client: TestClient, name: str) -> None:
    answer = client.get(f"/print/{name}.pdf")
    assert answer.status_code == 404
    assert "nothing to print" in answer.json()["detail"]
