"""The dialog with the games before the one being played: to look at, to export, to delete their pictures."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui

from kibitz_server.evening.evening import Evening
from kibitz_server.journal.entries import Entry, Seq
from kibitz_server.pages.score_panel import ScorePanel, ShowRound
from kibitz_server.views.evening_view import EarlierGame, Role, project, project_game


class EarlierGames:
    """One dialog of a page, filled anew each time it opens."""

    def __init__(self, act: Callable[[Entry], bool], evening: Callable[[], Evening], show_round: ShowRound) -> None:
        self._act = act
        self._evening = evening
        self._show_round = show_round
        with ui.dialog() as self._dialog, ui.card().classes("card-dialog"):
            self._box = ui.element("div").classes("card-dialog-body")

    def open(self, *, dark: bool) -> None:
        """Show the list; charts are drawn for a dark page where `dark`."""
        self._dark = dark
        self._list()
        self._dialog.open()

    def _list(self) -> None:
        earlier = project(self._evening(), Role.TABLE).earlier
        self._box.clear()
        with self._box:
            self._draw_head("Earlier games", "Close", self._dialog.close)
            for game in earlier:
                self._draw_line(game)
            if not earlier:
                ui.label("This is the first game that is kept here.").classes("hint")
            ui.link("Export all games (JSON)", "/export/evening.json").classes("quiet-link")

    def _draw_line(self, game: EarlierGame) -> None:
        line = ui.element("button").classes("earlier-game").props("type=button")
        with line:
            ui.label(game.name).classes("pack-name")
            rounds = "1 round" if game.rounds == 1 else f"{game.rounds} rounds"
            ui.label(f"{game.at.astimezone():%Y-%m-%d %H:%M} · {rounds} · {', '.join(game.players)}").classes("hint")
        line.on("click", lambda: self._show(game.seq))

    def _show(self, seq: Seq) -> None:
        game = project_game(self._evening(), seq, Role.TABLE)
        self._box.clear()
        with self._box:
            self._draw_head(f"{game.pack.name}, {game.at.astimezone():%Y-%m-%d %H:%M}", "Back to the list", self._list)
            ScorePanel(lambda entry: self._act_on(seq, entry), game, self._show_round, dark=self._dark, may_edit=False)

    def _act_on(self, seq: Seq, entry: Entry) -> bool:
        done = self._act(entry)
        self._show(seq)
        return done

    def _draw_head(self, title: str, label: str, leave: Callable[[], object]) -> None:
        with ui.element("div").classes("dialog-head"):
            ui.label(title).classes("dialog-title").props('role="heading" aria-level="2"')
            ui.button(label, on_click=leave).props("flat no-caps")
