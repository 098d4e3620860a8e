"""How long an evening takes to set up, from nothing to the first deal: `make measure-page` writes it, too.

A robot does on the page of a running `kibitz run` what people do: the game, the names in the order of the seats, the
camera, the places of the dealt table, watching. What it waits for is measured. What people's hands take is reckoned, as
a robot has none: by the keystroke-level model (Card, Moran and Newell, "The keystroke-level model for user performance
time with interactive systems", Communications of the ACM 23(7), 1980), without the times for thinking. In place of a
camera there is the picture of a dealt table; to open it counts as the one tap that a camera's own picture takes.
"""

from __future__ import annotations

import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
from playwright.sync_api import Locator, Page, expect, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from tests.benchmarks.devices.speed_page import write_page
from tests.benchmarks.figures_file import write_figures
from tests.browser.conftest import running_kibitz
from tests.browser.warm_browser import launched
from tests.dealt_tables import dealt_table

from kibitz_datasets.decks.drawn_deck import drawn_deck

PLAYERS = ("Ann", "Ben", "Cleo")
KEY_S = 0.28
"""A key by an average typist; the model's K."""
POINT_S = 1.1
"""To point with a mouse; the model's P. A finger on a screen is quicker."""
CLICK_S = 0.2
"""To press and let go; the model's BB."""
HOME_S = 0.4
"""A hand from the mouse to the keyboard, or back; the model's H."""


@dataclass
class Hands:
    """Does what people do, and counts it."""

    taps: int = 0
    keys: int = 0
    moves: int = 0

    def tap(self, element: Locator) -> None:
        """A tap."""
        element.click()
        self.taps += 1

    def write(self, field: Locator, text: str) -> None:
        """A tap into a field, a text, and the hand back to the mouse."""
        self.tap(field)
        field.press_sequentially(text)
        self.keys += len(text)
        self.moves += 2

    @property
    def reckoned_s(self) -> float:
        """What hands take for that, in seconds."""
        return self.taps * (POINT_S + CLICK_S) + self.keys * KEY_S + self.moves * HOME_S


def set_up(page: Page, url: str, picture: Path) -> dict[str, Any]:
    """From the address to a round that is watched."""
    hands = Hands()
    begun_s = time.monotonic()
    page.goto(url)
    hands.tap(page.get_by_role("radio", name="Kaboo"))
    for seat, player in enumerate(PLAYERS, start=1):
        field = page.get_by_role("textbox", name=f"Player {seat}")
        if not field.is_visible():
            hands.tap(page.get_by_role("button", name="Add a player"))
        hands.write(field, player)
    hands.tap(page.get_by_role("button", name="Start the game"))
    page.get_by_role("textbox", name="Address, film, photo or folder").fill(str(picture))
    hands.tap(page.get_by_role("button", name="Open", exact=True))
    hands.tap(page.get_by_role("button", name="Places of the table"))
    expect(page.get_by_text("Every card of the deal was found.")).to_be_visible()
    hands.tap(page.get_by_role("button", name="This is our table"))
    hands.tap(page.get_by_role("button", name="Watch the round"))
    expect(page.get_by_text("Round 1, live")).to_be_visible()
    waited_s = time.monotonic() - begun_s
    return {
        "players": len(PLAYERS),
        "taps": hands.taps,
        "keys": hands.keys,
        "waited_s": round(waited_s, 1),
        "hands_s": round(hands.reckoned_s, 1),
        "total_s": round(waited_s + hands.reckoned_s, 1),
        "per_tap_s": POINT_S + CLICK_S,
        "per_key_s": KEY_S,
        "per_move_s": HOME_S,
    }


def main() -> None:
    """Set up once and write the figures."""
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        picture = Path(name) / "table.png"
        cv2.imwrite(str(picture), dealt_table(len(PLAYERS), 20.0, drawn_deck(1000)).picture)
        browser = launched(playwright)
        with running_kibitz(Path(name) / "data", "--folder", name) as kibitz:
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            page.set_default_timeout(120_000)
            figures = set_up(page, kibitz.url, picture)
        browser.close()
    write_figures("setup-time.json", figures)
    write_page()


if __name__ == "__main__":
    main()
