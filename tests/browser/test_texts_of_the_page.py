"""The page in another language: every text that a person sees or hears was said, and in German nothing is cut off."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from kibitz_scoring.cards import Card, Rank, Suit
from kibitz_scoring.notation.events import format_event
from kibitz_scoring.rules.packs import load_pack, pack_ids
from kibitz_server import texts
from kibitz_server.journal.entries import CardAdded, GameStarted, SheetOpened
from kibitz_server.journal.play_entries import ActSaid, RoundWatched

from ..server.games import play
from .conftest import ServedDesk, page_on, shoot
from .test_accessibility import EVERYBODY, SETTLED, a_round
from .test_disputes import until

pytestmark = pytest.mark.browser

MARK = "⁠"
"""Ends every text that was said: nobody sees it."""
SEEN = """() => {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const node = walker.currentNode, at = node.parentElement;
        if (!node.data.trim() || at.closest("script, style, i, .material-icons, [aria-hidden=true]")) continue;
        // What is one line for a person may be drawn in parts.
        found.push(at.tagName.toLowerCase() === "text" ? node.data : at.textContent);
    }
    for (const one of document.querySelectorAll("[aria-label], [alt], [title], [placeholder]"))
        for (const name of ["aria-label", "alt", "title", "placeholder"]) found.push(one.getAttribute(name) || "");
    return [...new Set(found)];
}"""
ENGLISH = re.compile(r"\b(the|of|and|is|are|to|who|cards?|rounds?|with|your|this|not)\b", re.IGNORECASE)
"""Words that no German text has."""
CUT_OFF = """() => {
    const cut = [], width = document.documentElement.clientWidth;
    const told = "button, a, label, .q-item, .q-field__label, .hint, h1, h2, .banner, .subtitle";
    for (const one of document.querySelectorAll(told)) {
        const box = one.getBoundingClientRect();
        if (box.width < 2 || getComputedStyle(one).visibility === "hidden") continue;
        const away = box.right > width + 1 || box.left < -1, inside = one.scrollWidth > one.clientWidth + 1;
        if ((away && !one.closest("[class*=scroll], .stage-tabs, table")) || (inside && one.clientWidth))
            cut.push(`${one.tagName} ${one.className.slice(0, 40)} '${one.textContent.slice(0, 60)}'`);
    }
    if (document.documentElement.scrollWidth > width) cut.push("the page scrolls sideways");
    return [...new Set(cut)];
}"""
NAMES = (*EVERYBODY, *(load_pack(pack_id).name for pack_id in pack_ids()), "Kibitz", "Cambio!")
LIBRARY = ("Remove", "0.0B / 0.00%", "http://…")
"""What the widgets say by themselves, in the language of the page's library, and an address."""
NO_WORDS = re.compile(r"^(JK|\b[A-Z]\b|[AJQK0-9♣♦♥♠+±\u00d7x.,:;%?!·◆/()\[\]\s-]|ms|px|MB|GB|[a-d]\d|[0-9]+ s)*$")
"""Numbers, cards, and units."""


@pytest.fixture
def marked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(texts, "_translated", lambda words, _: words + MARK)


def unsaid(page: Page) -> list[str]:
    """What is on the page that was not said."""
    found = (text.strip() for text in page.evaluate(SEEN) if text.strip() not in LIBRARY)
    return sorted(text for text in found if MARK not in text and not NO_WORDS.match(without_names(text)))


def without_names(text: str) -> str:
    for name in NAMES:
        text = text.replace(name, "").replace(name[:1], "") if text == name[:1] else text.replace(name, "")
    return text


@pytest.mark.usefixtures("marked")
def test_every_text_of_every_stage_was_said(watching: Page, served: ServedDesk) -> None:
    found: dict[str, list[str]] = {}
    watching.reload()
    walk(watching, served, lambda name: found.update({name: left} if (left := unsaid(watching)) else {}))
    assert found == {}


def test_in_german_nothing_is_english_or_cut_off_on_a_phone_and_a_laptop(watching: Page, served: ServedDesk) -> None:
    """Pictures of every stage for people, where KIBITZ_SHOTS names a folder."""
    found: dict[str, list[str]] = {}

    def look(name: str) -> None:
        english = [text for text in watching.evaluate(SEEN) if ENGLISH.search(without_names(text))]
        found.update({name: english} if english else {})
        for width in (360, 1280):
            watching.set_viewport_size({"width": width, "height": 900})
            watching.wait_for_function(SETTLED)
            cut = watching.evaluate(CUT_OFF)
            found.update({f"{name}, {width} px": cut} if cut else {})
            shoot(watching, f"de-{name[:20]}-{width}".replace(" ", "-"))

    watching.set_extra_http_headers({"Accept-Language": "de-DE,de;q=0.9,en;q=0.8"})
    watching.reload()
    expect(watching.locator("html")).to_have_attribute("lang", "de")
    walk(watching, served, look, texts.catalogue("de"))
    assert "\n".join(f"{name}: {seen}" for name, seen in found.items()) == ""


@pytest.mark.parametrize("screen", ["phone", "tv", "overlay", "invite", "join"])
def test_in_german_no_other_screen_is_english_or_cut_off(watching: Page, served: ServedDesk, screen: str) -> None:
    pack = load_pack("cambio", {"game.rounds": None})
    served.do(lambda: served.desk.live.record(GameStarted(pack, pack.content_hash, EVERYBODY)))
    hands = ("2H 3C", "KS QS", "9H 2D", "AH", "5H 5D", "10D JD 4S", "6C 7C", "8S 9S")
    served.do(lambda: play(served.desk.live, (hands, EVERYBODY[0])))
    watching.set_extra_http_headers({"Accept-Language": "de"})
    watching.set_viewport_size(
        {"width": 360, "height": 800} if screen in ("phone", "join") else {"width": 1920, "height": 1080}
    )
    watching.goto(served.link_to(screen))
    expect(watching.locator("html")).to_have_attribute("lang", "de")
    watching.wait_for_timeout(1000)
    assert [text for text in watching.evaluate(SEEN) if ENGLISH.search(without_names(text))] == []
    assert watching.evaluate(CUT_OFF) == []
    shoot(watching, f"de-{screen}")


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


def walk(page: Page, served: ServedDesk, show: Callable[[str], None], words: Mapping[str, str] | None = None) -> None:
    """Go through every stage and dialog of an evening, and look at each; `words` are those of another language."""
    words = words or {}
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
        called = words.get(opener, opener).format(number=1)
        page.get_by_role("button", name=called).first.click()
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
