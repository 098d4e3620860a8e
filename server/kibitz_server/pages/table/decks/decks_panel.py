"""The decks that this table was taught: which is played with, and what else may be done with one."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Coroutine
from pathlib import Path
from urllib.parse import quote

from nicegui import background_tasks, ui
from nicegui.elements.upload_files import FileUpload

from kibitz_scoring.errors import KibitzError
from kibitz_scoring.sentences import to_say
from kibitz_server.pages.parts.allowed import draw_file_link
from kibitz_server.pages.parts.confirmation import Confirmation
from kibitz_server.pages.parts.elements.file_field import FileField, FileKind
from kibitz_server.pages.parts.elements.regions import Region
from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.pages.parts.tools import Tools
from kibitz_server.pages.table.decks.print_links import draw_print_links
from kibitz_server.pages.table.decks.teach_dialog import TeachDialog
from kibitz_server.texts import say
from kibitz_server.views.evening_view import GameView
from kibitz_vision.teaching.deck_file import DECK, SUFFIX

_DECK = FileKind(to_say("a taught deck of Kibitz"), SUFFIX, DECK.most_bytes)

Shown = tuple[tuple[str, ...], tuple[str, ...]]
"""Names of all decks, and of those that are played with."""


class DecksPanel:
    """A list of the taught decks with what may be done with each, and the way to teach another."""

    def __init__(self, tools: Tools, game: GameView) -> None:
        self._tools = tools
        self._decks = tools.desk.decks
        self.dialog = TeachDialog(tools, game.pack, self._show)
        self._confirmation = Confirmation(tools)
        with ui.expansion(say("Decks that Kibitz was taught"), icon="school").classes("checks"):
            hint = say("A deck with odd faces or backs is read better once it was taught: it takes two minutes.")
            ui.label(hint).classes("hint")
            with ui.element("div").classes("button-row"):
                ui.button(say("Teach a deck"), icon="add", on_click=self.dialog.open).props("no-caps outline")
                self._draw_import()
            draw_print_links(game.pack)
            self._box: Region[Shown] = Region(self._draw)
        self._show()

    def _show(self) -> None:
        self._box.show((self._decks.shelf.names(), self._decks.chosen))

    def _draw(self, shown: Shown) -> None:
        names, chosen = shown
        if not names:
            ui.label(say("None yet: all decks are read by what Kibitz has learnt.")).classes("hint")
            return
        choice = ui.select(list(names), value=list(chosen), multiple=True, label=say("Decks on this table"))
        choice.props("outlined dense use-chips clearable")
        choice.on_value_change(lambda event: self._do(self._decks.choose(list(event.value or ()))))
        ui.label(
            say("None chosen: any deck. Two chosen: they are shuffled together, told apart by their backs.")
        ).classes("hint")
        for name in names:
            with spoken(ui.element("section").classes("button-row"), name):
                ui.label(name).classes("subtitle")
                ui.link(say("Certificate"), f"/decks/{quote(name)}/certificate.html", new_tab=True)
                draw_file_link(say("Export"), f"/decks/{quote(name)}/file")
                self._draw_rename(name)
                away = ui.button(icon="delete", on_click=lambda name=name: self._delete(name)).props("flat round dense")
                spoken(away, say("Delete {name}", name=name))

    def _draw_rename(self, name: str) -> None:
        field = ui.input(say("Another name")).props("outlined dense maxlength=40 autocomplete=off")
        button = ui.button(say("Rename"), on_click=lambda: self._do(self._decks.rename(name, str(field.value or ""))))
        button.props("no-caps flat dense")

    def _draw_import(self) -> None:
        field = FileField(_DECK, self._import, self._tools.tell)
        field.draw_button(say("Import a deck"), "file_open").props("flat")

    async def _import(self, file: FileUpload) -> None:

        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"deck{SUFFIX}"
            await file.save(path)
            try:
                await asyncio.to_thread(self._decks.shelf.bring, path)
            except KibitzError as error:
                self._tools.tell(say("{name} is not taken in: {why}", name=file.name, why=error))
        self._show()

    def _delete(self, name: str) -> None:
        question = say("Delete the taught deck {name} for good?", name=name)
        self._confirmation.ask(
            question,
            say("Delete it"),
            say("Keep it"),
            lambda: background_tasks.create(self._do(self._decks.delete(name))),
        )

    async def _do(self, act: Coroutine[object, object, object]) -> None:
        try:
            await act
        except KibitzError as error:
            self._tools.tell(str(error))
        self._show()
