"""What a browser is told to remember of how its pages are wanted."""

from __future__ import annotations

from nicegui import ui

_KEPT_S = 365 * 24 * 3600


def remember(cookie: str, value: str) -> None:
    """Let this page's browser keep a value, as a cookie of this name, which comes with all that it asks for."""
    ui.run_javascript(f"document.cookie = '{cookie}={value}; path=/; max-age={_KEPT_S}; samesite=strict'")
