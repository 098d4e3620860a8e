"""One Chromium for all tests of this folder, whose contexts are emptied and used again.

A page in a new context fetches and compiles all scripts of the page, which takes longer than most of what a test does
on it. An emptied context still has them, as long as their address stays the same and one page of it stays open.
"""

from __future__ import annotations

import os
import shutil
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from weakref import WeakKeyDictionary

from playwright.sync_api import Browser, BrowserContext, Page, Playwright, sync_playwright

_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
]
_PORTS = range(10_000, 30_000)
"""Below those that a system gives to whoever asks for any port: a server finds its own free when it comes back."""
_EACH = 50


class WarmBrowser:
    """A Chromium that runs from the first test that asks for it until it is closed."""

    def __init__(self) -> None:
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None

    def started(self) -> Browser:
        """The browser, started if it does not run."""
        if self._browser is None:
            self._playwright = sync_playwright().start()
            self._browser = launched(self._playwright)
        return self._browser

    def close(self) -> None:
        """End the browser and what drives it, which holds the loop of its thread while it runs."""
        if self._browser is not None:
            self._browser.close()
        if self._playwright is not None:
            self._playwright.stop()
        self._browser = self._playwright = None


def launched(playwright: Playwright, program: Path | None = None) -> Browser:
    """A Chromium, started by a program of one's own where one is given."""
    return playwright.chromium.launch(executable_path=program or find_chromium(), args=_ARGUMENTS)


_SPARE: WeakKeyDictionary[Browser, dict[str | None, list[tuple[BrowserContext, Page]]]] = WeakKeyDictionary()
"""The contexts that nobody is in, by their language, each with the page that stays open."""


@contextmanager
def empty_context(browser: Browser, locale: str | None = None) -> Iterator[BrowserContext]:
    """A context in which nobody has been, as far as a page can tell."""
    spare = _SPARE.setdefault(browser, {}).setdefault(locale, [])
    context, kept = spare.pop() if spare else _opened(browser, locale)
    try:
        yield context
    finally:
        for page in context.pages:
            if page is not kept:
                page.close()
        context.clear_cookies()
        context.set_offline(False)
        spare.append((context, kept))


def _opened(browser: Browser, locale: str | None) -> tuple[BrowserContext, Page]:
    context = browser.new_context(viewport={"width": 1440, "height": 1000}, locale=locale)
    # A page of the host that the tests' pages are of, so that its process, with all it has compiled, lives on.
    kept = context.new_page()
    kept.route("**/*", lambda route: route.fulfill(body="", content_type="text/html"))
    kept.goto("http://127.0.0.1/")
    return context, kept


def find_chromium() -> str | None:
    """Chromium of this machine, or None where Playwright has to bring its own."""
    named = os.environ.get("KIBITZ_CHROMIUM")
    found = (shutil.which(name) for name in ("chromium", "chromium-browser", "google-chrome"))
    return named or next(filter(None, found), None)


def usual_port() -> int:
    """A free port: as long as that is free the same one all through this process."""
    first = _PORTS.start + os.getpid() * _EACH % len(_PORTS)
    for port in range(first, first + _EACH):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise RuntimeError(f"none of the {_EACH} ports from {first} on is free")
