"""The programming interface to read and to try, as Swagger UI shows /openapi.json, all from this computer.

OpenAPI describes no web sockets: what the stream sends stands in the description, and its shapes among the schemas.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.constants import REF_TEMPLATE
from fastapi.responses import HTMLResponse
from fastapi.staticfiles import StaticFiles

from kibitz_server.api.v1.shapes.event_shapes import NewsOut
from kibitz_server.api.v1.shapes.shapes import StateOut

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Kibitz for programs</title>
<link rel="stylesheet" href="/docs/files/swagger-ui.css">
</head>
<body>
<div id="docs"></div>
<script src="/docs/files/swagger-ui-bundle.js"></script>
<script src="/assets/docs.js"></script>
</body>
</html>
"""
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'"
)
"""Swagger UI sets styles; all its scripts are files."""
DESCRIPTION = """
What Kibitz answers programs under `/api/v1`, by the role of whoever asks. Every request shows the key of this start, or
the token of a device that joined: `Authorization: Bearer KEY`.

## The stream

`/api/v1/stream` is a web socket, which OpenAPI has no path for. It is opened with the same header, and needs the right
to look, which every role has. It sends text messages of JSON, one at once and one after each change; nothing that is
sent to it is heard. Who is slow finds the newest state only.

- `/api/v1/stream` sends `StateOut`, as `GET /api/v1/state` answers: the game being played and the round, as this role
  may know them, each `null` where there is none.
- `/api/v1/stream?after=N` sends `NewsOut`: what happened after the event of the number N as well, as
  `GET /api/v1/events?after=N` answers. 0 is for all that is kept; after a break go on with the last `newest`. Where it
  is not `whole`, some of it is kept no more.

A message of `/api/v1/stream?after=0`, between two rounds:

```json
{"newest": 12000, "whole": true,
 "events": [{"number": 12000, "at": "2026-05-01T20:15:00Z", "kind": "round", "change": "gone", "key": "1-1",
             "content": {"game": 1, "round": 1, "by_hand": true}}],
 "game": {"id": 1, "pack": "kaboo", "name": "Kaboo", "players": ["Ann", "Ben"], "totals": {"Ann": 0, "Ben": 0},
          "rounds": [], "finished": false, "winners": [], "next_dealer": "Ann"},
 "table": null}
```

It is closed with code 1008 as soon as the device has another role or no place any more. Without a key or a token,
without the right, or with an `after` that is no whole number it is refused before it is open: with status 403.
"""
_STREAMED = (StateOut, NewsOut)


def mount_docs(app: FastAPI) -> None:
    """Serve /docs, with what it loads from the package that brings it, and publish what the stream sends."""
    described = app.openapi
    app.openapi = lambda: _with_streamed(described())  # type: ignore[method-assign]
    app.mount("/docs/files", StaticFiles(directory=Path(str(files("fastapi_offline") / "static"))))

    async def docs() -> HTMLResponse:
        return HTMLResponse(_PAGE, headers={"Content-Security-Policy": _POLICY})

    app.get("/docs", include_in_schema=False)(docs)


def _with_streamed(description: dict[str, Any]) -> dict[str, Any]:
    schemas = description["components"]["schemas"]
    for shape in _STREAMED:
        told = shape.model_json_schema(ref_template=REF_TEMPLATE, mode="serialization")
        # What they are made of is what requests are answered, and published already.
        schemas.setdefault(shape.__name__, {name: told[name] for name in told if name != "$defs"})
    return description
