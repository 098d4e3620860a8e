"""Answers as buttons: in words, with the places that they light up on the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nicegui import ui

from kibitz_scoring.errors import KibitzError
from kibitz_scoring.table import SlotId
from kibitz_server.evening.round.choices import Choice, Kind, entry_of
from kibitz_server.pages.parts.tools import ActTools
from kibitz_server.views.round.inbox import AnswerView

_WEAK = (Kind.NOTHING, Kind.NOBODY_HAS_IT, Kind.NO_CARD, Kind.TOO_CLOSE)


def draw_answers(answers: Sequence[AnswerView], choose: Callable[[AnswerView], object]) -> None:
    """A button for each answer; `choose` is done with the one that is tapped."""
    for answer in answers:
        button = ui.button(answer.label, on_click=lambda answer=answer: choose(answer))
        button.props("no-caps outline" if answer.choice.kind in _WEAK else "no-caps unelevated").classes("answer")
        light(button, answer.places)


def light(element: ui.element, places: Sequence[SlotId]) -> None:
    """Let places light up on the table while a pointer or the keyboard is on an element."""
    lights = " ".join(places)
    if lights != element.props.get("data-lights", ""):
        if lights:
            element.props["data-lights"] = lights
        else:
            element.props(remove="data-lights")


def take(tools: ActTools, choice: Choice, reason: str = "") -> bool:
    """Record an answer; what is gone meanwhile is said in the banner."""
    desk = tools.desk
    try:
        entry = entry_of(desk.live.play, choice, desk.watch.now_ms(), reason)
    except KibitzError as error:
        tools.tell(str(error))
        return False
    return tools.act(entry)
