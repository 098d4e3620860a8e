"""Games out to files and in again."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui
from nicegui.elements.upload_files import FileUpload

from kibitz_scoring.sentences import to_say
from kibitz_server.evening.import_file import Import, import_games
from kibitz_server.pages.parts.allowed import draw_file_link
from kibitz_server.pages.parts.elements.file_field import FileField, FileKind
from kibitz_server.pages.parts.tools import Tools
from kibitz_server.texts import say

_EXPORT = FileKind(to_say("an export of Kibitz"), ".json,.csv", 20 * 1024**2)
"""A game of 20 rounds and 8 players is 20 kB as JSON."""


class GameFiles:
    """Links to the exports of all games, and a button that takes an export; `after` is called once games came in."""

    def __init__(self, tools: Tools, after: Callable[[], object]) -> None:
        self._live = tools.desk.live
        self._after = after
        with ui.element("div").classes("button-row"):
            draw_file_link(say("Export all games (JSON)"), "/export/evening.json")
            draw_file_link(say("Export all games (CSV)"), "/export/evening.csv")
            field = FileField(_EXPORT, self._take, tools.tell)
            field.draw_button(say("Import games"), "upload_file").props("outline")

    async def _take(self, file: FileUpload) -> None:
        done = import_games(self._live, await file.read())
        ui.notify(_words(done), type="positive")
        self._after()


def _words(done: Import) -> str:
    new = say("1 game was imported") if done.new == 1 else say("{number} games were imported", number=done.new)
    return f"{new}, {say('{number} were here already', number=done.known)}." if done.known else f"{new}."
