"""A photo of the hands from the device that shows the page: read as it arrives, and put on the sheet."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from nicegui import events, ui

from kibitz_scoring.errors import KibitzError
from kibitz_server.texts import say
from kibitz_server.watching.intake import SentFile
from kibitz_server.watching.picture_process import MOST_FILE_BYTES


class PhotoUpload:
    """A hidden field for a file, which other elements fill by `kibitz.pick` and `kibitz.upload` with its `id`.

    With `camera` a phone takes the photo at once; that needs no secure connection. `take` is given file and name.
    """

    def __init__(
        self, take: Callable[[SentFile, str], Awaitable[object]], tell: Callable[[str], object], *, camera: bool = False
    ) -> None:
        self._take = take
        limit = MOST_FILE_BYTES // 1024 // 1024
        self._field = ui.upload(
            auto_upload=True,
            max_file_size=MOST_FILE_BYTES,
            on_upload=self._receive,
            on_rejected=lambda: tell(
                say("The file is larger than {limit} MB: expected a photo of at most {limit} MB.", limit=limit)
            ),
        )
        self._field.classes("hidden-upload").props('accept="image/*"')
        if camera:
            self._field.props("capture=environment")

    @property
    def id(self) -> int:
        """The number of the field on its page."""
        return self._field.id

    async def _receive(self, event: events.UploadEventArguments) -> None:
        await self._take(event.file, event.file.name)
        if not self._field.is_deleted:
            self._field.reset()


class Reading:
    """Says that a picture is being read as long as it is; why it could not be is told."""

    def __init__(self, tell: Callable[[str], object]) -> None:
        self._tell = tell
        with ui.element("div").classes("busy").props('role="status"') as self._busy:
            ui.spinner(size="1.6em")
            ui.label(say("Reading the cards …"))
        self._busy.set_visibility(False)

    async def wait_for(self, read: Awaitable[object]) -> None:
        """Wait until a picture is read."""
        self._busy.set_visibility(True)
        try:
            await read
        except KibitzError as error:
            self._tell(str(error))
        finally:
            if not self._busy.is_deleted:
                self._busy.set_visibility(False)
