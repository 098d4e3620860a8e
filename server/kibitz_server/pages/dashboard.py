"""The dashboard page: what is shown when, and how acts and changes travel."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from fastapi import FastAPI
from nicegui import ui

from kibitz_scoring.errors import KibitzError
from kibitz_server.desk import Desk
from kibitz_server.journal.entries import Entry, SheetOpened, Undone
from kibitz_server.pages.card_dialog import CardDialog
from kibitz_server.pages.earlier_games import EarlierGames
from kibitz_server.pages.evidence_dialog import EvidenceDialog
from kibitz_server.pages.play_panel import PlayPanel
from kibitz_server.pages.recording import RecordingNote
from kibitz_server.pages.regions import Region
from kibitz_server.pages.replay_dialog import ReplayDialog
from kibitz_server.pages.score_panel import ScorePanel
from kibitz_server.pages.setup_panel import SetupPanel
from kibitz_server.pages.sheet_panel import SheetPanel
from kibitz_server.pages.sources import Sources
from kibitz_server.pages.watch_form import WatchForm
from kibitz_server.views.evening_view import GameView, Role, project

_HEAD = '<link rel="stylesheet" href="/assets/kibitz.css"><script src="/assets/kibitz.js"></script>'
_DARK_COOKIE = "kibitz_light"
_DARK: Mapping[str, bool] = {"dark": True, "light": False}


def mount_dashboard(app: FastAPI, desk: Desk) -> None:
    """Serve the dashboard on every path that the app has no other route for."""
    ui.run_with(
        app,
        root=lambda: Dashboard(desk).build(),
        title="Kibitz",
        favicon="♠",
        dark=None,
        show_welcome_message=False,
        reconnect_timeout=10.0,
    )


class Dashboard:
    """One open page; all pages of a desk show the same evening."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._starting_anew = False
        self._panel: SheetPanel | None = None
        self._play: PlayPanel | None = None

    def build(self) -> None:
        """Lay out the page and follow the evening until the page is closed."""
        ui.add_head_html(_HEAD)
        ui.colors(primary="#1f6b54", secondary="#b58a35", accent="#8a5bb0", negative="#a63d2f", dark="#16211d")
        remembered = _DARK.get(ui.context.client.request.cookies.get(_DARK_COOKIE, ""))
        self._dark = ui.dark_mode(remembered)
        self._is_dark = bool(remembered)
        self._dialog = CardDialog(self._act)
        self._evidence = EvidenceDialog()
        self._replay = ReplayDialog(self._act, self._desk.watch)
        self._earlier = EarlierGames(self._act, lambda: self._desk.live.evening, self._evidence.open)
        with ui.element("div").classes("page"):
            self._top = Region(self._draw_top, "top")
            self._banner = Region(self._draw_banner, "banner-place")
            with ui.element("main").classes("columns"):
                self._main = Region(self._draw_main, "main-column")
                self._score = Region(self._draw_score, "side-column")
        self._say(self._desk.live.notice or "")
        live, client = self._desk.live, ui.context.client
        live.watch(client.id, lambda: self._follow(client))
        client.on_delete(lambda: live.unwatch(client.id))
        self._show()
        if remembered is None:
            ui.timer(0, self._learn_dark, once=True)

    def _follow(self, client: object) -> None:
        with client:  # type: ignore[attr-defined]
            self._show()

    def _show(self) -> None:
        self._view = project(self._desk.live.evening, Role.TABLE, self._desk.live.play)
        view, sheet = self._view, self._view.sheet
        name, earlier = view.game and view.game.pack.name, len(view.earlier)
        self._top.show((name, view.can_undo, view.can_redo, self._starting_anew, earlier))
        mode = self._mode()
        number = len(view.game.score.rounds) + 1 if view.game else 0
        # By the game's number only: that a picture of it was kept must not draw anew what somebody is tapping.
        game = view.game and view.game.seq
        self._main.show((mode, sheet.edits if sheet and mode == "sheet" else None, number, game))
        if mode == "sheet" and self._panel and sheet:
            self._panel.show(sheet)
        if mode == "play" and self._play and view.play:
            self._play.show(view.play)
        self._score.show((view.game, sheet is not None, self._is_dark))

    def _mode(self) -> str:
        if self._view.game is None or self._starting_anew:
            return "setup"
        return "sheet" if self._view.sheet else "play" if self._view.play else "picture"

    def _act(self, entry: Entry) -> bool:
        """Record an act; a refusal is a banner. Whether it was recorded."""
        self._say("")
        try:
            self._desk.live.record(entry)
        except KibitzError as error:
            self._say(str(error))
            return False
        return True

    def _say(self, sentence: str) -> None:
        self._banner.show(sentence)

    def _draw_banner(self, sentence: str) -> None:
        if not sentence:
            return
        with ui.element("div").classes("banner").props('role="alert"'):
            ui.icon("info", size="1.5em")
            ui.label(sentence)
            ui.button(icon="close", on_click=lambda: self._say("")).props(
                'flat round dense aria-label="Close the message"'
            )

    def _draw_top(self, _: object) -> None:
        view = self._view
        with ui.element("header").classes("bar"):
            ui.html('<span class="mark" aria-hidden="true">♠</span><h1>Kibitz</h1>', sanitize=False).classes("brand")
            if view.game:
                ui.label(view.game.pack.name).classes("game-name")
            ui.space()
            self._bar_button("Undo", "undo", self._undo, enabled=view.can_undo)
            self._bar_button("Redo", "redo", self._redo, enabled=view.can_redo)
            if view.game:
                label = "Back to the game" if self._starting_anew else "New game"
                self._bar_button(label, "casino", self._toggle_setup)
            if view.earlier:
                self._bar_button("Earlier games", "history", lambda: self._earlier.open(dark=self._is_dark))
            self._bar_button("Dark or light", "contrast", self._toggle_dark)

    def _bar_button(self, label: str, icon: str, act: Callable[[], object], *, enabled: bool = True) -> None:
        button = ui.button(icon=icon, on_click=act).props(f'flat round aria-label="{label}"').tooltip(label)
        button.set_enabled(enabled)

    def _undo(self) -> None:
        if self._desk.live.evening.last is not None:
            self._act(Undone(self._desk.live.evening.last))

    def _redo(self) -> None:
        if self._desk.live.evening.redo is not None:
            self._act(Undone(self._desk.live.evening.redo))

    def _toggle_setup(self) -> None:
        self._starting_anew = not self._starting_anew
        self._show()

    async def _toggle_dark(self) -> None:
        await self._learn_dark()
        self._dark.value = self._is_dark = not self._is_dark
        cookie = f"{_DARK_COOKIE}={'dark' if self._is_dark else 'light'}"
        ui.run_javascript(f"document.cookie = '{cookie}; path=/; max-age=31536000; samesite=strict'")
        self._show()

    async def _learn_dark(self) -> None:
        """Ask the browser, which follows its system until a person chooses."""
        self._is_dark = bool(await ui.run_javascript("document.body.classList.contains('body--dark')"))
        self._show()

    def _draw_main(self, shown: tuple[str, object, int, object]) -> None:
        mode, _, number, _ = shown
        game = self._view.game
        self._panel = self._play = None
        with ui.element("section").classes("panel"):
            if mode == "setup" or game is None:
                SetupPanel(self._start, self._say, self._desk.settings.pack)
            elif mode == "sheet":
                self._panel = SheetPanel(self._act, self._dialog, game)
                with ui.expansion("Another picture", icon="photo_camera").classes("another-picture"):
                    Sources(self._desk, self._say, len(game.players))
            elif mode == "play":
                self._play = PlayPanel(self._act, self._desk.watch, self._look_again, number)
                RecordingNote(self._desk.recorder)
            else:
                self._draw_picture_choice(number, game)

    def _look_again(self, race: int) -> None:
        if self._view.play:
            self._replay.open(self._view.play.races[race])

    def _draw_picture_choice(self, number: int, game: GameView) -> None:
        with ui.element("div").classes("panel-head"):
            ui.label(f"Score round {number}").classes("panel-title")
            by_hand = ui.button("Without a picture", icon="edit_note", on_click=lambda: self._act(SheetOpened()))
            by_hand.props("no-caps flat")
        WatchForm(self._desk, self._say, game)
        Sources(self._desk, self._say, len(game.players))

    def _start(self, entry: Entry) -> bool:
        self._starting_anew = not self._act(entry) and self._starting_anew
        self._show()
        return True

    def _draw_score(self, shown: tuple[GameView | None, bool, bool]) -> None:
        game, sheet_open, dark = shown
        if game:
            ScorePanel(self._act, game, self._evidence.open, dark=dark, sheet_open=sheet_open)
