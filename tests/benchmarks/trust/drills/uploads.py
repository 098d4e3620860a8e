"""Too much at once: files larger than may be, deep pictures side by side, connections that say nothing.

Every field of the pages that takes a file is tried, as is the way by which programs send a photo.
"""

from __future__ import annotations

import http.client
import shutil
import socket
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, suppress
from itertools import chain
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, sync_playwright
from tests.browser.conftest import RunningKibitz, running_kibitz
from tests.browser.play.test_three_rounds import go, start_game
from tests.browser.warm_browser import launched
from tests.server.watching.pictures.test_picture_process import deep_png

from kibitz_server.gate.sizes import PHOTO

TITLE = "Too much at once"
TIMES = 200
_MOST_BYTES = 1_500_000_000
_CLIENTS = 8
_UPLOAD_BYTES = 2_500 * 1024 * 1024
_CLOSED_WITHIN_S = 30
_AFTERWARDS_S = 10.0
_LEAST_FIELDS = 8
"""Seven on the pages, and that of programs."""
_MAY_BE_ANSWERED = {200, 400, 409, 413, 422}


def run(work: Path, times: int) -> dict[str, Any]:
    """Load pictures up, open as many silent connections, and measure what all processes of Kibitz take at most."""
    failed: list[str] = []
    shutil.rmtree(work / "data", ignore_errors=True)
    with (
        running_kibitz(work / "data") as kibitz,
        sync_playwright() as playwright,
        ThreadPoolExecutor(_CLIENTS) as clients,
    ):
        browser = launched(playwright)
        page = browser.new_page()
        page.goto(kibitz.url)
        picture = deep_png(8000)
        peaks: dict[str, int] = {}
        # Each while it is on the page: what is not shown any more takes nothing.
        for name, field in chain(_fields(page), [("a program's photo", PHOTO)]):
            status = _huge(kibitz, field)
            failed += [] if status == 413 else [f"{name}: 2,500 MiB were answered {status}"]
            loads = [clients.submit(_load_up, kibitz, field, picture) for _ in range(_CLIENTS - 2)]
            loads += [clients.submit(_ask, kibitz) for _ in range(2)]
            peaks[name] = _highest(kibitz, loads)
            answers = {one.result() for one in loads}
            failed += [f"{name}: a picture was answered {one}" for one in answers - _MAY_BE_ANSWERED]
        failed += [f"only {', '.join(peaks)} were found"] if len(peaks) < _LEAST_FIELDS else []
        left = _silent(kibitz, times)
        failed += [f"{left} silent connections were still open"] if left else []
        if kibitz.get("/healthz") == b"":
            failed.append("it was not well afterwards")
        browser.close()
    failed += [f"{name}: it took {peak / 1e6:.0f} MB" for name, peak in peaks.items() if peak > _MOST_BYTES]
    peaks_mb = {name: round(peak / 1e6) for name, peak in peaks.items()}
    return {"times": times, "failed": failed, "peaks_mb": peaks_mb, "clients": _CLIENTS}


def sentence(figures: Mapping[str, Any]) -> str:
    """What it came to."""
    return (
        f"{figures['clients']} clients at once loaded up pictures of 8000 x 8000 at 16 bits and asked for pages, one "
        f"sent 2,500 MiB, into each of {len(figures['peaks_mb'])} fields ({', '.join(figures['peaks_mb'])}), and "
        f"{figures['times']} connections said nothing; all processes together took "
        f"{max(figures['peaks_mb'].values())} MB at most, and {len(figures['failed']) or 'nothing'} went wrong"
    )


def _fields(page: Page) -> Iterator[tuple[str, str]]:
    """What each field of the pages takes, and the path that its files are sent to, as long as it is on the page."""
    start_game(page, "Kaboo", ["Ann", "Ben"])
    yield from _sent_to(page, page.locator("section.sources"), "a film or photo as the camera")
    page.get_by_role("button", name='Expand "Decks that Kibitz was taught"').click()
    decks = page.locator(".checks").filter(has=page.get_by_role("button", name="Teach a deck"))
    yield from _sent_to(page, decks, "a taught deck")
    page.get_by_role("button", name="Teach a deck").click()
    dialog = page.get_by_role("dialog", name="Teach a deck")
    dialog.get_by_role("button", name="Choose a photo of the cards").wait_for()
    yield from _sent_to(page, dialog, "a deck's cards", "a deck's back")
    dialog.get_by_role("button", name="Close").click()
    go(page, "Reveal")
    page.get_by_role("tab", name="Photo", exact=True).click()
    yield from _sent_to(page, page.get_by_role("region", name="Reveal", exact=True), "a photo of the reveal")
    page.get_by_role("button", name="History").click()
    history = page.locator(".card-dialog.history").filter(has=page.get_by_role("button", name="Import games"))
    history.get_by_role("button", name="Import games").wait_for()
    yield from _sent_to(page, history, "games")
    history.get_by_role("tab", name="Clips").click()
    clips = history.locator(".q-tab-panel").filter(has=page.get_by_role("button", name="Open a clip from a file"))
    clips.wait_for()
    yield from _sent_to(page, clips, "a clip")


def _sent_to(page: Page, part: Locator, *names: str) -> list[tuple[str, str]]:
    """Where the fields of a part of the page send files, in the order in which they stand there."""
    page.wait_for_timeout(500)
    inputs = part.locator('input[type="file"]')
    paths = []
    for number in range(min(len(names), inputs.count())):
        with page.expect_request(lambda request: "/upload/" in request.url) as sent:
            # The browser itself refuses what has another ending than the field asks for.
            ending = (inputs.nth(number).get_attribute("accept") or "").partition(",")[0]
            name = f"none{ending}" if ending.startswith(".") else "none.jpg"
            inputs.nth(number).set_input_files({"name": name, "mimeType": "image/jpeg", "buffer": b"none"})
        paths.append(urlsplit(sent.value.url).path)
    return list(zip(names, paths, strict=False))


def _highest(kibitz: RunningKibitz, loads: Sequence[Future[int]]) -> int:
    """The most bytes that all processes of Kibitz take until these are done, and a while after."""
    peak, ends_s = 0, 0.0
    while not ends_s or time.monotonic() < ends_s:
        peak = max(peak, _memory(kibitz))
        time.sleep(0.1)
        if not ends_s and all(one.done() for one in loads):
            # What was loaded up may be worked on for longer than it took to come.
            ends_s = time.monotonic() + _AFTERWARDS_S
    return peak


def _huge(kibitz: RunningKibitz, field: str) -> int:
    """Send without end in chunks, as a program that announces nothing would."""
    with closing(http.client.HTTPConnection("127.0.0.1", kibitz.port, timeout=60)) as connection:
        connection.putrequest("POST", field)
        connection.putheader("Cookie", kibitz.cookie)
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
    with closing(http.client.HTTPConnection("127.0.0.1", kibitz.port, timeout=300)) as connection:
        body = _FILE_HEAD + picture + b"\r\n--cut--\r\n"
        headers = {"Cookie": kibitz.cookie, "Content-Type": "multipart/form-data; boundary=cut"}
        connection.request("POST", field, body, headers)
        return connection.getresponse().status


def _ask(kibitz: RunningKibitz) -> int:
    for _ in range(30):
        kibitz.get("/")
    return 200


def _silent(kibitz: RunningKibitz, number: int) -> int:
    """How many of so many connections that begin a request, and no more, are open after some time."""
    connections = [socket.create_connection(("127.0.0.1", kibitz.port), timeout=10) for _ in range(number)]
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


_FILE_HEAD = (
    b'--cut\r\nContent-Disposition: form-data; name="photo"; filename="f.png"\r\nContent-Type: image/png\r\n\r\n'
)
