"""Too much at once: files larger than may be, deep pictures side by side, connections that say nothing."""

from __future__ import annotations

import http.client
import socket
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Page, sync_playwright
from tests.browser.conftest import RunningKibitz, running_kibitz
from tests.browser.test_three_rounds import go, start_game
from tests.browser.warm_browser import find_chromium
from tests.server.watching.test_picture_process import deep_png

TITLE = "Too much at once"
TIMES = 200
_MOST_BYTES = 1_500_000_000
_CLIENTS = 8
_UPLOAD_BYTES = 2_500 * 1024 * 1024
_CLOSED_WITHIN_S = 30


def run(work: Path, times: int) -> dict[str, Any]:
    """Load pictures up, open as many silent connections, and measure what all processes of Kibitz take at most."""
    failed: list[str] = []
    peak = 0
    with (
        running_kibitz(work / "data") as kibitz,
        sync_playwright() as playwright,
        ThreadPoolExecutor(_CLIENTS) as clients,
    ):
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page()
        page.goto(kibitz.url)
        start_game(page, "Kaboo", ["Ann", "Ben"])
        go(page, "Reveal")
        page.get_by_role("tab", name="Photo", exact=True).click()
        field = _upload_field(page)
        failed += [] if (status := _huge(kibitz, field)) == 413 else [f"2,500 MiB were answered {status}"]
        picture = deep_png(8000)
        loads = [clients.submit(_load_up, kibitz, field, picture) for _ in range(_CLIENTS - 2)]
        loads += [clients.submit(_ask, kibitz) for _ in range(2)]
        while not all(one.done() for one in loads):
            peak = max(peak, _memory(kibitz))
            time.sleep(0.1)
        failed += [f"a picture was answered {one.result()}" for one in loads if one.result() not in (200, 413)]
        page.wait_for_timeout(1000)
        peak = max(peak, _memory(kibitz))
        left = _silent(kibitz, times)
        failed += [f"{left} silent connections were still open"] if left else []
        if kibitz.get("/healthz") == b"":
            failed.append("it was not well afterwards")
        browser.close()
    if peak > _MOST_BYTES:
        failed.append(f"it took {peak / 1e6:.0f} MB")
    return {"times": times, "failed": failed, "peak_mb": round(peak / 1e6), "clients": _CLIENTS}


def sentence(figures: Mapping[str, Any]) -> str:
    """What it came to."""
    return (
        f"{figures['clients']} clients at once loaded up pictures of 8000 x 8000 at 16 bits and asked for pages, one "
        f"sent 2,500 MiB, and {figures['times']} connections said nothing; all processes together took "
        f"{figures['peak_mb']} MB at most, and {len(figures['failed']) or 'nothing'} went wrong"
    )


def _upload_field(page: Page) -> str:
    """The path that a photo of the page is sent to."""
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if "/upload/" in request.url else None)
    page.locator('input[type="file"][accept="image/*"]').first.set_input_files(
        {"name": "none.jpg", "mimeType": "image/jpeg", "buffer": b"none"}
    )
    page.get_by_role("alert").first.wait_for()
    return urlsplit(sent[0]).path


def _port_and_cookie(kibitz: RunningKibitz) -> tuple[int, str]:
    parts = urlsplit(kibitz.url)
    assert parts.port
    return parts.port, f"kibitz-key-{parts.port}={parts.query.removeprefix('key=')}"


def _huge(kibitz: RunningKibitz, field: str) -> int:
    """Send without end in chunks, as a program that announces nothing would."""
    port, cookie = _port_and_cookie(kibitz)
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
        connection.putrequest("POST", field)
        connection.putheader("Cookie", cookie)
        connection.putheader("Content-Type", "multipart/form-data; boundary=cut")
        connection.putheader("Transfer-Encoding", "chunked")
        connection.endheaders()
        head, chunk = _FILE_HEAD, bytes(1 << 20)
        with suppress(OSError):
            connection.send(b"%x\r\n%b\r\n" % (len(head), head))
            for _ in range(_UPLOAD_BYTES // len(chunk)):
                connection.send(b"%x\r\n%b\r\n" % (len(chunk), chunk))
        try:
            return connection.getresponse().status
        except (OSError, http.client.HTTPException):
            # The connection was closed in the middle of what was sent: nothing more was taken.
            return 413


def _load_up(kibitz: RunningKibitz, field: str, picture: bytes) -> int:
    port, cookie = _port_and_cookie(kibitz)
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=300)) as connection:
        body = _FILE_HEAD + picture + b"\r\n--cut--\r\n"
        headers = {"Cookie": cookie, "Content-Type": "multipart/form-data; boundary=cut"}
        connection.request("POST", field, body, headers)
        return connection.getresponse().status


def _ask(kibitz: RunningKibitz) -> int:
    for _ in range(30):
        kibitz.get("/")
    return 200


def _silent(kibitz: RunningKibitz, number: int) -> int:
    """How many of so many connections that begin a request, and no more, are open after some time."""
    port, _ = _port_and_cookie(kibitz)
    connections = [socket.create_connection(("127.0.0.1", port), timeout=10) for _ in range(number)]
    for connection in connections:
        connection.sendall(b"GET / HT")
    time.sleep(_CLOSED_WITHIN_S)
    left = 0
    for connection in connections:
        connection.setblocking(False)
        try:
            left += connection.recv(100) != b""
        except BlockingIOError:
            left += 1
        except OSError:
            pass
        connection.close()
    return left


def _memory(kibitz: RunningKibitz) -> int:
    """Bytes of all processes of Kibitz, what they share counted once."""
    assert kibitz.process
    return sum(map(_proportional, _family(kibitz.process.number)))


def _family(process: int) -> Iterator[int]:
    yield process
    with suppress(OSError):
        for children in Path(f"/proc/{process}/task").glob("*/children"):
            for child in children.read_text(encoding="ascii").split():
                yield from _family(int(child))


def _proportional(process: int) -> int:
    with suppress(OSError):
        for line in Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii").splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    return 0


_FILE_HEAD = b'--cut\r\nContent-Disposition: form-data; name="f"; filename="f.png"\r\nContent-Type: image/png\r\n\r\n'
