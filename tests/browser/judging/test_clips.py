"""Clips on the page: kept over a restart, looked at again, kept for good, and taken in from a file, or refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from kibitz_vision.clips.clip import ClipKind
from kibitz_vision.clips.clip_file import write_clip
from kibitz_vision.clips.shelf import KEPT, ClipShelf
from kibitz_vision.clips.wrong_clips import wrong_clips

from ...vision.clips.conftest import race_clip
from ..conftest import RunningKibitz, is_drawn, page_on, running_kibitz, shoot

pytestmark = pytest.mark.browser

NAME = "20261128-203100-snap"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    ClipShelf(tmp_path / "data" / "clips").put(NAME, race_clip())
    return tmp_path / "data"


@pytest.fixture
def kibitz(data: Path) -> Iterator[RunningKibitz]:
    with running_kibitz(data) as running:
        yield running


def clips(page: Page) -> Locator:
    """The list of clips, opened in the history."""
    page.get_by_role("button", name="History").click()
    history = page.get_by_role("dialog", name="History")
    history.get_by_role("tab", name="Clips").click()
    return history


@pytest.mark.parametrize("size", [(1280, 800), (360, 740)])
def test_a_clip_is_opened_stepped_through_kept_and_there_again_after_a_restart(
    browser: Browser, kibitz: RunningKibitz, data: Path, size: tuple[int, int]
) -> None:
    with page_on(browser, kibitz.url, size) as page:
        clips(page).locator(f"[data-clip='{NAME}']").click()
        player = page.locator("kibitz-player")
        expect(player).to_have_attribute("data-is-drawn", "true")
        expect(player).to_contain_text("Ben first by 33 ms")
        expect(player).to_contain_text("Ben was first with a probability of 98%")
        first = int(player.get_attribute("data-frame") or 0)
        player.get_by_role("button", name="One frame on").click()
        expect(player).to_have_attribute("data-frame", str(first + 1))
        player.get_by_role("button", name="Beside or over the marked frame").click()
        player.locator("canvas").scroll_into_view_if_needed()
        player.locator("summary").click()
        is_drawn(player.locator(".player-finish"))
        player.locator(".player-finish").scroll_into_view_if_needed()
        links = player.locator(".player-links a")
        expect(links).to_have_text(["Photo finish (PNG)", "Film (MP4)", "Evidence (JSON)", "The clip itself (.kibitz)"])
        expect(player).to_contain_text("only the host may have it")
        for link, name in ((links.first, "photo-finish.png"), (links.last, f"{NAME}.kibitz")):
            with page.expect_download() as download:
                link.click()
            assert download.value.suggested_filename == name
        shoot(page, f"clip-{size[0]}")
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        page.get_by_role("button", name="Close").last.click()
        page.get_by_role("button", name=f"Keep: {NAME}").click()
        expect(page.get_by_role("button", name=f"Keep no more: {NAME}")).to_be_visible()
        shoot(page, f"clips-{size[0]}")
    assert (data / "clips" / KEPT / f"{NAME}.kibitz").is_file()

    kibitz.stop()
    kibitz.start()
    with page_on(browser, kibitz.url, size) as page:
        clips(page).locator(f"[data-clip='{NAME}']").click()
        expect(page.locator("kibitz-player")).to_have_attribute("data-is-drawn", "true")


def test_a_clip_from_elsewhere_is_opened_and_one_that_was_changed_is_refused_with_the_part_that_fails(
    browser: Browser, kibitz: RunningKibitz, tmp_path: Path
) -> None:
    theirs, changed = tmp_path / "theirs.kibitz", tmp_path / "changed.kibitz"
    write_clip(race_clip(), theirs)
    torn = bytearray(theirs.read_bytes())
    torn[len(torn) // 2] ^= 1
    changed.write_bytes(bytes(torn))
    with page_on(browser, kibitz.url) as page:
        history = clips(page)
        history.locator("input[type=file][accept='.kibitz']").set_input_files(changed)
        expect(page.get_by_text("changed.kibitz was changed: frames/")).to_be_visible()
        expect(history.locator("[data-clip]")).to_have_count(1)

        history.locator("input[type=file][accept='.kibitz']").set_input_files(theirs)

        expect(page.locator("kibitz-player")).to_have_attribute("data-is-drawn", "true")
        expect(history.locator("[data-clip]")).to_have_count(2)


@pytest.mark.parametrize("size", [(1280, 800), (360, 740)])
def test_a_clip_that_was_judged_wrongly_lies_with_the_right_answer_where_the_page_says(
    browser: Browser, kibitz: RunningKibitz, data: Path, size: tuple[int, int]
) -> None:
    question = replace(race_clip(), kind=ClipKind.QUESTION, verdict=None)
    ClipShelf(data / "clips").put("20261128-203200-question", question)
    with page_on(browser, kibitz.url, size) as page:
        history = clips(page)
        history.locator(f"[data-clip='{NAME}']").click()
        page.get_by_role("button", name="This was wrong").click()
        expect(page.get_by_text("Who was truly first?")).to_be_visible()
        page.get_by_role("button", name="Ann", exact=True).click()
        told = page.get_by_role("status").filter(has_text="Kept with the right answer")
        expect(told).to_contain_text(str(data / "wrong-clips" / NAME))
        told.scroll_into_view_if_needed()
        shoot(page, f"wrong-{size[0]}")
        with page.expect_download() as download:
            page.get_by_role("link", name="Download it (.zip)").click()
        assert download.value.suggested_filename == f"{NAME}.zip"
        page.get_by_role("button", name="Close").last.click()
        expect(history.locator(f"[data-wrong='{NAME}']")).to_contain_text("Ann was first")
        history.locator("[data-clip='20261128-203200-question']").click()
        page.get_by_role("button", name="This was wrong").click()
        expect(page.get_by_text("What was it truly?")).to_be_visible()
        page.get_by_label("In a line of words").fill("Ann only touched it")
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_text("Kept with the right answer")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    question_case, race_case = sorted(wrong_clips(data / "wrong-clips"), key=lambda one: one.name, reverse=True)
    assert question_case.right.words == "Ann only touched it"
    assert race_case.right.first == "Ann"
