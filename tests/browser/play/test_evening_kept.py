from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from kibitz_server.demo import demo_pictures

from ..conftest import until_so
from .test_three_rounds import by_hand, confirm, go, read_demo, settle_doubts, start_game

pytestmark = pytest.mark.browser


def pictures(data: Path) -> list[str]:
    return sorted(path.name for path in (data / "pictures").glob("*.jpg"))


def test_the_evidence_of_a_round_shows_what_was_corrected_and_its_picture_can_be_deleted(
    page: Page, tmp_path: Path
) -> None:
    start_game(page, "Kaboo", ["Ann", "Ben"])
    read_demo(page, 1)
    page.get_by_role("region", name="Ann", exact=True).locator(".card-face").first.click()
    page.locator('.deck-card:not(.is-seen)[data-pick="KC"]').click()
    settle_doubts(page)
    confirm(page, 1, "Ann")

    page.get_by_role("button", name="What round 1 was scored from").click()

    evidence = page.locator(".evidence")
    expect(evidence.locator("svg image")).to_have_count(1)
    expect(evidence.locator(".changes")).to_contain_text(re.compile(r"Ann: K♣, (read as|not read)"))
    expect(evidence.locator(".card-outline.is-corrected")).to_contain_text("K♣ ✎")
    page.get_by_role("button", name="Close", exact=True).click()
    assert len(pictures(tmp_path / "data")) == 1

    page.get_by_role("button", name="Delete 1 picture").click()
    page.get_by_role("button", name="Delete", exact=True).click()

    expect(page.get_by_role("button", name="Delete 1 picture")).to_have_count(0)
    until_so(page, lambda: pictures(tmp_path / "data") == [])
    page.get_by_role("button", name="What round 1 was scored from").click()
    expect(page.locator(".evidence")).to_contain_text("The picture was deleted")
    expect(page.locator(".evidence svg image")).to_have_count(0)


def test_giving_up_a_sheet_deletes_its_picture(page: Page, tmp_path: Path) -> None:
    start_game(page, "Kaboo", ["Ann", "Ben"])
    read_demo(page, 1)
    assert len(pictures(tmp_path / "data")) == 1

    page.get_by_role("button", name="Give up").click()

    expect(page.get_by_text("Before round 1")).to_be_visible()
    until_so(page, lambda: pictures(tmp_path / "data") == [])


def test_dark_and_light_are_remembered(page: Page) -> None:
    start_game(page, "Kaboo", ["Ann", "Ben"])
    expect(page.get_by_text("Before round 1")).to_be_visible()
    body = page.locator("body")
    expect(body).not_to_have_class(re.compile("body--dark"))

    page.get_by_role("button", name="Dark or light").click()
    expect(body).to_have_class(re.compile("body--dark"))
    page.reload()

    expect(page.get_by_text("Before round 1")).to_be_visible()
    expect(body).to_have_class(re.compile("body--dark"))


def test_a_house_rule_is_checked_marked_and_scored(page: Page) -> None:
    page.get_by_role("button", name='Expand "House rules"').click()
    page.get_by_role("radio", name="Kaboo").click()
    expect(page.get_by_role("radio", name="Kaboo")).to_be_checked()
    page.get_by_role("button", name='Expand "Scores"').click()
    field = page.get_by_label("who called and fails scores, points more", exact=True)
    field.fill("99999")
    expect(page.locator(".house-rules .problem")).to_contain_text("expected none, double or add_n")
    page.get_by_role("textbox", name="Player 1").fill("Ann")
    page.get_by_role("textbox", name="Player 2").fill("Ben")

    field.fill("10")
    expect(page.locator(".house-rules .problem")).to_be_hidden()
    expect(page.get_by_role("region", name="Rules sheet").locator(".is-changed")).to_contain_text("10")
    page.get_by_label("Who decided").fill("Ann")
    page.get_by_label("Why", exact=True).fill("children play")
    page.get_by_role("button", name="Start the game").click()
    by_hand(page, {"Ann": ["9H"], "Ben": ["2S"]})
    confirm(page, 1, "Ann")

    expect(page.locator(".house-rules-told")).to_contain_text(
        "who called and fails scores: +10, not +20 (Ann: children play)"
    )
    expect(page.locator('[data-total="Ann"]')).to_have_text("19")


def test_a_two_player_game_on_a_table_of_four_is_told_so(page: Page) -> None:
    start_game(page, "Kaboo", ["Ann", "Ben"])
    go(page, "Reveal")
    page.get_by_role("tab", name="Photo").click()
    page.locator("input[type=file]").first.set_input_files(demo_pictures(4)[2])

    expect(page.locator(".leftovers")).to_contain_text("does the picture show more hands than your 2?")


def take_photo(page: Page, path: Path) -> None:
    start_game(page, "Kaboo", ["Ann", "Ben"])
    go(page, "Reveal")
    page.get_by_role("tab", name="Photo").click()
    page.locator("input[type=file]").first.set_input_files(path)


@pytest.mark.parametrize("photo", ["gruppe9_tables/images/test1.jpg", "magnusbrok/images/kabale_1.jpg"])
def test_a_game_of_patience_is_refused_in_a_sentence_and_the_round_is_scored_all_the_same(
    page: Page, shared_folder: Path, photo: str
) -> None:
    take_photo(page, shared_folder / "real" / photo)
    expect(page.get_by_role("alert")).to_contain_text("The cards do not lie in 2 hands")
    page.get_by_role("button", name="Without a picture").click()
    expect(page.get_by_role("region", name="Ann", exact=True)).to_be_visible()


def test_a_photo_that_is_no_reveal_can_be_scored(page: Page, shared_folder: Path) -> None:
    take_photo(page, shared_folder / "real" / "plaskod/images/karty_srednie_10si.jpg")
    expect(page.locator(".table-picture svg")).to_be_visible()
    aside = page.get_by_role("button", name=re.compile("face-down cards aside"))
    if aside.count():
        aside.click()
        expect(aside).to_have_count(0)
    settle_doubts(page)
    ann, ben = (page.get_by_role("region", name=player, exact=True) for player in ("Ann", "Ben"))
    giver, taker = (ann, ben) if ann.locator(".card-face").count() else (ben, ann)
    before = taker.locator(".card-face").count()

    giver.locator(".card-face").first.drag_to(taker)

    expect(taker.locator(".card-face")).to_have_count(before + 1)
    confirm(page, 1, "Ann")
