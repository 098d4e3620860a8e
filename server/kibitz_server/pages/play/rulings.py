"""How the table decides a race: one tap for each who may have it."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui

from kibitz_server.journal.entries import Entry
from kibitz_server.journal.play_entries import SnapRuled
from kibitz_server.texts import say
from kibitz_server.views.play_view import RaceView
from kibitz_server.watching.watch import TableWatch


def draw_rulings(race: RaceView, watch: TableWatch, act: Callable[[Entry], object]) -> None:
    """Buttons by which the table decides a race with one tap."""

    def rule(attempt: int | None) -> None:
        act(SnapRuled(race.number, attempt, watch.now_ms()))

    for number, option in enumerate(race.options):
        ui.button(say("{option} has it", option=option), on_click=lambda number=number: rule(number)).props(
            "no-caps unelevated"
        )
    ui.button(say("Nobody has it"), on_click=lambda: rule(None)).props("no-caps outline")
