"""What `kill -9` at random moments costs: `make drill ARGS=kills` counts it.

A real `kibitz run` is written to over its page in a real browser: rounds are opened, cards are added one by one, rounds
are confirmed. At a random moment it is killed and started anew on the same folder; then everything that the page had
shown must be there. What the page had not shown yet may be there or not. It goes on where it was stopped.
"""

from __future__ import annotations

import json
import random
import re
import sys
import threading
import time
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Error, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from tests.browser.conftest import RunningKibitz
from tests.browser.warm_browser import launched

from kibitz_scoring.cards import FRENCH52
from kibitz_scoring.rules.packs import load_pack
from kibitz_server.evening.live import Live
from kibitz_server.journal.entries import GameStarted
from kibitz_server.journal.journal import FILE_NAME, Journal

WITHIN_S = 6.0
STARTING_S = 2.0
"""A kill comes at a random moment of so many seconds: of writing to the page, and once in ten times of the start."""
_AT_ONCE = 4
_MANY = 12
"""A sheet with so many cards is confirmed."""
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
        return self.kibitz.process is not None and self.kibitz.process.is_alive

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
        for player in ("Ann", "Ben") if len(self._cards()) < _MANY else ():
            page.get_by_role("button", name=f"Add a card to {player}'s hand").click(timeout=ANSWER_MS)
            for _ in range(rng.randint(1, 4)):
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
        return json.loads(self.kibitz.get("/api/v1/state"))["game"]


def _card(label: str) -> str:
    return label.translate(str.maketrans({"♠": "S", "♥": "H", "♦": "D", "♣": "C"})).split()[0]


@dataclass
class Tally:
    """What all kills came to so far."""

    kills: int = 0
    confirmed_entries: int = 0
    lost: list[str] = field(default_factory=list)
    minutes: float = 0.0


def drill(data: Path, page: Page, kills: int, tally: Tally | None = None) -> Tally:
    """Kill `kibitz run` on a folder until it was killed so many times, and count what was lost of what was shown."""
    tally = tally or Tally()
    if not data.exists():
        pack = load_pack("kaboo", {"game.rounds": None})
        live = Live(Journal(data))
        live.record(GameStarted(pack, pack.content_hash, ("Ann", "Ben")))
        live.close()
    rng, began_s = random.Random(f"kills from {tally.kills} on"), time.monotonic()
    running = Drill(RunningKibitz(data), page)
    try:
        _drill(running, kills, tally, rng)
    finally:
        running.kibitz.kill()
    tally.confirmed_entries += running.shown.taps
    tally.lost += running.lost
    tally.minutes = round(tally.minutes + (time.monotonic() - began_s) / 60, 1)
    return tally


def _drill(running: Drill, kills: int, tally: Tally, rng: random.Random) -> None:
    running.look()
    # What was there before the first kill of this run is no loss of it.
    running.lost.clear()
    while tally.kills < kills:
        tally.kills += 1
        if tally.kills % 10 == 0:
            running.kibitz.kill()
            running.start_until_killed(rng)
        else:
            running.go_on_until_killed(rng)
        running.look()


def figures_of(data: Path, tally: Tally) -> dict[str, Any]:
    """The figures, with what a last look at the journal adds."""
    journal = Journal(data)
    game = Live(journal).evening.game
    damaged = len(list(data.glob(f"{Path(FILE_NAME).stem}.broken-*")))
    figures = {**asdict(tally), "rounds": len(game.rounds) if game else 0, "entries": len(journal.recorded)}
    journal.close()
    return {**figures, "damaged": damaged}


def killed(work: Path, kills: int) -> tuple[Path, Tally]:
    """The data folder in `work` and what came of so many kills in all, going on where it was stopped."""
    data, kept = work / "data", work / "tally.json"
    tally = Tally(**json.loads(kept.read_text(encoding="utf-8"))) if kept.exists() else Tally()
    with sync_playwright() as playwright:
        browser = launched(playwright)
        page = browser.new_page()
        while tally.kills < kills:
            tally = drill(data, page, min(kills, tally.kills + _AT_ONCE), tally)
            kept.write_text(json.dumps(asdict(tally)), encoding="utf-8")
            print(tally, file=sys.stderr, flush=True)
        browser.close()
    return data, tally
