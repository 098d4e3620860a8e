"""A field for a file says why one was not taken, and takes the same one again."""

from __future__ import annotations

import asyncio

import pytest
from nicegui import Client, core, events, ui
from nicegui.elements.upload_files import FileUpload, SmallFileUpload

from kibitz_scoring.errors import InputError
from kibitz_server.pages.parts.elements.file_field import FileField, FileKind

KIND = FileKind("a photo", "image/*", 3 * 1024**2)
FILE = SmallFileUpload("table.jpg", "image/jpeg", b"a photo")


class Photos:
    """Takes photos until it is broken; what it told and how often its field was emptied."""

    def __init__(self, page: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        self.taken: list[bytes] = []
        self.told: list[str] = []
        self.emptied = 0
        self.fault: Exception | None = None
        monkeypatch.setattr(ui.upload, "reset", lambda _: self._count())
        FileField(KIND, self._take, self.told.append)
        (self.field,) = (one for one in page.elements.values() if isinstance(one, ui.upload))

    async def _take(self, file: FileUpload) -> None:
        if self.fault is not None:
            raise self.fault
        self.taken.append(await file.read())

    def _count(self) -> None:
        self.emptied += 1

    def send(self) -> None:
        """A photo arrives."""

        async def arrive() -> None:
            core.loop = asyncio.get_running_loop()
            await self.field.handle_uploads([FILE])
            await asyncio.gather(*asyncio.all_tasks() - {asyncio.current_task()}, return_exceptions=True)

        asyncio.run(arrive())


@pytest.fixture
def photos(page: Client, monkeypatch: pytest.MonkeyPatch) -> Photos:
    monkeypatch.setattr(core, "loop", None)
    return Photos(page, monkeypatch)


def test_a_file_is_taken_and_its_field_emptied_for_the_next(photos: Photos) -> None:
    photos.send()

    assert (photos.taken, photos.told, photos.emptied) == ([b"a photo"], [], 1)


def test_what_is_refused_is_told_and_may_be_sent_again(photos: Photos) -> None:
    photos.fault = InputError("There is no game yet.")
    photos.send()

    assert (photos.told, photos.emptied) == (["There is no game yet."], 1)


def test_a_field_is_emptied_after_a_fault_too(photos: Photos) -> None:
    photos.fault = RuntimeError("a fault")
    photos.send()

    assert (photos.told, photos.emptied) == ([], 1)


def test_a_file_that_the_browser_does_not_send_is_told_with_what_is_taken(photos: Photos) -> None:
    for listener in photos.field._event_listeners.values():  # a browser's event has no other way in
        if listener.type == "rejected":
            events.handle_event(
                listener.handler, events.UiEventArguments(sender=photos.field, client=photos.field.client)
            )

    assert photos.told == ["The file was not taken: expected a photo of at most 3 MB."]
