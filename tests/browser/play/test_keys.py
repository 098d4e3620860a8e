"""Everything that can be tapped while a round is played has a key."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from kibitz_server.journal.play_entries import ActDisputed, ActSaid, QuestionAnswered, SnapRuled

from ..conftest import ServedDesk, shoot
from ..told_tables import BEN, tell

pytestmark = pytest.mark.browser


@pytest.fixture
def page(watching: Page, served: ServedDesk) -> Page:
    """A round in which two things are to be decided, and others were not seen clearly."""

    def two_asked() -> bool:
        play = served.desk.live.play
        return play is not None and sum(one.presses for one in play.questions) > 1

    tell(served, watching, until=two_asked, poorly=True)
    expect(items(watching).nth(1)).to_be_visible()
    return watching


def items(page: Page) -> Locator:
    """What presses."""
    return page.locator(".inbox-list > li:has(.inbox-item:not(.is-minor))")


def asides(page: Page) -> Locator:
    return page.locator(".inbox-list > li:has(.is-minor)")


def newest(served: ServedDesk) -> object:
    return served.do(lambda: served.desk.live.newest.entry)


def until(page: Page, served: ServedDesk, *kinds: type) -> object:
    """The newest entry, once it is one of these kinds."""
    for _ in range(300):
        if isinstance(entry := newest(served), kinds):
            return entry
        page.wait_for_timeout(100)
    pytest.fail(f"the newest entry is {newest(served)}")


def test_a_question_mark_shows_the_keys_and_whose_number_is_whose(page: Page) -> None:
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("answer the first item of the inbox")
    expect(dialog).to_contain_text("2: Ben")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()


def test_letters_answer_the_first_item_of_the_inbox_and_put_it_off(page: Page, served: ServedDesk) -> None:
    first = items(page).first.locator(".inbox-title").inner_text()
    page.keyboard.press("l")
    expect(items(page).first.get_by_role("button", name="Open")).to_be_visible()
    expect(items(page).nth(1).get_by_role("button", name="Ask later")).to_be_visible()
    page.keyboard.press("b")
    until(page, served, QuestionAnswered, SnapRuled)
    # What was put off stays, and what is asked after it is another.
    expect(items(page).first.locator(".inbox-title")).to_have_text(first)
    expect(items(page).first.get_by_role("button", name="Open")).to_be_visible()


def test_a_number_calls_with_shift_it_disputes_and_u_takes_that_back(page: Page, served: ServedDesk) -> None:
    page.keyboard.press("Shift+Digit2")
    disputed = until(page, served, ActDisputed)
    assert isinstance(disputed, ActDisputed)
    assert disputed.player == BEN
    expect(page.get_by_role("region", name="Inbox")).to_contain_text("Ben disputes")
    page.keyboard.press("u")
    expect(page.get_by_role("region", name="Inbox")).not_to_contain_text("Ben disputes")
    page.keyboard.press("3")
    said = until(page, served, ActSaid)
    expect(page.get_by_text(re.compile("Cleo called")).first).to_be_visible()
    assert isinstance(said, ActSaid)
    assert said.event == "p3 calls"


def test_what_nothing_depends_on_waits_closed_and_can_be_answered_all_the_same(page: Page, served: ServedDesk) -> None:
    aside = asides(page).first
    expect(aside).to_contain_text("Not seen clearly: ")
    expect(aside.get_by_role("button")).to_have_count(1)
    aside.get_by_role("button", name="Open").click()
    shoot(page, "aside")
    aside.get_by_role("button").first.click()
    until(page, served, QuestionAnswered)


def test_keys_work_while_a_button_has_the_focus(page: Page) -> None:
    page.get_by_role("button", name="Ask later").first.focus()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("answer the first item of the inbox")


def test_what_is_typed_with_control_or_of_a_player_who_is_not_there_does_nothing(
    page: Page, served: ServedDesk
) -> None:
    before = newest(served)
    page.keyboard.press("Control+Digit1")
    page.keyboard.press("8")
    page.keyboard.press("k")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert newest(served) == before


@pytest.mark.parametrize("opens", ["?", "History", "Language"])
def test_while_a_dialog_is_open_no_key_plays(page: Page, served: ServedDesk, opens: str) -> None:
    before = newest(served)
    if opens == "?":
        page.keyboard.press("?")
    else:
        page.get_by_role("button", name=opens, exact=True).click()
    covers = page.locator(".q-menu" if opens == "Language" else ".q-dialog")
    expect(covers).to_be_visible()
    for key in ("1", "Shift+Digit2", "a", "b", "u", "l"):
        page.keyboard.press(key)
    # What was typed before this has arrived by then.
    page.keyboard.press("Escape")
    expect(covers).to_be_hidden()
    assert newest(served) == before

    page.keyboard.press("3")
    assert isinstance(until(page, served, ActSaid), ActSaid)
