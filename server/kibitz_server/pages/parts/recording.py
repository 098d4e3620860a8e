"""Recording the round that is watched: the switch before it, and what is said of it meanwhile."""

from __future__ import annotations

from nicegui import ui

from kibitz_scoring.sentences import joined
from kibitz_server.desk import Desk
from kibitz_server.pages.parts.elements.regions import Region
from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.texts import say

_ASK_S = 1.0


class RecordingSwitches:
    """Whether this round or all are recorded, and whether all around the table is cut away before anything is kept."""

    def __init__(self, desk: Desk) -> None:
        self._recorder, self._evening = desk.recorder, desk.evening_recorder
        with ui.element("div"):
            self._record = ui.switch(say("Record this round"), value=self._evening.is_on)
            self._all = ui.switch(say("And all rounds after it this evening"), value=self._evening.is_on)
            self._all.on_value_change(self._turn)
            self._only_table = ui.switch(say("Only the table, without faces and room"), value=self._evening.only_table)
            folder = self._recorder.folder
            kept = say("Every picture, what is said and the sheet stay on this computer, in {folder}.", folder=folder)
            hint = ui.label(kept).classes("hint")
            for shown in (self._all, self._only_table, hint):
                shown.bind_visibility_from(self._record, "value")
        self._record.on_value_change(self._turn)

    def _turn(self) -> None:
        """Who wants no further round recorded need not begin one for that."""
        if not (self._record.value and self._all.value):
            self._evening.stop()

    def begin(self) -> None:
        """Record the round that is being watched from now on, if people want that; `InputError` where it cannot be."""
        only_table = bool(self._only_table.value)
        if not self._record.value:
            return
        if self._all.value:
            self._evening.start(only_table=only_table)
        else:
            self._recorder.begin(only_table=only_table)


class RecordingNote:
    """Says that a round is being recorded, and what went wrong with that, or with its clips."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._box = Region(_draw)
        self._ask()
        ui.timer(_ASK_S, self._ask)

    def _ask(self) -> None:
        desk = self._desk
        self._box.show(
            joined(" ", filter(None, (desk.evening_recorder.sentence, desk.recorder.sentence, desk.keeper.sentence)))
        )


def _draw(sentence: str) -> None:
    if sentence:
        with spoken(ui.element("div").classes("play-status").props("role=status"), say("Recording")):
            ui.icon("fiber_manual_record", size="1.4em").classes("is-recording")
            ui.label(say(sentence))
