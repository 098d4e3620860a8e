"""The reveal of a round that is still watched: what it waits for, and how people help it on."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from kibitz_scoring.cards import Card
from kibitz_scoring.game.round_state import Phase
from kibitz_scoring.table import CardFlipped, CardRevealed, SlotId
from kibitz_server.journal.entries import Entry
from kibitz_server.journal.play_entries import TableSeen, TimePassed
from kibitz_server.views.words.card_words import words

from ..conftest import ServedDesk, shoot
from ..told_tables import ROUND, tell
from .test_three_rounds import go

pytestmark = pytest.mark.browser
LAST = ROUND.last


def cards_of(seat: int) -> dict[SlotId, Card]:
    """What a player has at the end, by its places."""
    revealed = [seen for seen in ROUND.stage.seen if isinstance(seen, CardRevealed)]
    return {
        SlotId(str(one.place)): one.face
        for one in revealed
        if str(one.place).startswith(f"p{seat + 1}.") and isinstance(one.face, Card)
    }


BENS_SLOT, BENS_CARD = next(iter(cards_of(1).items()))
CLEOS_SLOT = next(iter(cards_of(2)))


def is_missing(entry: Entry) -> bool:
    """Whether it tells of the card of Ben's or of Cleo's that the camera does not see turned up."""
    seen = entry.events[0] if isinstance(entry, TableSeen) else None
    return isinstance(seen, CardFlipped | CardRevealed) and seen.place in (BENS_SLOT, CLEOS_SLOT)


def to_the_reveal(page: Page, served: ServedDesk, *, poorly: bool) -> Page:
    """A round in which a card of Ben's and one of Cleo's are not seen turned up, on the page at its reveal."""
    tell(served, page, leave_out=is_missing, poorly=poorly)
    served.do(lambda: served.desk.live.record(TimePassed(ROUND.ended_ms + 20_000.0)))
    go(page, "Reveal")
    return page


@pytest.fixture
def page(watching: Page, served: ServedDesk) -> Page:
    return to_the_reveal(watching, served, poorly=False)


def test_it_says_of_each_hand_how_far_it_is_and_exactly_which_cards_it_waits_for(page: Page) -> None:
    for seat, player in enumerate(LAST.players):
        cards = len(cards_of(seat))
        ring = page.get_by_role("img", name=f"{player}: {cards - (seat > 0)} of {cards} cards")
        expect(ring).to_be_visible()
    waiting = page.get_by_role("region", name="Cards that are waited for").locator(".waiting-card")
    expect(waiting).to_have_count(2)
    expect(waiting.first).to_contain_text("Ben's")
    expect(waiting.last).to_contain_text("Cleo's")
    assert not re.search(r"\bp\d\.\w\d", page.inner_text("body"))
    shoot(page, "live-reveal")


def test_a_card_is_chosen_another_is_not_there_and_the_hands_come_to_the_sheet(page: Page) -> None:
    not_there = page.get_by_role("button", name=re.compile("^No card lies at Cleo's"))
    # Somebody may be about to tap it: it must not be drawn anew because another card is known.
    not_there.evaluate("button => { button.dataset.seen = 'before' }")
    page.get_by_role("button", name=re.compile("^Choose Ben's")).click()
    page.get_by_role("dialog").get_by_role("button", name=words(BENS_CARD), exact=True).click()
    expect(page.locator(".waiting-card")).to_have_count(1)
    expect(not_there).to_have_attribute("data-seen", "before")
    not_there.click()

    expect(page.get_by_role("button", name="Confirm round 1")).to_be_visible()
    for seat, player in enumerate(LAST.players):
        hand = page.get_by_role("region", name=player, exact=True)
        expect(hand.locator(".card-face")).to_have_count(len(cards_of(seat)) - (seat == 2))
    assert (
        page.get_by_role("region", name="Ben", exact=True)
        .get_by_role("button", name=re.compile(f"^{words(BENS_CARD)}"))
        .is_visible()
    )


def test_counting_without_a_camera_is_refused_in_a_sentence_and_the_round_goes_on(page: Page) -> None:
    page.get_by_role("button", name="Count now").click()
    expect(page.get_by_role("alert")).to_contain_text("No camera is open at the table")
    expect(page.get_by_role("button", name="Count now")).to_be_enabled()
    expect(page.locator(".waiting-card")).to_have_count(2)


def test_what_is_still_to_be_decided_is_said_and_one_tap_leads_there(watching: Page, served: ServedDesk) -> None:
    page = to_the_reveal(watching, served, poorly=True)
    note = page.get_by_text("still to be decided in the inbox")
    assert served.do(lambda: served.desk.live.play.is_undecided)
    expect(note).to_be_visible()
    page.get_by_role("button", name="Decide").click()
    expect(page.get_by_role("region", name="Inbox")).to_be_visible()


def test_counting_in_the_middle_of_a_round_asks_first(watching: Page, served: ServedDesk) -> None:
    page, live = watching, served.desk.live
    tell(served, page, until=lambda: live.play is not None and live.play.state.phase is Phase.TURNS)
    go(page, "Reveal")
    page.get_by_role("button", name="Count now").click()
    question = page.get_by_role("dialog")
    expect(question).to_contain_text("The round is still being played")
    shoot(page, "count-asks")
    question.get_by_role("button", name="Play on").click()
    expect(question).to_be_hidden()
    assert served.do(lambda: live.play is not None)

    page.get_by_text("From a picture").click()
    page.get_by_role("button", name="Demo table 1", exact=True).click()
    page.get_by_role("button", name="End the round").click()
    expect(page.get_by_role("button", name="Confirm round 1")).to_be_visible(timeout=60_000)


def test_undoing_that_a_round_was_begun_asks_first_by_button_and_by_key(watching: Page, served: ServedDesk) -> None:
    page, live = watching, served.desk.live
    tell(served, page, until=lambda: live.play is not None and live.play.state.phase is Phase.TURNS)
    question = page.get_by_role("dialog")
    for way in ("button", "key"):
        if way == "key":
            page.keyboard.press("u")
        else:
            page.get_by_role("button", name="Undo: watching begun").click()
        expect(question).to_contain_text("A round is being watched. End it here?")
        question.get_by_role("button", name="Play on").click()
        expect(question).to_be_hidden()
        assert served.do(lambda: live.play is not None)

    page.get_by_role("button", name="Undo: watching begun").click()
    page.get_by_role("button", name="End the round").click()
    expect(page.get_by_text("Before round 1")).to_be_visible()


def test_an_error_is_scrolled_into_view_the_second_time_too(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 480})
    count = page.get_by_role("button", name="Count now")
    for _ in range(2):
        page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
        count.evaluate("button => button.click()")
        expect(page.get_by_role("alert")).to_contain_text("No camera is open at the table")
        expect(page.get_by_role("alert")).to_be_in_viewport()
        expect(count).to_be_enabled()
