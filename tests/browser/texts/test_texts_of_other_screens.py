"""Phones, television, overlay and the pages to join in German: every text was said, and nothing is cut off."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Page, expect

from kibitz_datasets.films.simulate import SimulationConfig, perform
from kibitz_scoring.rules.packs import load_pack
from kibitz_server.access.viewer import Role
from kibitz_server.journal.entries import Entry, GameStarted, Seq, SheetOpened
from kibitz_server.journal.play_entries import ActDisputed, ActSaid, RoundWatched, WatchDropped
from kibitz_server.pages.parts.invitation_code import join_link

from ...server.games import begin, confirm
from ...server.simulated_rounds import entries_of
from ..conftest import ServedDesk, guest_on, page_on, until_so
from ..judging.test_disputes import RULES, STORY
from .seen_texts import GERMAN, SeenTexts, german, marking
from .test_accessibility import EVERYBODY

pytestmark = pytest.mark.browser
PHONE, SCREEN = (360, 740), (1920, 1080)
PLAYERS = EVERYBODY[:4]


@dataclass
class Screens:
    """All screens of an evening but the dashboard."""

    served: ServedDesk
    phone: Page
    onlooker: Page
    others: dict[str, Page]
    seen: SeenTexts

    def do(self, *entries: Entry) -> None:
        for entry in entries:
            self.served.do(lambda entry=entry: self.served.desk.live.record(entry))

    def look(self, name: str) -> None:
        """Look at all of them, once they show what has happened."""
        for screen, page in {"phone": self.phone, "onlooker": self.onlooker, **self.others}.items():
            page.wait_for_timeout(300)
            self.seen.look(page, f"{screen}: {name}")


@pytest.fixture
def screens(browser: Browser, served: ServedDesk) -> Iterator[Screens]:
    """The phone of the first player, one of somebody who only looks on, and what hangs on the wall."""
    invited = (served.desk.guests.invitation.code, served.desk.settings.house_address)
    with marking(), ExitStack() as stack:
        phones = [
            stack.enter_context(guest_on(browser, served, served.token_of(role, player), locale=GERMAN))
            for role, player in ((Role.PLAYER, PLAYERS[0]), (Role.SPECTATOR, None))
        ]
        others = {
            path: stack.enter_context(page_on(browser, served.link_to(path), SCREEN, locale=GERMAN))
            for path in ("tv", "overlay", "invite")
        }
        for page in (*phones, *others.values()):
            expect(page.locator("html")).to_have_attribute("lang", "de")
            page.wait_for_function("window.did_handshake === true")
        yield Screens(served, *phones, others, SeenTexts(*invited))


def test_every_screen_of_an_evening(screens: Screens, monkeypatch: pytest.MonkeyPatch) -> None:
    live, phone = screens.served.desk.live, screens.phone
    screens.look("nothing yet")
    pack = load_pack("kaboo", RULES)
    screens.do(GameStarted(pack, pack.content_hash, PLAYERS))
    screens.look("before a round")
    screens.do(RoundWatched(PLAYERS[0], is_dealt=True, by_hand=True))
    for event in STORY:
        screens.do(ActSaid(screens.served.desk.watch.now_ms(), event))
    screens.look("a round by hand")

    phone.locator("[data-key=call]").click()
    expect(phone.locator(".inbox-item").first).to_be_visible()
    phone.locator("[data-key=dispute]").click()
    until_so(phone, lambda: any(isinstance(one.entry, ActDisputed) for one in live.since(Seq(1))))
    screens.look("a call and a dispute")
    phone.get_by_role("button", name=german("Look and rule")).first.click()
    expect(phone.get_by_role("dialog")).to_be_visible()
    screens.seen.look(phone, "phone: look and rule")
    phone.keyboard.press("Escape")
    photo = phone.locator("input[type=file]")
    no_photo = {"name": "hands.jpg", "mimeType": "image/jpeg", "buffer": b"no picture"}
    photo.set_input_files(no_photo)  # type: ignore[arg-type]
    expect(phone.get_by_role("alert")).not_to_be_empty()
    screens.look("a photo too soon")

    screens.do(WatchDropped(), SheetOpened())
    expect(phone.get_by_role("button", name=german("Photograph the hands"))).to_be_visible()
    photo.set_input_files(no_photo)  # type: ignore[arg-type]
    expect(phone.get_by_role("alert")).to_contain_text("hands.jpg")
    screens.look("the reveal")
    hands = list(zip(PLAYERS, ("2H 3C", "KS", "5D", ""), strict=True))
    screens.served.do(lambda: confirm(live, hands, PLAYERS[0]))
    expect(phone.locator(".verdict").first).to_be_visible()
    screens.look("the result")
    tell_until_a_race(screens, monkeypatch)
    expect(screens.others["tv"].locator(".screen-verdict")).not_to_be_empty()
    screens.look("a verdict")
    for key in ("language", "sound", "sound-choice"):
        phone.locator(f"header [data-key={key}]").first.click()
        screens.seen.look(phone, f"phone: {key}")
        phone.keyboard.press("Escape")
    screens.seen.check()


def tell_until_a_race(screens: Screens, monkeypatch: pytest.MonkeyPatch) -> None:
    """One more round, watched, until a snap of it was judged."""
    monkeypatch.setattr("kibitz_datasets.films.simulate.NAMES", PLAYERS)
    performance = perform(SimulationConfig(load_pack("kaboo"), len(PLAYERS), 278, troubles=0.0))
    live = screens.served.desk.live
    for entry, _ in entries_of(performance):
        screens.do(entry)
        if live.play is not None and live.play.races:
            return
    pytest.fail("nobody snapped")


def test_every_page_on_which_a_device_joins(browser: Browser, served: ServedDesk) -> None:
    guests, link = served.desk.guests, served.do(lambda: join_link(served.desk))
    seen = SeenTexts(guests.invitation.code, served.desk.settings.house_address)
    address = link.partition("/join")[0]
    served.do(lambda: begin(served.desk.live, players=PLAYERS))
    served.do(lambda: guests.join(Role.PLAYER, PLAYERS[0]))
    served.do(lambda: guests.keep_pin("none"))

    with marking(), page_on(browser, f"{address}/phone", PHONE, locale=GERMAN) as page:
        look = looker(page, seen)
        look("a stranger")
        page.goto(f"{address}/join")
        look("code")
        page.locator("input[name=invite]").fill("AAAA-AAAA-AAAA")
        page.get_by_role("button").click()
        expect(page.get_by_role("alert")).to_be_visible()
        look("another code")
        page.goto(link)
        look("who are you")
        page.locator("button.seat").first.click()
        page.wait_for_url("**/phone")
        expect(page.locator(".name-requests .banner")).to_be_visible()
        page.wait_for_function("window.did_handshake === true")
        look("a name that another device has")
        page.goto(f"{address}/join")
        look("this device")
        for told in range(6):
            page.locator("input[name=pin]").fill("0000")
            page.locator("form button.go").click()
            expect(page.get_by_role("alert")).to_be_visible()
            if told in (0, 5):
                look(f"wrong PIN {told}")
        page.goto(f"{address}/")
        page.wait_for_url("**/phone")
        page.wait_for_function("window.did_handshake === true")
        served.do(lambda: guests.revoke(guests.all[1].id))
        expect(
            page.get_by_text(german("This device has no place here any more: scan the code once more to join."))
        ).to_be_visible()
        look("taken away")
    seen.check()


def looker(page: Page, seen: SeenTexts) -> Callable[[str], None]:
    def look(name: str) -> None:
        expect(page.locator("html")).to_have_attribute("lang", "de")
        seen.look(page, f"join: {name}")

    return look
