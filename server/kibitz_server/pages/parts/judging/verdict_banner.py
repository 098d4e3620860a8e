"""The last verdict as a banner: tapped, it shows the snap again."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui

from kibitz_server.journal.play_entries import SnapRuled
from kibitz_server.pages.parts.allowed import may_do
from kibitz_server.pages.parts.elements.regions import Region
from kibitz_server.pages.parts.judging.answers import draw_answers, take
from kibitz_server.pages.parts.tools import ActTools
from kibitz_server.texts import say
from kibitz_server.views.race_view import RaceView


class VerdictBanner:
    """Draws a snap race; `look` shows it again. Who may not rule looks only where there is something to see."""

    def __init__(self, tools: ActTools, look: Callable[[], object]) -> None:
        self._tools = tools
        self._look = look
        self._may_rule = may_do(SnapRuled)
        self._box = Region(self._draw)

    def show(self, race: RaceView | None) -> None:
        """Draw what has changed since the last time."""
        if race is None:
            self._box.show(None)
        else:
            self._box.show((race, self._may_rule or self._tools.desk.keeper.name_of(race.acts) is not None))

    def _draw(self, shown: tuple[RaceView, bool] | None) -> None:
        if shown is None:
            return
        race, may_look = shown
        with ui.element("div").classes("race is-open" if race.is_open else "race").props('role="status"'):
            told = ui.label(race.sentence).classes("race-verdict")
            if race.because:
                ui.label(race.because).classes("race-because")
            if not may_look:
                return
            told.on("click", self._look)
            with ui.element("div").classes("button-row"):
                ui.button(say("Look again"), icon="replay", on_click=self._look).props("no-caps flat")
                if race.is_open and self._may_rule:
                    draw_answers(race.answers, lambda answer: take(self._tools, answer.choice))
