"""The scores of one round as a table."""

from __future__ import annotations

from nicegui import ui

from kibitz_scoring.score.tally import RoundTally
from kibitz_server.texts import say


def draw_tally(tally: RoundTally, *, marks_lowest: bool) -> None:
    """Draw each player's score with its reason, and with `marks_lowest` who had the lowest hand."""
    with ui.element("table").classes("tally"):
        for player, score in tally.scores.items():
            lowest = f" · {say('lowest')}" if marks_lowest and player in tally.winners else ""
            with ui.element("tr"):
                with ui.element("th").props("scope=row"):
                    ui.label(player)
                with ui.element("td").classes("number"):
                    ui.label(f"{score:+d}" if score else "0")
                with ui.element("td").classes("why"):
                    ui.label(say(tally.reasons[player]) + lowest)
