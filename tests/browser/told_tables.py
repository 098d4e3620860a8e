"""Rounds on the page that no camera shows: what is seen and said the test puts in."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from kibitz_datasets.films.truth import Performance
from kibitz_server.journal.entries import Entry, GameStarted
from kibitz_server.journal.play_entries import TableSeen

from ..server.simulated_rounds import entries_of, performed, unsure
from .conftest import ServedDesk

ROUND: Performance = performed("kaboo", 3, 278)
ANN, BEN, CLEO = ROUND.start.players


def tell(
    served: ServedDesk,
    page: Page,
    performance: Performance = ROUND,
    *,
    until: Callable[[], bool] = lambda: False,
    leave_out: Callable[[Entry], bool] = lambda _: False,
    poorly: bool = False,
) -> None:
    """Play a round on the page until something is so or it is over; `poorly`: one sight of seven is unsure."""
    pack = performance.last.pack
    served.do(lambda: served.desk.live.record(GameStarted(pack, pack.content_hash, performance.start.players)))
    for number, (entry, _) in enumerate(entries_of(performance)):
        if leave_out(entry):
            continue
        is_unsure = poorly and number % 7 == 0 and isinstance(entry, TableSeen)
        told = TableSeen(tuple(map(unsure, entry.events))) if is_unsure else entry
        served.do(lambda told=told: served.desk.live.record(told))
        if served.do(until):
            break
    expect(page.get_by_text("Round 1, live")).to_be_visible()
