"""The result is shared, the game ends, and what was played is found, taken out and brought in again: one evening."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from kibitz_scoring.rules.packs import load_pack
from kibitz_server.evening.import_file import import_games
from kibitz_server.evening.live import Live
from kibitz_server.journal.entries import Undone
from kibitz_server.journal.journal import Journal
from kibitz_server.views.sharing.exports import export_evening

from ...server.games import begin, play
from ..conftest import RunningKibitz, ServedDesk, is_drawn, page_on, running_kibitz

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningKibitz]:
    """A running game of Ann and Ben with two rounds, and one before that is over."""
    folder = tmp_path_factory.mktemp("evening")
    live = Live(Journal(folder))
    begin(live)
    play(live, (("AH", "9C"), "Ann"), (("2H", "5C"), None))
    begin(live, load_pack("cambio", {"game.rounds": 2}))
    play(live, (("2H", "KS"), "Ann"), (("9H", "3C"), None))
    live.close()
    with running_kibitz(folder) as running:
        yield running


@pytest.fixture(scope="module")
def open_page(browser: Browser, evening: RunningKibitz) -> Iterator[Page]:
    with page_on(browser, evening.url, (360, 760)) as page:
        yield page


@pytest.fixture
def result(open_page: Page) -> Page:
    """The result of the game that is over, without a dialog before it."""
    open_page.reload()
    expect(open_page.get_by_role("region", name="Result", exact=True)).to_be_visible()
    return open_page


def history(page: Page) -> None:
    page.get_by_role("button", name="History").click()
    expect(page.locator(".past-game").first).to_be_visible()


def test_a_game_that_is_over_names_its_winner_and_asks_for_a_new_one(result: Page) -> None:
    expect(result.locator(".verdict")).to_contain_text("All 2 rounds are played; ")
    expect(result.get_by_role("button", name="New game", exact=True)).to_be_visible()
    expect(result.get_by_role("button", name="Deal again")).to_have_count(0)
    expect(result.locator(".chart")).to_have_attribute(
        "aria-label", "Totals after each round. Ann: 0, 2, 11. Ben: 0, -1, 2."
    )
    assert result.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_result_is_shared_as_a_picture_a_sheet_and_a_code(result: Page) -> None:
    result.get_by_role("button", name="Share").click()
    dialog = result.get_by_role("dialog", name="Share the result")
    for picture in (dialog.locator(".result-picture"), dialog.locator(".qr-code")):
        expect(picture).to_be_visible()
        is_drawn(picture)
    address = dialog.get_by_role("link", name="Open in BG Stats").get_attribute("href") or ""
    assert address.startswith("https://app.bgstatsapp.com/createPlay.html?data=")
    sheet = dialog.get_by_role("link", name="Score sheet to print").get_attribute("href") or ""
    answer = result.request.get(result.url.rstrip("/") + sheet)
    assert "Cambio: score sheet" in answer.text()


def test_players_and_games_are_found_and_an_export_is_known_again_an_older_one_comes_in_and_a_bad_file_is_answered(
    result: Page, tmp_path: Path
) -> None:
    history(result)
    dialog = result.locator(".card-dialog.history")
    dialog.get_by_label("Search for a player or a game").fill("kab")
    expect(dialog.locator(".past-game")).to_have_count(1)
    dialog.locator(".past-game").click()
    expect(dialog.locator('[data-sum="Ben"]')).to_have_text("14")
    expect(dialog.get_by_role("button", name="Edit round 1")).to_have_count(0)
    dialog.get_by_role("button", name="Back to the list").click()
    dialog.get_by_label("Search for a player or a game").fill("ann")
    dialog.get_by_role("tab", name="Players").click()
    row = dialog.locator("[data-player=Ann]")
    expect(row).to_contain_text("2 of 4")
    expect(dialog.locator("[data-player=Ben]")).to_have_count(0)
    dialog.get_by_role("tab", name="Games").click()

    with result.expect_download() as download:
        dialog.get_by_role("link", name="Export all games (JSON)").click()
    exported = json.loads(Path(download.value.path()).read_text())
    exported["games"][0]["begun"] = "2024-05-01T18:00:00+00:00"
    older, bad = tmp_path / "older.json", tmp_path / "bad.csv"
    older.write_text(json.dumps(exported))
    bad.write_text("hello")
    upload = dialog.locator("input[type=file]")

    upload.set_input_files(older)
    expect(result.get_by_text("1 game was imported, 1 were here already.")).to_be_visible()
    expect(dialog.get_by_role("heading", name="Wednesday, 2024-05-01")).to_be_visible()

    for _ in range(2):
        dialog.locator("input[type=file]").set_input_files(bad)
        expect(result.get_by_text("Nothing was imported: line 1: the column 'game' is missing")).to_be_visible()
        result.get_by_role("button", name="Close the message").click()
    bad.rename(tmp_path / "bad.txt")
    dialog.locator("input[type=file]").set_input_files(tmp_path / "bad.txt")
    expect(result.get_by_text("The file was not taken: expected an export of Kibitz of at most 20 MB.")).to_be_visible()


def test_the_table_plays_on_where_it_wants_to(result: Page) -> None:
    result.get_by_role("button", name="One more round").click()
    expect(result.get_by_role("button", name="Deal again")).to_be_visible()
    result.get_by_role("button", name="Undo: one more round").click()
    expect(result.get_by_role("button", name="New game", exact=True)).to_be_visible()


def test_a_game_that_was_taken_out_on_another_page_is_told_and_leaves_the_list(
    watching: Page, served: ServedDesk
) -> None:
    live = served.desk.live

    def bring() -> None:
        begin(live)
        play(live, (("AH", "9C"), "Ann"))
        exported = export_evening(live.evening)
        exported["games"][0]["begun"] = "2024-05-01T18:00:00+00:00"
        import_games(live, json.dumps(exported).encode())

    served.do(bring)
    history(watching)
    older = watching.get_by_role("region", name="2024-05-01").locator(".past-game")
    expect(older).to_have_count(1)
    (seq,) = (game.seq for game in live.evening.all_games if game.is_imported)
    served.do(lambda: live.record(Undone(seq)))

    older.click()

    expect(watching.get_by_role("alert")).to_contain_text(f"There is no game {seq}")
    expect(watching.locator(".past-game")).to_have_count(1)
