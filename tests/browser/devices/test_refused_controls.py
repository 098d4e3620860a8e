"""Nobody is drawn a control that would be refused: all that a page offers is tried as each role."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from kibitz_scoring.players import PlayerId
from kibitz_server.access import acts
from kibitz_server.access.viewer import Right, Role, Viewer
from kibitz_server.evening.live import Live
from kibitz_server.journal.entries import Entry, PictureRead, SheetOpened
from kibitz_server.journal.pictures import save_jpeg
from kibitz_server.journal.play_entries import RoundWatched

from ...server.conftest import ANN, BEN
from ...server.games import begin, confirm
from ..conftest import ServedDesk, guest_on
from .test_roles import ask

pytestmark = pytest.mark.browser

JPEG = b"\xff\xd8\xff\xd9"
WALK = """async (left) => {
  const tried = [], links = new Set();
  let idle = 0;
  const named = (one) => one.ariaLabel || one.innerText.trim();
  for (let turn = 0; turn < 200; turn++) {
    for (const one of document.querySelectorAll("[href], [src]")) {
      const address = one.getAttribute("href") || one.getAttribute("src");
      if (address.startsWith("/") && !address.startsWith("/_nicegui")) links.add(address);
    }
    const next = [...document.querySelectorAll("button:not([disabled])")].find((one) =>
      one.offsetParent && named(one) && !tried.includes(named(one)) && !left.some((name) => named(one).includes(name)));
    // What a tap opens comes from the server, which may be busy.
    if (!next && (idle += 1) > 10) break;
    if (next) {
      idle = 0;
      tried.push(named(next));
      next.click();
    }
    await new Promise((done) => setTimeout(done, 120));
  }
  return [tried, [...links]];
}"""
"""Taps one button after the other, those of dialogs that open, too; what was tapped, and all addresses seen."""
LEFT_ALONE = ["Language", "Dark or light", "Table", "Live", "Reveal", "Result", "demo", "Demo"]
"""These lead to other pages or stages, or take half a minute; they ask for no right."""


def a_scored_round(live: Live, served: ServedDesk) -> None:
    """A game with a round that was counted from a picture."""
    begin(live)
    live.record(SheetOpened())
    live.record(PictureRead(save_jpeg(served.desk.settings.data, JPEG), "table.jpg", 640, 480, ()))
    confirm(live, [(ANN, "AH"), (BEN, "9C")], "Ann")


def a_round_by_hand(live: Live) -> None:
    live.record(RoundWatched(PlayerId("Ann"), is_dealt=True, by_hand=True))


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was refused of all that a page asked to be recorded; nothing is recorded, so that all can be tried."""
    told: list[str] = []

    def only_check(live: Live, viewer: Viewer, entry: Entry) -> None:
        try:
            acts.check_right(live, viewer, entry)
        except acts.NotAllowedError as error:
            told.append(f"{type(entry).__name__}: {error}")

    monkeypatch.setattr(acts, "record", only_check)
    return told


def stages(page: Page) -> Iterator[str]:
    """Go to every stage that there is."""
    for tab in page.locator(".stage-tabs button:not([disabled])").all():
        name = tab.inner_text()
        tab.click()
        expect(tab).to_have_attribute("aria-current", "step")
        yield name


def offered(page: Page) -> tuple[set[str], set[str]]:
    """The buttons and the addresses of a page and all that opens from it."""
    tried, links = page.evaluate(WALK, LEFT_ALONE)
    page.reload()
    return set(tried), set(links)


@pytest.mark.parametrize("role", list(Role))
def test_nothing_that_a_page_offers_a_role_is_refused(
    browser: Browser, served: ServedDesk, refused: list[str], role: Role
) -> None:
    served.do(lambda: a_scored_round(served.desk.live, served))
    token = served.token_of(role, "Ann" if role is Role.PLAYER else None)
    buttons: set[str] = set()
    addresses: set[str] = set()
    for by_hand in (False, True):
        if by_hand:
            served.do(lambda: a_round_by_hand(served.desk.live))
        with guest_on(browser, served, token, "" if role.may(Right.JUDGE) else "phone", (1280, 900)) as page:
            # Gone at once: what a host may delete is not to be deleted.
            for _ in stages(page) if role.may(Right.JUDGE) else ("phone",):
                if role is Role.HOST:
                    addresses |= set(page.evaluate(WALK.replace("turn < 200", "turn < 1"), LEFT_ALONE)[1])
                    continue
                tried, links = offered(page)
                buttons, addresses = buttons | tried, addresses | links
    assert refused == []
    assert addresses
    for address in addresses:
        assert ask(served, token, address)[0] != 403, address


@pytest.mark.parametrize("role", [Role.HOST, Role.REFEREE])
def test_files_and_deletion_are_there_for_the_host_alone(browser: Browser, served: ServedDesk, role: Role) -> None:
    served.do(lambda: a_scored_round(served.desk.live, served))
    with guest_on(browser, served, served.token_of(role), "", (1280, 900)) as page:
        page.locator("[data-key=stage-Result]").click()
        is_host = int(role is Role.HOST)
        expect(page.get_by_role("button", name="Delete 1 picture")).to_have_count(is_host)
        page.get_by_role("button", name="Share").click()
        expect(page.get_by_role("link", name="Score sheet to print")).to_be_visible()
        expect(page.get_by_role("link", name="Export (JSON)")).to_have_count(is_host)


def test_a_control_that_is_refused_is_found_where_one_is_drawn(
    browser: Browser, served: ServedDesk, refused: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kibitz_server.pages.result.score_panel.may_do", lambda _: True)
    monkeypatch.setattr("kibitz_server.pages.parts.allowed.may_open", lambda _: True)
    served.do(lambda: a_scored_round(served.desk.live, served))
    token = served.token_of(Role.REFEREE)
    with guest_on(browser, served, token, "", (1280, 900)) as page:
        page.locator("[data-key=stage-Result]").click()
        expect(page.get_by_role("button", name="Delete 1 picture")).to_be_visible()
        _, addresses = offered(page)
    assert [one.partition(":")[0] for one in refused if one.startswith("PicturesDeleted")] == ["PicturesDeleted"]
    assert {one for one in addresses if ask(served, token, one)[0] == 403} == {
        f"/export/games/1.{kind}" for kind in ("json", "csv", "kibitz")
    }
