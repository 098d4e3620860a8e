"""What is kept when the program or its file breaks, as the page shows it."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from kibitz_server.journal.entries import GameExtended
from kibitz_server.journal.journal import FILE_NAME

from ...benchmarks.trust.kill_drill import drill, figures_of
from ...full_disk import smallest_file
from ..conftest import ServedDesk, page_on, running_kibitz, shoot
from ..play.test_three_rounds import by_hand, confirm, start_game

pytestmark = pytest.mark.browser


def test_nothing_that_the_page_has_shown_is_lost_when_the_program_is_killed(browser: Browser, tmp_path: Path) -> None:
    with page_on(browser, "about:blank") as page:
        tally = drill(tmp_path / "data", page, kills=3)

    assert tally.confirmed_entries > 0
    assert tally.lost == []
    assert figures_of(tmp_path / "data", tally)["damaged"] == 0


def test_where_the_journal_was_damaged_the_page_says_where_it_lies_and_all_is_there(
    browser: Browser, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    play_a_round(browser, data)
    content = (data / FILE_NAME).read_bytes()
    (data / FILE_NAME).write_bytes(content[: len(content) // 2])

    with running_kibitz(data) as kibitz, page_on(browser, kibitz.url, (360, 740)) as page:
        (aside,) = data.glob("*.broken-*")
        expect(page.get_by_role("alert")).to_contain_text("entries came back")
        expect(page.get_by_role("alert")).to_contain_text(f"was kept as {aside}")
        expect(page.locator('[data-total="Ben"]')).to_have_text("13")


@pytest.mark.parametrize("taken", [True, False])
def test_where_the_journal_was_deleted_the_page_offers_the_backup(
    browser: Browser, tmp_path: Path, taken: bool
) -> None:
    data = tmp_path / "data"
    play_a_round(browser, data)
    (data / FILE_NAME).unlink()

    with running_kibitz(data) as kibitz, page_on(browser, kibitz.url, (360, 740)) as page:
        expect(page.get_by_role("alert")).to_contain_text("is not there any more")
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


def test_where_the_disk_is_full_a_banner_stays_scoring_goes_on_and_it_is_over_once_there_is_room(
    watching: Page, browser: Browser, served: ServedDesk, tmp_path: Path
) -> None:
    start_game(watching, "Kaboo", ["Ann", "Ben"])
    full = max(path.stat().st_size for path in (tmp_path / "data").iterdir())
    banner = watching.get_by_role("alert")

    with smallest_file(full):
        by_hand(watching, {"Ann": ["2H", "3C"], "Ben": ["KS"]})
        confirm(watching, 1, "Ann")
        while not served.desk.live.trouble:
            served.do(lambda: served.desk.live.record(GameExtended()))
        expect(banner).to_contain_text("Acts that wait in memory")
        shoot(watching, "disk full")
        with page_on(browser, served.link_to("phone"), (360, 740)) as phone:
            expect(phone.get_by_role("alert")).to_contain_text("Acts that wait in memory")
            assert str(tmp_path) not in phone.content()
        by_hand(watching, {"Ann": ["2H"], "Ben": ["3C"]})
        confirm(watching, 2, "Ann")
        expect(banner).to_contain_text("Acts that wait in memory")
    expect(banner).to_have_count(0)
    assert served.desk.live.trouble == ""


def test_how_little_room_is_left_is_on_the_page_before_the_disk_is_full_and_goes_once_there_is_more(
    watching: Page, served: ServedDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    start_game(watching, "Kaboo", ["Ann", "Ben"])
    left = watching.get_by_role("status").filter(has_text="640 MB left")
    expect(left).to_have_count(0)

    with monkeypatch.context() as nearly_full:
        nearly_full.setattr(served.desk.upkeep, "_free", lambda _: 640_000_000)
        expect(left).to_be_visible()
        shoot(watching, "disk nearly full")

    expect(left).to_have_count(0)


def test_a_folder_that_is_deleted_while_kibitz_runs_is_told_at_once_and_nothing_is_lost(
    watching: Page, tmp_path: Path
) -> None:
    start_game(watching, "Kaboo", ["Ann", "Ben"])
    shutil.rmtree(tmp_path / "data")

    expect(watching.get_by_role("alert")).to_contain_text("It was written anew from memory")
    assert (tmp_path / "data" / FILE_NAME).exists()


def play_a_round(browser: Browser, data: Path) -> None:
    with running_kibitz(data) as kibitz, page_on(browser, kibitz.url) as page:
        start_game(page, "Kaboo", ["Ann", "Ben"])
        by_hand(page, {"Ann": ["2H", "3C"], "Ben": ["KS"]})
        confirm(page, 1, "Ann")
