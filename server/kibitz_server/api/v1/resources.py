"""Version 1 of the programming interface: the same acts as on the page, through the same checks."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Security
from fastapi.security import HTTPBearer

from kibitz_server.api.v1.asking import Asking
from kibitz_server.api.v1.events import event_routes
from kibitz_server.api.v1.games import game_routes
from kibitz_server.api.v1.hooks import hook_routes
from kibitz_server.api.v1.past import past_routes
from kibitz_server.api.v1.seats import seat_routes
from kibitz_server.api.v1.shapes.shapes import RefusalOut
from kibitz_server.api.v1.sheet import sheet_routes
from kibitz_server.api.v1.table import table_routes
from kibitz_server.api.v1.telling import telling_routes
from kibitz_server.desk import Desk

PREFIX = "/api/v1"


def _refused(*, description: str) -> dict[str, Any]:
    return {"model": RefusalOut, "description": description}


_REFUSALS: dict[int | str, dict[str, Any]] = {
    400: _refused(description="What was sent makes no sense."),
    403: _refused(description="Whoever asks may not do this."),
    404: _refused(description="There is none."),
    409: _refused(description="Not as things are now."),
    422: _refused(description="What was sent has another shape."),
}
_KEY = HTTPBearer(auto_error=False, description="The key of this start, or the token of a device that joined.")
"""Said to generators of clients; the gate looks at it."""
_ROUTES = (
    game_routes,
    seat_routes,
    table_routes,
    telling_routes,
    sheet_routes,
    past_routes,
    event_routes,
    hook_routes,
)


def create_resource_router(desk: Desk) -> APIRouter:
    """All that may be asked of one desk, but for the stream."""
    router = APIRouter(prefix=PREFIX, tags=["version 1"], responses=_REFUSALS, dependencies=[Security(_KEY)])
    asking = Asking(desk)
    for routes in _ROUTES:
        for route in routes(asking):
            router.add_api_route(
                route.path,
                route.answer,
                methods=[route.method],
                status_code=route.status,
                operation_id=route.answer.__name__,
            )
    return router
