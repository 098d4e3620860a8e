"""The page in another language: every text that a person sees or hears was said, and in German nothing is cut off."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from kibitz_scoring.cards import Card, Rank, Suit
from kibitz_scoring.notation.events import format_event
from kibitz_scoring.rules.packs import load_pack
from kibitz_server import texts
from kibitz_server.journal.entries import CardAdded, GameStarted, SheetOpened
from kibitz_server.journal.play_entries import ActSaid, RoundWatched

from ...server.games import play
from ..conftest import ServedDesk, page_on
from ..judging.test_disputes import until
from .seen_texts import GERMAN, SeenTexts, german, marking
from .test_accessibility import EVERYBODY, a_round

pytestmark = pytest.mark.browser


def test_every_text_of_every_stage_is_said_in_german_and_not_cut_off_on_a_phone_or_a_laptop(
    browser: Browser, served: ServedDesk
) -> None:
    """Pictures of every stage for people, where KIBITZ_SHOTS names a folder."""
    seen = SeenTexts()
    with marking(), page_on(browser, served.url, timeout_ms=60_000, locale=GERMAN) as page:
        expect(page.locator("html")).to_have_attribute("lang", "de")
        walk(page, served, lambda name: seen.look(page, name, 360, 1280))
    seen.check()


def test_each_page_speaks_the_language_that_was_chosen_on_it(
    browser: Browser, watching: Page, served: ServedDesk
) -> None:
    watching.locator("[data-key=language]").click()
    watching.locator("[data-key=language-de]").click()
    expect(watching.get_by_text("Welches Spiel?")).to_be_visible()
    with page_on(browser, served.url) as other:
        expect(other.get_by_text("Which game?")).to_be_visible()
        # What one page does is drawn on the other one in its own language.
        pack = load_pack("cambio")
        served.do(lambda: served.desk.live.record(GameStarted(pack, pack.content_hash, EVERYBODY)))
        expect(other.get_by_text("Before round 1")).to_be_visible()
        expect(watching.get_by_text("Vor Runde 1")).to_be_visible()


def test_what_all_pages_are_told_is_said_on_each_in_its_own_language(
    browser: Browser, watching: Page, served: ServedDesk, tmp_path: Path
) -> None:
    pack = load_pack("cambio")
    served.do(lambda: served.desk.live.record(GameStarted(pack, pack.content_hash, EVERYBODY)))
    watching.locator("[data-key=language]").click()
    watching.locator("[data-key=language-de]").click()
    expect(watching.get_by_text("Vor Runde 1")).to_be_visible()
    with page_on(browser, served.url) as other:
        expect(other.get_by_text("Before round 1")).to_be_visible()
        shutil.rmtree(tmp_path / "data")
        expect(other.get_by_role("alert")).to_contain_text("It was written anew from memory")
        expect(watching.get_by_role("alert")).to_contain_text("aus dem Speicher neu geschrieben")


@pytest.mark.usefixtures("watching")
def test_a_change_is_drawn_without_asking_a_page_for_its_language_again(
    served: ServedDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str | None] = []
    of_page = texts.House.of_page
    monkeypatch.setattr(texts.House, "of_page", lambda: asked.append(of_page()))

    def change() -> int:
        before, pack = len(asked), load_pack("cambio")
        served.desk.live.record(GameStarted(pack, pack.content_hash, EVERYBODY))
        return len(asked) - before

    assert served.do(change) <= 2


def walk(page: Page, served: ServedDesk, show: Callable[[str], None]) -> None:
    """Go through every stage of an evening in German, and look at each."""
    live, pack = served.desk.live, load_pack("cambio", {"game.rounds": None})

    def look(name: str) -> None:
        page.wait_for_timeout(500)
        show(name)

    def stage(number: int) -> None:
        tab = page.locator(".stage-tabs .q-btn").nth(number)
        tab.click()
        expect(tab).to_have_class(re.compile("is-current"))

    expect(page.locator(".setup")).to_be_visible()
    for fold in page.locator(".q-expansion-item__container > .q-item").all():
        fold.click()
    look("setup")
    served.do(lambda: live.record(GameStarted(pack, pack.content_hash, EVERYBODY)))
    hands = ("2H 3C", "KS QS", "9H 2D", "AH", "5H 5D", "10D JD 4S", "6C 7C", "8S 9S")
    served.do(lambda: play(live, (hands, EVERYBODY[0]), (hands[::-1], EVERYBODY[1])))
    look("result")
    for opener in ("What round {number} was scored from", "Share", "History"):
        page.get_by_role("button", name=german(opener, number=1)).first.click()
        expect(page.get_by_role("dialog")).to_be_visible()
        look(opener)
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_be_hidden()
    stage(0)
    look("table")
    walk_through_a_round(page, served, look)
    stage(2)
    look("live reveal")
    served.do(lambda: live.record(SheetOpened()))
    served.do(lambda: live.record(CardAdded(EVERYBODY[0], Card(Rank.FIVE, Suit.HEARTS))))
    look("sheet")
    page.locator(".card-face").first.click()
    look("card")


def walk_through_a_round(page: Page, served: ServedDesk, look: Callable[[str], None]) -> None:
    """What is told, disputed and corrected in a round that is played by hand, and its keys."""
    live = served.desk.live
    served.do(lambda: live.record(RoundWatched(EVERYBODY[0], is_dealt=True, by_hand=True)))
    for number, (game, event) in enumerate(a_round()):
        if number:
            said = ActSaid(served.desk.watch.now_ms(), format_event(event, game.now.players))
            served.do(lambda said=said: live.record(said))
    expect(page.locator(".act-panel")).to_be_visible()
    page.locator("[data-key^=dispute]").first.click()
    expect(page.locator(".inbox-item").first).to_be_visible()
    look("play")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    look("keys")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.locator("[data-key^=change-]").first.click()
    menu = page.locator(".act-menu:visible")
    expect(menu).to_have_count(1)
    look("an act's menu")
    page.keyboard.press("Escape")
    expect(menu).to_have_count(0)
    page.keyboard.press("1")
    until(page, served, ActSaid)
    look("a call")
    page.keyboard.press("Escape")
