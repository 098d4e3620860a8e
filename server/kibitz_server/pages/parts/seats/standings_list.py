"""How a game stands: the scores of a round with their reasons, and where everybody is."""

from __future__ import annotations

from nicegui import ui

from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.pages.parts.seats.tally_table import draw_tally
from kibitz_server.texts import say
from kibitz_server.views.evening_view import GameView, RoundView
from kibitz_server.views.standings import Standing, standings


def draw_round(played: RoundView) -> None:
    """The scores of a round, each with its reason; nothing of one that was undone."""
    if played.tally is None:
        return
    with spoken(ui.element("section"), say("Scores of round {number}", number=played.number)):
        ui.label(say("Round {number}", number=played.number)).classes("subtitle")
        draw_tally(played.tally, marks_lowest=False)


def draw_standings(game: GameView) -> None:
    """Everybody with rank and total, the best first."""
    with spoken(ui.element("section"), say("Standings")):
        ui.label(say("Standings")).classes("subtitle")
        with ui.element("ol").classes("standings"):
            for standing in standings(game):
                with ui.element("li"):
                    ui.label(f"{standing.rank}." if standing.rank else say("has left")).classes("rank")
                    ui.label(str(standing.player)).classes("hand-name")
                    ui.label(str(standing.total)).classes("points")
                    ui.label(_place_words(standing)).classes("hint")


def _place_words(standing: Standing) -> str:
    if standing.is_winner:
        return say("wins")
    if standing.rank == 1:
        return say("leads")
    return say("{points} behind", points=standing.behind) if standing.rank and standing.behind > 0 else ""
