"""`kill -9` at random moments, as `make kill-drill` measured it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright
from tests.benchmarks.kill_drill import Tally, drill, figures_of
from tests.browser.conftest import find_chromium

TITLE = "Kills"
TIMES = 250
_AT_ONCE = 4


def run(work: Path, times: int) -> dict[str, Any]:
    """Kill `kibitz run` so many times in all, and compare with what its page had shown."""
    data, kept = work / "data", work / "tally.json"
    tally = Tally(**json.loads(kept.read_text(encoding="utf-8"))) if kept.exists() else Tally()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page()
        while tally.kills < times:
            tally = drill(data, page, min(times, tally.kills + _AT_ONCE), tally)
            kept.write_text(json.dumps(asdict(tally)), encoding="utf-8")
        browser.close()
    figures = figures_of(data, tally)
    return {"times": tally.kills, "failed": tally.lost, **figures}


def sentence(figures: Mapping[str, Any]) -> str:
    """What it came to."""
    return (
        f"the program was killed at {figures['times']} random moments; of {figures['confirmed_entries']} acts and "
        f"{figures['rounds']} rounds that the page had shown {len(figures['failed']) or 'none'} were lost"
    )
