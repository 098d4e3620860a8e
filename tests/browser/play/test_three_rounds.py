from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from kibitz_scoring.rules.packs import load_pack
from kibitz_scoring.score.card_text import parse_hand
from kibitz_scoring.score.points import hand_points
from kibitz_server.demo import demo_pictures

from ..conftest import RunningKibitz, start_again

pytestmark = pytest.mark.browser
PLAYERS = ["Ann", "Ben", "Cleo", "Dan"]


def start_game(page: Page, game: str, players: list[str]) -> None:
    page.get_by_role("radio", name=game).click()
    expect(page.get_by_role("radio", name=game)).to_have_attribute("aria-checked", "true")
    for seat, player in enumerate(players, start=1):
        field = page.get_by_role("textbox", name=f"Player {seat}")
        if not field.is_visible():
            page.get_by_role("button", name="Add a player").click()
        field.fill(player)
    page.get_by_role("button", name="Start the game").click()


def go(page: Page, stage: str) -> None:
    page.get_by_role("navigation").get_by_role("button", name=stage).click()
    expect(page.get_by_role("region", name=stage, exact=True)).to_be_visible()


def read_demo(page: Page, table: int) -> None:
    go(page, "Reveal")
    page.get_by_role("button", name=f"Demo table {table}", exact=True).click()
    expect(page.locator(".table-picture svg")).to_be_visible()


def settle_doubts(page: Page) -> None:
    """Take the likeliest card for each one in doubt, as a person does who agrees with the reader."""
    doubts = page.locator(".doubt")
    while count := doubts.count():
        likely = doubts.first.locator(".likely-card")
        if likely.count():
            likely.first.click()
        else:
            doubts.first.get_by_role("button", name="Another").click()
            page.get_by_role("button", name="Not a card").click()
        expect(doubts).not_to_have_count(count)


def confirm(page: Page, number: int, caller: str) -> None:
    page.get_by_role("radio", name=caller, exact=True).click()
    page.get_by_role("button", name=f"Confirm round {number}").click()
    expect(page.get_by_role("button", name=f"Undo round {number}")).to_be_visible()


def shows_totals(page: Page, totals: dict[str, int]) -> None:
    for player, total in totals.items():
        expect(page.locator(f'[data-total="{player}"]')).to_have_text(re.compile(rf"^[★\s]*{total}[★\s]*$"))


def saved(kibitz: RunningKibitz) -> dict[str, Any]:
    return json.loads(kibitz.get("/export/evening.json"))["games"][-1]


def test_three_rounds_from_the_demo_add_up_and_outlive_a_restart(page: Page, kibitz: RunningKibitz) -> None:
    start_game(page, "Kaboo", PLAYERS)
    for number, caller in enumerate(["Ann", "Ben", "Cleo"], start=1):
        read_demo(page, number)
        settle_doubts(page)
        if number == 2:
            card = page.locator(".hand-cards .card-face").first
            card.click()
            page.locator(".deck-card:not(.is-seen)").filter(has_text="7").first.click()
            expect(page.locator(".hand-cards .card-face").first).to_contain_text("7")
        confirm(page, number, caller)

    game = saved(kibitz)
    pack = load_pack("kaboo")
    for played in game["rounds"]:
        sums = {
            player: hand_points(pack, parse_hand(" ".join(hand))).points for player, hand in played["hands"].items()
        }
        assert played["points"] == sums
    added = {player: sum(played["scores"][player] for played in game["rounds"]) for player in PLAYERS}
    assert game["totals"] == added
    shows_totals(page, added)
    assert sum(added.values()) > 0

    start_again(kibitz, page, end=RunningKibitz.kill)
    expect(page.locator('[data-total="Ann"]')).to_be_visible()
    shows_totals(page, added)

    go(page, "Result")
    page.get_by_role("button", name="Undo round 2").click()
    expect(page.get_by_role("button", name="Bring back")).to_be_visible()
    without = {player: added[player] - game["rounds"][1]["scores"][player] for player in PLAYERS}
    shows_totals(page, without)
    page.get_by_role("button", name="Bring back").click()
    expect(page.get_by_role("button", name="Undo round 3")).to_be_visible()
    shows_totals(page, added)


def test_an_earlier_round_is_edited_and_another_page_sees_it(page: Page, kibitz: RunningKibitz) -> None:
    start_game(page, "Kaboo", ["Ann", "Ben"])
    by_hand(page, {"Ann": ["2H", "3C"], "Ben": ["KS"]})
    confirm(page, 1, "Ann")
    other = page.context.new_page()
    other.goto(kibitz.url)
    expect(other.locator('[data-total="Ben"]')).to_have_text("13")

    page.get_by_role("button", name="Edit round 1").click()
    page.get_by_role("button", name=re.compile("King of spades")).click()
    page.locator('[data-pick="9D"]').click()
    page.get_by_role("button", name="Confirm the correction").click()

    expect(other.locator('[data-total="Ben"]')).to_have_text("9")
    expect(other.locator('[data-total="Ann"]')).to_contain_text("5")


def by_hand(page: Page, hands: dict[str, list[str]]) -> None:
    go(page, "Reveal")
    page.get_by_role("button", name="Without a picture").click()
    for player, cards in hands.items():
        page.get_by_role("button", name=f"Add a card to {player}'s hand").click()
        for card in cards:
            page.locator(f'[data-pick="{card}"]').click()
        page.get_by_role("button", name="Done").click()
        expect(page.locator(".card-dialog")).to_be_hidden()


def test_a_tap_on_a_caller_right_after_a_card_was_added_counts(page: Page) -> None:
    start_game(page, "Kaboo", ["Ann", "Ben"])
    go(page, "Reveal")
    page.get_by_role("button", name="Without a picture").click()
    expect(page.get_by_role("radio", name="Ann, by an empty hand")).to_be_visible()
    page.get_by_role("button", name="Add a card to Ann's hand").click()
    page.locator('[data-pick="2H"]').wait_for()
    # Both before the page can have heard of the first one.
    page.evaluate(
        """() => {
            document.querySelector('[data-pick="2H"]').click();
            [...document.querySelectorAll('[role=radio]')].find((one) => one.innerText.trim() === "Ben").click();
        }"""
    )
    expect(page.get_by_role("radio", name="Ben", exact=True)).to_have_attribute("aria-checked", "true")
    expect(page.get_by_role("radio", name="Ann, by an empty hand")).to_be_hidden()


def test_what_a_browser_says_of_its_camera_is_heard_once_however_many_sheets_there_were(page: Page) -> None:
    start_game(page, "Kaboo", ["Ann", "Ben"])
    for number in (1, 2, 3):
        by_hand(page, {"Ann": ["2H"], "Ben": ["KS"]})
        confirm(page, number, "Ann")
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    page.reload()
    expect(page.get_by_role("navigation")).to_be_visible()
    for _ in range(2):
        go(page, "Reveal")
        go(page, "Result")
    page.evaluate("""emitEvent("camera-fault", "NotAllowedError")""")
    expect(page.get_by_role("alert").first).to_contain_text("NotAllowedError")
    assert sum("NotAllowedError" in one for one in sent) == 1


def test_a_bad_upload_is_a_sentence_and_loses_nothing(page: Page, tmp_path: Path) -> None:
    start_game(page, "Cambio", ["Ann", "Ben"])
    by_hand(page, {"Ann": ["2H"], "Ben": ["JK"]})
    confirm(page, 1, "Ben")
    bad = tmp_path / "holiday.jpg"
    bad.write_bytes(b"this is no picture")

    go(page, "Reveal")
    page.get_by_role("tab", name="Photo").click()
    page.locator("input[type=file]").first.set_input_files(bad)

    expect(page.get_by_role("alert")).to_contain_text("holiday.jpg is not a picture that Kibitz reads")
    expect(page.locator('[data-total="Ann"]')).to_have_text("2")


def test_the_camera_of_this_device_takes_a_picture_of_the_table(page: Page) -> None:
    start_game(page, "Kaboo", ["Ann", "Ben"])
    go(page, "Reveal")
    page.get_by_role("tab", name="This device's camera").click()
    page.get_by_role("button", name="Start the camera").click()
    page.wait_for_function("document.getElementById('browser-camera').videoWidth > 0")

    page.get_by_role("button", name="Read the table").click()

    expect(page.locator(".table-picture svg")).to_be_visible()
    expect(page.locator(".hand")).to_have_count(2)


def test_the_page_works_with_the_keyboard_alone(page: Page) -> None:
    page.get_by_role("radio", name="Kaboo").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("radio", name="Kaboo")).to_be_focused()
    for seat, player in enumerate(["Ann", "Ben"], start=1):
        page.get_by_role("textbox", name=f"Player {seat}").focus()
        page.keyboard.type(player)
    page.get_by_role("button", name="Start the game").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Score the reveal only").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Demo table 1").focus()
    page.keyboard.press("Enter")
    page.locator(".card-outline").first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_a_phone_wide_page_needs_no_sideways_scrolling(page: Page) -> None:
    start_game(page, "Kaboo", PLAYERS)
    read_demo(page, 1)
    page.set_viewport_size({"width": 360, "height": 740})

    width = page.evaluate("document.documentElement.scrollWidth")

    assert width <= 360


def test_names_may_hold_quotes_and_angle_brackets(page: Page) -> None:
    players = ['Zoë "Ace" <b>O', "D'Arcy & Co"]
    start_game(page, "Kaboo", players)
    by_hand(page, {players[0]: ["2H"], players[1]: ["KS"]})
    confirm(page, 1, players[0])

    expect(page.locator(".totals thead th.name").first).to_have_text(players[0])
    expect(page.locator(".strip-number").nth(1)).to_have_text("13")


def test_a_leftover_card_is_dragged_to_a_player(page: Page) -> None:
    start_game(page, "Kaboo", PLAYERS)
    read_demo(page, 1)
    leftover = page.locator(".leftovers .card-face:not(.is-back)").first
    label = leftover.inner_text()
    hand = page.get_by_role("region", name="Dan", exact=True)
    before = hand.locator(".card-face").count()

    leftover.drag_to(hand)

    expect(hand.locator(".card-face")).to_have_count(before + 1)
    expect(hand).to_contain_text(label)


def test_a_card_in_doubt_keeps_the_round_from_being_confirmed(page: Page) -> None:
    start_game(page, "Kaboo", ["Ann", "Ben"])
    read_demo(page, 1)
    page.get_by_role("region", name="Ann", exact=True).locator(".card-face").first.click()
    page.get_by_role("button", name=re.compile("already in Ann's hand")).first.click()
    page.get_by_role("radio", name="Ann", exact=True).click()

    expect(page.get_by_role("button", name="Confirm round 1")).to_be_disabled()
    expect(page.get_by_text("this card stands more often than the deck has it").first).to_be_visible()


def test_the_camera_at_the_table_shows_a_live_picture_and_is_read(page: Page) -> None:
    start_game(page, "Kaboo", ["Ann", "Ben"])
    field = page.get_by_role("textbox", name="Address, film, photo or folder")
    field.fill("/a/folder/nobody/named")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("may not be opened from the page")

    field.fill(str(demo_pictures(2)[0]))
    page.get_by_role("button", name="Open", exact=True).click()
    page.wait_for_function("document.getElementById('table-camera')?.naturalWidth > 0")
    go(page, "Reveal")
    page.get_by_role("tab", name="Camera at the table").click()
    page.get_by_role("button", name="Read the table").last.click()

    expect(page.locator(".table-picture svg")).to_be_visible()
