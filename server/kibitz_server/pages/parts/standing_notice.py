"""What is wrong with the disk or the journal: it stands above every stage until it is mended, and cannot be closed."""

from __future__ import annotations

from nicegui import ui

from kibitz_server.pages.parts.regions import Region


class StandingNotice:
    """Two sentences at most: acts that wait to be written, and how little room is left."""

    def __init__(self) -> None:
        self._trouble = Region(_draw_trouble)
        self._disk = Region(_draw_disk)

    def show(self, trouble: str, disk: str) -> None:
        """Show what is wrong now, or nothing."""
        self._trouble.show(trouble)
        self._disk.show(disk)


def _draw_trouble(sentence: str) -> None:
    if sentence:
        with ui.element("div").classes("banner is-trouble").props('role="alert"'):
            ui.icon("report", size="1.5em")
            ui.label(sentence)


def _draw_disk(sentence: str) -> None:
    if sentence:
        with ui.element("div").classes("banner").props('role="status"'):
            ui.icon("storage", size="1.5em")
            ui.label(sentence)
