"""A page that only shows: it follows the evening as a spectator, and nothing of the game can be tapped on it."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui

from kibitz_server.access.viewer import Role
from kibitz_server.desk import Desk
from kibitz_server.pages.parts.elements.following import follow
from kibitz_server.pages.parts.elements.regions import Region
from kibitz_server.pages.parts.speaker import Speaker
from kibitz_server.views.evening_view import View


class Screen:
    """Follows a desk until the page is closed, and gives every view to what shows parts of it or says what is new."""

    def __init__(self, desk: Desk, speaker: Speaker | None = None) -> None:
        self._desk = desk
        self._speaker = speaker
        self._parts: list[tuple[Region[object], Callable[[View], object]]] = []

    def add(self, draw: Callable[..., None], shown: Callable[[View], object], classes: str) -> None:
        """A region that `draw` fills with what `shown` takes out of a view."""
        self._parts.append((Region(draw, classes), shown))

    def follow(self) -> None:
        """Show the evening as it is, and from now on whatever changes of it."""
        follow(self._desk.live, self._show)

    def _show(self) -> None:
        view = self._desk.views.of(Role.SPECTATOR)
        for region, shown in self._parts:
            region.show(shown(view))
        if self._speaker:
            self._speaker.show(view)


def draw_line(text: str) -> None:
    """One line, or nothing at all."""
    if text:
        ui.label(text)
