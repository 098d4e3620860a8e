"""The camera at the table: its live picture, how it is doing, and the ways to open one."""

from __future__ import annotations

import asyncio

from nicegui import ui

from kibitz_scoring.errors import KibitzError
from kibitz_server.pages.parts.live_picture import LivePicture
from kibitz_server.pages.parts.spoken import spoken
from kibitz_server.pages.parts.tools import Tools
from kibitz_server.texts import say
from kibitz_vision.camera.names import list_cameras


class CameraForm:
    """Opens the cameras of this machine, each by what stays the same when it is plugged in again, and any other."""

    def __init__(self, tools: Tools) -> None:
        self._tools = tools
        with spoken(ui.element("section").classes("sources"), say("Camera at the table")):
            self._picture = LivePicture(tools.desk)
            with ui.element("div").classes("button-row"):
                for camera in list_cameras():
                    found = ui.button(camera.name, icon="videocam")
                    found.on_click(lambda camera=camera: self._open(camera.source))
                    found.props("no-caps outline").tooltip(camera.source)
            with ui.element("div").classes("button-row"):
                name = ui.input(say("Camera, address, file or folder"), value=tools.desk.camera.name or "")
                name.classes("camera-name").props("outlined dense")
                opening = ui.button(say("Open"), on_click=lambda: self._open(name.value.strip()))
                opening.props("no-caps flat")

    async def _open(self, name: str) -> None:
        try:
            await asyncio.to_thread(self._tools.desk.camera.open, name)
        except KibitzError as error:
            self._tools.tell(str(error))
            return
        self._picture.show()
