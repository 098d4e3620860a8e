"""How a page looks: its style and colours, dark or light as this browser was told, or else as its system is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress

from nicegui import ui

from kibitz_server.pages.parts.elements.browser_memory import remember
from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.texts import say

HEAD = (
    '<link rel="stylesheet" href="/assets/kibitz.css"><link rel="stylesheet" href="/assets/devices.css">'
    '<script src="/assets/kibitz.js"></script>'
    '<script src="/assets/presence.js"></script><script src="/assets/speech.js"></script>'
)
"""Of every page."""
PLAYER_HEAD = (
    '<link rel="stylesheet" href="/assets/player/player.css">'
    '<script type="module" src="/assets/player/player.js"></script>'
)
"""Of pages that play clips, besides."""
_COOKIE = "kibitz_light"
_DARK: Mapping[str, bool] = {"dark": True, "light": False}
_WAS_DARK = "() => emit(document.body.classList.contains('body--dark'))"
_BROWSER_S = 30.0
"""A page that is drawn by a busy browser answers late; one that never does stays light."""


class Theme:
    """Of one page; `changed` is done where it became another one than it was drawn for."""

    def __init__(self, changed: Callable[[], object]) -> None:
        ui.colors(primary="#1f6b54", secondary="#b58a35", accent="#8a5bb0", negative="#a63d2f", dark="#16211d")
        self._changed = changed
        remembered = _DARK.get(ui.context.client.request.cookies.get(_COOKIE, ""))
        self._dark = ui.dark_mode(remembered)
        self.is_dark = bool(remembered)

    def learn(self) -> None:
        """Ask the browser, which follows its system until a person chooses, once the page is there."""
        if self._dark.value is None:
            ui.timer(0, self._learn, once=True)

    def draw_switch(self) -> ui.button:
        """Draw the button that turns the page dark or light, as a person sees it now."""
        switch = spoken(ui.button(icon="contrast").props("flat round"), say("Dark or light"))
        return switch.on("click", lambda event: self._turn(not event.args), js_handler=_WAS_DARK)

    def _turn(self, dark: bool) -> None:
        """Make the page dark or light, and let the browser remember it."""
        self._dark.value = self.is_dark = dark
        remember(_COOKIE, "dark" if dark else "light")
        self._changed()

    async def _learn(self) -> None:
        with suppress(TimeoutError):
            is_dark = await ui.run_javascript("document.body.classList.contains('body--dark')", timeout=_BROWSER_S)
            if self._dark.value is None:
                self.is_dark = bool(is_dark)
                self._changed()
