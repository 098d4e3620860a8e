"""Pages and programs that are not Kibitz's own ask for everything: other origins, frames, no key, paths outside."""

from __future__ import annotations

import http.client
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright
from tests.browser.conftest import running_kibitz
from tests.browser.warm_browser import launched
from tests.server.test_gate import FOREIGN

TITLE = "Strangers"
TIMES = 612
_SOCKET = "/_nicegui_ws/socket.io/?EIO=4&transport=polling"
_ASKED = ("/", "/api/v1/state", "/export/evening.json", "/camera/latest.jpg", "/assets/kibitz.js", _SOCKET)
_STEPS = ("../", "..%2f", "%2e%2e/", "..%5c", "....//", "%252e%252e%252f", "..%c0%af", "/")
_FOLDERS = ("assets", "demo", "pictures", "clips", "cards", "games", "export", "_nicegui", "camera")
_WANTED = ("etc/passwd", "journal.sqlite3", "camera.txt", "page.key", "proc/self/environ", "app.py")
_SECRETS = (b"root:", b"SQLite format", b"PATH=", b"create_app")
_HEADERS = ("content-security-policy", "x-content-type-options", "referrer-policy", "cross-origin-resource-policy")
_METHODS = ("POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE")


def run(work: Path, times: int) -> dict[str, Any]:
    """Ask so many times in all, beginning with other origins, and show it in a frame of a foreign page."""
    failed: list[str] = []
    made = 0
    with running_kibitz(work / "data") as kibitz:
        kibitz.get("/")
        for attack in _attacks(f"127.0.0.1:{kibitz.port}", {"Cookie": kibitz.cookie}):
            if made >= times:
                break
            made += 1
            if fault := _fault(kibitz.port, *attack):
                failed.append(fault)
        failed += _framed(kibitz.url)
    return {"times": made, "failed": failed, "origins": len(FOREIGN)}


def sentence(figures: Mapping[str, Any]) -> str:
    """What it came to."""
    return (
        f"{figures['origins']} foreign origins, pages without the key of the start, paths out of every folder and "
        "other methods asked for pages, pictures, exports and the web socket, and a foreign page framed it; "
        f"{len(figures['failed']) or 'none'} got an answer that it should not have had"
    )


def _attacks(host: str, cookie: Mapping[str, str]) -> Iterator[tuple[str, str, Mapping[str, str], tuple[int, ...]]]:
    """Method, path, headers and the statuses that are right."""
    for path in _ASKED:
        for origin in FOREIGN:
            yield "GET", path, {"Host": host, "Origin": origin, **cookie}, (400, 403)
        for site in ("cross-site", "same-site"):
            yield "GET", path, {"Host": host, "Sec-Fetch-Site": site, "Sec-Fetch-Mode": "no-cors", **cookie}, (403,)
        yield "GET", path, {"Host": host}, (403,)
        yield "GET", path, {"Host": host, "Cookie": "kibitz-key=x"}, (403,)
        yield "GET", path, {"Host": "evil.example", **cookie}, (403,)
    for folder in _FOLDERS:
        for step in _STEPS:
            for wanted in _WANTED:
                path = f"/{folder}/{step * 3}{wanted}"
                yield "GET", path, {"Host": host, **cookie}, (307, 400, 403, 404, 405, 422)
    for path in ("/", "/healthz", "/api/v1/state", "/clips.json", "/nowhere"):
        for method in _METHODS:
            yield method, path, {"Host": host, **cookie}, (400, 404, 405)


def _fault(port: int, method: str, path: str, headers: Mapping[str, str], right: tuple[int, ...]) -> str:
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=30)) as connection:
        connection.putrequest(method, path, skip_host=True)
        for name, value in headers.items():
            connection.putheader(name, value)
        connection.endheaders()
        answer = connection.getresponse()
        body = answer.read()
    missing = [name for name in _HEADERS if name not in {head.lower() for head, _ in answer.getheaders()}]
    # A request that is none is refused before there is an app to answer it.
    if answer.status in right and (not missing or answer.status == 400) and not any(one in body for one in _SECRETS):
        return ""
    return f"{method} {path} {dict(headers).get('Origin', '')}: {answer.status}, without {missing or 'nothing'}"


def _framed(url: str) -> list[str]:
    """Whether a page of another site shows Kibitz in a frame, or asks anything beyond this machine."""
    with sync_playwright() as playwright:
        browser = launched(playwright)
        page = browser.new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(url)
        page.get_by_role("heading", name="Kibitz").wait_for(timeout=60_000)
        page.wait_for_timeout(2000)
        away = [one for one in asked if not one.startswith(("http://127.0.0.1", "ws://127.0.0.1", "data:", "blob:"))]
        base = url.partition("?")[0]
        page.route("http://evil.example/", lambda route: route.fulfill(content_type="text/html", body=_FRAME % base))
        page.goto("http://evil.example/")
        page.wait_for_timeout(2000)
        inside = [frame for frame in page.frames[1:] if frame.get_by_text("Kibitz").count()]
        browser.close()
    return [f"the page asked {one}" for one in away] + ["a foreign page framed Kibitz" for _ in inside]


_FRAME = '<iframe src="%s" width="900" height="700"></iframe>'
