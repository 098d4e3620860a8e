"""A photo of the reveal from a phone: it becomes the picture of the round, as one that is taken on the dashboard."""

from __future__ import annotations

from nicegui import ui
from nicegui.elements.upload_files import FileUpload

from kibitz_scoring.errors import InputError
from kibitz_server.access.viewer import Role
from kibitz_server.desk import Desk
from kibitz_server.pages.parts.elements.file_field import PHOTO, FileField
from kibitz_server.pages.parts.reading import Reading
from kibitz_server.pages.parts.tools import ActTools
from kibitz_server.texts import say
from kibitz_server.views.evening_view import View
from kibitz_server.watching.pictures.intake import NO_HANDS_NOW


class HandsPhoto:
    """A button that opens the phone's camera, there while a picture may be taken; it stays while one is sent."""

    def __init__(self, tools: ActTools) -> None:
        self._tools = tools
        with ui.element("section").classes("hands-photo").props("data-needs-server") as self._section:
            field = FileField(PHOTO, self._take, tools.tell, camera=True)
            field.draw_button(say("Photograph the hands"), "photo_camera").props("unelevated size=lg")
            ui.label(say("All hands face up, the whole table in the picture.")).classes("hint")
            self._reading = Reading(tools.tell)

    def show(self, view: View) -> None:
        """Offer it where a picture may be taken now."""
        self._section.set_visibility(view.takes_photo)

    async def _take(self, file: FileUpload) -> None:
        self._tools.tell("")
        await self._reading.wait_for(_read(self._tools.desk, file))


async def _read(desk: Desk, file: FileUpload) -> None:
    # Cards may have been dealt since the camera was opened.
    if not desk.views.of(Role.PLAYER).takes_photo:
        raise InputError(say(NO_HANDS_NOW))
    await desk.intake.take_file(file, file.name)
