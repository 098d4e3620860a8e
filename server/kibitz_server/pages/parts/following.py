"""What a part of a page shows of the devices, followed until the page is closed."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui

from kibitz_server.access.guests import Guests


def follow_guests(guests: Guests, show: Callable[[], object]) -> None:
    """Do it now, and after every change of the devices, on the page that is being built."""
    client, key = ui.context.client, object()

    def again(_: str) -> None:
        with client:
            show()

    guests.watch(key, again)
    client.on_delete(lambda: guests.unwatch(key))
    show()
