"""Two pages on one evening, and a server that is started anew: nothing stale overwrites, nothing comes twice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.slots import slot_ids
from kibitz_scoring.table import Heap
from kibitz_server.evening.live import Live
from kibitz_server.journal.entries import GameStarted
from kibitz_server.journal.journal import Journal
from kibitz_server.journal.play_entries import RoundWatched, WatchDropped
from kibitz_server.watching.cameras.camera_memory import CameraMemory
from kibitz_vision.table.places import TablePlaces, card_rectangle
from kibitz_vision.table.places_file import places_path, write_places

from ...server.simulated_rounds import entries_of, performed
from ..conftest import RunningKibitz, ServedDesk, page_on, running_kibitz, shoot
from .test_three_rounds import by_hand, confirm, go, saved, start_game

pytestmark = pytest.mark.browser


@dataclass
class Tabs:
    """Two pages on the same evening, in which Ann and Ben begin a game."""

    one: Page
    other: Page


@pytest.fixture
def tabs(page: Page, kibitz: RunningKibitz) -> Tabs:
    start_game(page, "Kaboo", ["Ann", "Ben"])
    expect(page.get_by_text("Before round 1")).to_be_visible()
    other = page.context.new_page()
    other.goto(kibitz.url)
    expect(other.get_by_text("Before round 1")).to_be_visible()
    return Tabs(page, other)


def test_a_dialog_about_a_card_that_was_changed_elsewhere_closes_and_says_so(tabs: Tabs, kibitz: RunningKibitz) -> None:
    by_hand(tabs.one, {"Ann": ["2H", "3C"], "Ben": ["KS"]})
    for tab in (tabs.one, tabs.other):
        tab.get_by_role("button", name="King of spades").click()
        expect(tab.get_by_role("dialog")).to_be_visible()

    tabs.other.locator('[data-pick="9D"]').click()

    expect(tabs.one.get_by_role("dialog")).to_be_hidden()
    expect(tabs.one.get_by_role("alert")).to_contain_text("changed on another page")
    confirm(tabs.one, 1, "Ann")
    assert saved(kibitz)["rounds"][0]["hands"] == {"Ann": ["2H", "3C"], "Ben": ["9D"]}


def test_a_dialog_of_a_round_that_was_confirmed_elsewhere_begins_no_other(tabs: Tabs, kibitz: RunningKibitz) -> None:
    by_hand(tabs.one, {"Ann": ["2H", "3C"], "Ben": ["KS"]})
    tabs.one.get_by_role("button", name="Add a card to Ann's hand").click()
    expect(tabs.one.get_by_role("dialog")).to_be_visible()

    confirm(tabs.other, 1, "Ann")

    expect(tabs.one.get_by_role("dialog")).to_be_hidden()
    expect(tabs.one.get_by_role("button", name="Undo round 1")).to_be_visible()
    go(tabs.one, "Reveal")
    expect(tabs.one.get_by_text("Score round 2")).to_be_visible()
    assert len(saved(kibitz)["rounds"]) == 1


def test_the_same_round_confirmed_on_both_pages_counts_once(tabs: Tabs, kibitz: RunningKibitz) -> None:
    by_hand(tabs.one, {"Ann": ["2H", "3C"], "Ben": ["KS"]})
    tabs.one.get_by_role("radio", name="Ann", exact=True).click()
    for tab in (tabs.one, tabs.other):
        expect(tab.get_by_role("button", name="Confirm round 1")).to_be_enabled()

    # Both taps are under way before either page has heard of the other.
    for tab in (tabs.one, tabs.other):
        tab.get_by_role("button", name="Confirm round 1").evaluate("button => setTimeout(() => button.click(), 300)")

    for tab in (tabs.one, tabs.other):
        expect(tab.get_by_role("button", name="Undo round 1")).to_be_visible()
    assert len(saved(kibitz)["rounds"]) == 1


def test_a_question_that_was_asked_about_another_round_does_nothing(watching: Page, served: ServedDesk) -> None:
    page, live = watching, served.desk.live
    start_game(page, "Kaboo", ["Ann", "Ben"])
    expect(page.get_by_text("Before round 1")).to_be_visible()
    served.do(lambda: live.record(RoundWatched(PlayerId("Ann"), is_dealt=True)))
    page.get_by_role("button", name="Stop watching").click()
    expect(page.get_by_role("button", name="End the round")).to_be_visible()

    served.do(lambda: live.record(WatchDropped()))
    served.do(lambda: live.record(RoundWatched(PlayerId("Ben"), is_dealt=True)))
    page.get_by_role("button", name="End the round").click()

    expect(page.get_by_role("alert")).to_contain_text("changed on another page meanwhile: nothing was done")
    assert live.play is not None


@pytest.fixture
def broken_off(tmp_path: Path) -> Iterator[RunningKibitz]:
    """`kibitz run` in the middle of a round of Ann and Ben that was watched with a camera, at known places."""
    data, camera = tmp_path / "data", tmp_path / "table.png"
    cv2.imwrite(str(camera), np.full((480, 640, 3), (60, 110, 40), np.uint8))
    pack, performance = load_pack("kaboo"), performed("kaboo", 2, 4)
    players = performance.start.players
    live = Live(Journal(data))
    live.record(GameStarted(pack, pack.content_hash, players))
    entries = [entry for entry, _ in entries_of(performance)]
    for entry in entries[: len(entries) * 3 // 4]:
        live.record(entry)
    live.close()
    CameraMemory(data).keep(str(camera))
    slots = [slot for seat in range(2) for slot in slot_ids(pack, seat, pack.table.hand_size)]
    spots = {place: (80.0 * number, 60.0) for number, place in enumerate((*slots, Heap.DRAW, Heap.DISCARD))}
    quads = {place: card_rectangle(np.array(spot), 0.0) for place, spot in spots.items()}
    places = TablePlaces(players, (640, 480), np.diag([2.0, 2.0, 1.0]), quads)
    write_places(places, places_path(data / "places" / "round", str(camera), (640, 480)), str(camera))
    with running_kibitz(data) as running:
        yield running


def test_a_page_comes_back_after_a_crash_and_the_round_goes_on_at_the_known_places(
    browser: Browser, broken_off: RunningKibitz
) -> None:
    with page_on(browser, broken_off.url) as page:
        expect(page.get_by_text("Round 1, live")).to_be_visible()
        before = what_is_there(page)
        assert "Draw pile" in before

        broken_off.kill()
        page.evaluate("window.isOldPage = true")
        broken_off.start()

        # The page finds the server by itself, and is loaded anew by its own doing.
        page.wait_for_function("!window.isOldPage")
        go_on = page.get_by_role("button", name="Go on watching")
        expect(go_on).to_be_visible()
        assert what_is_there(page) == before
        go_on.click()
        expect(go_on).to_have_count(0)
        expect(page.locator(".live-table")).to_be_visible()
        expect(page.get_by_text("Looking for the places")).to_have_count(0)
        shoot(page, "gone on")


def what_is_there(page: Page) -> str:
    """The hands and the piles, as they are read out."""
    expect(page.locator(".play-hand")).to_have_count(2)
    hands = page.locator(".play-hand").evaluate_all("all => all.map(one => one.innerText)")
    piles = page.locator(".play-piles [aria-label]").evaluate_all("all => all.map(one => one.ariaLabel)")
    return "\n".join((*hands, *piles))
