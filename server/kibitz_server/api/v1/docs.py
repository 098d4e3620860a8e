"""The programming interface to read and to try, as Swagger UI shows /openapi.json, all from this computer."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import HTMLResponse
from fastapi.staticfiles import StaticFiles

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


def mount_docs(app: FastAPI) -> None:
    """Serve /docs, with what it loads from the package that brings it."""
    app.mount("/docs/files", StaticFiles(directory=Path(str(files("fastapi_offline") / "static"))))

    async def docs() -> HTMLResponse:
        return HTMLResponse(_PAGE, headers={"Content-Security-Policy": _POLICY})

    app.get("/docs", include_in_schema=False)(docs)
