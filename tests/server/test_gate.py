"""The gate: whose requests pass, what every answer says, and what is neither a path nor a method here."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator

import httpx
import pytest
from fastapi import FastAPI
from nicegui import core

from kibitz_server.app import create_app
from kibitz_server.gate.own_pages import link
from kibitz_server.settings import Settings

HOST = "127.0.0.1:8765"
SOCKET = "/_nicegui_ws/socket.io/?EIO=4&transport=polling"
FOREIGN = (
    "null",
    "http://evil.example",
    "http://evil.example:8765",
    "https://127.0.0.1.evil.example:8765",
    "http://127.0.0.1",
    "http://127.0.0.1:9999",
    "http://localhost:8765",
    "http://localhost:3000",
    "http://[::1]:8765",
    "http://[evil",
    "http://[::1",
    "http://127.0.0.1:8765.evil.example",
    "http://evil.example#127.0.0.1:8765",
    "http://evil.example@127.0.0.1:8765",
    "http://127.0.0.1:8765@evil.example",
    "http://127.1:8765",
    "http://2130706433:8765",
    "file://",
    "chrome-extension://abcdefgh",
    "HTTP://127.0.0.1:8765/",
)


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FastAPI]:
    made = create_app(Settings(tmp_path_factory.mktemp("data"), key="the-key-of-this-start"))
    yield made
    made.state.desk.close()
    # NiceGUI has one app per process: once it has answered, it takes no middleware of the next create_app.
    core.app.middleware_stack = None


def ask(app: FastAPI, path: str, method: str = "GET", knows: bool = True, **headers: str) -> httpx.Response:
    sent = {"host": HOST} | ({"cookie": "kibitz-key-None=the-key-of-this-start"} if knows else {})
    sent |= {name.replace("_", "-"): value for name, value in headers.items()}

    async def get() -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1") as client:
            return await client.request(method, path, headers=sent)

    return asyncio.run(get())


@pytest.mark.parametrize("path", ["/api/v1/state", SOCKET])
@pytest.mark.parametrize("origin", FOREIGN)
def test_no_page_of_another_origin_passes_though_it_has_the_cookie(app: FastAPI, path: str, origin: str) -> None:
    assert ask(app, path, origin=origin).status_code == 403


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8765", "[::1", "127.0.0.1.evil.example", ""])
def test_no_other_name_of_this_machine_passes(app: FastAPI, host: str) -> None:
    assert ask(app, "/healthz", host=host).status_code == 403


def test_a_page_of_our_own_address_passes(app: FastAPI) -> None:
    assert ask(app, "/api/v1/state", origin=f"http://{HOST}").status_code == 200


@pytest.mark.parametrize("site", ["same-site", "cross-site"])
def test_what_a_browser_fetches_for_a_page_of_elsewhere_is_refused(app: FastAPI, site: str) -> None:
    assert ask(app, "/camera/latest.jpg", sec_fetch_site=site, sec_fetch_mode="no-cors").status_code == 403
    framed = {"sec_fetch_site": site, "sec_fetch_mode": "navigate", "sec_fetch_dest": "iframe"}
    assert ask(app, "/", **framed).status_code == 403


@pytest.mark.parametrize("path", ["/", "/api/v1/state", "/assets/kibitz.js", SOCKET, "/nowhere"])
def test_who_has_no_key_of_this_start_is_told_to_open_the_link(app: FastAPI, path: str) -> None:
    answer = ask(app, path, knows=False)

    assert answer.status_code == 403
    assert "by the link" in answer.json()["detail"]
    assert ask(app, path, knows=False, cookie="kibitz-key-None=the-key-of-another-start").status_code == 403


@pytest.mark.parametrize("foreign", ['foo={"a":1}', "foo=a b", "nothing", "=", 'quoted="'])
def test_a_cookie_of_another_port_of_the_host_locks_nobody_out(app: FastAPI, foreign: str) -> None:
    cookie = f"{foreign}; kibitz-key-None=the-key-of-this-start; {foreign}"
    assert ask(app, "/", knows=False, cookie=cookie).status_code == 200


def test_the_link_hands_out_a_cookie_that_no_script_reads_and_leaves_no_key_in_the_address(app: FastAPI) -> None:
    answer = ask(app, link("http://127.0.0.1/", "the-key-of-this-start"), knows=False)

    assert answer.status_code == 303
    assert answer.headers["location"] == "/"
    assert {"HttpOnly", "SameSite=strict"} <= set(answer.headers["set-cookie"].split("; "))
    assert ask(app, link("http://127.0.0.1/", "another"), knows=False).status_code == 403


def test_health_is_told_to_whoever_asks_on_this_machine(app: FastAPI) -> None:
    assert ask(app, "/healthz", knows=False).status_code == 200


@pytest.mark.parametrize("path", ["/", "/healthz", "/nowhere", "/assets/kibitz.css", "/export/evening.json"])
@pytest.mark.parametrize("knows", [True, False])
def test_every_answer_says_who_may_show_it_and_that_it_is_what_it_says(app: FastAPI, path: str, knows: bool) -> None:
    headers = ask(app, path, knows=knows).headers

    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["referrer-policy"] == "no-referrer"
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe-inline" not in policy.partition("script-src")[2].partition(";")[0]


def test_every_script_of_the_dashboard_has_the_nonce_of_its_policy_and_another_the_next_time(app: FastAPI) -> None:
    nonces = []
    for _ in range(2):
        answer = ask(app, "/", accept_encoding="gzip")
        scripts = re.findall(r"<script[^>]*>", answer.text)
        (nonce,) = re.findall(r"'nonce-([^']+)'", answer.headers["content-security-policy"])
        assert len(scripts) > 5
        assert all(f'nonce="{nonce}"' in script for script in scripts)
        nonces.append(nonce)
    assert nonces[0] != nonces[1]


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nowhere", 404),
        ("GET", "/index.html", 404),
        ("GET", "/_nicegui/nothing", 404),
        ("POST", "/nowhere", 404),
        ("POST", "/", 405),
        ("PUT", "/", 405),
        ("POST", "/healthz", 405),
        ("DELETE", "/export/evening.json", 405),
        ("GET", "/", 200),
    ],
)
def test_what_is_not_there_is_not_answered_by_the_dashboard(app: FastAPI, method: str, path: str, status: int) -> None:
    answer = ask(app, path, method)

    assert answer.status_code == status
    if status != 200:
        assert set(answer.json()) == {"detail"}


@pytest.mark.parametrize(
    ("given", "status"),
    [
        ("Bearer the-key-of-this-start", 200),
        ("bearer the-key-of-this-start ", 200),
        ("Bearer wrong", 403),
        ("Basic x", 403),
    ],
)
def test_a_program_shows_the_key_instead_of_the_cookie(app: FastAPI, given: str, status: int) -> None:
    assert ask(app, "/api/v1/packs", knows=False, authorization=given).status_code == status


def test_what_is_described_to_programs_is_version_1_and_no_more(app: FastAPI) -> None:
    paths = ask(app, "/openapi.json").json()["paths"]
    assert paths
    assert all(path.startswith("/api/v1/") for path in paths)
    assert ask(app, "/openapi.json", knows=False).status_code == 403
