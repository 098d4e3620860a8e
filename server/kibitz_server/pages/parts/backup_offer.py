"""The last good backup, offered where the journal had to be begun anew: one tap takes it, another begins anew."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui

from kibitz_scoring.errors import KibitzError
from kibitz_server.evening.live import Live
from kibitz_server.pages.parts.elements.regions import Region
from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.texts import say
from kibitz_server.views.backup_view import BackupView, project_backup


class BackupOffer:
    """Stands above every stage until one of the two is tapped or the evening goes on."""

    def __init__(self, live: Live, tell: Callable[[str], None]) -> None:
        self._live = live
        self._tell = tell
        self._box = Region(self._draw)

    def show(self) -> None:
        """Draw the offer, or nothing."""
        self._box.show(project_backup(self._live.offered))

    def _draw(self, backup: BackupView | None) -> None:
        if backup is None:
            return
        with spoken(ui.element("section").classes("banner is-offer"), say("Backup")):
            ui.label(
                say(
                    "There is a backup of {day}, {time} with games: {games}, rounds: {rounds}.",
                    day=f"{backup.at.astimezone():%Y-%m-%d}",
                    time=f"{backup.at.astimezone():%H:%M}",
                    games=backup.games,
                    rounds=backup.rounds,
                )
            )
            take = ui.button(say("Take the backup"), icon="settings_backup_restore", on_click=self._take)
            take.props("no-caps unelevated")
            ui.button(say("Begin anew"), on_click=self._live.begin_anew).props("no-caps flat")

    def _take(self) -> None:
        self._tell("")
        try:
            self._live.take_backup()
        except KibitzError as error:
            self._tell(str(error))
