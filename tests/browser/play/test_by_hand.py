"""A whole game without a camera: every act is a tap on the page, down to the totals."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from kibitz_scoring.cards import Card
from kibitz_scoring.game.events import Called, Dealt, Event, Revealed, Snapped, Verdict
from kibitz_scoring.game.legality.legal_acts import to_turn_up
from kibitz_scoring.game.playout import play_out
from kibitz_scoring.game.record import GameState, play, score_sheet
from kibitz_scoring.game.round_state import RoundState
from kibitz_scoring.notation.events import parse_event
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.table import SlotId
from kibitz_server.evening.round.offers import Draft, verdicts_to_tell
from kibitz_server.views.round.offers_view import OfferedView, acts_of, offers_of
from kibitz_server.views.words.act_words import ActWords

from ..conftest import RunningKibitz, page_on, shoot
from .test_three_rounds import start_game

pytestmark = pytest.mark.browser
PLAYERS = ("Ann", "Ben", "Cleo")
VERDICTS = {
    Verdict.CORRECT: "It counts",
    Verdict.LATE: "Too late",
    Verdict.WRONG: "Another rank: it goes back",
}


def a_game(seed: int) -> list[tuple[GameState, Event]]:
    """A game at random that Ann deals first."""
    pack = load_pack("kaboo", {"game.rounds": None})
    return list(play_out(pack, tuple(map(PlayerId, PLAYERS)), random.Random(seed).randrange, rounds=2))


def begin_by_hand(page: Page, dealer: str = "Ann") -> None:
    form = page.get_by_role("region", name="Play without a camera")
    expect(form.get_by_role("combobox", name="Dealer")).to_have_value(dealer)
    form.get_by_role("button", name="Play without a camera").click()
    expect(page.get_by_text("by hand")).to_be_visible()


def tap(page: Page, state: RoundState, event: Event) -> None:
    """Tell one act as people do: its button, its cards, its faces, and what became of it."""
    player = getattr(event, "player", "")
    lately = page.locator(".play-lately li")
    before = lately.first.inner_text() if lately.count() else ""
    if isinstance(event, Called):
        page.get_by_role("button", name=f"{player}: Kaboo").click()
    else:
        choose(page, state, event, player)
    expect(lately.first).not_to_have_text(before)


def choose(page: Page, state: RoundState, event: Event, player: str) -> None:
    """Tell an act by what it is, and answer what is asked about it."""
    offer = next(one for one in offers_of(state) if one.key == f"{type(event).__name__}-{player}")
    page.locator(f'[data-key="offer-{offer.key}"]').click()
    acts = acts_of(state, offer)
    act = narrow(page, state, acts, event)
    for name, question in act.faces:
        expect(page.locator(".tell .subtitle")).to_have_text(question)
        page.locator(f'.tell [data-pick="{getattr(event, name)}"]').click()
    if isinstance(event, Snapped):
        faces = {name: getattr(event, name) for name, _ in act.faces}
        if verdicts_to_tell(state, Draft(act.event, faces)):
            page.locator(".tell").get_by_role("button", name=VERDICTS[event.verdict]).click()
    if act.faces or len(acts) > 1:
        expect(page.locator(".tell")).to_be_hidden()


def narrow(page: Page, state: RoundState, acts: tuple[OfferedView, ...], event: Event) -> OfferedView:
    """Tap the cards of an act until no other is left."""
    wanted = next(act for act in acts if of_same_cards(parse_event(act.event, state.players), event))
    chosen: list[str] = []
    for place in wanted.places:
        left = [act for act in acts if set(chosen) <= set(act.places)]
        if all(len(act.places) == len(chosen) for act in left):
            break
        page.locator(f'.tell [data-tell="{place}"]').click()
        chosen.append(place)
    return wanted


def of_same_cards(offer: Event, event: Event) -> bool:
    names = ("slot", "first", "second", "origin", "target")
    return all(getattr(offer, name, None) == getattr(event, name, None) for name in names)


def reveal(page: Page, before: RoundState, cards: dict[SlotId, Card]) -> None:
    """Say what every card is that is turned up: each is asked for once the one before is known."""
    page.get_by_role("button", name="Count the hands").click()
    page.get_by_role("button", name="Choose", exact=False).first.click()
    words = ActWords(before.pack, before.players)
    for slot in to_turn_up(before):
        expect(page.locator(".dialog-title")).to_have_text(f"Which card is {words.place(slot)}?")
        page.locator(f'[data-pick="{cards[slot]}"]').click()


def test_a_whole_game_is_played_by_taps_alone_down_to_its_totals(page: Page) -> None:
    start_game(page, "Kaboo", list(PLAYERS))
    begin_by_hand(page)
    for number, played in enumerate(rounds_of(a_game(1217)), start=1):
        acts = [(before.now, event) for before, event in played if not isinstance(event, Dealt | Revealed)]
        for at, (state, event) in enumerate(acts):
            tap(page, state, event)
            if (number, at) == (1, 6):
                shoot(page, "by-hand")
        cards = {event.slot: event.card for _, event in played if isinstance(event, Revealed)}
        reveal(page, next(before.now for before, event in played if isinstance(event, Revealed)), cards)
        page.get_by_role("button", name=f"Confirm round {number}").click()
        if number == 1:
            page.get_by_role("button", name="Deal again").click()
            expect(page.get_by_text("Round 2, by hand")).to_be_visible()
    page.get_by_role("button", name="End the evening").click()
    expect(page.get_by_text("The evening is over", exact=True)).to_be_visible()
    before, event = a_game(1217)[-1]
    for player, total in score_sheet(play(before, event)).totals.items():
        expect(page.get_by_role("button", name=f"{player} has {total} points")).to_be_visible()


def rounds_of(game: list[tuple[GameState, Event]]) -> Iterator[list[tuple[GameState, Event]]]:
    for number in dict.fromkeys(before.now.number for before, event in game if not isinstance(event, Dealt)):
        yield [
            (before, event) for before, event in game if before.now.number == number and not isinstance(event, Dealt)
        ]


def test_on_a_phone_what_is_told_is_undone_in_a_tap_and_a_stale_page_overwrites_nothing(
    browser: Browser, kibitz: RunningKibitz
) -> None:
    with page_on(browser, kibitz.url, (390, 844)) as phone, page_on(browser, kibitz.url) as laptop:
        start_game(phone, "Kaboo", ["Ann", "Ben"])
        begin_by_hand(phone)
        shoot(phone, "by-hand-390-begun")
        phone.get_by_role("button", name="Turn the first card of the pile").click()
        shoot(phone, "by-hand-390-face")
        phone.locator('.tell [data-pick="7H"]').click()
        expect(phone.get_by_label("7 of hearts").or_(phone.get_by_label("Seven of hearts")).first).to_be_visible()
        # Ann dealt, so Ben begins: both pages are about to tell what he drew.
        phone.get_by_role("button", name="Ben: Draw a card").click()
        phone.get_by_role("button", name="Ben: Swap it for a card").click()
        phone.locator('.tell [data-tell="p2.b1"]').click()
        shoot(phone, "by-hand-390-swap")
        laptop.get_by_role("button", name="Ben: Lay it off").click()
        laptop.locator('.tell [data-pick="2C"]').click()
        expect(laptop.get_by_text("Ben laid off the drawn card").first).to_be_visible()
        phone.locator('.tell [data-pick="KS"]').click()
        expect(phone.get_by_role("alert")).to_contain_text("something else was told meanwhile")
        laptop.get_by_role("button", name="Undo: Ben laid off the drawn card").click()
        expect(phone.get_by_role("button", name="Ben: Swap it for a card")).to_be_visible()
        shoot(phone, "by-hand-390")
        laptop.set_viewport_size({"width": 1280, "height": 800})
        shoot(laptop, "by-hand-1280")
        assert phone.evaluate("document.documentElement.scrollWidth") <= 390
        assert not re.search(r"\bp\d\.\w\d", phone.inner_text("body"))
        phone.get_by_role("button", name="Give up the round").click()
        phone.get_by_role("button", name="End the round").click()
        expect(laptop.get_by_text("Before round 1")).to_be_visible()


def menu_of(page: Page, text: str, item: str) -> None:
    page.get_by_role("button", name=f"Correct: {text}").first.click()
    page.locator(".act-menu:visible").get_by_role("button", name=item).click()


def test_a_told_act_is_corrected_taken_out_and_one_that_was_forgotten_is_inserted(
    browser: Browser, kibitz: RunningKibitz
) -> None:
    with page_on(browser, kibitz.url, (390, 844)) as page:
        start_game(page, "Kaboo", ["Ann", "Ben"])
        begin_by_hand(page)
        page.get_by_role("button", name="Turn the first card of the pile").click()
        page.locator('.tell [data-pick="7H"]').click()
        lately = page.locator(".play-lately").first.locator("li")
        expect(lately).to_have_count(1)
        page.get_by_role("button", name="Ben: Draw a card").click()
        page.get_by_role("button", name="Ben: Lay it off").click()
        page.locator('.tell [data-pick="2C"]').click()
        expect(lately).to_have_count(3)
        menu_of(page, "Ben laid off the drawn card", "Something else")
        shoot(page, "edit-instead-390")
        page.locator(".tell").get_by_role("button", name="Ben: Swap it for a card").click()
        page.locator('.tell [data-tell="p2.a1"]').click()
        page.locator('.tell [data-pick="3C"]').click()
        expect(lately.first).to_contain_text("Ben swapped the card in hand for Ben's far left card")
        shoot(page, "edit-corrected-390")
        undo = page.get_by_role("button", name="Undo: corrected: Ben swapped the card in hand")
        expect(undo).to_be_visible()
        # Before Ben drew, he looked at a card.
        page.get_by_role("button", name="Correct: Ben drew a card").click()
        shoot(page, "edit-menu-390")
        page.locator(".act-menu:visible").get_by_role("button", name="Insert before it").click()
        page.locator(".tell").get_by_role("button", name="Ben: Look at a card").click()
        page.locator('.tell [data-tell="p2.b2"]').click()
        expect(lately).to_have_count(4)
        expect(lately.nth(2)).to_contain_text("Ben looked at Ben's near right card")
        menu_of(page, "Ben looked at Ben's near right card", "It did not happen")
        expect(lately).to_have_count(3)
        page.get_by_role("button", name="Undo: taken out: Ben looked at Ben's near right card").click()
        expect(lately).to_have_count(4)
        page.get_by_role("button", name="All acts").click()
        expect(page.get_by_role("dialog").locator("li")).to_have_count(4)
        shoot(page, "edit-all-390")
