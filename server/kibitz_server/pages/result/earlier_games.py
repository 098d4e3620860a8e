"""The dialog with the games before the one being played: to look at, to export, to delete their pictures."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui

from kibitz_server.journal.entries import Entry, Seq
from kibitz_server.pages.parts.tools import Tools
from kibitz_server.pages.result.evidence_dialog import EvidenceDialog
from kibitz_server.pages.result.score_panel import ScorePanel
from kibitz_server.texts import say
from kibitz_server.views.evening_view import EarlierGame, Role, project, project_game


class EarlierGames:
    """One dialog of a page, filled anew each time it opens."""

    def __init__(self, tools: Tools) -> None:
        self._tools = tools
        self._evidence = EvidenceDialog()
        with ui.dialog() as self._dialog, ui.card().classes("card-dialog"):
            self._box = ui.element("div").classes("card-dialog-body")

    def open(self) -> None:
        """Show the list."""
        self._list()
        self._dialog.open()

    def _list(self) -> None:
        earlier = project(self._tools.desk.live.evening, Role.TABLE).earlier
        self._box.clear()
        with self._box:
            self._draw_head(say("Earlier games"), say("Close"), self._dialog.close)
            for game in earlier:
                self._draw_line(game)
            if not earlier:
                ui.label(say("This is the first game that is kept here.")).classes("hint")
            ui.link(say("Export all games (JSON)"), "/export/evening.json").classes("quiet-link")

    def _draw_line(self, game: EarlierGame) -> None:
        line = ui.element("button").classes("earlier-game").props("type=button")
        with line:
            ui.label(game.name).classes("pack-name")
            rounds = "1 round" if game.rounds == 1 else f"{game.rounds} rounds"
            ui.label(f"{game.at.astimezone():%Y-%m-%d %H:%M} · {rounds} · {', '.join(game.players)}").classes("hint")
        line.on("click", lambda: self._show(game.seq))

    def _show(self, seq: Seq) -> None:
        game = project_game(self._tools.desk.live.evening, seq, Role.TABLE)
        self._box.clear()
        with self._box:
            self._draw_head(
                f"{game.pack.name}, {game.at.astimezone():%Y-%m-%d %H:%M}", say("Back to the list"), self._list
            )
            dark = self._tools.is_dark()
            ScorePanel(lambda entry: self._act_on(seq, entry), game, self._evidence.open, dark=dark, may_edit=False)

    def _act_on(self, seq: Seq, entry: Entry) -> bool:
        done = self._tools.act(entry)
        self._show(seq)
        return done

    def _draw_head(self, title: str, label: str, leave: Callable[[], object]) -> None:
        with ui.element("div").classes("dialog-head"):
            ui.label(title).classes("dialog-title").props('role="heading" aria-level="2"')
            ui.button(label, on_click=leave).props("flat no-caps")
