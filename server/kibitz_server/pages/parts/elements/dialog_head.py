"""The head of a dialog, which is what the dialog is called."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui


def draw_dialog_head(title: str, label: str, leave: Callable[[], object]) -> None:
    """Draw the title, and a button with this label that leaves what is shown."""
    with ui.element("div").classes("dialog-head"):
        name_dialog(ui.label(title).classes("dialog-title").props('role="heading" aria-level="2"'))
        ui.button(label, on_click=leave).props("flat no-caps")


def name_dialog(title: ui.element) -> None:
    """Let the dialog around an element be called what stands in it."""
    for around in title.ancestors():
        if isinstance(around, ui.dialog):
            around.props(f"aria-labelledby={title.html_id}")
