"""How quick the page is: `make measure-page` writes docs/measured/page-speed.json and its part of docs/page.md.

`first_page`: from the address to the answer of the first tap, in a browser without a cache, on a running `kibitz run`.
`behind`: from the moment at which the watching hands over what it saw to the change on an open page, the write to the
journal among it; the truth about a simulated round is in place of the camera. `browsers`: what eight pages on a live
table cost the thread that watches: milliseconds for each frame of the demo film, without and with them, in turns. The
browsers run on the same machine at the lowest priority: people's own devices would not take this machine's processor.
"""

from __future__ import annotations

import os
import stat
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import mean, median, quantiles
from typing import Any

from playwright.sync_api import Browser, Playwright, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from tests.benchmarks.devices.speed_page import write_page
from tests.benchmarks.figures_file import write_figures
from tests.browser.conftest import ServedDesk, running_kibitz
from tests.browser.warm_browser import find_chromium, launched
from tests.server.simulated_rounds import entries_of, performed

from kibitz_server.journal.entries import GameStarted
from kibitz_server.journal.play_entries import TableSeen
from kibitz_server.watching.demo_round import watch_demo_round
from kibitz_server.watching.watch import TableWatch
from kibitz_vision.camera.health import SourceState

LOADS = 9
BROWSERS = 8
TURNS = 2
PACE_S = 0.15
"""Between two sights: more than a page takes to show one, so that each has its own change."""
_TAPPED = """() => {
    window.firstPage = {};
    const look = () => {
        const game = document.querySelectorAll('[role=radio]')[1];
        if (game && !window.firstPage.shown) { window.firstPage.shown = performance.now(); game.click(); }
        if (game && game.ariaChecked === 'true') { window.firstPage.answered = performance.now(); return; }
        requestAnimationFrame(look);
    };
    look();
}"""
_CHANGES = """() => {
    window.changes = [];
    new MutationObserver(() => window.changes.push(Date.now()))
        .observe(document.querySelector('.play-columns'), { childList: true, subtree: true, characterData: true });
}"""


def first_page(browser: Browser, url: str) -> dict[str, Any]:
    """Seconds until the first tap is answered."""
    answered = []
    for _ in range(LOADS):
        context = browser.new_context()
        page = context.new_page()
        page.add_init_script(f"({_TAPPED})()")
        page.goto(url)
        page.wait_for_function("window.firstPage.answered")
        answered.append(page.evaluate("window.firstPage.answered") / 1000)
        context.close()
    return {"loads": LOADS, "median_s": round(median(answered), 2), "most_s": round(max(answered), 2)}


def behind(browser: Browser, data: Path) -> dict[str, Any]:
    """Milliseconds from a sight to its change on the page."""
    performance = performed("kaboo", 2, 3)
    with served_desk(data) as served:
        live = served.desk.live
        pack = performance.last.pack
        served.do(lambda: live.record(GameStarted(pack, pack.content_hash, performance.start.players)))
        entries = [entry for entry, _ in entries_of(performance)]
        served.do(lambda: live.record(entries[0]))
        page = browser.new_page()
        page.goto(served.url)
        page.locator(".play-columns").wait_for()
        page.evaluate(_CHANGES)
        delays = []
        for entry in entries[1:]:
            begun_ms = time.time() * 1000
            served.do(lambda entry=entry: live.record(entry))
            page.wait_for_timeout(PACE_S * 1000)
            after = [at for at in page.evaluate("window.changes") if at >= begun_ms - 1]
            if isinstance(entry, TableSeen) and after:
                delays.append(after[0] - begun_ms)
        page.close()
    return {
        "sights": len(delays),
        "median_ms": round(median(delays)),
        "p95_ms": round(quantiles(delays, n=20)[-1]),
        "most_ms": round(max(delays)),
    }


def browsers(playwright: Playwright, data: Path) -> dict[str, Any]:
    """Milliseconds for each frame that is watched, without a page and with eight of them."""
    spent: dict[int, list[float]] = {0: [], BROWSERS: []}
    with served_desk(data) as served, polite_browser(playwright) as browser:
        for _ in range(TURNS):
            for number in spent:
                pages = [browser.new_page() for _ in range(number)]
                for page in pages:
                    page.goto(served.url)
                spent[number] += watched_frames(served)
                for page in pages:
                    page.close()
    alone, watched = mean(spent[0]), mean(spent[BROWSERS])
    return {
        "browsers": BROWSERS,
        "frames": {str(number): len(times) for number, times in spent.items()},
        "alone_ms": round(alone, 2),
        "with_browsers_ms": round(watched, 2),
        "cost": round(watched / alone - 1, 3),
    }


def watched_frames(served: ServedDesk) -> list[float]:
    """How long each frame of the demo film took, in ms."""
    times: list[float] = []
    look = TableWatch._look

    def timed(*arguments: Any) -> None:
        begun_s = time.perf_counter()
        look(*arguments)
        times.append((time.perf_counter() - begun_s) * 1000)

    desk = served.desk
    TableWatch._look = timed  # type: ignore[method-assign]
    try:
        served.do(lambda: watch_demo_round(desk.live, desk.camera, desk.watch))
        while desk.camera.health.state is not SourceState.ENDED:
            time.sleep(0.5)
    finally:
        TableWatch._look = look  # type: ignore[method-assign]
    return times


@contextmanager
def served_desk(data: Path) -> Iterator[ServedDesk]:
    """The app in a thread of this process."""
    served = ServedDesk(data)
    try:
        yield served
    finally:
        served.stop()


@contextmanager
def polite_browser(playwright: Playwright) -> Iterator[Browser]:
    """A browser that takes only what the processor has left."""
    with tempfile.TemporaryDirectory() as name:
        script = Path(name) / "chromium"
        found = find_chromium() or playwright.chromium.executable_path
        # As root a browser takes back the priority that it was given, unless it may not.
        bound = "setpriv --bounding-set=-sys_nice" if os.geteuid() == 0 else ""
        script.write_text(f'#!/bin/sh\nexec {bound} nice -n 19 "{found}" "$@"\n', encoding="utf-8")
        script.chmod(script.stat().st_mode | stat.S_IXUSR)
        browser = launched(playwright, script)
        yield browser
        browser.close()


def main() -> None:
    """Measure all three and write the figures."""
    load = round(os.getloadavg()[0], 1)
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        browser = launched(playwright)
        with running_kibitz(Path(name) / "first") as kibitz:
            first = first_page(browser, kibitz.url)
        delays = behind(browser, Path(name) / "behind")
        browser.close()
        cost = browsers(playwright, Path(name) / "browsers")
    figures = {"load_before": load, "cores": os.cpu_count(), "first_page": first, "behind": delays, "browsers": cost}
    write_figures("page-speed.json", figures)
    write_page()


if __name__ == "__main__":
    main()
