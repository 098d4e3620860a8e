"""A guest's own page: who they are here."""

from __future__ import annotations

from nicegui import ui

from kibitz_server.access.viewer import viewer_of
from kibitz_server.desk import Desk
from kibitz_server.texts import say


class Phone:
    """One phone's page."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def build(self) -> None:
        """Lay out the page."""
        ui.add_head_html('<link rel="stylesheet" href="/assets/kibitz.css">')
        viewer = viewer_of(ui.context.client.request)
        with ui.element("main").classes("phone"):
            ui.label(viewer.player or say(viewer.role)).props('role="heading" aria-level="1"')
