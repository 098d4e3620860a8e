"""Recording the round that is watched: the switch before it, and what is said of it meanwhile."""

from __future__ import annotations

from nicegui import ui

from kibitz_server.desk import Desk
from kibitz_server.pages.parts.regions import Region
from kibitz_server.pages.parts.spoken import spoken
from kibitz_server.texts import say
from kibitz_server.watching.recording import RoundRecorder

_ASK_S = 1.0


class RecordingSwitches:
    """Whether the round is recorded, and whether all around the table is cut away before anything is kept."""

    def __init__(self, recorder: RoundRecorder) -> None:
        self._recorder = recorder
        with ui.element("div"):
            self._record = ui.switch(say("Record this round"))
            self._only_table = ui.switch(say("Only the table, without faces and room"))
            self._only_table.bind_visibility_from(self._record, "value")
            folder = recorder.folder
            kept = say("Every picture, what is said and the sheet stay on this computer, in {folder}.", folder=folder)
            ui.label(kept).classes("hint").bind_visibility_from(self._record, "value")

    def begin(self) -> None:
        """Record the round that is being watched from now on, if people want that; `InputError` where it cannot be."""
        if self._record.value:
            self._recorder.begin(only_table=bool(self._only_table.value))


class RecordingNote:
    """Says that a round is being recorded, and what went wrong with that, or with its clips."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._box = Region(_draw)
        self._ask()
        ui.timer(_ASK_S, self._ask)

    def _ask(self) -> None:
        self._box.show(" ".join(filter(None, (self._desk.recorder.sentence, self._desk.keeper.sentence))))


def _draw(sentence: str) -> None:
    if sentence:
        with spoken(ui.element("div").classes("play-status").props("role=status"), say("Recording")):
            ui.icon("fiber_manual_record", size="1.4em").classes("is-recording")
            ui.label(sentence)
