"""An item of the inbox on the page: what it is about, its film, and the ways to answer it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from nicegui import ui

from kibitz_server.pages.parts.elements.quiet_opening import open_quietly
from kibitz_server.pages.parts.elements.regions import Region, shown_while
from kibitz_server.pages.parts.judging.answers import draw_answers, light
from kibitz_server.texts import say
from kibitz_server.views.round.inbox import AnswerView, ItemView


@dataclass(frozen=True, slots=True)
class ItemActs:
    """What is done where an item's answer is taken, where it is looked at closer, and where it is put off or opened."""

    take: Callable[[AnswerView], object]
    look: Callable[[ItemView], object]
    turn: Callable[[str], object]


class InboxItem:
    """A box for an item; who may not answer looks, where there is something to see."""

    def __init__(self, item: ItemView, acts: ItemActs) -> None:
        self._item, self._acts, self._has_film = item, acts, False
        with ui.element("div").classes(f"inbox-item{' is-minor' if item.minor else ''}") as self._box:
            self._film = Region(self._draw_film, "boxless")
            with ui.element("div").classes("inbox-words"):
                self._title = ui.label().classes("inbox-title")
                # Each stays as long as it means the same, whatever else changes under a finger.
                with ui.element("div").classes("button-row"):
                    self._answers: Region[Sequence[AnswerView]] = Region(self._draw_answers, "boxless")
                    self._open = shown_while(self._draw_open, "boxless")
                    self._rule = shown_while(lambda: self._draw_look(say("Look and rule"), "gavel"), "boxless")
                    self._later = shown_while(self._draw_later, "boxless")
                    self._closer = shown_while(lambda: self._draw_look(say("Look closer"), "replay"), "boxless")

    def show(self, item: ItemView, film: Sequence[str], *, may_answer: bool, is_closed: bool) -> None:
        """Draw what has changed of it; `film` is where a few pictures of it are served."""
        self._item = item
        light(self._box, item.places)
        if is_closed:
            self._box.classes(add="is-closed")
        else:
            self._box.classes(remove="is-closed")
        self._film.show(() if is_closed else film)
        self._title.set_text(item.title)
        asks = may_answer and not is_closed
        answers = item.answers if asks else ()
        self._answers.show(answers)
        self._open.show(is_closed)
        self._rule.show(bool(answers) and item.is_ruled)
        self._later.show(asks)
        self._closer.show(bool(film) and (bool(answers) and not item.is_ruled if may_answer else True))

    def _draw_answers(self, answers: Sequence[AnswerView]) -> None:
        draw_answers(answers, self._acts.take)

    def _draw_open(self) -> None:
        ui.button(say("Open"), on_click=self._turn).props("no-caps flat dense")

    def _draw_later(self) -> None:
        ui.button(say("Ask later"), icon="schedule", on_click=self._turn).props("no-caps flat")

    def _draw_look(self, label: str, icon: str) -> None:
        ui.button(label, icon=icon, on_click=lambda: self._acts.look(self._item)).props("no-caps flat")

    def _turn(self) -> None:
        self._acts.turn(self._item.key)

    def _draw_film(self, urls: Sequence[str]) -> None:
        """The first film makes room for itself once no finger is near; another one has the room of the one before."""
        is_first, self._has_film = not self._has_film, bool(urls)
        if urls:
            film = " ".join(urls)
            shown = ui.html(f'<img class="inbox-film" data-film="{film}" src="{urls[0]}" alt="">', sanitize=False)
            if is_first:
                open_quietly(shown)
