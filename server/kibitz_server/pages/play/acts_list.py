"""What happened lately, newest first: two taps correct it or take it out."""

from __future__ import annotations

from collections.abc import Sequence

from nicegui import ui

from kibitz_server.pages.parts.card_faces import colour, glyphs, words
from kibitz_server.pages.parts.spoken import spoken
from kibitz_server.pages.parts.tools import Tools
from kibitz_server.pages.play.answers import draw_answers, light
from kibitz_server.texts import say
from kibitz_server.views.play_view import DoneView


def draw_acts(tools: Tools, lately: Sequence[DoneView]) -> None:
    """Draw the list; an act that was seen opens a menu of what it may have been instead."""
    with spoken(ui.element("ol").classes("play-lately"), say("What happened lately")):
        for number, done in enumerate(reversed(lately)):
            with ui.element("li"):
                _draw_act(tools, done, number)


def _draw_act(tools: Tools, done: DoneView, number: int) -> None:
    with ui.element("div").classes("done-act") as line:
        light(line, done.places)
        ui.label(done.text)
        if done.card is not None:
            card = ui.element("div").classes(f"small-card {colour(done.card)}").props("role=img")
            with spoken(card, words(done.card)):
                ui.label(glyphs(done.card))
        if done.answers:
            change = ui.button(icon="edit").props(f"flat round dense data-key=change-{number}")
            spoken(change, say("Correct: {what}", what=done.text))
            with change, ui.menu() as menu, ui.element("div").classes("act-menu"):
                draw_answers(tools, done.answers, menu.close)
