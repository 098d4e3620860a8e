"""A filmed round is recorded in a real browser, and what was confirmed there is what it is measured by."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from kibitz_vision.recording.recorded_round import RecordedRound, read_recorded, recorded_in

from ..conftest import WAIT_S, ServedDesk, shoot
from ..play.test_three_rounds import start_game
from ..play.test_watching import open_film, say_what_was_said, watch_to_the_end

pytestmark = [pytest.mark.browser, pytest.mark.live]


def the_recording(served: ServedDesk) -> RecordedRound:
    """The round in the data folder, once its sheet is there."""
    folder = served.desk.settings.data / "recordings"
    deadline = time.monotonic() + WAIT_S
    while not list(folder.glob("*/sheet.json")) and time.monotonic() < deadline:
        time.sleep(0.1)
    return read_recorded(*recorded_in([folder]))


def test_a_round_is_recorded_on_the_page_with_the_sheet_that_was_confirmed(
    watching: Page, served: ServedDesk, film: Path
) -> None:
    page = watching
    start_game(page, "Kaboo", ["Ann", "Ben"])
    open_film(page, film)
    page.get_by_role("switch", name="Record this round").click()
    expect(page.get_by_text("stay on this computer")).to_be_visible()
    shoot(page, "record")
    page.get_by_role("button", name="Watch the round").click()
    note = page.get_by_role("status", name="Recording")
    expect(note).to_contain_text(re.compile(r"Recording this round: \d+ pictures"), timeout=WAIT_S * 1000)
    say_what_was_said(served, film)
    shoot(page, "recording")
    watch_to_the_end(served)
    page.get_by_role("button", name=re.compile("Confirm")).click()

    recorded = the_recording(served)

    assert recorded.torn == ""
    assert recorded.sheet is not None
    truth = json.loads((film / "sheet.json").read_text(encoding="utf-8"))
    assert recorded.sheet.tally_json(recorded.pack)["points"] == truth["points"]
    said = [json.loads(line) for line in (film / "acts.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [round(act.at.end_ms) for act in recorded.acts] == [round(act["end_ms"]) for act in said]
    assert len(list(recorded.frames())) > 600
