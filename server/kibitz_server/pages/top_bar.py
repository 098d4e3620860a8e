"""The bar above every stage: where the evening is, undo and redo, and what does not belong to a stage."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui

from kibitz_server.journal.entries import Seq, Undone
from kibitz_server.pages.parts.elements.page_language import draw_language_choice
from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.pages.parts.elements.theme import Theme
from kibitz_server.pages.parts.stages import Stage, reachable
from kibitz_server.pages.parts.tools import Tools
from kibitz_server.texts import say
from kibitz_server.views.evening_view import View
from kibitz_server.views.words.change_words import Change

_ICONS = {Stage.TABLE: "table_restaurant", Stage.PLAY: "style", Stage.REVEAL: "visibility", Stage.RESULT: "leaderboard"}

# What a tap means is what stood there, even where something else has happened since.
_TAPPED_SEQ = "(event) => emit(event.currentTarget.dataset.seq)"


class TopBar:
    """Draws the bar.

    `history` opens all that was played, `devices` those who joined, if the viewer decides about them; `theme` is
    that of the page.
    """

    def __init__(
        self,
        tools: Tools,
        history: Callable[[], object],
        devices: Callable[[], object] | None,
        theme: Theme,
    ) -> None:
        self._tools = tools
        with ui.element("header").classes("bar"):
            ui.html('<span class="mark" aria-hidden="true">♠</span><h1>Kibitz</h1>', sanitize=False).classes("brand")
            self._name = ui.label().classes("game-name")
            self._tabs = self._draw_tabs()
            ui.space()
            with ui.element("div").classes("bar-acts"):
                self._undo = _ChangeButton(say("Undo"), "undo", self._take_back)
                self._redo = _ChangeButton(say("Redo"), "redo", self._take_back)
                _icon_button(say("History"), "history")[0].on_click(history)
                if devices is not None:
                    _icon_button(say("Devices"), "devices")[0].on_click(devices)
                with _icon_button(say("Language"), "translate")[0].props("data-key=language"):
                    draw_language_choice()
                with theme.draw_switch():
                    ui.tooltip(say("Dark or light"))

    def show(self, view: View, stage: Stage) -> None:
        """Show what has changed since the last time; the buttons stay, so that no tap is lost."""
        self._name.set_text(view.game.pack.name if view.game else "")
        there = reachable(view)
        for one, tab in self._tabs.items():
            tab.set_enabled(one in there)
            if one is stage:
                tab.classes(add="is-current").props("aria-current=step")
            else:
                tab.classes(remove="is-current").props(remove="aria-current")
        self._undo.show(view.undo)
        self._redo.show(view.redo)

    def _draw_tabs(self) -> dict[Stage, ui.button]:
        tabs = {}
        with spoken(ui.element("nav").classes("stage-tabs"), say("Stages")):
            for stage in Stage:
                tab = ui.button(say(stage), icon=_ICONS[stage], on_click=lambda stage=stage: self._tools.go(stage))
                tabs[stage] = tab.props(f"no-caps flat data-key=stage-{stage}")
        return tabs

    def _take_back(self, seq: Seq) -> None:
        self._tools.act(Undone(seq))


class _ChangeButton:
    """Undo or redo, which says what it would change."""

    def __init__(self, label: str, icon: str, change: Callable[[Seq], object]) -> None:
        self._label = label
        self._shown: Change | None = None
        self._button, self._tooltip = _icon_button(label, icon)
        self._button.on("click", lambda event: change(Seq(int(event.args))), js_handler=_TAPPED_SEQ)
        self._button.disable()

    def show(self, change: Change | None) -> None:
        if change == self._shown:
            return
        self._shown = change
        named = f"{self._label}: {change.words}" if change else self._label
        self._button.props["data-seq"] = change.seq if change else ""
        spoken(self._button, named).update()
        self._button.set_enabled(change is not None)
        self._tooltip.set_text(named)


def _icon_button(label: str, icon: str) -> tuple[ui.button, ui.tooltip]:
    with spoken(ui.button(icon=icon).props("flat round"), label) as button:
        return button, ui.tooltip(label)
