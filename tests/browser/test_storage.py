"""What is kept when the program or its file breaks, as the page shows it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from kibitz_server.journal.journal import FILE_NAME

from ..benchmarks.kill_drill import drill, figures_of
from .conftest import page_on, running_kibitz, shoot
from .test_three_rounds import by_hand, confirm, start_game

pytestmark = pytest.mark.browser


def test_nothing_that_the_page_has_shown_is_lost_when_the_program_is_killed(browser: Browser, tmp_path: Path) -> None:
    with page_on(browser, "about:blank") as page:
        tally = drill(tmp_path / "data", page, kills=3)

    assert tally.confirmed_entries > 0
    assert tally.lost == []
    assert figures_of(tmp_path / "data", tally)["damaged"] == 0


@pytest.mark.parametrize("taken", [True, False])
def test_where_the_journal_was_damaged_the_page_says_where_it_lies_and_offers_the_backup(
    browser: Browser, tmp_path: Path, taken: bool
) -> None:
    data = tmp_path / "data"
    with running_kibitz(data) as kibitz, page_on(browser, kibitz.url) as page:
        start_game(page, "Kaboo", ["Ann", "Ben"])
        by_hand(page, {"Ann": ["2H", "3C"], "Ben": ["KS"]})
        confirm(page, 1, "Ann")
    content = (data / FILE_NAME).read_bytes()
    (data / FILE_NAME).write_bytes(content[: len(content) // 2])

    with running_kibitz(data) as kibitz, page_on(browser, kibitz.url, (360, 740)) as page:
        (aside,) = data.glob("*.broken-*")
        expect(page.get_by_role("alert")).to_contain_text(f"was kept as {aside}")
        offer = page.get_by_role("region", name="Backup")
        expect(offer).to_contain_text(re.compile(r"There is a backup of .* with games: 1, rounds: 1\."))
        shoot(page, "backup offered")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        offer.get_by_role("button", name="Take the backup" if taken else "Begin anew").click()
        expect(offer).to_have_count(0)
        if taken:
            expect(page.locator('[data-total="Ben"]')).to_have_text("13")
        else:
            start_game(page, "Kaboo", ["Cleo", "Dan"])
            expect(page.get_by_text("Before round 1")).to_be_visible()
