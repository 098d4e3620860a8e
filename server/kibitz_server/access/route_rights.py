"""What a device must be allowed to, to be answered on a path: one table; what is not in it is refused to guests."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from starlette.routing import compile_path

from kibitz_server.access.device_kind import DeviceKind
from kibitz_server.access.viewer import Right, Role

JOIN = "/join"
PHONE = "/phone"
TELEVISION = "/tv"
OVERLAY = "/overlay"
INVITE = "/invite"
PIN = "/phone/pin"

PAGES: Mapping[str, Right] = {
    "/": Right.JUDGE,
    PHONE: Right.LOOK,
    TELEVISION: Right.LOOK,
    OVERLAY: Right.LOOK,
    INVITE: Right.JUDGE,
}
"""Pages that follow the evening."""

HOMES: Mapping[DeviceKind, str] = {
    DeviceKind.USED: PHONE,
    DeviceKind.TELEVISION: TELEVISION,
    DeviceKind.STREAM: OVERLAY,
    DeviceKind.PROGRAM: PHONE,
}
"""Where each kind of device goes on."""

OPEN = frozenset({"GET /healthz", f"GET {JOIN}", f"POST {JOIN}", "GET /assets/join.css"})
"""Answered to whoever reaches this computer: that Kibitz is there, and how to join."""

ROUTES: Mapping[str, Right] = {
    **{f"GET {path}": right for path, right in PAGES.items()},
    f"POST {PIN}": Right.LOOK,
    "GET /openapi.json": Right.LOOK,
    "GET /docs": Right.LOOK,
    "GET /docs/files/{path:path}": Right.LOOK,
    "GET /assets/{path:path}": Right.LOOK,
    "GET /favicon.ico": Right.LOOK,
    # Old games and all that is taken away as a file.
    "GET /export/evening.json": Right.MANAGE,
    "GET /export/evening.csv": Right.MANAGE,
    "GET /export/games/{seq}.json": Right.MANAGE,
    "GET /export/games/{seq}.csv": Right.MANAGE,
    "GET /export/games/{seq}.kibitz": Right.MANAGE,
    "GET /clips/{name}.kibitz": Right.MANAGE,
    "GET /wrong-clips/{name}.zip": Right.MANAGE,
    "GET /decks/{name}/file": Right.MANAGE,
    # Of the game being played; of others only with the right to look at old games, see `views.project_game`.
    "GET /games/{seq}/rules.html": Right.LOOK,
    "GET /games/{seq}/score-sheet.html": Right.LOOK,
    "GET /games/{seq}/result.png": Right.LOOK,
    "GET /games/{seq}/bg-stats.png": Right.LOOK,
    # Pictures.
    "GET /table/now.jpg": Right.LOOK,
    "GET /demo/{name}": Right.JUDGE,
    "GET /pictures/{picture_id}.jpg": Right.JUDGE,
    "GET /cards/{card_id}.jpg": Right.JUDGE,
    "GET /camera/latest.jpg": Right.JUDGE,
    "GET /camera/choice/{number}.jpg": Right.JUDGE,
    "GET /clips/{name}/film.mp4": Right.JUDGE,
    # Masked; of other games than the one being played only with the right to look at old games.
    "GET /clips/{name}.json": Right.LOOK,
    "GET /clips/{name}/film/{number}.jpg": Right.LOOK,
    "GET /clips/{name}/{view}/{number}.jpg": Right.LOOK,
    "GET /clips/{name}/photo-finish.png": Right.LOOK,
    "GET /clips/{name}/evidence.json": Right.JUDGE,
    "GET /clips.json": Right.JUDGE,
    "GET /decks.json": Right.JUDGE,
    "GET /decks/{name}/certificate.html": Right.JUDGE,
    "GET /print/{name}.pdf": Right.JUDGE,
    # For programs.
    "GET /api/v1/packs": Right.LOOK,
    "GET /api/v1/games": Right.LOOK,
    "GET /api/v1/games/{seq}": Right.LOOK,
    "GET /api/v1/state": Right.LOOK,
    "SOCKET /api/v1/stream": Right.LOOK,
    "GET /api/v1/events": Right.LOOK,
    "GET /api/v1/table": Right.LOOK,
    "GET /api/v1/table/acts": Right.LOOK,
    "GET /api/v1/table/inbox": Right.LOOK,
    "GET /api/v1/table/races": Right.LOOK,
    "GET /api/v1/table/reveal": Right.LOOK,
    "POST /api/v1/table/acts": Right.PLAY,
    "POST /api/v1/table/calls": Right.PLAY,
    "POST /api/v1/table/answers": Right.PLAY,
    "POST /api/v1/table/disputes": Right.PLAY,
    "POST /api/v1/games": Right.JUDGE,
    "POST /api/v1/games/current/end": Right.JUDGE,
    "POST /api/v1/games/current/extend": Right.JUDGE,
    "POST /api/v1/players": Right.JUDGE,
    "POST /api/v1/players/leave": Right.JUDGE,
    "POST /api/v1/players/take-over": Right.JUDGE,
    "POST /api/v1/rules": Right.JUDGE,
    "POST /api/v1/rounds": Right.JUDGE,
    "POST /api/v1/table": Right.JUDGE,
    "POST /api/v1/table/drop": Right.JUDGE,
    "GET /api/v1/table/offers": Right.JUDGE,
    "POST /api/v1/table/tell": Right.JUDGE,
    "POST /api/v1/table/reveal": Right.JUDGE,
    "POST /api/v1/table/count": Right.JUDGE,
    "GET /api/v1/sheet": Right.JUDGE,
    "POST /api/v1/sheet": Right.JUDGE,
    "POST /api/v1/sheet/photo": Right.PLAY,
    "POST /api/v1/sheet/cards": Right.JUDGE,
    "POST /api/v1/sheet/cards/{card_id}/name": Right.JUDGE,
    "POST /api/v1/sheet/cards/{card_id}/move": Right.JUDGE,
    "POST /api/v1/sheet/cards/{card_id}/modifier": Right.JUDGE,
    "DELETE /api/v1/sheet/cards/{card_id}": Right.JUDGE,
    "POST /api/v1/sheet/hands": Right.JUDGE,
    "POST /api/v1/sheet/caller": Right.JUDGE,
    "POST /api/v1/sheet/confirm": Right.JUDGE,
    "POST /api/v1/sheet/drop": Right.JUDGE,
    "POST /api/v1/undo": Right.JUDGE,
    "POST /api/v1/redo": Right.JUDGE,
    "GET /api/v1/history": Right.JUDGE,
    "GET /api/v1/statistics": Right.JUDGE,
    "GET /api/v1/clips": Right.JUDGE,
    "GET /api/v1/webhooks": Right.MANAGE,
    "POST /api/v1/webhooks": Right.MANAGE,
    "DELETE /api/v1/webhooks/{hook_id}": Right.MANAGE,
    "POST /api/v1/webhooks/{hook_id}/test": Right.MANAGE,
    # What pages are made of; a page's own socket and files are bound to who opened it, see `gate.bound_pages`.
    "SOCKET /_nicegui_ws/socket.io/": Right.LOOK,
    "POST /_nicegui/client/{client}/upload/{element}": Right.PLAY,
    "GET /_nicegui/{version}/static/{path:path}": Right.LOOK,
    "GET /_nicegui/{version}/libraries/{key:path}": Right.LOOK,
    "GET /_nicegui/{version}/components/{key:path}": Right.LOOK,
    "GET /_nicegui/{version}/resources/{key}/{path:path}": Right.LOOK,
    "GET /_nicegui/{version}/dynamic_resources/{name}": Right.LOOK,
    "GET /_nicegui/{version}/esm/{key}/{path:path}": Right.LOOK,
}
"""The table: a method and a path with its gaps."""


def needed_right(method: str, path: str) -> Right | None:
    """What a request needs, its method `SOCKET` for a web socket; None for what the table does not know."""
    wanted = "GET" if method == "HEAD" else method
    return next((right for kind, way, right in _compiled() if kind == wanted and way.match(path)), None)


def may_ask(role: Role, method: str, path: str) -> bool:
    """Whether a role is answered there: what leads elsewhere is not drawn for it."""
    right = needed_right(method, path)
    return right is not None and role.may(right)


def is_open(method: str, path: str) -> bool:
    """Whether anybody is answered."""
    return f"{'GET' if method == 'HEAD' else method} {path}" in OPEN


@cache
def _compiled() -> tuple[tuple[str, re.Pattern[str], Right], ...]:
    compiled = []
    for line, right in ROUTES.items():
        method, _, path = line.partition(" ")
        compiled.append((method, compile_path(path)[0], right))
    return tuple(compiled)
