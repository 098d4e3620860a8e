"""The host adds a webhook on the page, tries it, sees whether events arrive, and deletes it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from kibitz_server.access.viewer import Role

from ...server.events.receiver import Receiver, is_signed, receiving
from ...server.games import KABOO, begin
from ..conftest import ServedDesk, devices, guest_on, page_on, shoot

pytestmark = pytest.mark.browser
SIZES = [(1280, 900), (360, 740)]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]} px")
@pytest.mark.usefixtures("watching")
def test_a_webhook_is_added_tried_followed_and_deleted(
    browser: Browser, served: ServedDesk, size: tuple[int, int]
) -> None:
    refuses = False
    with (
        receiving(Receiver(lambda _: 500 if refuses else 204)) as receiver,
        page_on(browser, served.url, size) as page,
    ):
        dialog = devices(page)
        dialog.get_by_label("Address of a webhook").fill("http://example.org/told")
        dialog.get_by_role("button", name="Add the webhook").click()
        expect(dialog).to_contain_text("http://example.org/told is not in your own network.")
        dialog.get_by_label("Address of a webhook").fill(receiver.url)
        dialog.get_by_role("button", name="Add the webhook").click()
        secret = dialog.locator(".secret").inner_text()
        assert re.fullmatch(r"whsec_[A-Za-z0-9+/=]+", secret)
        hook = dialog.get_by_role("region", name=receiver.url)
        expect(hook).to_contain_text("Nothing was sent there yet.")
        hook.scroll_into_view_if_needed()
        shoot(page, f"webhooks-{size[0]}")
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        dialog.get_by_role("button", name="I have copied it").click()
        expect(dialog.locator(".secret")).to_have_count(0)

        hook.get_by_role("button", name="Send a trial event").click()
        expect(hook).to_contain_text("It has taken the trial event.")
        assert is_signed(secret, *receiver.came[0])
        served.do(lambda: begin(served.desk.live, KABOO))
        expect(hook).to_contain_text("It took the last event at ")
        refuses = True
        hook.get_by_role("button", name="Send a trial event").click()
        expect(hook).to_contain_text("It has not taken the trial event: it answered 500.")
        shoot(page, f"webhooks-{size[0]}-refused")

        hook.get_by_role("button", name="Delete").click()
        page.get_by_role("dialog").filter(has_text="nothing more?").get_by_role("button", name="Delete").click()
        expect(hook).to_have_count(0)
        assert served.desk.webhooks.file.hooks() == ()
    with page_on(browser, served.url, size) as page:
        assert secret not in page.content(), "it is shown once"


def test_only_the_host_is_shown_webhooks(browser: Browser, served: ServedDesk) -> None:
    served.do(lambda: served.desk.webhooks.file.add("http://192.168.1.20/told"))
    with guest_on(browser, served, served.token_of(Role.REFEREE), "", (1280, 900)) as page:
        expect(page.get_by_role("button", name="History")).to_be_visible()
        expect(page.get_by_role("button", name="Devices")).to_have_count(0)
        assert "192.168.1.20" not in page.content()
