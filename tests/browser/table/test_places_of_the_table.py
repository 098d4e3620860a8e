"""The places of a table, found in a picture of a deal, moved by hand and by keyboard, and confirmed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from ..conftest import RunningKibitz, page_on, running_kibitz, shoot, start_again
from ..play.test_three_rounds import start_game

pytestmark = pytest.mark.browser


@pytest.fixture
def table(tmp_path: Path, deal_table: Callable[[int, float], Any]) -> Iterator[RunningKibitz]:
    picture = tmp_path / "table.png"
    cv2.imwrite(str(picture), deal_table(3, 20.0).picture)
    with running_kibitz(tmp_path / "data", "--source", str(picture)) as running:
        yield running


@pytest.fixture
def dialog(browser: Browser, table: RunningKibitz) -> Iterator[Page]:
    with page_on(browser, table.url, timeout_ms=60_000) as page:
        start_game(page, "Kaboo", ["Ann", "Ben", "Cleo"])
        page.get_by_role("button", name="Places of the table").click()
        yield page


def wait_until_found(page: Page) -> None:
    expect(page.get_by_text("Every card of the deal was found.")).to_be_visible(timeout=120_000)


def outline(page: Page, place: str) -> Locator:
    return page.locator(f'[data-place="{place}"] polygon')


def middle(page: Page, place: str) -> tuple[float, float]:
    """Where a place is on the screen."""
    # Looked up and measured in one step of the page, which draws all places anew whenever one was moved.
    box = page.evaluate(
        """place => document.querySelector(`[data-place="${place}"] polygon`).getBoundingClientRect().toJSON()""", place
    )
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def points(polygon: Locator) -> str:
    """The corners of a place in px of the camera's picture."""
    corners = polygon.get_attribute("points")
    assert corners
    return corners


def saved(table: Path) -> dict[str, Any]:
    (path,) = (table / "places").glob("*.json")
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return content


def test_a_deal_is_found_a_place_is_dragged_another_nudged_and_the_table_confirmed(
    dialog: Page, tmp_path: Path
) -> None:
    page = dialog
    wait_until_found(page)
    places = page.locator("[data-place]")
    slots = [page.locator(f'[data-place="p{seat}.{slot}"]') for seat in (1, 2, 3) for slot in ("a1", "b2", "x1")]
    for slot in slots:
        expect(slot).to_have_count(1)
    assert places.count() > 3 * 4 + 3
    shoot(page, "places")

    discard = outline(page, "pile")
    undragged = points(discard)
    x, y = middle(page, "pile")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y + 10, steps=4)
    page.mouse.up()
    # Until the server has answered, only the browser's own transform shows the way.
    expect(discard).not_to_have_attribute("points", undragged)
    assert middle(page, "pile")[0] == pytest.approx(x + 40, abs=6)

    told = page.locator("[data-place]").evaluate_all("all => all.map(one => one.ariaLabel + ' ' + one.textContent)")
    assert not [one for one in told if re.search(r"\b(p\d|[a-z]\d)\b", one)]
    expect(page.get_by_role("button", name="Ben's near left card")).to_have_text("nearleft")
    beside = page.get_by_role("button", name="Ann's extra card")
    nudging = outline(page, "p1.x1")
    unnudged, before = points(nudging), middle(page, "p1.x1")
    beside.focus()
    page.keyboard.press("Shift+ArrowDown")
    expect(nudging).not_to_have_attribute("points", unnudged)
    assert middle(page, "p1.x1")[1] > before[1] + 10
    expect(beside).to_be_focused()
    dragged, nudged = points(discard), points(nudging)
    page.get_by_role("button", name="This is our table").click()

    expect(page.get_by_text("The places of the table")).to_be_hidden()
    content = saved(tmp_path / "data")
    assert content["players"] == ["Ann", "Ben", "Cleo"]
    assert content["size_px"] == [1280, 720]
    page.get_by_role("button", name="Places of the table").click()
    expect(page.get_by_text("This is confirmed.")).to_be_visible()
    # In px of the picture: on the screen everything still grows while the dialog opens.
    expect(discard).to_have_attribute("points", dragged)
    expect(nudging).to_have_attribute("points", nudged)


def test_a_name_takes_all_places_along_and_who_sits_elsewhere_is_seated_by_two_taps(dialog: Page) -> None:
    page = dialog
    name = page.get_by_role("button", name="All places of Ben")
    slot, other = outline(page, "p2.a1"), outline(page, "p1.a1")
    wait_until_found(page)
    before, elsewhere = float(points(slot).partition(",")[0]), points(other)

    name.focus()
    for _ in range(3):
        page.keyboard.press("Shift+ArrowLeft")

    page.wait_for_function(
        """left => document.querySelector('[data-place="p2.a1"] polygon').points[0].x < left - 50""", arg=before
    )
    expect(other).to_have_attribute("points", elsewhere)

    # Who sits elsewhere is seated by two taps, and the turns then go round the table as people sit.
    page.get_by_role("group", name="Who sits where").get_by_role("button", name="Cleo").click()
    page.get_by_role("button", name="Ann's far left card", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.locator(".places-status")).to_have_text("Cleo sits here.")
    expect(outline(page, "p3.a1")).to_have_attribute("points", elsewhere)
    page.get_by_role("button", name="This is our table").click()
    expect(page.locator(".strip-name")).to_have_text(["Ann", "Cleo", "Ben"])


def test_the_next_evening_what_was_confirmed_is_offered_again_and_a_damaged_file_is_told(
    dialog: Page, table: RunningKibitz, tmp_path: Path
) -> None:
    page = dialog
    wait_until_found(page)
    page.get_by_role("button", name="This is our table").click()
    expect(page.get_by_text("The places of the table")).to_be_hidden()

    start_again(table, page)
    page.get_by_role("button", name="Places of the table").click()
    expect(page.get_by_text("So it was confirmed last time")).to_be_visible()
    page.get_by_role("button", name="Close", exact=True).click()

    (path,) = (tmp_path / "data" / "places").glob("*.json")
    path.write_text("{", encoding="utf-8")
    page.get_by_role("button", name="Places of the table").click()
    expect(page.locator(".places-status")).to_contain_text("Invalid JSON")
    page.get_by_role("button", name="Find them anew").click()
    wait_until_found(page)
