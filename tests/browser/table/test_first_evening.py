"""What docs/first-evening.md says of the first rounds is what the page shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from ..play.test_three_rounds import start_game

pytestmark = pytest.mark.browser
WAIT_MS = 240_000


@pytest.fixture
def told(repository: Path) -> str:
    """The paper, in one line."""
    return " ".join((repository / "docs" / "first-evening.md").read_text(encoding="utf-8").split())


@pytest.mark.live
def test_the_referee_is_seen_at_work_in_one_tap_as_the_paper_says(page: Page, told: str) -> None:
    paper = told.partition("See the referee at work")[2].partition("Score a round from a picture")[0]
    texts = re.findall(r'"([^"]+)"', paper)

    assert "**Watch a round**" in paper
    page.get_by_role("button", name=re.compile("^Watch a round")).click()

    live, laid_off, alone, called, race, late, reason = texts
    for text in (live, laid_off):
        expect(page.get_by_text(text).first).to_be_visible(timeout=WAIT_MS)
    banner = page.locator(".race-verdict")
    expect(banner).to_have_text(alone, timeout=WAIT_MS)
    assert "**Look again**" in paper
    expect(page.get_by_role("button", name="Look again", exact=True).first).to_be_visible()
    expect(page.get_by_text(called).first).to_be_visible(timeout=WAIT_MS)
    # On a busy machine frames are lost, and the figures are others.
    first_by = re.compile(re.sub(r"\d+", r"\\d+", re.escape(race)))
    expect(banner).to_have_text(first_by, timeout=WAIT_MS)
    expect(page.get_by_text(re.compile(f"^Ben snapped .*{late}$")).first).to_be_visible()
    expect(page.get_by_role("button", name="Confirm round 1")).to_be_enabled(timeout=WAIT_MS)
    points = re.findall(r"(Ann|Ben|Cleo) (\d+)", paper)
    assert len(points) == 3
    for player, number in points:
        expect(page.get_by_role("region", name=player, exact=True).locator(".points")).to_have_text(number)
    expect(page.get_by_role("radio", name="Cleo", exact=True)).to_be_checked()
    follow(page, paper, "Confirm round 1")
    expect(page.get_by_text(re.compile(reason))).to_be_visible()
    expect(page.get_by_text(re.compile("Cleo (has won|wins)")).first).to_be_visible()


def follow(page: Page, told: str, *names: str) -> None:
    """Press buttons, each of which the paper names."""
    for name in names:
        assert f"**{name}**" in told or f"**{name}.**" in told, name
        page.get_by_role("button", name=name, exact=True).first.click()


def test_a_round_is_scored_from_a_picture_and_another_by_hand_as_the_paper_says(page: Page, told: str) -> None:
    expect(page.get_by_text("Watch a round")).to_be_visible()
    start_game(page, "Kaboo", ["Ann", "Ben", "Cleo", "Dan"])
    follow(page, told, "Score the reveal only")
    page.get_by_role("button", name="Demo table 1", exact=True).click()

    points = {player: page.get_by_role("region", name=player, exact=True) for player in ("Ann", "Ben", "Cleo", "Dan")}
    for player, hand in points.items():
        found = re.search(rf"{player} (\d+)", told.partition("Score a round from a picture")[2])
        assert found
        expect(hand.locator(".points")).to_have_text(found[1])
    expect(page.get_by_text("In no hand, not counted")).to_be_visible()
    expect(page.get_by_text("First say who called.")).to_be_visible()
    assert "First say who called." in told
    page.get_by_role("radio", name="Ben", exact=True).click()
    reason = re.search(r'Ben "(called and is alone lowest: [^"]+)"', told)
    assert reason
    expect(page.get_by_text(reason[1])).to_be_visible()
    follow(page, told, "Confirm round 1")
    expect(page.get_by_text("After round 1")).to_be_visible()

    page.get_by_role("navigation").get_by_role("button", name="Table").click()
    follow(page, told, "Without a picture")
    page.get_by_role("button", name="Add a card to Ann's hand").click()
    page.get_by_role("dialog").get_by_role("button", name=re.compile("^Two of hearts")).click()
    follow(page, told, "Done")
    page.get_by_role("radio", name="Ann", exact=True).click()
    follow(page, told, "Confirm round 2")
    expect(page.get_by_text("After round 2")).to_be_visible()
