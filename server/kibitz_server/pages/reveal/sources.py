"""Where the picture of a round comes from: the demo, a photo, this browser's camera, or the table's own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path

from nicegui import ui
from nicegui.elements.upload_files import FileUpload

from kibitz_server.demo import demo_pictures
from kibitz_server.pages.parts.cards.live_picture import LivePicture
from kibitz_server.pages.parts.elements.file_field import PHOTO, FileField
from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.pages.parts.reading import Reading
from kibitz_server.pages.parts.stages import Stage
from kibitz_server.pages.parts.tools import Tools
from kibitz_server.settings import DEMO
from kibitz_server.texts import say
from kibitz_vision.frames import load_image


class Sources:
    """The four ways to a picture, as tabs; what is read lands on the open sheet."""

    def __init__(self, tools: Tools, players: int) -> None:
        self._desk = tools.desk
        self._players = players
        self._tell = tools.tell
        self._count = tools.count
        self._go = tools.go
        with spoken(ui.element("section").classes("sources"), say("Take a picture of the reveal")):
            self._draw_tabs()
            self._reading = Reading(self._tell)

    def _draw_tabs(self) -> None:
        with ui.tabs().props("no-caps align=left inline-label dense outside-arrows mobile-arrows") as tabs:
            demo = ui.tab("demo", say("Demo pictures"), icon="style")
            photo = ui.tab("photo", say("Photo"), icon="photo_camera")
            browser = ui.tab("browser", say("This device's camera"), icon="videocam")
            table = ui.tab("table", say("Camera at the table"), icon="linked_camera")
        first = demo if self._desk.settings.source == DEMO else table
        # Without keep-alive a tab that is left lets go of its camera.
        with ui.tab_panels(tabs, value=first).props("animated=false").classes("source-panels"):
            for tab, draw in ((demo, self._demo), (photo, self._photo), (browser, self._browser), (table, self._table)):
                with ui.tab_panel(tab):
                    draw()

    def _demo(self) -> None:
        pictures = demo_pictures(self._players) or demo_pictures()
        if not pictures:
            ui.label(say("No demo pictures are installed.")).classes("hint")
            return
        ui.label(say("Tables of {players} players at the reveal.", players=self._players)).classes("hint")
        with ui.element("div").classes("demo-row"):
            for number, path in enumerate(pictures, start=1):
                card = ui.element("button").classes("demo-picture").props("type=button")
                with spoken(card, say("Demo table {number}", number=number)):
                    ui.html(f'<img src="/demo/{path.name}" alt="" loading="lazy">', sanitize=False)
                    ui.label(say("Table {number}", number=number))
                card.on("click", lambda path=path: self._read(lambda: self._read_demo(path)))

    def _read(self, read: Callable[[], Awaitable[object]]) -> Awaitable[object] | None:
        return self._count(lambda: self._reading.wait_for(read()))

    async def _read_demo(self, path: Path) -> None:
        await self._desk.intake.take(load_image(path), path.name)

    def _photo(self) -> None:
        field = FileField(PHOTO, self._read_file, self._tell)
        with ui.element("div").classes("drop-zone") as zone:
            ui.icon("add_photo_alternate", size="2.4em")
            ui.label(say("Drop a photo of the table here, or"))
            field.draw_button(say("Choose a photo")).props("unelevated")
            ui.label(say("All hands face up, the whole table in the picture.")).classes("hint")
        zone.on("dragover", js_handler="(event) => event.preventDefault()")
        zone.on(
            "drop",
            js_handler=f"(event) => {{ event.preventDefault(); "
            f"kibitz.upload({field.id}, event.dataTransfer.files[0]); }}",
        )

    async def _read_file(self, file: FileUpload) -> None:
        if reading := self._read(lambda: self._desk.intake.take_file(file, file.name)):
            await reading

    def _browser(self) -> None:
        field = FileField(PHOTO, self._read_file, self._tell)
        with ui.element("div").classes("viewfinder"):
            ui.html('<video id="browser-camera" autoplay playsinline muted></video>', sanitize=False)
        with ui.element("div").classes("button-row"):
            start = ui.button(say("Start the camera"), icon="videocam").props("no-caps flat")
            snap = ui.button(say("Read the table"), icon="center_focus_strong").props("no-caps unelevated")
        start.on("click", js_handler="() => kibitz.startCamera()")
        snap.on("click", js_handler=f"() => kibitz.snap({field.id})")

    def _table(self) -> None:
        LivePicture(self._desk)
        with ui.element("div").classes("button-row"):
            if self._desk.camera.source is None:
                choose = ui.button(say("Choose a camera"), icon="videocam", on_click=lambda: self._go(Stage.TABLE))
                choose.props("no-caps outline")
            else:
                read = ui.button(say("Read the table"), icon="center_focus_strong")
                read.props("no-caps unelevated").on_click(lambda: self._read(self._desk.counter.read_picture))
