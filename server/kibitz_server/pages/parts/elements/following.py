"""What a page shows of the evening or of the devices, followed until the page is closed."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec

from nicegui import ui

from kibitz_server.texts import speaking, spoken_language
from kibitz_server.watchers import Watchable

Told = ParamSpec("Told")


def follow(source: Watchable[Told], show: Callable[[], object]) -> None:
    """Do it now, and after every change of its source, on the page that is being built."""
    client, language, key = ui.context.client, spoken_language(), object()

    def again(*_: Told.args, **__: Told.kwargs) -> None:
        with client, speaking(language):
            show()

    source.watch(key, again)
    client.on_delete(lambda: source.unwatch(key))
    show()
