"""What a page shows of the evening and of the devices, followed until the page is closed."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui

from kibitz_server.access.guests import Guests
from kibitz_server.evening.live import Live
from kibitz_server.texts import speaking, spoken_language


def follow_live(live: Live, show: Callable[[], object]) -> None:
    """Do it now, and after every change of the evening, on the page that is being built."""
    client, language, key = ui.context.client, spoken_language(), object()

    def again() -> None:
        with client, speaking(language):
            show()

    live.watch(key, again)
    client.on_delete(lambda: live.unwatch(key))
    show()


def follow_guests(guests: Guests, show: Callable[[], object]) -> None:
    """Do it now, and after every change of the devices, on the page that is being built."""
    client, language, key = ui.context.client, spoken_language(), object()

    def again(_: str) -> None:
        with client, speaking(language):
            show()

    guests.watch(key, again)
    client.on_delete(lambda: guests.unwatch(key))
    show()
