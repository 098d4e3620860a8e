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
        self._section.set_visibility(takes_photo(view))

    async def _take(self, data: bytes, name: str) -> None:
        self._tools.tell("")
        await self._reading.wait_for(_read(self._tools.desk, data, name))


def takes_photo(view: View) -> bool:
    """Whether hands may be counted from a picture now: not while cards are played, or an earlier round is corrected."""
    if view.game is None or view.game.is_over or view.game.is_correcting:
        return False
    return view.play is None or view.play.is_reveal


async def _read(desk: Desk, data: bytes, name: str) -> None:
    # Cards may have been dealt since the camera was opened.
    if not takes_photo(desk.views.of(Role.PLAYER)):
        raise InputError(say("The hands cannot be counted now: wait until they lie face up."))
    await desk.intake.take_file(data, name)
