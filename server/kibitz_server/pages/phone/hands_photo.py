"""A photo of the reveal from a phone: it becomes the picture of the round, as one that is taken on the dashboard."""

from __future__ import annotations

from nicegui import ui

from kibitz_scoring.errors import InputError
from kibitz_server.access.viewer import Role
from kibitz_server.desk import Desk
from kibitz_server.pages.parts.photo_upload import PhotoUpload, Reading
from kibitz_server.pages.parts.tools import ActTools
from kibitz_server.texts import say
from kibitz_server.views.evening_view import View
from kibitz_server.watching.intake import NO_HANDS_NOW, SentFile


class HandsPhoto:
    """A button that opens the phone's camera, there while a picture may be taken; it stays while one is sent."""

    def __init__(self, tools: ActTools) -> None:
        self._tools = tools
        with ui.element("section").classes("hands-photo").props("data-needs-server") as self._section:
            upload = PhotoUpload(self._take, tools.tell, camera=True)
            button = ui.button(say("Photograph the hands"), icon="photo_camera").props("no-caps unelevated size=lg")
            button.on("click", js_handler=f"() => kibitz.pick({upload.id})")
            ui.label(say("All hands face up, the whole table in the picture.")).classes("hint")
            self._reading = Reading(tools.tell)

    def show(self, view: View) -> None:
        """Offer it where a picture may be taken now."""
        self._section.set_visibility(view.takes_photo)

    async def _take(self, file: SentFile, name: str) -> None:
        self._tools.tell("")
        await self._reading.wait_for(_read(self._tools.desk, file, name))


async def _read(desk: Desk, file: SentFile, name: str) -> None:
    # Cards may have been dealt since the camera was opened.
    if not desk.views.of(Role.PLAYER).takes_photo:
        raise InputError(say(NO_HANDS_NOW))
    await desk.intake.take_file(file, name)
