"""A deck is taught on the page: cards are found and named, a wrong name is changed, and the game is read by it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from urllib.parse import urljoin

import cv2
import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

from kibitz_datasets.decks.deck import cached_deck
from kibitz_datasets.pool import french_designs
from kibitz_datasets.scenes.laid_out import render_laid_out
from kibitz_scoring.cards import FRENCH52

from ..conftest import RunningKibitz
from ..play.test_three_rounds import start_game
from .test_table_stage import new_game

pytestmark = pytest.mark.browser
WAIT_MS = 240_000


@pytest.fixture
def laid_out(tmp_path: Path) -> Path:
    """A picture of the clubs of a design that was never trained on, laid out in a row."""
    whole = cached_deck("drawn-1001", french_designs([1001])["drawn-1001"])
    clubs = replace(whole, faces={card: whole.faces[card] for card in FRENCH52[:13]})
    path = tmp_path / "laid.png"
    cv2.imwrite(str(path), render_laid_out(np.random.default_rng(3), clubs).picture)
    return path


def teaching(page: Page, picture: Path) -> Locator:
    """The dialog in which a deck is taught, opened from the check of the deck in a picture."""
    new_game(page)
    start_game(page, "Kaboo", ["Ann", "Ben", "Cleo"])
    page.get_by_role("textbox", name="Address, film, photo or folder").fill(str(picture))
    page.get_by_role("button", name="Open", exact=True).click()
    page.get_by_role("button", name='Expand "Check the table before you play"').click()
    page.get_by_role("button", name="Read the cards").click()
    page.get_by_role("button", name="Teach Kibitz this deck").click()
    return page.get_by_role("dialog", name="Teach a deck")


def test_a_deck_is_taught_corrected_chosen_and_renamed_on_the_page(
    page: Page, kibitz: RunningKibitz, laid_out: Path
) -> None:
    dialog = teaching(page, laid_out)
    dialog.get_by_role("button", name="Take a picture of the cards").click()
    expect(dialog.locator(".check-told")).to_contain_text("13 cards found", timeout=WAIT_MS)
    tiles = dialog.get_by_role("group", name="Found cards").get_by_role("button")
    expect(tiles).to_have_count(13)
    first, second = (tiles.nth(k).inner_text() for k in (0, 1))

    tiles.nth(0).click()
    picker = page.get_by_role("dialog", name="Which card is this?")
    picker.get_by_role("button", name=re.compile(", named already")).filter(has_text=second).click()
    expect(tiles.nth(0)).to_have_text(second)
    expect(tiles.nth(1)).to_have_text(first)
    tiles.nth(0).drag_to(tiles.nth(1))
    expect(tiles.nth(0)).to_have_text(first)

    dialog.get_by_role("textbox", name="Name of the deck").fill("../wrong")
    dialog.get_by_role("button", name="Teach this deck").click()
    expect(dialog.locator(".check-told")).to_contain_text("cannot be a deck's name")
    dialog.get_by_role("textbox", name="Name of the deck").fill("Clubs only")
    dialog.get_by_role("button", name="Teach this deck").click()
    expect(dialog.locator(".check-told")).to_contain_text("Taught, and read by from now on.", timeout=WAIT_MS)
    dialog.get_by_role("button", name="Close").click()

    page.get_by_role("button", name='Expand "Decks that Kibitz was taught"').click()
    deck = page.get_by_role("region", name="Clubs only")
    expect(deck).to_be_visible()
    assert page.request.get(urljoin(kibitz.url, "/decks.json")).json()["decks"][0]["chosen"] is True
    assert "Clubs only" in page.request.get(urljoin(kibitz.url, "/decks/Clubs only/certificate.html")).text()
    page.get_by_role("button", name="Read the cards").click()
    expect(page.get_by_role("region", name="Deck check")).to_contain_text("13 cards counted", timeout=WAIT_MS)

    deck.get_by_role("textbox", name="Another name").fill("Clubs")
    deck.get_by_role("button", name="Rename").click()
    clubs = page.get_by_role("region", name="Clubs", exact=True)
    clubs.get_by_role("button", name="Delete Clubs").click()
    page.get_by_role("button", name="Delete it").click()
    expect(clubs).to_have_count(0)
    assert page.request.get(urljoin(kibitz.url, "/decks.json")).json() == {"decks": []}


@pytest.fixture
def backs(tmp_path: Path) -> Path:
    """A picture of two backs of that design on a plain table."""
    whole = cached_deck("drawn-1001", french_designs([1001])["drawn-1001"])
    picture = np.full((500, 700, 3), (60, 90, 50), np.uint8)
    back = cv2.resize(np.asarray(whole.backs[0])[..., :3], (164, 229), interpolation=cv2.INTER_AREA)
    for x in (120, 420):
        picture[130:359, x : x + 164] = back
    path = tmp_path / "backs.png"
    cv2.imwrite(str(path), picture)
    return path


@pytest.mark.usefixtures("kibitz")
def test_a_back_that_was_taken_by_mistake_is_taken_off_the_list(page: Page, backs: Path) -> None:
    dialog = teaching(page, backs)
    dialog.get_by_role("button", name="Take a picture of the back").click()
    off = dialog.get_by_role("button", name=re.compile(r"Take back \d off the list"))
    expect(off).to_have_count(2, timeout=WAIT_MS)
    dialog.get_by_role("button", name="Take back 1 off the list").click()
    expect(off).to_have_count(1)
    expect(off).to_have_accessible_name("Take back 2 off the list")
