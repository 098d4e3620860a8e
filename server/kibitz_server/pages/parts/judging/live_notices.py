"""Lines about a round as it is played: why all clocks stand still, and what is not settled yet."""

from __future__ import annotations

from collections.abc import Sequence

from nicegui import ui

from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.texts import say


def draw_still(sentence: str) -> None:
    """Why all clocks stand still."""
    if sentence:
        with ui.element("div").classes("play-status is-still").props('role="status"'):
            ui.icon("pause_circle", size="1.4em")
            ui.label(sentence)


def draw_just_now(shown: tuple[Sequence[str], Sequence[str]]) -> None:
    """What was said and seen, and counts in a moment, when nothing can turn up any more that came before."""
    said, seen = shown
    with spoken(ui.element("div").classes("play-just-now").props("role=group"), say("Just now, not settled yet")):
        for kind, texts in ((say("Heard"), said), (say("Seen just now"), seen)):
            if texts:
                ui.label(f"{kind}: {', '.join(texts)} …")
