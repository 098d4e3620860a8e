"""The one shape that refusals have, FastAPI's own among them; people who open a page read the sentence on one."""

from __future__ import annotations

from html import escape

from fastapi.responses import HTMLResponse, JSONResponse, Response
from starlette.datastructures import Headers

from kibitz_server.texts import spoken_language

_PAGE = (
    '<!doctype html><html lang="{language}"><meta charset="utf-8"><title>Kibitz</title>'
    '<body style="font: 1.2rem/1.5 sans-serif; max-width: 34rem; margin: 4rem auto; padding: 0 1rem">'
    "<h1>Kibitz</h1><p>{sentence}</p>"
)
_NOTHING = (
    '<!doctype html><html lang="{language}"><meta charset="utf-8"><title>Kibitz</title>'
    '<body style="background: transparent">'
)


def nothing_to_see(status: int) -> Response:
    """A refusal that is seen by nobody who looks at the page, for what is laid over other pictures."""
    return HTMLResponse(_NOTHING.format(language=spoken_language()), status_code=status)


def refusal(status: int, sentence: str, headers: Headers | None = None) -> Response:
    """A refusal in one sentence; a page where the `headers` of the request are those of a browser that opens one."""
    if headers is not None and "text/html" in headers.get("accept", ""):
        return HTMLResponse(_PAGE.format(language=spoken_language(), sentence=escape(sentence)), status_code=status)
    return JSONResponse({"detail": sentence}, status_code=status)
