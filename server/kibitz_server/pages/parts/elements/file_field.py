"""A field for a file of the device that shows the page, which a button of the page opens in its place."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from nicegui import events, ui
from nicegui.elements.upload_files import FileUpload

from kibitz_scoring.errors import KibitzError
from kibitz_scoring.sentences import to_say
from kibitz_server.texts import say
from kibitz_server.watching.pictures.picture_process import MOST_FILE_BYTES


@dataclass(frozen=True, slots=True)
class FileKind:
    """What a field takes: how people call it, the types of files that a browser offers, and how much is taken."""

    name: str
    accept: str
    most_bytes: int


PHOTO = FileKind(to_say("a photo"), "image/*", MOST_FILE_BYTES)


class FileField:
    """A hidden field, filled by its button, or by `kibitz.pick` and `kibitz.upload` with its `id`.

    `take` is given each file. What it refuses by a `KibitzError` is told, and so is what the browser does not send. The
    field is empty again whatever happened, as a browser passes on no file that lies in it already. With `camera` a
    phone takes a photo at once; that needs no secure connection.
    """

    def __init__(
        self,
        kind: FileKind,
        take: Callable[[FileUpload], Awaitable[object]],
        tell: Callable[[str], object],
        *,
        camera: bool = False,
    ) -> None:
        self._kind = kind
        self._take = take
        self._tell = tell
        self._field = ui.upload(
            auto_upload=True, max_file_size=kind.most_bytes, on_upload=self._receive, on_rejected=self._tell_rejected
        )
        self._field.classes("hidden-upload").props(f'accept="{kind.accept}"')
        if camera:
            self._field.props("capture=environment")

    @property
    def id(self) -> int:
        """The number of the field on its page."""
        return self._field.id

    def draw_button(self, label: str, icon: str | None = None) -> ui.button:
        """Draw a button that lets people choose a file."""
        button = ui.button(label, icon=icon).props("no-caps")
        button.on("click", js_handler=f"() => kibitz.pick({self.id})")
        return button

    def _tell_rejected(self) -> None:
        kind, limit = say(self._kind.name), self._kind.most_bytes // 1024**2
        self._tell(say("The file was not taken: expected {kind} of at most {limit} MB.", kind=kind, limit=limit))
        self._field.reset()

    async def _receive(self, event: events.UploadEventArguments) -> None:
        try:
            await self._take(event.file)
        except KibitzError as error:
            self._tell(str(error))
        finally:
            # What was taken may have drawn this part of the page anew.
            if not self._field.is_deleted:
                self._field.reset()
