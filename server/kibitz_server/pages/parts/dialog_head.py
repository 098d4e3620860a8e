"""The head of a dialog."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui


def draw_dialog_head(title: str, label: str, leave: Callable[[], object]) -> None:
    """Draw the title, and a button with this label that leaves what is shown."""
    with ui.element("div").classes("dialog-head"):
        ui.label(title).classes("dialog-title").props('role="heading" aria-level="2"')
        ui.button(label, on_click=leave).props("flat no-caps")
