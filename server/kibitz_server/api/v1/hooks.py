"""Webhooks: whom Kibitz tells what happens; the host's matter alone."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import HTTPException, Path

from kibitz_server.access.viewer import Right
from kibitz_server.api.answers import refusing
from kibitz_server.api.v1.asking import Asker, Asking, Route, Routes
from kibitz_server.api.v1.shapes.event_shapes import AddedWebhookOut, TrialOut, WebhookIn, WebhookOut
from kibitz_server.events.hook_file import Hook
from kibitz_server.texts import say

_Id = Annotated[str, Path(min_length=1, max_length=40, description="The `id` of a webhook.")]


def hook_routes(asking: Asking) -> Routes:
    """Their paths."""
    hooks = _Hooks(asking)
    return (
        Route("GET", "/webhooks", hooks.webhooks),
        Route("POST", "/webhooks", hooks.add_webhook, 201),
        Route("DELETE", "/webhooks/{hook_id}", hooks.remove_webhook),
        Route("POST", "/webhooks/{hook_id}/test", hooks.test_webhook),
    )


class _Hooks:
    def __init__(self, asking: Asking) -> None:
        self._webhooks = asking.desk.webhooks

    async def webhooks(self, asker: Asker) -> list[WebhookOut]:
        """All webhooks, and which of them cannot be reached."""
        _check_host(asker)
        return [self._out(hook) for hook in self._webhooks.file.hooks()]

    async def add_webhook(self, wanted: WebhookIn, asker: Asker) -> AddedWebhookOut:
        """Tell an address of the own network all that happens from now on."""
        _check_host(asker)
        hook = self._webhooks.file.add(wanted.url)
        return AddedWebhookOut(webhook=self._out(hook), secret=hook.secret)

    async def remove_webhook(self, hook_id: _Id, asker: Asker) -> list[WebhookOut]:
        """Tell an address nothing more."""
        _check_host(asker)
        self._webhooks.remove(self._hook(hook_id).id)
        return await self.webhooks(asker)

    async def test_webhook(self, hook_id: _Id, asker: Asker) -> TrialOut:
        """Send a webhook an event that means nothing."""
        _check_host(asker)
        why = await asyncio.to_thread(self._webhooks.test, self._hook(hook_id))
        return TrialOut(arrived=not why, why=say(why))

    def _hook(self, hook_id: str) -> Hook:
        with refusing(404):
            return self._webhooks.file.hook(hook_id)

    def _out(self, hook: Hook) -> WebhookOut:
        standing = self._webhooks.standing(hook)
        return WebhookOut(
            id=hook.id,
            url=hook.shown,
            made=hook.made,
            allow_internet=hook.allow_internet,
            failing_since=standing.failing_since,
            why=say(standing.why),
            given_up=standing.given_up,
        )


def _check_host(asker: Asker) -> None:
    if not asker.role.may(Right.MANAGE):
        raise HTTPException(403, say("Only the host may do this."))
