"""A game of 500 rounds on the page: it is drawn at once, and what was before is drawn for who wants to see it."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from ...benchmarks.evening.long_game import played
from ..conftest import ServedDesk, page_on
from .test_three_rounds import by_hand, confirm, go

pytestmark = pytest.mark.browser
ROUNDS = 500


def test_a_game_of_500_rounds_shows_its_last_ones_and_the_others_where_they_are_asked_for(
    browser: Browser, tmp_path: Path
) -> None:
    played(tmp_path / "data", ROUNDS).close()
    served = ServedDesk(tmp_path / "data")
    try:
        with page_on(browser, served.url, timeout_ms=120_000) as page:
            go(page, "Result")
            rows = page.get_by_role("region", name="Result", exact=True).locator("table.totals tbody tr")
            shown = rows.count()
            more = page.get_by_role("button", name=f"Show the {ROUNDS - shown} rounds before")
            expect(more).to_be_visible()
            assert shown < ROUNDS / 5

            more.click()

            expect(rows).to_have_count(ROUNDS)
            expect(more).to_have_count(0)
            by_hand(page, {"Ann": ["2H"], "Ben": ["KS"], "Cleo": ["3C"], "Dan": ["4D"]})
            confirm(page, ROUNDS + 1, "Ann")
    finally:
        served.stop()
