"""A page that only shows: it follows the evening as a spectator, and nothing on it can be tapped."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui

from kibitz_server.access.viewer import Role
from kibitz_server.desk import Desk
from kibitz_server.pages.parts.regions import Region
from kibitz_server.views.evening_view import View, project


class Screen:
    """Follows a desk until the page is closed, and gives every view to the regions that show parts of it."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._parts: list[tuple[Region[object], Callable[[View], object]]] = []

    def add(self, draw: Callable[..., None], shown: Callable[[View], object], classes: str) -> None:
        """A region that `draw` fills with what `shown` takes out of a view."""
        self._parts.append((Region(draw, classes), shown))

    def follow(self) -> None:
        """Show the evening as it is, and from now on whatever changes of it."""
        live, client = self._desk.live, ui.context.client

        def show() -> None:
            with client:
                self._show()

        live.watch(client.id, show)
        client.on_delete(lambda: live.unwatch(client.id))
        self._show()

    def _show(self) -> None:
        view = project(self._desk.live.evening, Role.SPECTATOR, self._desk.live.play)
        for region, shown in self._parts:
            region.show(shown(view))


def draw_line(text: str) -> None:
    """One line, or nothing at all."""
    if text:
        ui.label(text)
