"""Sounds and spoken words of one page; each browser remembers whether it wants them, how loud, and how much."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict

from nicegui import ui

from kibitz_server.pages.parts.elements.browser_memory import remember
from kibitz_server.pages.parts.elements.slider import Slider
from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.texts import say, spoken_language
from kibitz_server.views.announcements import COURSE, Facts, facts_of, gone, news
from kibitz_server.views.evening_view import View
from kibitz_server.views.words.phrases import said_often

_COOKIE = "kibitz_sound"
_COURSE_COOKIE = "kibitz_sound_course"
_VOLUME_COOKIE = "kibitz_volume"
_USUAL_VOLUME = 80
# A browser makes a sound only once somebody has tapped the page.
_TAPPED = "() => { speech.wake(); emit(); }"


class Speaker:
    """Says what is new from view to view, once a page has shown its first one."""

    def __init__(self) -> None:
        cookies = ui.context.client.request.cookies
        self._is_on = cookies.get(_COOKIE) == "on"
        self._tells_course = cookies.get(_COURSE_COOKIE) == "on"
        self._volume = _volume_in(cookies)
        self._view: View | None = None
        self._facts: Facts | None = None
        self._switches: list[ui.button] = []
        self._choices: list[ui.button] = []
        if self._is_on:
            self._prepare()

    def show(self, view: View) -> None:
        """Say what has changed since the last view, where this browser wants to hear it."""
        self._view = view
        before, self._facts = self._facts, facts_of(view) if self._is_on else None
        if before is None or self._facts is None:
            return
        over = gone(before, self._facts)
        said = [one for one in news(before, self._facts) if self._tells_course or one.tone not in COURSE]
        if over or said:
            ui.run_javascript(f"speech.tell({json.dumps(over)}, {json.dumps([asdict(one) for one in said])})")

    def draw_switch(self) -> None:
        """Draw the button that turns sounds on and off, and beside it, while they are on, the one for how."""
        switch = ui.button().props('flat round data-key="sound"')
        switch.on("click", self._turn, js_handler=_TAPPED)
        choice = ui.button(icon="tune").props('flat round data-key="sound-choice"')
        name = say("Volume, and what is said")
        with spoken(choice, name), spoken(ui.menu().props("role=dialog"), name):
            self._draw_choice()
        self._switches = [one for one in self._switches if not one.is_deleted] + [switch]
        self._choices = [one for one in self._choices if not one.is_deleted] + [choice]
        self._name()

    def _draw_choice(self) -> None:
        with ui.element("div").classes("sound-choice"):
            ui.label(say("Volume"))
            slider = Slider(min=0, max=100, step=5, value=self._volume, on_change=self._keep_volume)
            spoken(slider, say("Volume")).on("update:model-value", js_handler="(percent) => speech.turnTo(percent)")
            course = say("Say turns and cards, too")
            spoken(ui.switch(course, value=self._tells_course, on_change=self._turn_course), course)

    def _keep_volume(self, event: object) -> None:
        self._volume = int(event.value)  # type: ignore[attr-defined]
        remember(_VOLUME_COOKIE, str(self._volume))

    def _turn_course(self, event: object) -> None:
        self._tells_course = bool(event.value)  # type: ignore[attr-defined]
        remember(_COURSE_COOKIE, "on" if self._tells_course else "off")

    def _turn(self) -> None:
        self._is_on = not self._is_on
        remember(_COOKIE, "on" if self._is_on else "off")
        if self._is_on:
            self._facts = facts_of(self._view) if self._view else None
            self._prepare()
        else:
            ui.run_javascript("speech.hush()")
        self._name()

    def _prepare(self) -> None:
        ui.run_javascript(
            f"speech.prepare({json.dumps(spoken_language())}, {self._volume}, {json.dumps(said_often())})"
        )

    def _name(self) -> None:
        for switch in self._switches:
            switch.set_icon("volume_up" if self._is_on else "volume_off")
            spoken(switch, say("Sounds and voice: on") if self._is_on else say("Sounds and voice: off")).update()
        for choice in self._choices:
            choice.set_visibility(self._is_on)


def _volume_in(cookies: Mapping[str, str]) -> int:
    volume = cookies.get(_VOLUME_COOKIE, "")
    return min(int(volume), 100) if volume.isdecimal() else _USUAL_VOLUME
