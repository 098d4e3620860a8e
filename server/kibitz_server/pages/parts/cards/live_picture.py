"""The picture that the camera at the table sees now, and how the camera is doing."""

from __future__ import annotations

from nicegui import ui

from kibitz_server.desk import Desk
from kibitz_server.pages.parts.elements.regions import Region
from kibitz_server.texts import say

_HEALTH_S = 0.25


class LivePicture:
    """Draws the picture; `show` after another camera was opened."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._picture = Region(_draw)
        self.show()
        health = ui.label(say(desk.camera.health.sentence)).classes("hint").props('role="status"')
        light = ui.label(say(desk.camera.health.light)).classes("hint")

        def follow() -> None:
            now = desk.camera.health
            health.set_text(say(now.sentence))
            light.set_text(say(now.light))

        ui.timer(_HEALTH_S, follow)

    def show(self) -> None:
        """Draw the picture of the camera that is open now."""
        self._picture.show(self._desk.camera.shown_name)


def _draw(name: str) -> None:
    if name:
        with ui.element("div").classes("viewfinder"):
            alt = say("Live picture of the table")
            picture = f'<img id="table-camera" data-live="/camera/latest.jpg" alt="{alt}">'
            ui.html(picture, sanitize=False)
