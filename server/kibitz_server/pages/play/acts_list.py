"""What happened, newest first: two taps correct it, take it out, or insert what is missing beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nicegui import ui

from kibitz_scoring.game.projection import project
from kibitz_server.evening.round.telling import When
from kibitz_server.pages.parts.cards.card_faces import colour
from kibitz_server.pages.parts.elements.dialog_head import draw_dialog_head
from kibitz_server.pages.parts.elements.regions import Rows
from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.pages.parts.judging.answers import draw_answers, light, take
from kibitz_server.pages.parts.tools import Tools
from kibitz_server.pages.play.tell_dialog import TellDialog, Telling
from kibitz_server.texts import say
from kibitz_server.views.round.inbox import AnswerView
from kibitz_server.views.round.play_view import DoneView, done_lately
from kibitz_server.views.words.card_words import glyphs, words


class ActsList:
    """The latest acts on the stage, and all of them in a dialog; a line and its menu stay while others come."""

    def __init__(self, tools: Tools, telling: TellDialog) -> None:
        self._tools = tools
        self._telling = telling
        self._lately = Rows(self._draw_act, _list(), "li")
        earlier = ui.button(say("All acts"), icon="history", on_click=self._open)
        earlier.props("no-caps flat data-key=all-acts")
        with ui.dialog() as self._dialog, ui.card().classes("card-dialog"):
            self._box = ui.element("div").classes("card-dialog-body")

    def show(self, lately: Sequence[DoneView]) -> None:
        """Draw acts that are new or changed, the newest first, and take away those that are not among the latest."""
        self._lately.show({done.key: done for done in reversed(lately)})

    def _open(self) -> None:
        play = self._tools.desk.live.play
        if play is None:
            return
        self._box.clear()
        with self._box:
            draw_dialog_head(say("All acts of this round"), say("Close"), self._dialog.close)
            with _list():
                for done in reversed(done_lately(play, project(play.state, None))):
                    with ui.element("li"):
                        self._draw_act(done)
        self._dialog.open()

    def _draw_act(self, done: DoneView) -> None:
        with ui.element("div").classes("done-act") as line:
            light(line, done.places)
            ui.label(done.text)
            if done.card is not None:
                card = ui.element("div").classes(f"small-card {colour(done.card)}").props("role=img")
                with spoken(card, words(done.card)):
                    ui.label(glyphs(done.card))
            change = ui.button(icon="edit").props("flat round dense")
            spoken(change, say("Correct: {what}", what=done.text)).props["data-key"] = f"change-{done.key}"
            with change, ui.menu() as menu, ui.element("div").classes("act-menu"):

                def taken() -> None:
                    menu.close()
                    self._dialog.close()

                def choose(answer: AnswerView) -> None:
                    if take(self._tools, answer.choice):
                        taken()

                draw_answers(done.answers, choose)
                self._draw_edits(done, taken)

    def _draw_edits(self, done: DoneView, taken: Callable[[], object]) -> None:
        if done.act is not None:
            instead = Telling(say("Instead of: {what}", what=done.text), When(instead=done.act))
            self._button(say("Something else"), "edit_note", instead, taken)
        before = Telling(say("Before: {what}", what=done.text), When(before=done.key))
        after = Telling(say("After: {what}", what=done.text), When(after=done.key))
        self._button(say("Insert before it"), "north", before, taken)
        self._button(say("Insert after it"), "south", after, taken)

    def _button(self, label: str, icon: str, telling: Telling, taken: Callable[[], object]) -> None:
        def choose() -> None:
            taken()
            self._telling.choose(telling)

        ui.button(label, icon=icon, on_click=choose).props("no-caps flat").classes("answer")


def _list() -> ui.element:
    return spoken(ui.element("ol").classes("play-lately"), say("What happened lately"))
