"""The dialog with all that was played: evenings with their games, players, a search, and files in and out."""

from __future__ import annotations

from nicegui import events, ui

from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import to_say
from kibitz_server.access.viewer import Right
from kibitz_server.journal.entries import Entry, Seq, Undone
from kibitz_server.pages.history.clip_list import ClipList
from kibitz_server.pages.history.files import GameFiles
from kibitz_server.pages.history.player_table import draw_players
from kibitz_server.pages.history.privacy_dialog import PrivacyDialog
from kibitz_server.pages.parts.elements.dialog_head import draw_dialog_head
from kibitz_server.pages.parts.elements.regions import Region
from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.pages.parts.tools import Tools
from kibitz_server.pages.result.evidence_dialog import EvidenceDialog
from kibitz_server.pages.result.score_panel import ScorePanel
from kibitz_server.texts import say
from kibitz_server.views.evening_view import project_game
from kibitz_server.views.history import History, PastEvening, PastGame, project_history, search
from kibitz_server.views.statistics import PlayerStatistics

_WEEKDAYS = (
    to_say("Monday"),
    to_say("Tuesday"),
    to_say("Wednesday"),
    to_say("Thursday"),
    to_say("Friday"),
    to_say("Saturday"),
    to_say("Sunday"),
)


class HistoryDialog:
    """One dialog of a page, filled anew each time it opens."""

    def __init__(self, tools: Tools) -> None:
        self._tools = tools
        self._evidence = EvidenceDialog(tools)
        self._privacy = PrivacyDialog(tools, self._list)
        self._history = History((), ())
        self._wanted = ""
        with ui.dialog() as self._dialog, ui.card().classes("card-dialog history"):
            self._box = ui.element("div").classes("card-dialog-body")

    def open(self) -> None:
        """Show the list of all games."""
        self._list()
        self._dialog.open()

    def _list(self) -> None:
        self._history = project_history(self._tools.desk.live.evening, self._tools.viewer.role)
        self._box.clear()
        with self._box:
            draw_dialog_head(say("History"), say("Close"), self._dialog.close)
            field = ui.input(say("Search for a player or a game"), value=self._wanted, on_change=self._search)
            field.props("outlined dense clearable type=search")
            with ui.tabs().props("no-caps align=left inline-label dense") as tabs:
                games = ui.tab("games", say("Games"), icon="casino")
                players = ui.tab("players", say("Players"), icon="groups")
                clips = ui.tab("clips", say("Clips"), icon="movie")
            with ui.tab_panels(tabs, value=games).props("animated=false keep-alive").classes("history-panels"):
                with ui.tab_panel(games):
                    self._games = Region(self._draw_games)
                with ui.tab_panel(players):
                    self._players = Region(self._draw_players)
                with ui.tab_panel(clips):
                    ClipList(self._tools)
            if self._tools.viewer.role.may(Right.MANAGE):
                self._draw_files()
        self._show_found()

    def _draw_files(self) -> None:
        GameFiles(self._tools, self._list)
        with ui.element("div").classes("button-row"):
            privacy = ui.button(say("What is stored, and how to delete it"), icon="shield")
            privacy.on_click(self._privacy.open).props("no-caps outline")

    def _search(self, event: events.ValueChangeEventArguments[str | None]) -> None:
        self._wanted = event.value or ""
        self._show_found()

    def _show_found(self) -> None:
        found = search(self._history, self._wanted)
        self._games.show(found.evenings)
        self._players.show(found.players)

    def _draw_games(self, evenings: tuple[PastEvening, ...]) -> None:
        for evening in evenings:
            self._draw_evening(evening)
        if not evenings:
            self._draw_nothing()

    def _draw_players(self, players: tuple[PlayerStatistics, ...]) -> None:
        if players:
            draw_players(players)
        else:
            self._draw_nothing()

    def _draw_nothing(self) -> None:
        none = say("Nothing is called so.") if self._history.evenings else say("Nothing has been played yet.")
        ui.label(none).classes("hint").props("role=status")

    def _draw_evening(self, evening: PastEvening) -> None:
        with spoken(ui.element("section").classes("past-evening"), f"{evening.day:%Y-%m-%d}"):
            day = say("{weekday}, {day:%Y-%m-%d}", weekday=say(_WEEKDAYS[evening.day.weekday()]), day=evening.day)
            ui.label(day).classes("subtitle").props('role="heading" aria-level="3"')
            for game in evening.games:
                self._draw_line(game)

    def _draw_line(self, game: PastGame) -> None:
        line = ui.element("button").classes("past-game").props("type=button")
        with line:
            ui.label(game.name).classes("pack-name")
            rounds = say("1 round") if game.rounds == 1 else say("{number} rounds", number=game.rounds)
            told = [f"{game.at:%H:%M}", rounds, ", ".join(game.players), *([say("imported")] * game.is_imported)]
            ui.label(" · ".join(told)).classes("hint")
            if game.ahead:
                names = ", ".join(game.ahead)
                won, leads = say("Won by {players}", players=names), say("Ahead: {players}", players=names)
                ui.label(won if game.is_finished else leads)
        line.on("click", lambda: self._show(game.seq))

    def _show(self, seq: Seq) -> None:
        try:
            game = project_game(self._tools.desk.live.evening, seq, self._tools.viewer.role)
        except InputError as error:
            # It was taken out on another page.
            self._tools.tell(str(error))
            self._list()
            return
        self._box.clear()
        with self._box:
            title = f"{game.pack.name}, {game.at.astimezone():%Y-%m-%d %H:%M}"
            draw_dialog_head(title, say("Back to the list"), self._list)
            ScorePanel(self._tools, lambda entry: self._act_on(seq, entry), game, self._evidence.open, may_edit=False)
            if game.is_imported:
                out = ui.button(say("Take out what was imported"), icon="delete", on_click=lambda: self._take_out(seq))
                out.props("no-caps flat dense")

    def _act_on(self, seq: Seq, entry: Entry) -> bool:
        done = self._tools.act(entry)
        self._show(seq)
        return done

    def _take_out(self, seq: Seq) -> None:
        self._tools.act(Undone(seq))
        self._list()
