"""The programming interface is there to read, without anything from elsewhere."""

from __future__ import annotations

from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, expect

from ..conftest import RunningKibitz, shoot

pytestmark = [pytest.mark.browser]


def test_the_interface_is_described_and_tried_on_a_page_of_its_own(page: Page, kibitz: RunningKibitz) -> None:
    page.goto(urljoin(kibitz.url, "/docs"))
    expect(page.get_by_text("/api/v1/games", exact=True).first).to_be_visible()
    # What OpenAPI has no path for, and the shapes of its messages.
    expect(page.get_by_role("heading", name="The stream")).to_be_visible()
    expect(page.locator(".info")).to_contain_text("/api/v1/stream?after=N")
    for shape in ("StateOut", "NewsOut"):
        expect(page.get_by_role("button", name=shape, exact=True)).to_be_visible()
    page.locator("#operations-version_1-packs").click()
    page.get_by_role("button", name="Try it out").click()
    page.get_by_role("button", name="Execute").click()
    expect(page.locator(".responses-table.live-responses-table")).to_contain_text("dragons_gambit")
    shoot(page, "docs")
