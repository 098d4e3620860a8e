"""The table before a game, in a real browser: one tap begins, cameras and cards are looked at, people sit down."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from kibitz_server.demo import demo_pictures
from kibitz_server.evening.kept_texts import MOST_NAME

from ...blinking_films import BlinkingLight
from ...films import write_film
from ..conftest import RunningKibitz, shoot, start_again
from ..play.test_three_rounds import start_game

pytestmark = pytest.mark.browser


def new_game(page: Page) -> None:
    page.get_by_role("navigation").get_by_role("button", name="Table").click()
    if page.get_by_role("button", name="New game").count():
        page.get_by_role("button", name="New game").click()
    expect(page.get_by_role("button", name="Start the game")).to_be_visible()


def test_an_evening_is_set_up_checked_and_begun_again_in_one_tap_with_names_offered(
    page: Page, kibitz: RunningKibitz
) -> None:
    new_game(page)
    expect(page.get_by_label("Player 1", exact=True)).to_have_attribute("maxlength", str(MOST_NAME))
    start_game(page, "Kaboo", ["Ann", "Ben", "Cleo"])
    address = page.get_by_role("textbox", name="Address, film, photo or folder")
    expect(address).to_have_value("")
    address.fill("nowhere")
    page.get_by_role("button", name="Test").click()
    expect(page.locator(".camera-tested")).to_contain_text("may not be opened from the page")
    address.fill(str(demo_pictures(3)[0]))
    page.get_by_role("button", name="Test").click()
    expect(page.locator(".camera-tested img")).to_be_visible()
    page.get_by_role("button", name="Open", exact=True).click()

    page.get_by_role("button", name='Expand "Check the table before you play"').click()
    page.get_by_role("button", name="Score the set-up").click()
    expect(page.get_by_role("region", name="Set-up score")).to_contain_text("Pass: every hand shows well.")
    page.get_by_role("button", name="Read the cards").click()
    deck = page.get_by_role("region", name="Deck check")
    expect(deck).to_contain_text(re.compile(r"1\d cards counted\. .*Missing: "))
    page.get_by_role("button", name="Draw ten cards").click()
    page.get_by_role("button", name="They lie there").click()
    test = page.get_by_role("region", name="Accuracy test")
    expect(test).to_contain_text(re.compile(r"of 10 read: between \d+%"))
    # Ten cards were drawn by chance, and the demo's table shows its own: laid and read stand side by side.
    pairs = test.get_by_role("list", name="Laid and read").get_by_role("listitem")
    expect(test.locator(".is-missing").first).to_contain_text("missing")
    expect(test.locator(".is-extra").first).to_contain_text("not laid")
    assert pairs.count() > 10
    shoot(page, "accuracy")
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.set_viewport_size({"width": 1280, "height": 900})

    start_again(kibitz, page)
    new_game(page)
    page.get_by_role("button", name=re.compile("^Last evening again Kaboo: Ann, Ben, Cleo")).click()

    expect(page.locator(".banner")).to_contain_text(re.compile("is open. Deal, and confirm the places of the table"))
    expect(page.locator(".strip-name")).to_have_text(["Ann", "Ben", "Cleo"])

    new_game(page)
    page.get_by_role("radio", name="Kaboo").click()
    known = page.get_by_role("group", name="Players of earlier games")

    for seat, name in enumerate(("Cleo", "Ann", "Ben"), start=1):
        known.get_by_role("button", name=name).click()
        expect(page.get_by_role("textbox", name=f"Player {seat}")).to_have_value(name)

    expect(known).to_have_count(0)


@pytest.mark.live
def test_the_shutter_is_measured_by_a_light_that_blinks_and_listening_needs_its_extra(
    watching: Page, tmp_path: Path
) -> None:
    pictures = [frame.image for frame in BlinkingLight(24, exposure_ms=6, seconds=6, beat_ms=310).frames()]
    film = write_film(tmp_path / "blinking.mp4", pictures, 30)
    page = watching
    start_game(page, "Kaboo", ["Ann", "Ben"])
    page.get_by_role("textbox", name="Address, film, photo or folder").fill(str(film))
    page.get_by_role("button", name="Open", exact=True).click()

    page.get_by_role("button", name='Expand "Check the table before you play"').click()
    check = page.get_by_role("region", name="Shutter check")
    check.get_by_role("button", name="Measure the shutter").click()

    told = re.compile(r"ms from picture to picture.*The camera reads its rows within \d", re.DOTALL)
    expect(check).to_contain_text(told, timeout=60_000)
    shoot(page, "shutter")
    if find_spec("sounddevice") is None:
        listen = page.get_by_role("switch", name="Listen for slaps")
        listen.click()
        expect(page.locator(".banner")).to_contain_text("Listening needs the extra 'sound'")
        expect(listen).not_to_be_checked()
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    check.scroll_into_view_if_needed()
    shoot(page, "shutter-360")
