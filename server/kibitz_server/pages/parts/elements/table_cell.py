"""A cell of a table of texts."""

from __future__ import annotations

from nicegui import ui


def draw_cell(tag: str, text: str, classes: str = "") -> ui.element:
    """Draw a cell, `td` or `th`, with a text."""
    cell = ui.element(tag).classes(classes)
    with cell:
        ui.label(text)
    return cell
