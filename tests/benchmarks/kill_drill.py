"""What `kill -9` at random moments costs: `make kill-drill` writes docs/measured/kill-drill.json and docs/storage.md.

A real `kibitz run` is written to over its page in a real browser: rounds are opened, cards are added one by one, rounds
are confirmed. At a random moment it is killed and started anew on the same folder; then everything that the page had
shown must be there. What the page had not shown yet may be there or not.
"""

from __future__ import annotations

import json
import random
import re
import sys
import tempfile
import threading
import time
import urllib.request
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Error, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from tests.benchmarks.figures_file import write_figures
from tests.benchmarks.storage_page import write_page
from tests.browser.conftest import RunningKibitz, find_chromium

from kibitz_scoring.cards import FRENCH52
from kibitz_scoring.rules.packs import load_pack
from kibitz_server.evening.live import Live
from kibitz_server.journal.entries import GameStarted
from kibitz_server.journal.journal import FILE_NAME, Journal

KILLS = 200
WITHIN_S = 6.0
STARTING_S = 2.0
"""A kill comes at a random moment of so many seconds: of writing to the page, and once in ten times of the start."""
ANSWER_MS = 2000.0
"""Longer than the page takes to show a tap."""


@dataclass
class Shown:
    """What the page has shown: the cards of the open sheet, and how many rounds there are; `taps` counts all of it.

    `may_be_confirmed` says that confirming was tapped and not yet shown.
    """

    cards: set[str] = field(default_factory=set)
    rounds: int = 0
    may_be_confirmed: bool = False
    taps: int = 0


@dataclass
class Drill:
    """The process, its page, and what they came to."""

    kibitz: RunningKibitz
    page: Page
    shown: Shown = field(default_factory=Shown)
    lost: list[str] = field(default_factory=list)

    @property
    def is_alive(self) -> bool:
        """Whether the process runs."""
        return self.kibitz.process is not None and self.kibitz.process.poll() is None

    def go_on_until_killed(self, rng: random.Random) -> None:
        """Write to the page until the process is killed at a random moment."""
        assert self.kibitz.process is not None
        killer = threading.Timer(rng.uniform(0, WITHIN_S), self.kibitz.process.kill)
        killer.start()
        # The page of a killed server answers nothing any more.
        with suppress(Error):
            while True:
                self._write(rng)
        killer.join()
        self.kibitz.kill()

    def start_until_killed(self, rng: random.Random) -> None:
        """Kill the process before it is ready, or soon after."""
        killer = threading.Timer(rng.uniform(0, STARTING_S), lambda: self.kibitz.process and self.kibitz.process.kill())
        killer.start()
        with suppress(AssertionError, OSError):
            self.kibitz.start()
        killer.join()
        self.kibitz.kill()

    def look(self) -> None:
        """Start anew and compare with what had been shown."""
        self.kibitz.start()
        self.page.goto(self.kibitz.url)
        self.page.get_by_role("navigation").wait_for()
        rounds, cards = len(self._saved()["rounds"]), self._cards()
        expected = self.shown
        if rounds not in (expected.rounds, expected.rounds + expected.may_be_confirmed):
            self.lost.append(f"rounds: {rounds}, shown {expected.rounds}")
        if rounds == expected.rounds and not expected.cards <= cards:
            self.lost.append(f"cards: {sorted(expected.cards - cards)}")
        self.shown = Shown(cards=cards, rounds=rounds, taps=expected.taps)

    def _write(self, rng: random.Random) -> None:
        """One more round: its sheet, some cards one by one, and the table's word."""
        page = self.page
        if not self._cards() and not page.get_by_role("button", name=re.compile("Confirm round")).count():
            page.get_by_role("navigation").get_by_role("button", name="Reveal").click(timeout=ANSWER_MS)
            page.get_by_role("button", name="Without a picture").click(timeout=ANSWER_MS)
        for player in ("Ann", "Ben"):
            page.get_by_role("button", name=f"Add a card to {player}'s hand").click(timeout=ANSWER_MS)
            for _ in range(rng.randint(1, 6)):
                self._add(rng)
            page.get_by_role("button", name="Done").click(timeout=ANSWER_MS)
            page.locator(".card-dialog").wait_for(state="hidden", timeout=ANSWER_MS)
        page.get_by_role("radio", name="Ann", exact=True).click(timeout=ANSWER_MS)
        confirm = page.get_by_role("button", name=f"Confirm round {self.shown.rounds + 1}")
        self.shown.may_be_confirmed = True
        confirm.click(timeout=ANSWER_MS)
        page.get_by_role("button", name=f"Undo round {self.shown.rounds + 1}").wait_for(timeout=ANSWER_MS)
        self.shown = Shown(rounds=self.shown.rounds + 1, taps=self.shown.taps + 2)

    def _add(self, rng: random.Random) -> None:
        there = self._cards()
        card = rng.choice([str(one) for one in FRENCH52 if str(one) not in there])
        self.page.locator(f'[data-pick="{card}"]').click(timeout=ANSWER_MS)
        end_s = time.monotonic() + ANSWER_MS / 1000
        while card not in self._cards():
            if time.monotonic() > end_s or not self.is_alive:
                raise Error(f"{card} is not shown")
        self.shown.cards.add(card)
        self.shown.taps += 1

    def _cards(self) -> set[str]:
        names = self.page.locator(".hand-cards .card-face").evaluate_all("all => all.map(one => one.innerText.trim())")
        return {_card(name) for name in names}

    def _saved(self) -> Any:
        with urllib.request.urlopen(f"{self.kibitz.url}api/evening") as answer:
            return json.load(answer)["game"]


def _card(label: str) -> str:
    return label.translate(str.maketrans({"♠": "S", "♥": "H", "♦": "D", "♣": "C"})).split()[0]


def drill(data: Path, page: Page, kills: int, seed: int = 48) -> dict[str, Any]:
    """Kill `kibitz run` on a folder so many times, and count what was lost of what its page had shown."""
    pack = load_pack("kaboo", {"game.rounds": None})
    live = Live(Journal(data))
    live.record(GameStarted(pack, pack.content_hash, ("Ann", "Ben")))
    live.close()
    rng, began_s = random.Random(seed), time.monotonic()
    running = Drill(RunningKibitz(data), page)
    running.look()
    for number in range(1, kills + 1):
        if number % 10 == 0:
            running.kibitz.kill()
            running.start_until_killed(rng)
        else:
            running.go_on_until_killed(rng)
        running.look()
        if number % 20 == 0:
            print(f"{number} kills, {running.shown.rounds} rounds, lost: {running.lost}", file=sys.stderr, flush=True)
    running.kibitz.stop()
    journal = Journal(data)
    figures = {
        "kills": kills,
        "confirmed_entries": running.shown.taps,
        "rounds": running.shown.rounds,
        "entries": len(journal.recorded),
        "lost": running.lost,
        "damaged": int(journal.notice is not None) + len(list(data.glob(f"{Path(FILE_NAME).stem}.broken-*"))),
        "minutes": round((time.monotonic() - began_s) / 60, 1),
    }
    journal.close()
    return figures


def main() -> None:
    """Kill 200 times, or as often as the command line says, and write the figures."""
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else KILLS
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox", "--disable-gpu"])
        figures = drill(Path(name), browser.new_page(), kills)
        browser.close()
    write_figures("kill-drill.json", figures)
    write_page()


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        main()
