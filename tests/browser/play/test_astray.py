"""A table that does not match the referee: the page names the place, lights it up, and takes a tap for it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from kibitz_server.journal.play_entries import ActSaid

from ...conftest import DealtTable
from ...films import write_film
from ..conftest import ServedDesk, shoot
from .test_three_rounds import start_game
from .test_watching import WAIT_S, open_film

pytestmark = [pytest.mark.browser, pytest.mark.live]


@pytest.fixture
def still(tmp_path: Path, deal_table: Callable[..., DealtTable]) -> Path:
    """A minute in which nobody touches a table of two that is just dealt."""
    folder = tmp_path / "still"
    folder.mkdir()
    write_film(folder / "video.mp4", [deal_table(2, 8.0).picture] * 300, fps=5)
    return folder


def test_a_card_that_should_not_lie_there_is_named_lit_up_and_put_right_in_a_tap(
    watching: Page, served: ServedDesk, still: Path
) -> None:
    page = watching
    start_game(page, "Kaboo", ["Ann", "Ben"])
    open_film(page, still)
    page.get_by_role("checkbox", name="The cards lie there already").click()
    page.get_by_role("button", name="Watch the round").click()
    expect(page.locator(".live-table .spot").first).to_be_attached(timeout=WAIT_S * 1000)
    desk = served.desk
    # The referee takes it that a card is gone which lies there for all to see.
    served.do(lambda: desk.live.record(ActSaid(desk.watch.now_ms(), "move p1.b1 aside")))
    line = page.get_by_text("A card lies at the place of Ann's near left card, where none should.")
    expect(line).to_be_visible(timeout=WAIT_S * 1000)
    expect(page.locator('.spot.is-off[data-slot="p1.b1"]')).to_have_count(1)
    shoot(page, "astray-1440")
    page.set_viewport_size({"width": 390, "height": 844})
    shoot(page, "astray-390")
    page.get_by_role("button", name="It belongs there").click()
    expect(line).to_have_count(0)
    expect(page.locator(".is-off")).to_have_count(0)
