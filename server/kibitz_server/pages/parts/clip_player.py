"""The player of a clip on the page."""

from __future__ import annotations

from nicegui import ui


def draw_clip_player(name: str, *, plays: bool = False) -> None:
    """Draw the player of the clip of this name at its moment; it begins by itself where it `plays`."""
    begins = " plays" if plays else ""
    ui.html(f'<kibitz-player src="/clips/{name}.json"{begins}></kibitz-player>', sanitize=False)
