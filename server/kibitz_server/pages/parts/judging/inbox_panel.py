"""The inbox on the page: every item stays where it is until it is decided, and nothing has to be decided at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nicegui import ui

from kibitz_server.journal.play_entries import QuestionAnswered
from kibitz_server.pages.parts.allowed import may_do
from kibitz_server.pages.parts.elements.regions import Rows
from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.pages.parts.judging.answers import draw_answers, light, take
from kibitz_server.pages.parts.tools import ActTools
from kibitz_server.texts import say
from kibitz_server.views.inbox import ItemView

_Shown = tuple[ItemView, tuple[str, ...], bool]


class InboxPanel:
    """A list of items, each drawn apart from the others; `look` shows what one is about frame by frame.

    Who may not answer is told the questions, and looks where there is something to see.
    """

    def __init__(self, tools: ActTools, look: Callable[[ItemView], object]) -> None:
        self._tools = tools
        self._look = look
        self._may_answer = may_do(QuestionAnswered)
        self._items: Sequence[ItemView] = ()
        # Put off where it presses, opened where it does not.
        self._turned: set[str] = set()
        with spoken(ui.element("section").classes("inbox"), say("Inbox")) as self._section:
            self._title = ui.label().classes("panel-title").props('role="status"')
            # What presses comes first, whenever it came.
            self._pressing, self._asides = (
                Rows(self._draw, ui.element("ol").classes("inbox-list"), "li") for _ in range(2)
            )

    def show(self, items: Sequence[ItemView]) -> None:
        """Draw items that are new or changed, and take away those that are decided."""
        self._items = items
        self._section.set_visibility(bool(items))
        asked = sum(not item.minor for item in items)
        self._title.set_text(
            say("Inbox: {number} to decide", number=asked) if asked else say("Inbox: nothing pressing")
        )
        for rows, is_minor in ((self._pressing, False), (self._asides, True)):
            rows.show({item.key: self._shown(item) for item in items if item.minor is is_minor})

    def _shown(self, item: ItemView) -> _Shown:
        return item, self._tools.desk.keeper.film(item.acts), self._may_answer and self._is_closed(item)

    def answer(self, number: int) -> None:
        """Take an answer, by its number from 0, of the first item that is not put off."""
        item = self._first()
        if item is not None and number < len(item.answers):
            take(self._tools, item.answers[number].choice)

    def put_off(self) -> None:
        """Ask later about the first item that is not put off."""
        item = self._first()
        if item is not None:
            self._put_off(item.key)

    def _first(self) -> ItemView | None:
        return next((item for item in self._items if not self._is_closed(item)), None)

    def _draw(self, shown: _Shown) -> None:
        item, urls, is_closed = shown
        with ui.element("div").classes(f"inbox-item{' is-minor' if item.minor else ''}") as box:
            light(box, item.places)
            if is_closed:
                ui.label(item.title).classes("inbox-title")
                again = ui.button(say("Open"), on_click=lambda: self._put_off(item.key))
                again.props("no-caps flat dense")
                return
            if urls:
                film = " ".join(urls)
                ui.html(f'<img class="inbox-film" data-film="{film}" src="{urls[0]}" alt="">', sanitize=False)
            with ui.element("div").classes("inbox-words"):
                ui.label(item.title).classes("inbox-title")
                with ui.element("div").classes("button-row"):
                    if self._may_answer:
                        self._draw_answers(item, has_film=bool(urls))
                    elif urls:
                        self._draw_look(item, say("Look closer"), "replay")

    def _draw_look(self, item: ItemView, label: str, icon: str) -> None:
        ui.button(label, icon=icon, on_click=lambda: self._look(item)).props("no-caps flat")

    def _draw_answers(self, item: ItemView, *, has_film: bool) -> None:
        draw_answers(item.answers, lambda answer: take(self._tools, answer.choice))
        if item.is_ruled and item.answers:
            self._draw_look(item, say("Look and rule"), "gavel")
        elif item.answers and has_film:
            self._draw_look(item, say("Look closer"), "replay")
        later = ui.button(say("Ask later"), icon="schedule", on_click=lambda: self._put_off(item.key))
        later.props("no-caps flat")

    def _is_closed(self, item: ItemView) -> bool:
        """Whether its answers wait until somebody opens it: nobody is held up by what makes no difference."""
        return item.minor is not (item.key in self._turned)

    def _put_off(self, key: str) -> None:
        self._turned ^= {key}
        self.show(self._items)
