"""What opens by itself moves nothing away from under a finger."""

from __future__ import annotations

from nicegui import ui


def open_quietly(element: ui.element) -> None:
    """Let an element show itself once nobody has just touched the page."""
    element.classes("is-waiting")
    ui.run_javascript("kibitz.openQuietly()")
