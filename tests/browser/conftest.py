"""A real `kibitz run` and a real Chromium."""

from __future__ import annotations

import asyncio
import inspect
import os
import signal
import socket
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from kibitz_datasets.films.simulate import SimulationConfig, simulate
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack
from kibitz_server import watchers
from kibitz_server.access.viewer import Role
from kibitz_server.app import create_app
from kibitz_server.desk import Desk
from kibitz_server.gate.own_pages import link
from kibitz_server.settings import Settings

from ..kibitz_process import KibitzProcess
from ..served_thread import end
from .warm_browser import WarmBrowser, empty_context, usual_port

START_S = 60
STOP_S = 20
WAIT_S = 240
# A page may be drawn late while the machine is busy; what never comes fails all the same.
expect.set_options(timeout=30_000)


_CHROMIUM = WarmBrowser()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """The tests of other folders need the loop of this thread."""
    if nextitem is None or Path(__file__).parent not in nextitem.path.parents:
        _CHROMIUM.close()


class RunningKibitz:
    """`kibitz run` as a process of its own on one data folder."""

    def __init__(self, data: Path, *arguments: str, port: int = 0) -> None:
        self._folder = data.parent / f"{data.name}-process"
        self._command = ("run", "--no-browser", "--port", str(port), "--data", str(data), *arguments)
        self.process: KibitzProcess | None = None
        self.url = ""
        """The link with the key of this start, as people are given it."""

    def start(self) -> None:
        """Start, and wait until it says that it is ready."""
        self.process = KibitzProcess(self._command, self._folder)
        line = self.process.line(0, START_S)
        assert " at http" in line, line
        self.url = line.split(" at ", 1)[1].split(" ", 1)[0]
        with urllib.request.urlopen(urljoin(self.url, "/healthz"), timeout=START_S) as answer:
            assert answer.status == 200

    @property
    def port(self) -> int:
        """Where it listens."""
        port = urlsplit(self.url).port
        assert port
        return port

    @property
    def cookie(self) -> str:
        """What a browser that was given the link sends with each request."""
        return f"kibitz-key-{self.port}={urlsplit(self.url).query.removeprefix('key=')}"

    def get(self, path: str) -> bytes:
        """What a program is answered that was given the link."""
        program = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        with program.open(self.url):
            pass
        with program.open(urljoin(self.url, path)) as answer:
            return bytes(answer.read())

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it as Ctrl+C does."""
        self._end(signal.SIGINT)

    def _end(self, sign: signal.Signals) -> None:
        assert self.process
        self.process.send(sign)
        self.process.join(STOP_S)
        # Shown where the test fails.
        print(self.process.complained, file=sys.stderr)
        assert watchers.log.name not in self.process.complained, "a page or another watcher has stumbled"


class ServedDesk:
    """The app in a thread of this process, so that a test can say what people say at its very time."""

    def __init__(self, data: Path) -> None:
        self.port = usual_port()
        self._socket = socket.socket()
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._socket.bind(("127.0.0.1", self.port))
        # From here on the browser's first request waits until the app is up.
        self._socket.listen()
        house = (f"localhost:{self.port}",)
        app = create_app(Settings(data, folders=(data.parent.parent,), house=house))
        self.desk: Desk = app.state.desk
        self.url = link(f"http://127.0.0.1:{self.port}/", app.state.key)
        self._server = uvicorn.Server(uvicorn.Config(app, log_level="warning"))
        # What is asked of it before it runs is done once it does.
        self._loop = asyncio.new_event_loop()
        # A run of tests that is broken off ends without it.
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        # Ends what is still under way, and closes the loop.
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._server.serve(sockets=[self._socket]))

    def link_to(self, page: str) -> str:
        """The link to another page than the dashboard."""
        return self.url.replace("/?", f"/{page}?")

    def token_of(self, role: Role, player: str | None = None) -> str:
        """The token of a device that has joined as somebody."""
        name = None if player is None else PlayerId(player)
        return str(self.do(lambda: self.desk.guests.join(role, name)))

    def do(self, act: Callable[[], Any]) -> Any:
        """Run something where the app runs."""

        async def do() -> Any:
            done = act()
            return await done if inspect.isawaitable(done) else done

        return asyncio.run_coroutine_threadsafe(do(), self._loop).result(WAIT_S)

    def stop(self) -> None:
        end(self._server, self._thread)


@contextmanager
def running_kibitz(data: Path, *arguments: str, port: int | None = None) -> Iterator[RunningKibitz]:
    """`kibitz run` on one data folder, until the test is over."""
    running = RunningKibitz(data, *arguments, port=usual_port() if port is None else port)
    running.start()
    try:
        yield running
    finally:
        running.stop()


def start_again(kibitz: RunningKibitz, page: Page, end: Callable[[RunningKibitz], None] = RunningKibitz.stop) -> None:
    """End `kibitz run`, start it anew, and open the page on it."""
    # A page that is left open would load itself anew, too, once it hears the server again.
    page.goto("about:blank")
    end(kibitz)
    kibitz.start()
    page.goto(kibitz.url)


@contextmanager
def page_on(
    browser: Browser,
    url: str,
    size: tuple[int, int] = (1440, 1000),
    timeout_ms: float = 30_000,
    locale: str | None = None,
) -> Iterator[Page]:
    """A page of a browser in which nobody has been, of this width and height, on an address."""
    with empty_context(browser, locale) as context:
        page = page_in(context, size, timeout_ms)
        page.goto(url)
        yield page


@contextmanager
def guest_on(
    browser: Browser,
    served: ServedDesk,
    token: str,
    path: str = "phone",
    size: tuple[int, int] = (360, 740),
    locale: str | None = None,
) -> Iterator[Page]:
    """A page of a device that has joined with this token, by default a phone on its own page."""
    with empty_context(browser, locale) as context:
        address = f"http://127.0.0.1:{served.port}/"
        context.add_cookies([{"name": f"kibitz-guest-{served.port}", "value": token, "url": address}])
        page = page_in(context, size)
        page.goto(address + path)
        yield page


def page_in(context: BrowserContext, size: tuple[int, int], timeout_ms: float = 30_000) -> Page:
    """A page of this width and height on which nothing has been opened yet."""
    context.set_default_timeout(timeout_ms)
    page = context.new_page()
    page.set_viewport_size({"width": size[0], "height": size[1]})
    return page


def until_so(page: Page, is_so: Callable[[], bool]) -> None:
    """Wait for what the page does not show."""
    end_s = time.monotonic() + WAIT_S
    while not is_so():
        assert time.monotonic() < end_s, "waited in vain"
        page.wait_for_timeout(50)


def is_drawn(picture: Locator) -> None:
    """Wait until a picture has come: one that nobody has asked for yet is "complete", too."""
    until_so(picture.page, lambda: picture.evaluate("image => image.naturalWidth") > 300)


def inbox(page: Page) -> Locator:
    """What is still to be decided, on a dashboard or a phone."""
    return page.get_by_role("region", name="Inbox")


def devices(page: Page) -> Locator:
    """The dialog of the devices, opened from a dashboard."""
    page.get_by_role("button", name="Devices").click()
    return page.get_by_role("dialog")


def shoot(page: Page, name: str) -> None:
    """A picture of the page for people, where KIBITZ_SHOTS names a folder."""
    if folder := os.environ.get("KIBITZ_SHOTS"):
        page.screenshot(path=f"{folder}/{name}.png")


@pytest.fixture
def kibitz(tmp_path: Path) -> Iterator[RunningKibitz]:
    with running_kibitz(tmp_path / "data", "--folder", str(tmp_path)) as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Browser:
    return _CHROMIUM.started()


@pytest.fixture
def page(browser: Browser, kibitz: RunningKibitz) -> Iterator[Page]:
    """A page on the dashboard, on which anything fetched from elsewhere fails the test."""
    strangers: list[str] = []
    with empty_context(browser) as context:
        opened = page_in(context, (1440, 900))
        opened.on("request", lambda request: None if _is_local(request.url) else strangers.append(request.url))
        opened.goto(kibitz.url)
        yield opened
    assert strangers == []


@pytest.fixture
def served(tmp_path: Path) -> Iterator[ServedDesk]:
    running = ServedDesk(tmp_path / "data")
    yield running
    running.stop()


@pytest.fixture
def watching(browser: Browser, served: ServedDesk) -> Iterator[Page]:
    with page_on(browser, served.url, timeout_ms=60_000) as page:
        yield page


def _is_local(url: str) -> bool:
    return url.startswith(("http://127.0.0.1", "ws://127.0.0.1", "data:", "blob:"))


@pytest.fixture(scope="session")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A short round of two without slips of hand or camera."""
    folder = tmp_path_factory.mktemp("film")
    simulate(SimulationConfig(load_pack("kaboo"), 2, 4, size=(640, 360), troubles=0.0, seconds=25.0), folder)
    return folder
