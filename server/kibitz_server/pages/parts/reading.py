"""What a page says while a picture is read."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from nicegui import ui

from kibitz_scoring.errors import KibitzError
from kibitz_server.texts import say


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
