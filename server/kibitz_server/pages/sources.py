"""Where the picture of a round comes from: the demo, a photo, this browser's camera, or the table's own."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from nicegui import events, ui

from kibitz_scoring.errors import KibitzError
from kibitz_server.demo import demo_pictures
from kibitz_server.desk import Desk
from kibitz_server.pages.regions import Region
from kibitz_server.settings import DEMO
from kibitz_vision.camera.names import list_cameras
from kibitz_vision.camera.video import without_password
from kibitz_vision.frames import load_image

_MAX_UPLOAD_BYTES = 60 * 1024 * 1024

Say = Callable[[str], None]
"""Shows a sentence as a banner."""


class Sources:
    """The four ways to a picture, as tabs; what is read lands on the open sheet."""

    def __init__(self, desk: Desk, say: Say, players: int) -> None:
        self._desk = desk
        self._players = players
        self._say = say
        with ui.element("section").classes("sources").props('aria-label="Take a picture of the reveal"'):
            self._draw_tabs()
            with ui.element("div").classes("busy").props('role="status"') as self._busy:
                ui.spinner(size="1.6em")
                ui.label("Reading the cards …")
            self._busy.set_visibility(False)

    def _draw_tabs(self) -> None:
        with ui.tabs().props("no-caps align=left inline-label dense outside-arrows mobile-arrows") as tabs:
            demo = ui.tab("demo", "Demo pictures", icon="style")
            photo = ui.tab("photo", "Photo", icon="photo_camera")
            browser = ui.tab("browser", "This device's camera", icon="videocam")
            table = ui.tab("table", "Camera at the table", icon="linked_camera")
        first = demo if self._desk.settings.source == DEMO else table
        # Without keep-alive a tab that is left lets go of its camera.
        with ui.tab_panels(tabs, value=first).props("animated=false").classes("source-panels"):
            for tab, draw in ((demo, self._demo), (photo, self._photo), (browser, self._browser), (table, self._table)):
                with ui.tab_panel(tab):
                    draw()

    def _demo(self) -> None:
        pictures = demo_pictures()
        if not pictures:
            ui.label("No demo pictures are installed.").classes("hint")
            return
        ui.label(f"You are {self._players} players: choose a table with {self._players} hands.").classes("hint")
        with ui.element("div").classes("demo-row"):
            for number, path in enumerate(pictures, start=1):
                card = (
                    ui.element("button").classes("demo-picture").props(f'type=button aria-label="Demo table {number}"')
                )
                with card:
                    ui.html(f'<img src="/demo/{path.name}" alt="" loading="lazy">', sanitize=False)
                    ui.label(f"Table {number}")
                card.on("click", lambda path=path: self._run(self._read_demo(path.name)))

    async def _read_demo(self, name: str) -> None:
        path = next(path for path in demo_pictures() if path.name == name)
        await self._desk.intake.take(load_image(path), name)

    def _photo(self) -> None:
        upload = self._upload()
        with ui.element("div").classes("drop-zone") as zone:
            ui.icon("add_photo_alternate", size="2.4em")
            ui.label("Drop a photo of the table here, or")
            button = ui.button("Choose a photo").props("no-caps unelevated")
            ui.label("All hands face up, the whole table in the picture.").classes("hint")
        button.on("click", js_handler=f"() => kibitz.pick({upload.id})")
        zone.on("dragover", js_handler="(event) => event.preventDefault()")
        zone.on(
            "drop",
            js_handler=f"(event) => {{ event.preventDefault(); "
            f"kibitz.upload({upload.id}, event.dataTransfer.files[0]); }}",
        )

    def _upload(self) -> ui.upload:
        limit = _MAX_UPLOAD_BYTES // 1024 // 1024
        upload = ui.upload(
            auto_upload=True,
            max_file_size=_MAX_UPLOAD_BYTES,
            on_upload=self._take_upload,
            on_rejected=lambda: self._say(
                f"The file is larger than {limit} MB: expected a photo of at most {limit} MB."
            ),
        )
        return upload.classes("hidden-upload").props('accept="image/*"')

    async def _take_upload(self, event: events.UploadEventArguments) -> None:
        upload = event.sender
        await self._run(self._read_upload(await event.file.read(), event.file.name))
        if isinstance(upload, ui.upload) and not upload.is_deleted:
            upload.reset()

    async def _read_upload(self, data: bytes, name: str) -> None:
        await self._desk.intake.take_file(data, name)

    def _browser(self) -> None:
        upload = self._upload()
        with ui.element("div").classes("viewfinder"):
            ui.html('<video id="browser-camera" autoplay playsinline muted></video>', sanitize=False)
        with ui.element("div").classes("button-row"):
            start = ui.button("Start the camera", icon="videocam").props("no-caps flat")
            snap = ui.button("Read the table", icon="center_focus_strong").props("no-caps unelevated")
        start.on("click", js_handler="() => kibitz.startCamera()")
        snap.on("click", js_handler=f"() => kibitz.snap({upload.id})")
        ui.on("camera-fault", lambda event: self._say(str(event.args)))

    def _table(self) -> None:
        self._live_picture = Region(_draw_live_picture, "viewfinder")
        self._live_picture.show(without_password(self._desk.camera.name or ""))
        health = ui.label(self._desk.camera.health.sentence).classes("hint").props('role="status"')
        light = ui.label().classes("hint")

        def say() -> None:
            now = self._desk.camera.health
            health.set_text(now.sentence)
            light.set_text(now.light)

        ui.timer(0.25, say)
        self._draw_cameras()
        with ui.element("div").classes("button-row"):
            name = ui.input("Camera, address, file or folder", value=self._desk.camera.name or "0")
            name.classes("camera-name").props("outlined dense")
            ui.button("Open", on_click=lambda: self._run(self._open(name.value.strip()))).props("no-caps flat")
            read = ui.button("Read the table", icon="center_focus_strong")
            read.props("no-caps unelevated").on_click(lambda: self._run(self._read_table()))

    def _draw_cameras(self) -> None:
        """The cameras of this machine, each opened by what stays the same when it is plugged in again."""
        with ui.element("div").classes("button-row"):
            for camera in list_cameras():
                found = ui.button(camera.name, icon="videocam")
                found.on_click(lambda camera=camera: self._run(self._open(camera.source)))
                found.props("no-caps outline").tooltip(camera.source)

    async def _open(self, name: str) -> None:
        await asyncio.to_thread(self._desk.camera.open, name)
        self._live_picture.show(without_password(name))

    async def _read_table(self) -> None:
        camera = self._desk.camera
        await self._desk.intake.take(await camera.picture(), f"camera {without_password(camera.name or '')}")

    async def _run(self, act: Awaitable[object]) -> None:
        self._busy.set_visibility(True)
        try:
            await act
        except KibitzError as error:
            self._say(str(error))
        finally:
            if not self._busy.is_deleted:
                self._busy.set_visibility(False)


def _draw_live_picture(name: str) -> None:
    if name:
        ui.html('<img id="table-camera" alt="Live picture of the table">', sanitize=False)
