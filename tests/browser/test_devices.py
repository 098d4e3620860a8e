"""The devices of a house: phones that join, keep their place, are changed and taken away."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from kibitz_server.access.viewer import Role

from ..server.games import KABOO, begin
from .conftest import ServedDesk, guest_on

pytestmark = [pytest.mark.browser]


@pytest.mark.usefixtures("watching")
def test_a_phone_is_led_to_its_own_page_and_shows_at_once_that_its_place_is_gone(
    browser: Browser, served: ServedDesk
) -> None:
    token = served.token_of(Role.PLAYER, "Ann")
    with guest_on(browser, served, token, "") as phone:
        expect(phone).to_have_url(f"http://127.0.0.1:{served.port}/phone")
        expect(phone.get_by_text("Ann").first).to_be_visible()
        served.do(lambda: served.desk.guests.revoke(served.desk.guests.all[0].id))
        expect(phone.get_by_text("This device has no place here any more")).to_be_visible()


def test_the_dashboard_of_a_guest_referee_has_no_files_and_nothing_to_delete(
    browser: Browser, served: ServedDesk, watching: Page
) -> None:
    served.do(lambda: begin(served.desk.live, KABOO))
    with guest_on(browser, served, served.token_of(Role.REFEREE), "", (1440, 900)) as page:
        page.get_by_role("button", name="History").click()
        expect(page.get_by_role("dialog").get_by_text("Search for a player")).to_be_visible()
        expect(page.get_by_role("button", name="What is stored")).to_have_count(0)
        expect(page.get_by_role("link", name="Export all games")).to_have_count(0)
    watching.get_by_role("button", name="History").click()
    expect(watching.get_by_role("button", name="What is stored")).to_be_visible()
