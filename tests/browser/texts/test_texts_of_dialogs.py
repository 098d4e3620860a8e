"""The dialogs of the dashboard in German: every text was said, nothing is English, and nothing is cut off."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from kibitz_scoring.rules.packs import load_pack
from kibitz_server.access.viewer import Role
from kibitz_server.demo import demo_pictures
from kibitz_server.journal.entries import GameStarted
from kibitz_server.privacy.inventory import inventory

from ...server.games import play
from ...vision.clips.conftest import race_clip
from ..conftest import WAIT_S, ServedDesk, is_drawn, page_on
from .seen_texts import GERMAN, SeenTexts, german, marking
from .test_accessibility import EVERYBODY

pytestmark = pytest.mark.browser
WIDTHS = (360, 1280)
HOOK = "http://127.0.0.1:9/told"
"""Nobody listens there."""
CLIP = "20261128-203100-snap"
HANDS = ("2H 3C", "KS QS", "9H 2D", "AH", "5H 5D", "10D JD 4S", "6C 7C", "8S 9S")


@pytest.fixture
def dashboard(browser: Browser, served: ServedDesk) -> Iterator[Page]:
    """The host's page in German on a game of eight with long names, one round of which is scored."""
    pack = load_pack("cambio", {"game.rounds": None})
    served.do(lambda: served.desk.live.record(GameStarted(pack, pack.content_hash, EVERYBODY)))
    served.do(lambda: play(served.desk.live, (HANDS, EVERYBODY[0])))
    with marking(), page_on(browser, served.url, timeout_ms=60_000, locale=GERMAN) as page:
        expect(page.locator("html")).to_have_attribute("lang", "de")
        yield page


def tap(within: Page | Locator, words: str, **values: object) -> None:
    """Tap a button by its English words."""
    within.get_by_role("button", name=german(words, **values)).first.click()


def dialog(page: Page, words: str, **values: object) -> Locator:
    """The open dialog that says so."""
    found = page.get_by_role("dialog").filter(has_text=german(words, **values)).last
    expect(found).to_be_visible()
    return found


def leave(page: Page, opened: Locator) -> None:
    page.keyboard.press("Escape")
    expect(opened).to_have_count(0)


def test_devices_their_pin_webhooks_and_questions(dashboard: Page, served: ServedDesk) -> None:
    page, guests = dashboard, served.desk.guests
    invited = (guests.invitation.code, served.desk.settings.house_address, "Android")
    seen = SeenTexts(*invited, HOOK, "http://example.org/told")
    served.do(lambda: guests.join(Role.PLAYER, EVERYBODY[0], "Android"))
    served.do(lambda: guests.join(Role.SPECTATOR, None))
    served.do(lambda: guests.ask(guests.all[1].id, EVERYBODY[0]))
    expect(page.get_by_text(german("Let {player} go", player=EVERYBODY[0]))).to_be_visible()
    tap(page, "Devices")
    devices = dialog(page, "With it a device becomes referee or host by itself.")
    seen.look(page, "devices", *WIDTHS)
    field = devices.get_by_label(german("4 to 12 digits"))
    for pin, told in (("47", "A PIN has 4 to 12 digits."), ("4711", "A PIN is set.")):
        field.fill(pin)
        tap(devices, "Set the PIN")
        expect(devices).to_contain_text(german(told))
        seen.look(page, f"PIN {pin}", *WIDTHS)
    address = devices.get_by_label(german("Address of a webhook"))
    address.fill("http://example.org/told")
    tap(devices, "Add the webhook")
    expect(devices).to_contain_text("http://example.org/told")
    seen.look(page, "webhook refused", *WIDTHS)
    address.fill(HOOK)
    tap(devices, "Add the webhook")
    secret = devices.locator(".secret").inner_text()
    with_secret = SeenTexts(*invited, HOOK, secret)
    with_secret.look(page, "secret", *WIDTHS)
    with_secret.check()
    tap(devices, "I have copied it")
    tap(devices, "Send a trial event")
    expect(devices).to_contain_text(german("It has not taken the trial event: {why}", why="").strip())
    seen.look(page, "webhook tried", *WIDTHS)
    tap(devices, "Delete")
    leave_question(page, seen, "Tell {url} nothing more?", url=HOOK)
    tap(devices, "Hand the host over")
    leave_question(
        page, seen, "Make {name} the host? They decide about devices, people and files then.", name=EVERYBODY[0]
    )
    tap(devices, "Take away")
    leave_question(page, seen, "Take the place of {name} away? The page there closes at once.", name=EVERYBODY[0])
    leave(page, devices)
    tap(page, "The code to join by, larger")
    seen.look(page, "join by phone", *WIDTHS)
    leave(page, dialog(page, "Join by phone"))
    seen.check()


def leave_question(page: Page, seen: SeenTexts, words: str, **values: object) -> None:
    """Look at a question, and do not do what it asks."""
    question = dialog(page, words, **values)
    seen.look(page, words, *WIDTHS)
    question.get_by_role("button").last.click()
    expect(question).to_have_count(0)


def test_history_clips_and_what_is_stored(dashboard: Page, served: ServedDesk) -> None:
    page, desk = dashboard, served.desk
    desk.shelf.put(CLIP, race_clip())
    # One may be part of another.
    folders = sorted((one.where for one in inventory(desk.settings.data)), key=len, reverse=True)
    seen = SeenTexts(CLIP, str(desk.settings.data), "Ben first by 33 ms ± 33 ms.", *folders)
    tap(page, "History")
    history = dialog(page, "Search for a player or a game")
    for tab in ("Players", "Clips"):
        history.get_by_role("tab", name=german(tab)).click()
        seen.look(page, tab, *WIDTHS)
    history.locator(f"[data-clip='{CLIP}']").click()
    film = page.locator("kibitz-player")
    expect(film).to_have_attribute("data-is-drawn", "true")
    seen.look(page, "film", *WIDTHS)
    film.locator("summary").first.click()
    is_drawn(film.locator(".player-finish"))
    seen.look(page, "photo finish", *WIDTHS)
    page.get_by_role("button", name=german("Close")).last.click()
    expect(film).to_have_count(0)
    history.get_by_role("tab", name=german("Games")).first.click()
    history.locator(".past-game").click()
    back = page.get_by_role("button", name=german("Back to the list"))
    expect(back).to_be_visible()
    seen.look(page, "past game", *WIDTHS)
    back.click()
    tap(history, "What is stored, and how to delete it")
    privacy = dialog(page, "Privacy")
    seen.look(page, "what is stored", *WIDTHS)
    for words in ("Delete {name}", "Delete all pictures and films", "Delete everything"):
        tap(privacy, words, name=EVERYBODY[0])
        question = dialog(page, "Keep it")
        seen.look(page, words, *WIDTHS)
        question.get_by_role("button").last.click()
        expect(question).to_have_count(0)
    seen.check()


def test_a_camera_its_checks_the_places_of_the_table_and_a_deck_that_is_taught(
    dashboard: Page, served: ServedDesk
) -> None:
    page, picture = dashboard, demo_pictures(8)[0]
    seen = SeenTexts(str(picture), str(served.desk.settings.data))
    served.do(lambda: served.desk.camera.open(str(picture)))
    page.locator(".stage-tabs .q-btn").first.click()
    tap(page, "New game")
    seen.look(page, "a new game", *WIDTHS)
    tap(page, "Back to the game")
    expect(page.get_by_text(german("Before round {number}", number=2))).to_be_visible()
    for fold in page.locator(".q-expansion-item__container > .q-item").all():
        fold.click()
    tap(page, "Score the set-up")
    expect(page.locator(".check-told .q-icon")).to_be_visible(timeout=WAIT_S * 1000)
    tap(page, "Draw ten cards")
    tap(page, "Read the cards")
    teach = page.get_by_role("button", name=german("Teach Kibitz this deck"))
    expect(teach).to_be_visible(timeout=WAIT_S * 1000)
    seen.look(page, "checks", *WIDTHS)

    tap(page, "Places of the table")
    places = dialog(page, "The places of the table")
    expect(places.locator(".places-status")).not_to_contain_text("…", timeout=WAIT_S * 1000)
    seen.look(page, "places", *WIDTHS)
    leave(page, places)

    teach.click()
    taught = dialog(page, "Teach a deck")
    seen.look(page, "teach", *WIDTHS)
    tap(taught, "Take a picture of the cards")
    tiles = taught.locator("button.taught-tile")
    expect(tiles.first).to_be_visible(timeout=WAIT_S * 1000)
    seen.look(page, "found cards", *WIDTHS)
    tiles.first.click()
    seen.look(page, "which card", *WIDTHS)
    leave(page, dialog(page, "Which card is this?"))
    taught.get_by_role("textbox", name=german("Name of the deck")).fill("../x")
    tap(taught, "Teach this deck")
    expect(taught.locator(".check-told")).to_contain_text("../x", timeout=WAIT_S * 1000)
    seen.look(page, "no name", *WIDTHS)
    seen.check()
