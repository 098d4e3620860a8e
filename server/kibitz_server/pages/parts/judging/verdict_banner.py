"""The last verdict as a banner: tapped, it shows the snap again."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nicegui import ui

from kibitz_server.journal.play_entries import SnapRuled
from kibitz_server.pages.parts.allowed import may_do
from kibitz_server.pages.parts.elements.regions import Region, shown_while
from kibitz_server.pages.parts.judging.answers import draw_answers, take
from kibitz_server.pages.parts.tools import ActTools
from kibitz_server.texts import say
from kibitz_server.views.round.inbox import AnswerView
from kibitz_server.views.round.race_view import RaceView


class VerdictBanner:
    """Draws a snap race; `look` shows it again. Who may not rule looks only where there is something to see."""

    def __init__(self, tools: ActTools, look: Callable[[], object]) -> None:
        self._tools = tools
        self._look = look
        self._may_rule = may_do(SnapRuled)
        self._box = Region(self._draw)

    def show(self, race: RaceView | None) -> None:
        """Draw what has changed since the last time."""
        self._box.show(None if race is None else race.is_open)
        if race is not None:
            may_look = self._may_rule or self._tools.desk.keeper.name_of(race.acts) is not None
            self._told.show((race.sentence, race.because, may_look))
            self._again.show(may_look)
            self._answers.show(race.answers if race.is_open and self._may_rule else ())

    def _draw(self, is_open: bool | None) -> None:
        if is_open is None:
            return
        with ui.element("div").classes("race is-open" if is_open else "race").props('role="status"'):
            self._told = Region(self._draw_told, "boxless")
            with ui.element("div").classes("button-row"):
                self._again = shown_while(self._draw_again, "boxless")
                self._answers = Region(self._draw_answers, "boxless")

    def _draw_told(self, told: tuple[str, str, bool]) -> None:
        sentence, because, may_look = told
        verdict = ui.label(sentence).classes("race-verdict")
        if may_look:
            verdict.on("click", self._look)
        if because:
            ui.label(because).classes("race-because")

    def _draw_again(self) -> None:
        ui.button(say("Look again"), icon="replay", on_click=self._look).props("no-caps flat")

    def _draw_answers(self, answers: Sequence[AnswerView]) -> None:
        draw_answers(answers, lambda answer: take(self._tools, answer.choice))
