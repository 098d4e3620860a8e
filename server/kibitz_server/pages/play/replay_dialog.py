"""The dialog to look again at a snap, picture by picture, and to rule on it."""

from __future__ import annotations

from collections.abc import Sequence

from nicegui import ui

from kibitz_scoring.errors import KibitzError
from kibitz_server.pages.parts.dialog_head import draw_dialog_head
from kibitz_server.pages.parts.regions import Region
from kibitz_server.pages.parts.snap_frames import snap_frames
from kibitz_server.pages.parts.tools import Tools
from kibitz_server.pages.parts.touch_words import touch_words
from kibitz_server.pages.play.answers import draw_answers
from kibitz_server.replay.player import ReplayFrame
from kibitz_server.texts import say
from kibitz_server.views.inbox import AnswerView
from kibitz_server.views.play_view import RaceView

_STEP_KEYS = """(event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step) { event.preventDefault(); emit(step); }
}"""


class ReplayDialog:
    """One dialog of a page, filled anew each time it opens."""

    def __init__(self, tools: Tools) -> None:
        self._tools = tools
        self._frames: tuple[ReplayFrame, ...] = ()
        self._at = 0
        self._number = 0
        self._head: Region[str]
        self._answers: Region[tuple[str, Sequence[AnswerView]]]
        with ui.dialog() as self._dialog, ui.card().classes("card-dialog replay"):
            self._box = ui.element("div").classes("card-dialog-body").props("tabindex=0")
        self._box.on("keydown", lambda event: self._step(int(event.args)), js_handler=_STEP_KEYS)

    def open(self, race: RaceView) -> None:
        """Show a race from its first picture of a contact on."""
        self._frames = self._shown_of(race)
        touched = [number for number, frame in enumerate(self._frames) if frame.touches]
        self._at = touched[0] if touched else 0
        self._number = race.number
        self._box.clear()
        with self._box:
            self._draw()
        self._show(race)
        self._dialog.open()
        self._step(0)

    def show(self, races: Sequence[RaceView]) -> None:
        """Draw what has changed of the race since it was opened: somebody may have ruled on it on another page."""
        for race in races:
            if self._dialog.value and race.number == self._number:
                self._show(race)

    def _show(self, race: RaceView) -> None:
        self._head.show(race.sentence)
        self._answers.show((race.sentence, race.answers))

    def _shown_of(self, race: RaceView) -> tuple[ReplayFrame, ...]:
        """The frames of a race, none where no clip of it is there (yet)."""
        desk = self._tools.desk
        try:
            return snap_frames(desk, desk.keeper.name_of(race.acts), race.moments)
        except KibitzError as error:
            self._tools.tell(str(error))
            return ()

    def _draw(self) -> None:
        self._head = Region(self._draw_head)
        if not self._frames:
            ui.label(say("There is no clip of this snap: the camera did not show it, or it was deleted.")).classes(
                "hint"
            )
        else:
            self._picture = ui.html("", sanitize=False).classes("replay-picture")
            self._caption = ui.label().classes("replay-caption").props('role="status"')
            ui.label(
                say("Orange: the place of the discard pile. Green: cards as they were found, and how surely.")
            ).classes("hint")
            with ui.element("div").classes("button-row"):
                for label, icon, by in ((say("Back"), "chevron_left", -1), (say("On"), "chevron_right", 1)):
                    step = ui.button(label, icon=icon, on_click=lambda by=by: self._step(by))
                    step.props("no-caps outline")
        self._answers = Region(self._draw_answers, "button-row")

    def _draw_head(self, sentence: str) -> None:
        draw_dialog_head(sentence, say("Close"), self._dialog.close)

    def _draw_answers(self, shown: tuple[str, Sequence[AnswerView]]) -> None:
        _, answers = shown
        draw_answers(self._tools, answers, self._dialog.close)

    def _step(self, by: int) -> None:
        if not self._frames:
            return
        self._at = max(0, min(len(self._frames) - 1, self._at + by))
        frame = self._frames[self._at]
        self._picture.set_content(f'<img src="{frame.url}" alt="{say("The discard pile")}">')
        self._caption.set_text(
            say(
                "Picture {at_1} of {frames} · frame {index} · {after_ms:.0f} ms{touching}",
                at_1=self._at + 1,
                frames=len(self._frames),
                index=frame.index,
                after_ms=frame.after_ms,
                touching=touch_words(frame),
            )
        )
