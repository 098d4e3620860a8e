"""Every route and every page stands in the table of rights; what does not is refused to guests."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI
from nicegui import app as pages
from nicegui import core
from starlette.routing import BaseRoute, Mount

from kibitz_server.access.route_rights import OPEN, PAGES, is_open, needed_right
from kibitz_server.access.viewer import Right
from kibitz_server.app import create_app
from kibitz_server.settings import Settings


@pytest.fixture
def app(tmp_path: Path) -> Iterator[FastAPI]:
    made = create_app(Settings(tmp_path, house=("192.168.1.5:8765",)))
    yield made
    made.state.desk.close()
    core.app.middleware_stack = None


def routes_of(routes: list[BaseRoute]) -> Iterator[tuple[str, str]]:
    """The method and the path of every route, those of routers that are included among them."""
    for route in routes:
        if included := getattr(route, "original_router", None):
            yield from routes_of(included.routes)
        elif isinstance(route, Mount):
            if route.path and not route.path.startswith("/_nicegui_ws"):
                yield "GET", f"{route.path}/some/file.js"
        else:
            path = re.sub(r"\{\w+(:path)?\}", "1", route.path)  # type: ignore[attr-defined]
            for method in getattr(route, "methods", None) or ["SOCKET"]:
                yield method, path


def test_every_route_has_a_right_or_is_open(app: FastAPI) -> None:
    found = [*routes_of(app.routes), *routes_of(pages.routes)]
    assert len(found) > 50
    assert not [one for one in found if needed_right(*one) is None and not is_open(*one)]


def test_every_page_has_a_right() -> None:
    assert {path: needed_right("GET", path) for path in PAGES} == dict(PAGES)


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "SOCKET"])
@pytest.mark.parametrize("path", ["/nowhere", "/api/v2/state", "//", "/tv/", "/_nicegui_ws/other", "/api/v1"])
def test_what_the_table_does_not_know_needs_what_nobody_has(method: str, path: str) -> None:
    assert needed_right(method, path) is None
    assert not is_open(method, path)


@pytest.mark.parametrize("path", ["/pictures/a.jpg", "/cards/a.jpg", "/camera/latest.jpg", "/clips/a/film.mp4"])
def test_what_may_show_more_than_everybody_knows_needs_a_referee(path: str) -> None:
    assert needed_right("GET", path) is Right.JUDGE


def test_no_open_way_leads_to_what_is_kept() -> None:
    assert {line.split()[1] for line in OPEN} <= {"/healthz", "/join", "/assets/join.css"}
