"""The inbox on the page: every item stays where it is until it is decided, and nothing has to be decided at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nicegui import ui

from kibitz_server.journal.play_entries import QuestionAnswered
from kibitz_server.pages.parts.allowed import may_do
from kibitz_server.pages.parts.elements.regions import Rows
from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.pages.parts.judging.answers import take
from kibitz_server.pages.parts.judging.inbox_item import InboxItem, ItemActs
from kibitz_server.pages.parts.tools import ActTools
from kibitz_server.texts import say
from kibitz_server.views.round.inbox import ItemView


class InboxPanel:
    """A list of items, each drawn apart from the others; `look` shows what one is about frame by frame.

    Who may not answer is told the questions, and looks where there is something to see.
    """

    def __init__(self, tools: ActTools, look: Callable[[ItemView], object]) -> None:
        self._tools = tools
        self._acts = ItemActs(lambda answer: take(tools, answer.choice), look, self._put_off)
        self._may_answer = may_do(QuestionAnswered)
        self._items: Sequence[ItemView] = ()
        self._boxes: dict[str, InboxItem] = {}
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
        self._boxes = {item.key: self._boxes[item.key] for item in items if item.key in self._boxes}
        for rows, is_minor in ((self._pressing, False), (self._asides, True)):
            rows.show({item.key: item.key for item in items if item.minor is is_minor})
        for item in items:
            film = self._tools.desk.keeper.film(item.acts)
            is_closed = self._may_answer and self._is_closed(item)
            self._boxes[item.key].show(item, film, may_answer=self._may_answer, is_closed=is_closed)

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

    def _draw(self, key: str) -> None:
        item = next(item for item in self._items if item.key == key)
        self._boxes[key] = InboxItem(item, self._acts)

    def _is_closed(self, item: ItemView) -> bool:
        """Whether its answers wait until somebody opens it: nobody is held up by what makes no difference."""
        return item.minor is not (item.key in self._turned)

    def _put_off(self, key: str) -> None:
        self._turned ^= {key}
        self.show(self._items)
