"""The player of a clip on the page, and beneath it what to say of a clip that was judged wrongly."""

from __future__ import annotations

from nicegui import ui

from kibitz_server.access.viewer import Right
from kibitz_server.pages.parts.allowed import has_right
from kibitz_server.pages.parts.elements.quiet_opening import open_quietly
from kibitz_server.pages.parts.elements.regions import Region
from kibitz_server.pages.parts.judging.wrong_clip import WrongClipForm
from kibitz_server.pages.parts.tools import ActTools


class ClipPlayer:
    """The player of a clip; it begins by itself where it `plays`, and `waits` until nobody has just touched the page.

    Another clip is shown in its place without a gap: what stands below must not move away from under a finger.
    """

    def __init__(self, tools: ActTools, *, plays: bool = False, waits: bool = False) -> None:
        self._tools = tools
        self._player = ui.element("kibitz-player")
        if plays:
            self._player.props("plays")
        if waits:
            open_quietly(self._player)
        self._wrong = Region(self._draw_wrong)

    def show(self, name: str) -> None:
        """Show the clip of this name at its moment."""
        src = f"/clips/{name}.json"
        if src != self._player.props.get("src"):
            self._player.props["src"] = src
        self._wrong.show(name)

    def _draw_wrong(self, name: str) -> None:
        if has_right(Right.JUDGE):
            WrongClipForm(self._tools, name)
