"""A whole game of each pack on the page, from the deal to the totals: no tap but what people do anyway.

The truth about simulated rounds takes the place of the camera. People call on the page, look at the sheet and confirm
it; all else comes by itself.
"""

from __future__ import annotations

import time
from collections import Counter

import pytest
from playwright.sync_api import Page, expect

from kibitz_datasets.films.truth import Performance, sheet_json
from kibitz_scoring.game.events import Called
from kibitz_scoring.notation.events import parse_event
from kibitz_scoring.players import PlayerId
from kibitz_scoring.rules.packs import changed_pack, pack_ids
from kibitz_server.journal.entries import GameStarted
from kibitz_server.journal.play_entries import ActSaid, TableSeen, TimePassed
from kibitz_server.journal.recorded import Recorded

from ...server.simulated_rounds import entries_of, performed
from ..conftest import WAIT_S, ServedDesk, shoot

pytestmark = pytest.mark.browser
ROUNDS = (1, 2)
SETTLED_MS = 10_000.0


class Table:
    """Plays a round at a desk whose camera sees everything; the time at the table is that of the round."""

    def __init__(self, served: ServedDesk, page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
        self._served = served
        self._page = page
        self._now_ms = 0.0
        monkeypatch.setattr(served.desk.watch, "now_ms", lambda: self._now_ms)

    def play(self, performance: Performance) -> None:
        """The round up to its sheet; who calls does so on the page."""
        live, players = self._served.desk.live, performance.start.players
        for entry, _ in entries_of(performance):
            if isinstance(entry, TableSeen):
                self._now_ms = max(self._now_ms, entry.events[-1].seen.at.end_ms)
            if isinstance(entry, ActSaid):
                self._now_ms = max(self._now_ms, entry.at_ms)
                event = parse_event(entry.event, players)
                if isinstance(event, Called):
                    self._call(event.player)
                    continue
            self._served.do(lambda entry=entry: live.record(entry))
        self._served.do(lambda: live.record(TimePassed(performance.ended_ms + SETTLED_MS)))
        # What the watching does when all lies face up and nothing is left to be decided.
        assert live.play is not None
        assert not live.play.is_undecided
        reveal = live.play.reveal()
        assert reveal is not None
        self._served.do(lambda: live.record(reveal))

    def _call(self, player: PlayerId) -> None:
        live = self._served.desk.live
        word = live.evening.games[-1].pack.call_word or "Call"
        self._page.get_by_role("button", name=f"{player}: {word}", exact=True).click()
        # What was done just before is not settled yet: that is no reason to ask whether the call counts.
        end_s = time.monotonic() + WAIT_S
        while not _is_call(live.newest) and time.monotonic() < end_s:
            self._page.wait_for_timeout(50)
        assert _is_call(live.newest)


def _is_call(newest: Recorded | None) -> bool:
    return newest is not None and isinstance(newest.entry, ActSaid) and "calls" in newest.entry.event


@pytest.mark.parametrize("pack_id", pack_ids())
def test_a_game_is_played_from_the_deal_to_its_totals(
    watching: Page, served: ServedDesk, monkeypatch: pytest.MonkeyPatch, pack_id: str
) -> None:
    page, live = watching, served.desk.live
    performances = [performed(pack_id, 2, seed) for seed in ROUNDS]
    pack = changed_pack(performances[0].last.pack, {"game.rounds": len(ROUNDS)})
    players = performances[0].start.players
    served.do(lambda: live.record(GameStarted(pack, pack.content_hash, players)))
    totals: Counter[str] = Counter()

    for number, performance in enumerate(performances, start=1):
        Table(served, page, monkeypatch).play(performance)
        sheet = sheet_json(performance)
        assert sheet is not None
        for player, points in sheet["points"].items():  # type: ignore[attr-defined]
            hand = page.get_by_role("region", name=player, exact=True)
            expect(hand.locator(".points")).to_have_text(str(points))
        page.get_by_role("button", name=f"Confirm round {number}").click()
        expect(page.get_by_role("button", name=f"Undo round {number}")).to_be_visible()
        totals.update(sheet["round"])  # type: ignore[arg-type]

    for player in players:
        expect(page.locator(f'[data-total="{player}"]')).to_contain_text(str(totals[player]))
    shoot(page, f"game {pack_id}")
    expect(page.get_by_role("button", name="One more round")).to_be_visible()
