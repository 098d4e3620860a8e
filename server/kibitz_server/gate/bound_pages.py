"""Every open page belongs to whoever opened it: no other device's socket or upload reaches it, though it knew its id.

NiceGUI takes a message of any socket for the page that it names, and an upload of anybody.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import parse_qs

from nicegui import Client, background_tasks, core
from starlette.types import Scope

from kibitz_server.access.guests import Guests
from kibitz_server.access.viewer import Viewer

_UPLOAD = re.compile(r"/_nicegui/client/([^/]+)/upload/")
_NAMESPACE = "/"
_NAMED_IN_MESSAGE = ("handshake", "event", "javascript_response", "ack", "log")
_MARK = "kibitz_binds"
_MOST_PAGES = 8
"""Of one guest: a phone that is used has one or two."""

Handler = Callable[..., Any]


def bind_pages(guests: Guests) -> None:
    """From now on messages pass only from a socket to the pages of its own viewer, and a page ends with its guest."""
    handlers: Mapping[str, Handler] = core.sio.handlers[_NAMESPACE]
    for name in _NAMED_IN_MESSAGE:
        if not hasattr(handlers[name], _MARK):
            core.sio.on(name, _bound(handlers[name]))
    if not hasattr(handlers["connect"], _MARK):
        core.sio.on("connect", _bound_connection(handlers["connect"]))
    guests.watch(bind_pages, lambda guest: _end_pages(guests, guest))


def is_of_another(scope: Scope) -> bool:
    """Whether a request uploads to a page that somebody else has opened."""
    if (named := _UPLOAD.match(scope["path"])) is None:
        return False
    page = Client.instances.get(named[1])
    return page is not None and viewer_of_page(page) != scope.get("viewer")


def make_room_for(viewer: Viewer | None) -> bool:
    """Forget what a guest has left behind, the oldest first; whether one may open another page."""
    if viewer is None or viewer.guest is None:
        return True
    opened = [page for page in Client.instances.values() if _guest_of(page) == viewer.guest]
    # Who loads a page again leaves one that waits for its browser to come back.
    left = sorted((page for page in opened if not page.has_socket_connection), key=lambda page: page.created)
    for page in left[: max(0, len(opened) + 1 - _MOST_PAGES)]:
        forget(page)
        opened.remove(page)
    return len(opened) < _MOST_PAGES


def forget(page: Client) -> None:
    """End a page that no browser shows, and with it the waiting for one to come back."""
    for document in list(page._delete_tasks):
        page._cancel_delete_task(document)
    page.delete()


def _guest_of(page: Client) -> object:
    viewer = viewer_of_page(page)
    return viewer and viewer.guest


def viewer_of_page(page: Client) -> Viewer | None:
    """Who opened a page."""
    return page._request.scope.get("viewer") if page._request is not None else None


def _bound(handler: Handler) -> Handler:
    async def take(sid: str, message: Any) -> Any:
        named = message.get("client_id") if isinstance(message, dict) else None
        return await _awaited(handler(sid, message)) if _may_reach(sid, named) else False

    setattr(take, _MARK, True)
    return take


def _bound_connection(handler: Handler) -> Handler:
    async def connect(sid: str, environ: Any, auth: Any = None) -> Any:
        named = parse_qs(environ.get("QUERY_STRING", "")).get("client_id", [None])[0]
        # Who names no page yet has to with each message.
        if named in Client.instances and not _may_reach(sid, named):
            return False
        return await _awaited(handler(sid, environ, auth))

    setattr(connect, _MARK, True)
    return connect


def _may_reach(sid: str, named: object) -> bool:
    page = Client.instances.get(named) if isinstance(named, str) else None
    environ = core.sio.get_environ(sid)
    if page is None or environ is None:
        return False
    return bool(viewer_of_page(page) == environ["asgi.scope"].get("viewer"))


def _end_pages(guests: Guests, guest: str) -> None:
    """Let go of what shows an evening to somebody who is somebody else now, or nobody; their browsers load it anew."""
    for page in list(Client.instances.values()):
        viewer = viewer_of_page(page)
        if viewer is not None and viewer.guest == guest and not guests.is_current(viewer):
            background_tasks.create(_end(page), name=f"end page {page.id}")


async def _end(page: Client) -> None:
    # Later than now: it may be the page's own button by which a device was changed.
    if page.id in Client.instances:
        page.delete()


async def _awaited(result: Any) -> Any:
    return await result if inspect.isawaitable(result) else result
