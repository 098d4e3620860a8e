"""What browsers are told with every answer: who may show it, what it may load, and that it is what it says it is."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_SAFE = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=(), usb=(), payment=()",
}
_NOBODY = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'"
POLICY = f"default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; {_NOBODY}"
"""For everything but the dashboard: sheets to be printed have their style within, and no script."""


def page_policy(nonce: str) -> str:
    """For the dashboard, all of whose own scripts carry the `nonce`.

    Vue compiles what NiceGUI sends, so text may become code ('unsafe-eval'), and both set styles. Nothing else may be
    loaded than what Kibitz itself serves, and no attribute of an element is taken for a script.
    """
    return (
        f"default-src 'none'; script-src 'self' 'nonce-{nonce}' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; "
        f"img-src 'self' data: blob:; media-src 'self' blob:; font-src 'self' data:; connect-src 'self'; {_NOBODY}"
    )


class SafeHeaders:
    """Adds them to every answer, refusals included."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, with the headers."""

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.setdefault("Content-Security-Policy", POLICY)
                # A form says whose page it is on only where its page may say so.
                headers.setdefault("Referrer-Policy", "no-referrer")
                headers.update(_SAFE)
            await send(message)

        await self._app(scope, receive, send_safely if scope["type"] == "http" else send)
