"""The player of a clip on the page, and beneath it what to say of a clip that was judged wrongly."""

from __future__ import annotations

from nicegui import ui

from kibitz_server.access.viewer import Right
from kibitz_server.pages.parts.allowed import has_right
from kibitz_server.pages.parts.judging.wrong_clip import WrongClipForm
from kibitz_server.pages.parts.tools import ActTools


def draw_clip_player(tools: ActTools, name: str, *, plays: bool = False) -> None:
    """Draw the player of the clip of this name at its moment; it begins by itself where it `plays`."""
    begins = " plays" if plays else ""
    ui.html(f'<kibitz-player src="/clips/{name}.json"{begins}></kibitz-player>', sanitize=False)
    if has_right(Right.JUDGE):
        WrongClipForm(tools, name)
