"""Clips on the page: looked at again, kept for good, and taken in from elsewhere."""

from __future__ import annotations

import asyncio
import tempfile
from datetime import datetime
from functools import partial
from pathlib import Path

from nicegui import ui
from nicegui.elements.upload_files import FileUpload

from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import Sentence, to_say
from kibitz_server.pages.parts.allowed import draw_file_link
from kibitz_server.pages.parts.elements.dialog_head import draw_dialog_head
from kibitz_server.pages.parts.elements.file_field import FileField, FileKind
from kibitz_server.pages.parts.elements.regions import Region, Rows
from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.pages.parts.judging.clip_player import ClipPlayer
from kibitz_server.pages.parts.judging.wrong_clip import answer_words
from kibitz_server.pages.parts.tools import Tools
from kibitz_server.texts import say
from kibitz_server.views.clip_view import KIND_WORDS
from kibitz_vision.clips.clip_file import CLIP, SUFFIX, read_clip
from kibitz_vision.clips.shelf import Shelved
from kibitz_vision.clips.wrong_clips import WrongClip

_SHOWN = 200
_CLIP = FileKind(to_say("a clip of Kibitz"), SUFFIX, CLIP.most_bytes)


class ClipList:
    """The newest clips first; one is opened in a dialog of its own."""

    def __init__(self, tools: Tools) -> None:
        self._tools = tools
        self._none = ui.label(say("No clips yet: one is kept of every snap, dispute and question of a watched round."))
        self._none.classes("hint")
        self._list = Rows(self._draw, ui.element("div"))
        self._wrong = Region(_draw_wrong)
        with ui.element("div").classes("button-row"):
            field = FileField(_CLIP, self._take_in, tools.tell)
            field.draw_button(say("Open a clip from a file"), "upload_file").props("outline")
        with ui.dialog().on_value_change(self.show) as self._dialog, ui.card().classes("card-dialog replay"):
            self._box = ui.element("div").classes("card-dialog-body")
        self.show()

    def show(self) -> None:
        """Draw the clips that there are."""
        try:
            clips, wrong = self._tools.desk.shelf.clips(), self._tools.desk.wrong.all()
        except InputError as error:
            self._tools.tell(str(error))
            clips, wrong = [], ()
        self._none.set_visibility(not clips)
        self._list.show({clip.name: clip for clip in reversed(clips[-_SHOWN:])})
        self._wrong.show(wrong)

    def _draw(self, clip: Shelved) -> None:
        with ui.element("div").classes("clip-line"):
            self._draw_line(clip)

    def _draw_line(self, clip: Shelved) -> None:
        line = ui.element("button").classes("past-clip").props("type=button")
        line.props["data-clip"] = clip.name
        with line:
            if clip.head is None:
                ui.label(say("A clip that was changed or damaged")).classes("pack-name")
                ui.label(clip.name).classes("hint")
            else:
                ui.label(say(clip.head.title)).classes("pack-name")
                made = datetime.fromisoformat(clip.head.made).astimezone()
                ui.label(f"{say(KIND_WORDS[clip.head.kind])} · {made:%Y-%m-%d %H:%M}").classes("hint")
        line.on("click", partial(self._open, clip.name))
        label = say("Keep no more: {name}", name=clip.name) if clip.is_kept else say("Keep: {name}", name=clip.name)
        keep = ui.button(icon="bookmark" if clip.is_kept else "bookmark_border")
        spoken(keep.on_click(partial(self._keep, clip)), label).props("flat round")

    def _keep(self, clip: Shelved) -> None:
        try:
            self._tools.desk.shelf.keep(clip.name, is_kept=not clip.is_kept)
        except InputError as error:
            self._tools.tell(str(error))
        self.show()

    def _open(self, name: str) -> None:
        self._box.clear()
        with self._box:
            draw_dialog_head(say("Clip {name}", name=name), say("Close"), self._dialog.close)
            ClipPlayer(self._tools).show(name)
        self._dialog.open()

    async def _take_in(self, file: FileUpload) -> None:
        """A clip of any Kibitz: it is checked as it is read."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"clip{SUFFIX}"
            await file.save(path)
            name = await asyncio.to_thread(self._put, path, file.name)
        self.show()
        self._open(name)

    def _put(self, path: Path, called: str) -> str:
        try:
            clip = read_clip(path)
        except InputError as error:
            told = str(error)
            if isinstance(told, Sentence):
                values = {gap: called if str(value) == str(path) else value for gap, value in told.values.items()}
                raise InputError(Sentence(told.words, **values)) from error
            raise
        name = self._tools.desk.shelf.new_name(clip.kind, datetime.now().astimezone())
        self._tools.desk.shelf.put(name, clip)
        return name


def _draw_wrong(clips: tuple[WrongClip, ...]) -> None:
    """Those of which somebody said that they were judged wrongly, with what is right."""
    if not clips:
        return
    ui.label(say("Judged wrongly, to be put among the tests")).classes("subtitle")
    ui.label(say("They lie in {folder}.", folder=clips[0].folder.parent)).classes("hint")
    for one in clips:
        with ui.element("div").classes("clip-line").props(f'data-wrong="{one.name}"'):
            ui.label(f"{one.name}: {answer_words(one.right)}")
            draw_file_link(say("Download it (.zip)"), f"/wrong-clips/{one.name}.zip")
