"""The camera at the table: cameras by their live pictures, a phone by its address, a film or a photo."""

from __future__ import annotations

import asyncio
from base64 import b64encode
from pathlib import Path

from nicegui import ui
from nicegui.elements.upload_files import FileUpload

from kibitz_scoring.errors import KibitzError
from kibitz_scoring.sentences import to_say
from kibitz_server.data_folder import SOURCES
from kibitz_server.evening.kept_texts import shown_text
from kibitz_server.pages.parts.cards.live_picture import LivePicture
from kibitz_server.pages.parts.elements.file_field import FileField, FileKind
from kibitz_server.pages.parts.elements.regions import Region
from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.pages.parts.tools import Tools
from kibitz_server.texts import say
from kibitz_vision.camera.addresses import without_password
from kibitz_vision.camera.names import Camera

_MOST_NAME = 60
_FILM = FileKind(to_say("a film or a photo"), "video/*,image/*", 2 * 1024**3)
"""Half an hour of a phone's film."""


class CameraForm:
    """Shows what the table's camera sees, and opens another one by a tap on what that sees."""

    def __init__(self, tools: Tools) -> None:
        self._tools = tools
        self._desk = tools.desk
        with spoken(ui.element("section").classes("sources"), say("Camera at the table")):
            self._picture = LivePicture(tools.desk)
            with ui.expansion(say("Choose a camera"), icon="videocam", value=tools.desk.camera.source is None) as box:
                self._cameras: Region[tuple[Camera, ...]] = Region(self._draw_cameras)
                self._draw_address()
                self._draw_file()
            self._draw_ear()
            box.on_value_change(lambda event: self._look() if event.value else None)
            if box.value:
                ui.timer(0, self._look, once=True)

    async def _look(self) -> None:
        """Listing cameras asks their drivers, which takes a moment."""
        self._cameras.show(await asyncio.to_thread(self._desk.choice.list))

    def _draw_cameras(self, cameras: tuple[Camera, ...]) -> None:
        with spoken(ui.element("div").classes("camera-row").props("role=group"), say("Cameras of this computer")):
            for number, camera in enumerate(cameras):
                tile = ui.element("button").classes("camera-tile").props("type=button")
                with spoken(tile, camera.name):
                    ui.html(f'<img data-live="/camera/choice/{number}.jpg" alt="">', sanitize=False)
                    ui.label(camera.name)
                tile.on("click", lambda camera=camera: self._open(camera.source))
        if not cameras:
            ui.label(say("No camera is plugged in at this computer.")).classes("hint")
        again = ui.button(say("Look for cameras again"), icon="refresh", on_click=self._look)
        again.props("no-caps flat dense")

    def _draw_address(self) -> None:
        ui.label(say("A phone as camera: start its camera app and enter the address that it shows.")).classes("hint")
        with ui.element("div").classes("button-row"):
            shown = self._desk.camera.shown_name
            address = ui.input(
                say("Address, film, photo or folder"), value=shown if "://" in shown else "", placeholder="http://…"
            )
            address.props("outlined dense autocomplete=off").classes("camera-name")
            test = ui.button(say("Test"), icon="network_check", on_click=lambda: self._test(_typed(address)))
            test.props("no-caps outline")
            use = ui.button(say("Open"), on_click=lambda: self._open_typed(address))
            use.props("no-caps unelevated")
        self._tested: Region[tuple[str, str]] = Region(_draw_tested)

    def _draw_file(self) -> None:
        field = FileField(_FILM, self._take, self._tools.tell)
        field.draw_button(say("A film or a photo from this device"), "movie").props("outline")

    def _draw_ear(self) -> None:
        ear = self._desk.ear
        switch = ui.switch(say("Listen for slaps"), value=ear.is_on)
        hint = say("A microphone marks on clips when a slap was heard. No sound is kept, and nothing is decided by it.")
        ui.label(hint).classes("hint")

        async def turn() -> None:
            if not switch.value:
                await asyncio.to_thread(ear.stop)
                return
            try:
                await asyncio.to_thread(ear.start)
            except KibitzError as error:
                self._tools.tell(str(error))
                switch.set_value(False)

        switch.on_value_change(turn)

    async def _take(self, file: FileUpload) -> None:
        path = self._desk.settings.data / SOURCES / _file_name(file.name)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            # A film may be large: only the one in use is kept.
            for earlier in path.parent.iterdir():
                earlier.unlink()
            await file.save(path)
        except OSError as error:
            self._tools.tell(say("{path} cannot be written ({why}).", path=path, why=error.strerror))
            return
        await self._open(str(path))

    async def _test(self, text: str) -> None:
        if not text:
            self._tools.tell(say("Enter an address first: the phone's camera app shows it."))
            return
        self._tested.show((say("Asking …"), ""))
        try:
            health, picture = await self._desk.choice.test(self._meant(text))
        except KibitzError as error:
            self._tested.show((say(str(error)), ""))
            return
        self._tested.show((say(health.sentence), b64encode(picture).decode() if picture else ""))

    async def _open_typed(self, address: ui.input) -> None:
        await self._open(_typed(address))
        # What was typed may hold a password, and has done what it was for.
        address.value = without_password(_typed(address))

    def _meant(self, typed: str) -> str:
        return self._desk.admitted.admit(typed, (self._desk.camera.name, self._desk.memory.last()))

    async def _open(self, typed: str) -> None:
        try:
            text = self._meant(typed)
            self._desk.choice.release(text)
            await asyncio.to_thread(self._desk.camera.open, text)
        except KibitzError as error:
            self._tools.tell(str(error))
            return
        self._desk.memory.keep(text)
        self._picture.show()


def _typed(field: ui.input) -> str:
    return str(field.value or "").strip()


def _file_name(name: str) -> str:
    """The name of a file that was given, as a name in one folder and no longer than that takes."""
    path = Path(shown_text(name.replace("\\", "/"), 1000).rpartition("/")[2].lstrip("."))
    return f"{path.stem[:_MOST_NAME] or 'film'}{path.suffix[:8]}"


def _draw_tested(shown: tuple[str, str]) -> None:
    sentence, picture = shown
    with ui.element("div").classes("camera-tested").props('role="status"'):
        if picture:
            ui.html(f'<img src="data:image/jpeg;base64,{picture}" alt="">', sanitize=False)
        ui.label(sentence)
