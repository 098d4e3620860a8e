"""Games out to files and in again."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import events, ui

from kibitz_scoring.errors import KibitzError
from kibitz_server.evening.import_file import Import, import_games
from kibitz_server.evening.live import Live
from kibitz_server.pages.parts.allowed import draw_file_link
from kibitz_server.texts import say

_MAX_UPLOAD_BYTES = 20 * 1024 * 1024
"""A game of 20 rounds and 8 players is 20 kB as JSON."""


class GameFiles:
    """Links to the exports of all games, and a button that takes an export; `after` is called once games came in."""

    def __init__(self, live: Live, after: Callable[[], object]) -> None:
        self._live = live
        self._after = after
        with ui.element("div").classes("button-row"):
            draw_file_link(say("Export all games (JSON)"), "/export/evening.json")
            draw_file_link(say("Export all games (CSV)"), "/export/evening.csv")
            upload = self._upload()
            choose = ui.button(say("Import games"), icon="upload_file").props("no-caps outline")
            choose.on("click", js_handler=f"() => kibitz.pick({upload.id})")

    def _upload(self) -> ui.upload:
        limit = _MAX_UPLOAD_BYTES // 1024 // 1024
        too_large = say("The file is larger than {limit} MB: expected an export of Kibitz.", limit=limit)
        upload = ui.upload(
            auto_upload=True,
            max_file_size=_MAX_UPLOAD_BYTES,
            on_upload=self._take,
            on_rejected=lambda: ui.notify(too_large, type="negative"),
        )
        return upload.classes("hidden-upload").props('accept=".json,.csv"')

    async def _take(self, event: events.UploadEventArguments) -> None:
        try:
            done = import_games(self._live, await event.file.read())
        except KibitzError as error:
            ui.notify(say(str(error)), type="negative", multi_line=True, timeout=0, close_button=say("Close"))
            return
        finally:
            if isinstance(event.sender, ui.upload) and not event.sender.is_deleted:
                event.sender.reset()
        ui.notify(_words(done), type="positive")
        self._after()


def _words(done: Import) -> str:
    new = say("1 game was imported") if done.new == 1 else say("{number} games were imported", number=done.new)
    return f"{new}, {say('{number} were here already', number=done.known)}." if done.known else f"{new}."
