"""The bar above every stage: where the evening is, undo and redo, and what does not belong to a stage."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui

from kibitz_server.journal.entries import Seq, Undone
from kibitz_server.pages.parts.regions import Region
from kibitz_server.pages.parts.spoken import spoken
from kibitz_server.pages.parts.stages import Stage, reachable
from kibitz_server.pages.parts.tools import Tools
from kibitz_server.texts import say
from kibitz_server.views.change_words import Change
from kibitz_server.views.evening_view import View

_ICONS = {Stage.TABLE: "table_restaurant", Stage.PLAY: "style", Stage.REVEAL: "visibility", Stage.RESULT: "leaderboard"}


class TopBar:
    """Draws the bar; `history` opens all that was played, `toggle_dark` turns the page dark or light."""

    def __init__(self, tools: Tools, history: Callable[[], object], toggle_dark: Callable[[], object]) -> None:
        self._tools = tools
        self._history = history
        self._toggle_dark = toggle_dark
        with ui.element("header").classes("bar"):
            ui.html('<span class="mark" aria-hidden="true">♠</span><h1>Kibitz</h1>', sanitize=False).classes("brand")
            self._name = ui.label().classes("game-name")
            self._stages = Region(self._draw_stages, "stage-tabs")
            ui.space()
            self._acts = Region(self._draw_acts, "bar-acts")

    def show(self, view: View, stage: Stage) -> None:
        """Draw what has changed since the last time."""
        self._name.set_text(view.game.pack.name if view.game else "")
        self._stages.show((stage, reachable(view)))
        self._acts.show((view.undo, view.redo))

    def _draw_stages(self, shown: tuple[Stage, tuple[Stage, ...]]) -> None:
        current, there = shown
        with spoken(ui.element("nav").classes("stage-tabs"), say("Stages")):
            for stage in Stage:
                tab = ui.button(say(stage), icon=_ICONS[stage], on_click=lambda stage=stage: self._tools.go(stage))
                tab.props(f"no-caps flat data-key=stage-{stage}").set_enabled(stage in there)
                if stage is current:
                    tab.classes("is-current").props("aria-current=step")

    def _draw_acts(self, shown: tuple[Change | None, Change | None]) -> None:
        undo, redo = shown
        self._change(say("Undo"), "undo", undo)
        self._change(say("Redo"), "redo", redo)
        self._button(say("History"), "history", self._history)
        self._button(say("Dark or light"), "contrast", self._toggle_dark)

    def _change(self, label: str, icon: str, change: Change | None) -> None:
        named = f"{label}: {change.words}" if change else label
        button = self._button(named, icon, lambda: self._undo(change.seq) if change else None)
        button.set_enabled(change is not None)

    def _undo(self, seq: Seq) -> None:
        self._tools.act(Undone(seq))

    def _button(self, label: str, icon: str, act: Callable[[], object]) -> ui.button:
        button = spoken(ui.button(icon=icon, on_click=act).props("flat round"), label)
        button.tooltip(label)
        return button
