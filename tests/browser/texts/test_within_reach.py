"""What people have to tap is within reach and whole: on small screens, in large letters, and only while it may be."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from kibitz_scoring.cards import Card, Rank, Suit
from kibitz_scoring.rules.packs import load_pack
from kibitz_server.demo import DEMO_PACK, DEMO_PLAYERS, demo_pictures, demo_places
from kibitz_server.journal.entries import CardAdded, Entry, GameStarted, SheetOpened
from kibitz_server.journal.play_entries import ActSaid, RoundWatched, WatchDropped
from kibitz_server.watching.watch import TableWatch
from kibitz_vision.camera.lateness import Lateness
from kibitz_vision.table.places_file import read_places

from ...server.games import play
from ..conftest import ServedDesk, page_in, shoot
from ..play.test_three_rounds import go
from ..warm_browser import find_chromium
from .test_accessibility import EVERYBODY, SETTLED

pytestmark = pytest.mark.browser
CUT = """() => {
    const cut = [], width = document.documentElement.clientWidth;
    for (const one of document.querySelectorAll("button, a, [role=radio]")) {
        const box = one.getBoundingClientRect();
        if (box.width < 2 || getComputedStyle(one).visibility === "hidden") continue;
        // In a table that is scrolled a column may be out of sight, but not what one acts with: that sticks.
        const away = (box.right > width + 1 || box.left < -1) && !one.closest("[class*=scroll] td.number, thead");
        const inside = one.clientWidth && one.scrollWidth > one.clientWidth + 1;
        if (away || inside) cut.push(`${away ? "away" : "cut"}: ${one.ariaLabel || one.textContent}`);
    }
    if (document.documentElement.scrollWidth > width) cut.push("the page scrolls sideways");
    return [...new Set(cut)];
}"""
ON_TOP = """(button) => {
    const box = button.getBoundingClientRect(), at = [box.left + box.width / 2, box.top + box.height / 2];
    const top = document.elementFromPoint(...at);
    return at[0] > 0 && at[1] > 0 && !!top && (button.contains(top) || top.contains(button));
}"""
"""Whether a tap on the middle of a button, where it is now, meets it."""
COLOURS = "cards => Object.fromEntries(cards.map(one => [one.textContent.trim().at(-1), getComputedStyle(one).color]))"


def said(served: ServedDesk, *entries: Entry) -> None:
    for entry in entries:
        served.do(lambda entry=entry: served.desk.live.record(entry))


def size(page: Page, width: int, height: int) -> None:
    page.set_viewport_size({"width": width, "height": height})
    page.wait_for_function(SETTLED)


@pytest.fixture
def eight(served: ServedDesk) -> ServedDesk:
    """A game of eight with long names, two rounds of which are scored."""
    pack = load_pack("cambio", {"game.rounds": None})
    said(served, GameStarted(pack, pack.content_hash, EVERYBODY))
    hands = ("2H 3C", "KS QS", "9H 2D", "AH", "5H", "10D JD 4S", "6C 7C", "8S 9S")
    served.do(lambda: play(served.desk.live, (hands, EVERYBODY[0]), (hands[::-1], EVERYBODY[1])))
    return served


def snapped(served: ServedDesk) -> None:
    """Somebody's snap is disputed in a round of eight that is told by hand."""
    said(served, RoundWatched(EVERYBODY[0], is_dealt=True, by_hand=True))
    for event in ("p2 draws", "p2 discards 2C", "p3 snaps p3.a1 2D correct"):
        said(served, ActSaid(served.do(served.desk.watch.now_ms), event))


def test_a_round_is_not_edited_while_another_is_played_and_can_be_once_that_is_given_up(
    watching: Page, eight: ServedDesk
) -> None:
    page = watching
    go(page, "Result")
    pencil = page.get_by_role("button", name="Edit round 1", exact=True)
    back = page.get_by_role("button", name="Undo round 1", exact=True)
    expect(pencil).to_be_enabled()
    said(eight, RoundWatched(EVERYBODY[0], is_dealt=True, by_hand=True))
    go(page, "Result")
    for button in (pencil, back):
        expect(button).to_be_disabled()

    said(eight, WatchDropped())

    go(page, "Result")
    for button in (pencil, back):
        expect(button).to_be_enabled()


def test_what_edits_and_takes_back_a_round_is_met_by_a_thumb_on_a_phone(watching: Page, eight: ServedDesk) -> None:
    page = watching
    go(page, "Result")
    size(page, 360, 740)
    for number in (1, 2):
        for label in ("Edit", "Undo"):
            button = page.get_by_role("button", name=f"{label} round {number}", exact=True)
            button.scroll_into_view_if_needed()
            assert button.evaluate(ON_TOP), f"{label} round {number}"
    assert eight.desk


def test_the_round_is_confirmed_without_scrolling_on_a_small_laptop(watching: Page, eight: ServedDesk) -> None:
    page = watching
    said(eight, SheetOpened(), *(CardAdded(player, Card(Rank.FIVE, Suit.HEARTS)) for player in EVERYBODY))
    go(page, "Reveal")
    for width, height in ((1280, 800), (360, 740)):
        size(page, width, height)
        page.evaluate("scrollTo(0, 0)")
        confirm = page.get_by_role("button", name="Confirm round 3")
        expect(confirm).to_be_visible()
        assert confirm.evaluate(ON_TOP), f"{width} px"
    shoot(page, "confirm-360")


def test_what_rules_on_a_snap_is_whole_on_every_width(watching: Page, eight: ServedDesk) -> None:
    page = watching
    snapped(eight)
    page.get_by_role("button", name=f"{EVERYBODY[4]}: Dispute").click()
    inbox = page.get_by_role("region", name="Inbox")
    expect(inbox).to_contain_text(f"{EVERYBODY[4]} disputes")
    for width in (800, 360):
        size(page, width, 800)
        assert page.evaluate(CUT) == []
    inbox.get_by_role("button", name="Look and rule").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    for width in (800, 360):
        size(page, width, 800)
        assert page.evaluate(CUT) == []
        shoot(page, f"ruling-{width}")


def test_a_machine_that_is_too_slow_says_so_on_the_page(
    watching: Page, served: ServedDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    pack = load_pack(DEMO_PACK)
    said(served, GameStarted(pack, pack.content_hash, DEMO_PLAYERS))
    desk = served.desk
    served.do(lambda: desk.camera.open(str(demo_pictures(3)[0])))
    served.do(lambda: desk.watch.confirm(read_places(demo_places())))
    served.do(lambda: desk.watch.begin(DEMO_PLAYERS[0], is_dealt=True))
    go(watching, "Play")
    sentence = watching.get_by_text("This computer is too slow for the camera just now")
    expect(sentence).to_have_count(0)
    late = Lateness(is_late=True)
    monkeypatch.setattr(late.__class__, "frames", lambda *_: [])

    def slow() -> None:
        assert isinstance(desk.watch, TableWatch)
        session = desk.watch._session
        assert session is not None
        session.lateness = late
        desk.live.publish()

    served.do(slow)

    expect(sentence).to_be_visible()
    expect(sentence).to_contain_text("no snap is judged firmly")
    assert "the cards turned up at the end are counted all the same" in sentence.inner_text()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_each_suit_has_a_colour_of_its_own(watching: Page, eight: ServedDesk, theme: str) -> None:
    page = watching
    said(eight, SheetOpened(), *(CardAdded(EVERYBODY[0], Card(Rank.FIVE, suit)) for suit in Suit))
    go(page, "Reveal")
    page.evaluate("isDark => Quasar.Dark.set(isDark)", theme == "dark")
    page.wait_for_function(SETTLED)
    cards = page.locator(".hand-cards .card-face")
    expect(cards).to_have_count(4)
    on_sheet = cards.evaluate_all(COLOURS)
    cards.first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    in_deck = page.locator(".deck-card:not(.is-seen)").evaluate_all(COLOURS)
    for found in (on_sheet, in_deck):
        assert len({found[suit] for suit in "♠♥♦♣"}) == 4


def test_nothing_moves_for_who_wants_no_motion(watching: Page, eight: ServedDesk) -> None:
    page = watching
    page.emulate_media(reduced_motion="reduce")
    go(page, "Result")
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    moving = page.evaluate("document.getAnimations().map(one => one.animationName || one.transitionProperty)")
    assert moving == []
    assert page.locator(".q-btn").first.evaluate("one => getComputedStyle(one).transitionDuration") in ("0s", "")
    assert eight.desk


@pytest.fixture
def large(browser: Browser, eight: ServedDesk) -> Iterator[Page]:
    """A phone whose browser was told to write half as large again."""
    arguments = ["--no-sandbox", "--disable-gpu", "--blink-settings=defaultFontSize=24"]
    other = browser.browser_type.launch(executable_path=find_chromium(), args=arguments)
    page = page_in(other.new_context(), (360, 740))
    page.goto(eight.url)
    yield page
    other.close()


def test_the_browsers_larger_letters_are_the_pages_and_no_button_is_cut_off(large: Page, eight: ServedDesk) -> None:
    page = large
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "24px"
    found: dict[str, list[str]] = {}

    def look(name: str) -> None:
        page.wait_for_function(SETTLED)
        shoot(page, f"large-{name}")
        if cut := page.evaluate(CUT):
            found[name] = cut

    expect(page.get_by_role("region", name="Result", exact=True)).to_be_visible()
    assert font_px(page.locator(".q-btn").first) == 24.0
    look("result")
    go(page, "Table")
    look("table")
    snapped(eight)
    page.get_by_role("button", name=re.compile(": Dispute")).first.click()
    expect(page.get_by_role("region", name="Inbox")).to_contain_text("disputes")
    look("play")
    said(eight, WatchDropped(), SheetOpened(), CardAdded(EVERYBODY[0], Card(Rank.FIVE, Suit.HEARTS)))
    go(page, "Reveal")
    look("sheet")
    page.locator(".hand-cards .card-face").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    look("card")
    assert "\n".join(f"{name}: {cut}" for name, cut in found.items()) == ""


def font_px(element: Locator) -> float:
    return float(element.evaluate("one => parseFloat(getComputedStyle(one).fontSize)"))
