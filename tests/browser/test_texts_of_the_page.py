"""The page in another language: every text that a person sees or hears was said, or is a name of theirs."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from kibitz_scoring.cards import Card, Rank, Suit
from kibitz_scoring.notation.events import format_event
from kibitz_scoring.rules.packs import load_pack, pack_ids
from kibitz_server import texts
from kibitz_server.journal.entries import CardAdded, GameStarted, SheetOpened
from kibitz_server.journal.play_entries import ActSaid, RoundWatched

from ..server.games import play
from .conftest import ServedDesk
from .test_accessibility import EVERYBODY, a_round

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
NAMES = (*EVERYBODY, *(load_pack(pack_id).name for pack_id in pack_ids()), "Kibitz", "Cambio!")
LIBRARY = ("Remove", "0.0B / 0.00%", "http://…")
"""What the widgets say by themselves, in the language of the page's library, and an address."""
NO_WORDS = re.compile(r"^(JK|\b[A-Z]\b|[AJQK0-9♣♦♥♠+±\u00d7x.,:;%?!·◆/()\[\]\s-]|ms|px|MB|GB|[a-d]\d|[0-9]+ s)*$")
"""Numbers, cards, and units."""


@pytest.fixture(autouse=True)
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


def test_every_text_of_every_stage_was_said(watching: Page, served: ServedDesk) -> None:
    page, live, pack = watching, served.desk.live, load_pack("cambio", {"game.rounds": None})
    page.reload()
    found: dict[str, list[str]] = {}

    def look(name: str) -> None:
        page.wait_for_timeout(500)
        found.update({name: left} if (left := unsaid(page)) else {})

    def stage(number: int) -> None:
        page.locator(".stage-tabs .q-btn").nth(number).click()

    expect(page.locator(".setup")).to_be_visible()
    for fold in page.locator(".q-expansion-item__container > .q-item").all():
        fold.click()
    look("setup")
    served.do(lambda: live.record(GameStarted(pack, pack.content_hash, EVERYBODY)))
    hands = ("2H 3C", "KS QS", "9H 2D", "AH", "5H 5D", "10D JD 4S", "6C 7C", "8S 9S")
    served.do(lambda: play(live, (hands, EVERYBODY[0]), (hands[::-1], EVERYBODY[1])))
    look("result")
    for opener in ("What round 1 was scored from", "Share", "History"):
        page.get_by_role("button", name=opener).first.click()
        expect(page.get_by_role("dialog")).to_be_visible()
        look(opener)
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_be_hidden()
    stage(0)
    look("table")
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
    look("keys")
    page.keyboard.press("Escape")
    page.locator("[data-key^=change-]").first.click()
    look("an act's menu")
    page.keyboard.press("Escape")
    page.keyboard.press("1")
    look("a call")
    page.keyboard.press("Escape")
    stage(2)
    look("live reveal")
    served.do(lambda: live.record(SheetOpened()))
    served.do(lambda: live.record(CardAdded(EVERYBODY[0], Card(Rank.FIVE, Suit.HEARTS))))
    look("sheet")
    page.locator(".card-face").first.click()
    look("card")
    assert found == {}
