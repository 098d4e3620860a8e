"""How soon the player shows the first picture of a clip of ten seconds at 1920 x 1080, and how long a step takes.

A real `kibitz run`, a real Chromium; every picture is masked as it is asked for. `make measure-player` writes
docs/measured/player-speed.json and its line in docs/clips.md.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from tests.benchmarks.figures_file import write_figures
from tests.benchmarks.measured_page import write_measured
from tests.browser.conftest import page_on, running_kibitz
from tests.browser.warm_browser import launched
from tests.vision.clips.conftest import race_clip

from kibitz_scoring.table import Heap
from kibitz_vision.camera.process.kept_frames import JPEG_QUALITY
from kibitz_vision.clips.clip import Clip, ClipKind
from kibitz_vision.clips.shelf import ClipShelf
from kibitz_vision.table.places import TablePlaces

_DOCS = Path(__file__).resolve().parents[3] / "docs"
_SIZE_PX = (1920, 1080)
_FRAMES = 300
_STEPS = 60
_SCALE = 3.0
"""The places of the clip of the tests on a picture so much larger."""
_TIMED_STEP = """async () => {
    const player = document.querySelector("kibitz-player"), before = player.dataset.frame, begun = performance.now();
    document.dispatchEvent(new KeyboardEvent("keydown", { key: ".", bubbles: true }));
    const isThere = () => player.dataset.frame !== before && player.dataset.isDrawn === "true";
    while (!isThere()) await new Promise(requestAnimationFrame);
    return performance.now() - begun;
}"""


def large_clip(kind: ClipKind) -> Clip:
    """A race of ten seconds at 30 frames a second, on a cloth with noise as a camera has it."""
    few = race_clip(12)
    noise = np.random.default_rng(1).integers(60, 110, (_SIZE_PX[1], _SIZE_PX[0], 3), np.uint8)
    cloth = cv2.GaussianBlur(noise, (5, 5), 0)
    jpeg = cv2.imencode(".jpg", cloth, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1].tobytes()
    frames = tuple(
        replace(few.frames[0], index=500 + number, at_ns=number * 33_333_333, jpeg=jpeg) for number in range(_FRAMES)
    )
    quads = {place: quad * _SCALE for place, quad in few.places.quads_mm.items()}
    places = TablePlaces(few.places.players, _SIZE_PX, few.places.table_from_image, quads)
    assert Heap.DISCARD in quads
    return replace(few, kind=kind, size_px=_SIZE_PX, frames=frames, places=places, moment_ms=5000.0)


def measured(page: Page, url: str, name: str) -> dict[str, Any]:
    """The first picture and steps from there, in ms."""
    page.get_by_role("button", name="History").click()
    page.get_by_role("tab", name="Clips").click()
    page.locator(f"[data-clip='{name}']").click()
    player = page.locator("kibitz-player[data-started-ms]")
    player.wait_for(timeout=60_000)
    first_ms = int(player.get_attribute("data-started-ms") or 0)
    # As somebody looks: a step after the other, each once the one before is seen.
    steps = []
    for _ in range(_STEPS):
        steps.append(page.evaluate(_TIMED_STEP))
        page.wait_for_timeout(100)
    page.goto(url)
    return {
        "first_picture_ms": first_ms,
        "step_ms": {f"p{at}": round(float(np.percentile(steps, at)), 1) for at in (50, 95)},
    }


def main() -> int:
    """Measure, and write what came of it."""
    figures: dict[str, Any] = {"size_px": _SIZE_PX, "frames": _FRAMES, "steps": _STEPS, "load": os.getloadavg()[0]}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        shelf = ClipShelf(Path(folder) / "clips")
        for kind in (ClipKind.SNAP, ClipKind.DISPUTE):
            shelf.put(f"a-{kind}", large_clip(kind))
        browser = launched(playwright)
        with running_kibitz(Path(folder)) as running, page_on(browser, running.url) as page:
            for kind in (ClipKind.SNAP, ClipKind.DISPUTE):
                figures[str(kind)] = measured(page, running.url, f"a-{kind}")
        browser.close()
    write_figures("player-speed.json", figures)
    write_measured(_DOCS / "clips.md", lines(figures))
    return 0


def lines(figures: dict[str, Any]) -> Iterator[str]:
    """The figures in words."""
    width, height = figures["size_px"]
    for kind, of in (("snap", "a snap (the pile)"), ("dispute", "a dispute (the whole table)")):
        one = figures[kind]
        yield (
            f"Of {of}, {figures['frames']} pictures of {width} x {height}: the first one is there after "
            f"{one['first_picture_ms']} ms, a step takes {one['step_ms']['p50']} ms "
            f"(median; p95 {one['step_ms']['p95']} ms). Load of the machine meanwhile: {figures['load']:.1f}."
        )
        yield ""


if __name__ == "__main__":
    sys.exit(main())
