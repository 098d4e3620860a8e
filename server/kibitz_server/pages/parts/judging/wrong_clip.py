"""This was wrong: what truly was is said beside the player, and the clip goes among the cases of the tests with it."""

from __future__ import annotations

import asyncio
from functools import partial

from nicegui import ui

from kibitz_scoring.errors import InputError
from kibitz_server.evening.round.choices import question_about
from kibitz_server.pages.parts.allowed import draw_file_link
from kibitz_server.pages.parts.tools import ActTools
from kibitz_server.texts import say
from kibitz_server.views.words.act_words import ActWords
from kibitz_vision.clips.clip import Clip
from kibitz_vision.clips.wrong_clips import NOBODY, RightAnswer, is_race


class WrongClipForm:
    """A button under a clip; tapped, it asks for the right answer, and says where the clip lies with it."""

    def __init__(self, tools: ActTools, name: str) -> None:
        self._desk, self._tell, self._name = tools.desk, tools.tell, name
        self._box = ui.element("div").classes("wrong-clip")
        with self._box:
            ui.button(say("This was wrong"), icon="report", on_click=self._ask).props("no-caps flat")

    async def _ask(self) -> None:
        try:
            clip = await asyncio.to_thread(self._desk.masked.clip, self._name)
        except InputError as error:
            self._tell(str(error))
            return
        self._box.clear()
        with self._box:
            ui.label(say("Who was truly first?") if is_race(clip) else say("What was it truly?")).classes("subtitle")
            self._draw_answers(clip)

    def _draw_answers(self, clip: Clip) -> None:
        with ui.element("div").classes("button-row"):
            if is_race(clip):
                for player in clip.table.players:
                    self._draw_answer(str(player), RightAnswer(player))
                self._draw_answer(say("Nobody can tell"), RightAnswer(None))
                return
            for words, right in self._readings(clip):
                self._draw_answer(words, right)
        line = ui.input(say("In a line of words")).props("outlined dense maxlength=300")
        save = ui.button(say("Save"), icon="save", on_click=lambda: self._say(clip, str(line.value or "")))
        save.props("no-caps outline")

    def _readings(self, clip: Clip) -> list[tuple[str, RightAnswer]]:
        """What the table could be asked about it, while its round is played."""
        play = self._desk.live.play
        if play is None or not self._desk.masked.is_played(clip.key):
            return []
        question = question_about(play, clip.key.split(" ", 2)[-1])
        words = ActWords(clip.table.pack, clip.table.players)
        told = ((one.events, words.told(one.events)) for one in (question.readings if question else ()) if one.events)
        return [(text[:1].upper() + text[1:], RightAnswer.of_events(events, clip, text)) for events, text in told]

    def _draw_answer(self, label: str, right: RightAnswer) -> None:
        ui.button(label, on_click=partial(self._keep, right)).props("no-caps outline").classes("answer")

    async def _say(self, clip: Clip, text: str) -> None:
        try:
            right = RightAnswer.parse(text, clip)
        except InputError as error:
            self._tell(str(error))
            return
        await self._keep(right)

    async def _keep(self, right: RightAnswer) -> None:
        try:
            folder = await asyncio.to_thread(self._desk.wrong.keep, self._name, right)
        except InputError as error:
            self._tell(str(error))
            return
        self._box.clear()
        with self._box:
            told = say("Kept with the right answer in {folder}: put that folder among the tests.", folder=folder)
            ui.label(told).props('role="status"')
            draw_file_link(say("Download it (.zip)"), f"/wrong-clips/{self._name}.zip")


def answer_words(right: RightAnswer) -> str:
    """The right answer for people."""
    if right.words or right.happened is not None:
        return right.words or "; ".join(right.happened or (NOBODY,))
    return say("{player} was first", player=right.first) if right.first else say("Nobody can tell")
