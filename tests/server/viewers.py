"""Somebody asks, as the gate tells an app who it is."""

from __future__ import annotations

from fastapi import FastAPI
from starlette.types import ASGIApp, Receive, Scope, Send

from kibitz_server.access.viewer import OWNER, Viewer


class AskedBy:
    """An app that is asked by one viewer only."""

    def __init__(self, app: ASGIApp, viewer: Viewer) -> None:
        self._app, self._viewer = app, viewer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._app({**scope, "viewer": self._viewer}, receive, send)


def app_asked_by(viewer: Viewer = OWNER) -> FastAPI:
    """An app without a gate, asked by one viewer only."""
    app = FastAPI()
    app.add_middleware(AskedBy, viewer=viewer)
    return app
