"""What is stored, where and for how long, and how it is deleted for good."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from nicegui import ui

from kibitz_scoring.errors import KibitzError
from kibitz_server.pages.parts.confirmation import Confirmation
from kibitz_server.pages.parts.elements.dialog_head import draw_dialog_head
from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.pages.parts.tools import Tools
from kibitz_server.privacy.inventory import Stored, inventory
from kibitz_server.texts import say


class PrivacyDialog:
    """One dialog of a page, filled anew each time it opens; `after` is called once something was deleted."""

    def __init__(self, tools: Tools, after: Callable[[], object]) -> None:
        self._tools, self._after = tools, after
        self._confirmation = Confirmation(tools)
        with ui.dialog() as self._dialog, ui.card().classes("card-dialog history"):
            self._box = ui.element("div").classes("card-dialog-body")

    def open(self) -> None:
        """Show what there is now."""
        self._draw()
        self._dialog.open()

    def _draw(self) -> None:
        folder = self._tools.desk.settings.data
        self._box.clear()
        with self._box:
            draw_dialog_head(say("Privacy"), say("Close"), self._dialog.close)
            ui.label(self._who_is_told())
            ui.label(
                say(
                    "All that is stored lies in {folder}. The browser remembers in cookies which device it is, whether "
                    "the page is dark and in which language, whether it speaks, how loudly, and whether it tells turns "
                    "and cards, too; the last minute of the camera is in memory only.",
                    folder=folder,
                )
            )
            _draw_stored(inventory(folder))
            self._draw_deletions()

    def _who_is_told(self) -> str:
        """What leaves this computer: nothing, but for what the host has added."""
        hooks = self._tools.desk.webhooks.file.hooks()
        if not hooks:
            return say("Nothing leaves this computer.")
        return say(
            "These addresses are told what happens, as webhooks that you added: {addresses}. Nothing else leaves this "
            "computer.",
            addresses=", ".join(hook.shown for hook in hooks),
        )

    def _draw_deletions(self) -> None:
        deletion = self._tools.desk.deletion
        with spoken(ui.element("section"), say("Delete for good")):
            ui.label(say("Delete for good")).classes("subtitle").props('role="heading" aria-level="3"')
            with ui.element("div").classes("button-row"):
                for name in deletion.people():
                    self._button(
                        say("Delete {name}", name=name),
                        say(
                            "Delete {name}? Another name stands in all games then; pictures and films of these games, "
                            "and damaged files that were kept, are deleted, too.",
                            name=name,
                        ),
                        partial(deletion.person, name),
                    )
            with ui.element("div").classes("button-row"):
                self._button(
                    say("Delete all pictures and films"),
                    say("Delete all pictures, clips, recordings and taught decks? The scores stay."),
                    deletion.pictures,
                )
                self._button(
                    say("Delete everything"),
                    say("Delete everything: games, names, scores, pictures, films and backups?"),
                    deletion.everything,
                )

    def _button(self, label: str, question: str, delete: Callable[[], object]) -> None:
        def ask() -> None:
            self._confirmation.ask(question, say("Delete for good"), say("Keep it"), lambda: self._delete(delete))

        ui.button(label, icon="delete_forever", on_click=ask).props("no-caps outline color=negative")

    def _delete(self, delete: Callable[[], object]) -> None:
        try:
            delete()
        except KibitzError as error:
            self._dialog.close()
            self._tools.tell(str(error))
            return
        self._draw()
        self._after()


def _draw_stored(stored: tuple[Stored, ...]) -> None:
    with ui.element("div").classes("table-scroll"), ui.element("table").classes("totals stored"):
        with ui.element("thead"), ui.element("tr"):
            for head in (say("What"), say("Where"), say("How long"), say("How much")):
                with ui.element("th").props("scope=col"):
                    ui.label(head)
        with ui.element("tbody"):
            for one in stored:
                with ui.element("tr"):
                    for text in (one.what, one.where, one.how_long, _amount(one)):
                        with ui.element("td"):
                            ui.label(text)


def _amount(one: Stored) -> str:
    if not one.files:
        return say("nothing")
    megabytes = f"{one.bytes / 1e6:.1f}"
    return say("{number} files, {megabytes} MB", number=one.files, megabytes=megabytes)
