"""What is wrong with disk, journal or a webhook: it stands above every stage until it is mended."""

from __future__ import annotations

from nicegui import ui

from kibitz_server.pages.parts.elements.regions import Region
from kibitz_server.texts import say


class StandingNotice:
    """Acts that wait to be written, how little room is left, and which webhooks are not reached."""

    def __init__(self) -> None:
        self._trouble = Region(_draw_trouble)
        self._disk = Region(_draw_disk)
        self._webhooks = Region(_draw_webhooks)

    def show(self, trouble: str, disk: str, webhooks: str) -> None:
        """Show what is wrong now, or nothing."""
        self._trouble.show(trouble)
        self._disk.show(disk)
        self._webhooks.show(webhooks)


def _draw_trouble(sentence: str) -> None:
    if sentence:
        with ui.element("div").classes("banner").props('role="alert"'):
            ui.icon("report", size="1.5em")
            ui.label(say(sentence))


def _draw_disk(sentence: str) -> None:
    _draw_status(sentence, "storage")


def _draw_webhooks(sentence: str) -> None:
    _draw_status(sentence, "send")


def _draw_status(sentence: str, icon: str) -> None:
    if sentence:
        with ui.element("div").classes("banner").props('role="status"'):
            ui.icon(icon, size="1.5em")
            ui.label(say(sentence))
