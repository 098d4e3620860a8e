"""Sounds and spoken words of one page, by the browser's own voices; each browser remembers whether it wants them."""

from __future__ import annotations

import json
from dataclasses import asdict

from nicegui import ui

from kibitz_server.pages.parts.spoken import spoken
from kibitz_server.texts import say
from kibitz_server.views.announcements import Facts, facts_of, news
from kibitz_server.views.evening_view import View

_COOKIE = "kibitz_sound"
# A browser makes a sound only once somebody has tapped the page.
_TAPPED = "() => { kibitz.wake(); emit(); }"


class Speaker:
    """Says what is new from view to view, once a page has shown its first one."""

    def __init__(self) -> None:
        self._is_on = ui.context.client.request.cookies.get(_COOKIE) == "on"
        self._facts: Facts | None = None
        self._switches: list[ui.button] = []

    def show(self, view: View) -> None:
        """Say what has changed since the last view, where this browser wants to hear it."""
        before, self._facts = self._facts, facts_of(view)
        said = news(before, self._facts) if before is not None and self._is_on else ()
        if said:
            ui.run_javascript(f"kibitz.announce({json.dumps([asdict(one) for one in said])})")

    def draw_switch(self) -> None:
        """Draw the button that turns sounds on and off."""
        switch = ui.button().props('flat round data-key="sound"')
        switch.on("click", self._turn, js_handler=_TAPPED)
        self._switches = [one for one in self._switches if not one.is_deleted] + [switch]
        self._name()

    def _turn(self) -> None:
        self._is_on = not self._is_on
        cookie = f"{_COOKIE}={'on' if self._is_on else 'off'}"
        ui.run_javascript(f"document.cookie = '{cookie}; path=/; max-age=31536000; samesite=strict'")
        if not self._is_on:
            ui.run_javascript("kibitz.hush()")
        self._name()

    def _name(self) -> None:
        for switch in self._switches:
            switch.set_icon("volume_up" if self._is_on else "volume_off")
            spoken(switch, say("Sounds and voice: on") if self._is_on else say("Sounds and voice: off")).update()
