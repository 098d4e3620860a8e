"""What is stored, and deleting it, on the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from ..conftest import ServedDesk, shoot
from ..play.test_three_rounds import by_hand, confirm, start_game

pytestmark = pytest.mark.browser


def test_a_person_and_everything_is_deleted_in_two_taps_and_the_page_shows_it(
    watching: Page, served: ServedDesk
) -> None:
    start_game(watching, "Kaboo", ["Zebulon", "Ben"])
    by_hand(watching, {"Zebulon": ["2H", "3C"], "Ben": ["KS"]})
    confirm(watching, 1, "Zebulon")
    watching.get_by_role("button", name="History").click()
    watching.get_by_role("button", name="What is stored, and how to delete it").click()
    dialog = watching.get_by_role("dialog", name="Privacy")
    expect(dialog.get_by_role("row", name="Games: names")).to_contain_text("until you delete it")
    expect(dialog.get_by_text("Nothing leaves this computer.", exact=True)).to_be_visible()
    expect(dialog.get_by_role("row", name="Decks that you taught")).to_contain_text("nothing")
    shoot(watching, "privacy")

    dialog.get_by_role("button", name="Delete Zebulon").click()
    watching.get_by_role("button", name="Delete for good", exact=True).click()

    expect(dialog.get_by_role("button", name="Delete Player 1")).to_be_visible()
    assert not any(b"Zebulon" in path.read_bytes() for path in served.desk.settings.data.rglob("*") if path.is_file())
    dialog.get_by_role("button", name="Delete everything").click()
    watching.get_by_role("button", name="Delete for good", exact=True).click()
    expect(dialog.get_by_role("button", name="Delete Player 1")).to_have_count(0)
    assert served.desk.live.evening.game is None
    dialog.get_by_role("button", name="Close").click()


def test_who_is_told_what_happens_is_named_where_it_says_that_nothing_else_leaves(
    watching: Page, served: ServedDesk
) -> None:
    served.do(lambda: served.desk.webhooks.file.add("http://127.0.0.1:9/told"))
    watching.get_by_role("button", name="History").click()
    watching.get_by_role("button", name="What is stored, and how to delete it").click()

    dialog = watching.get_by_role("dialog", name="Privacy")
    expect(dialog).to_contain_text("told what happens, as webhooks that you added: http://127.0.0.1:9/told")
    expect(dialog.get_by_text("Nothing leaves this computer.", exact=True)).to_have_count(0)
