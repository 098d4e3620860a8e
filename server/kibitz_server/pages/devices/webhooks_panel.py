"""The host's list of webhooks: which programs are told what happens, whether that arrives, and one more."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial

from nicegui import ui

from kibitz_scoring.errors import KibitzError
from kibitz_server.events.hook_file import Hook
from kibitz_server.pages.parts.confirmation import Confirmation
from kibitz_server.pages.parts.elements.regions import Region
from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.pages.parts.tools import Tools
from kibitz_server.texts import say


class WebhooksPanel:
    """Part of a host's dialog; `is_current` says whether whoever has opened the page is the host still."""

    def __init__(self, tools: Tools, confirmation: Confirmation, is_current: Callable[[], bool]) -> None:
        self._webhooks = tools.desk.webhooks
        self._confirmation, self._is_current = confirmation, is_current
        self._standings: dict[str, ui.label] = {}
        self._tried: dict[str, tuple[datetime, str]] = {}
        """When each was sent a trial event, and what came of it."""
        ui.label(say("Other programs")).classes("subtitle").props('role="heading" aria-level="3"')
        ui.label(say("A program of your own network can be told what happens, by a webhook.")).classes("hint")
        self._list = Region(self._draw_list)
        self._secret = Region(self._draw_secret)
        with ui.element("div").classes("button-row"):
            self._field = ui.input(say("Address of a webhook")).classes("webhook-address")
            self._field.props("outlined dense type=url inputmode=url autocomplete=off maxlength=500")
            ui.button(say("Add the webhook"), on_click=self._add).props("no-caps outline")
        self._told = ui.label().classes("hint").props("role=status")
        self.show()

    def show(self) -> None:
        """Draw what has changed; the buttons of a webhook stay as long as it is there."""
        hooks = self._webhooks.file.hooks()
        self._list.show(hooks)
        for hook in hooks:
            self._standings[hook.id].set_text(self._standing(hook))

    def _standing(self, hook: Hook) -> str:
        if sentence := self._webhooks.standing(hook).sentence(hook):
            return say(sentence)
        arrived = self._webhooks.arrived(hook)
        tried_at, tried = self._tried.get(hook.id, (None, ""))
        if arrived is not None and (tried_at is None or tried_at < arrived):
            return say("It took the last event at {at:%H:%M:%S}.", at=arrived.astimezone())
        return tried or say("Nothing was sent there yet.")

    def _draw_list(self, hooks: tuple[Hook, ...]) -> None:
        self._standings = {}
        for hook in hooks:
            with spoken(ui.element("section").classes("device"), hook.shown):
                with ui.element("div").classes("device-who"):
                    ui.label(hook.shown).classes("webhook-address")
                    self._standings[hook.id] = ui.label().classes("hint").props("role=status")
                with ui.element("div").classes("button-row"):
                    trial = ui.button(say("Send a trial event"), on_click=partial(self._try, hook))
                    trial.props("no-caps flat dense")
                    away = ui.button(say("Delete"), on_click=partial(self._ask, hook))
                    away.props("no-caps flat dense color=negative")

    def _draw_secret(self, secret: str | None) -> None:
        if secret is not None:
            with ui.element("div").classes("shown-once").props("role=status"):
                ui.label(say("Its secret, shown this once: its messages are signed with it."))
                ui.label(secret).classes("secret")
                kept = ui.button(say("I have copied it"), on_click=lambda: self._secret.show(None))
                kept.props("no-caps unelevated")

    def _add(self) -> None:
        self._do(self._add_typed)

    def _add_typed(self) -> None:
        hook = self._webhooks.file.add((self._field.value or "").strip())
        self._field.value = ""
        self._secret.show(hook.secret)

    async def _try(self, hook: Hook) -> None:
        if not self._is_current():
            return
        self._told_of(hook, say("Sending a trial event …"))
        why = await asyncio.to_thread(self._webhooks.test, hook)
        taken = say("It has taken the trial event.")
        self._told_of(hook, say("It has not taken the trial event: {why}", why=why) if why else taken)

    def _told_of(self, hook: Hook, trial: str) -> None:
        self._tried[hook.id] = datetime.now(UTC), trial
        self.show()

    def _ask(self, hook: Hook) -> None:
        question = say("Tell {url} nothing more?", url=hook.shown)
        self._confirmation.ask(question, say("Delete"), say("Keep it"), lambda: self._remove(hook))

    def _remove(self, hook: Hook) -> None:
        self._do(lambda: self._webhooks.remove(hook.id))

    def _do(self, act: Callable[[], object]) -> None:
        self._told.set_text("")
        try:
            if self._is_current():
                act()
        except KibitzError as error:
            self._told.set_text(say(str(error)))
        self.show()
