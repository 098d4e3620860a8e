"""The players with their statistics, one row each."""

from __future__ import annotations

from collections.abc import Iterable

from nicegui import ui

from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.pages.parts.elements.table_cell import draw_cell
from kibitz_server.texts import say
from kibitz_server.views.statistics import PlayerStatistics


def draw_players(players: Iterable[PlayerStatistics]) -> None:
    """Draw the table; it scrolls sideways in itself where the screen is narrow."""
    with spoken(ui.element("section"), say("Players")):
        ui.label(say("Players")).classes("subtitle").props('role="heading" aria-level="3"')
        scroll = ui.element("div").classes("table-scroll").props("tabindex=0")
        with scroll, ui.element("table").classes("totals players-table"):
            with ui.element("thead"), ui.element("tr"):
                for title in _titles():
                    draw_cell("th", title).props("scope=col")
            with ui.element("tbody"):
                for one in players:
                    _draw_row(one)
        ui.label(say("Snaps are those of watched rounds. A streak is the longest run of wins.")).classes("hint")


def _titles() -> tuple[str, ...]:
    return (
        say("Player"),
        say("Games won"),
        say("Rounds won"),
        say("Points a round"),
        say("Best and worst"),
        say("Calls won"),
        say("Calls lost"),
        say("Snaps won"),
        say("Snaps lost"),
        say("Wrong snaps"),
        say("Streak of rounds"),
        say("Streak of games"),
    )


def _draw_row(one: PlayerStatistics) -> None:
    with ui.element("tr") as row:
        row.props["data-player"] = one.player
        draw_cell("th", one.player).props("scope=row")
        texts = (
            _of(one.games_won, one.games_finished),
            _of(one.rounds_won, one.rounds),
            f"{one.average:.1f}",
            say("{best} to {worst}", best=one.best, worst=one.worst),
            str(one.calls_won),
            str(one.calls_lost),
            str(one.snaps_won),
            str(one.snaps_lost),
            str(one.snaps_wrong),
            str(one.round_streak),
            str(one.game_streak),
        )
        for text in texts:
            draw_cell("td", text)


def _of(won: int, all_of_them: int) -> str:
    return say("{won} of {all}", won=won, all=all_of_them)
