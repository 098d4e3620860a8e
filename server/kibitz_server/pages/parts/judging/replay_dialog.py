"""The dialog to look again at what a race, a question or a dispute is about, frame by frame, and to decide it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from nicegui import ui

from kibitz_scoring.referee.questions import ActId
from kibitz_server.evening.kept_rules import switches_of
from kibitz_server.journal.play_entries import RuleKept, SnapRuled
from kibitz_server.pages.parts.allowed import may_do
from kibitz_server.pages.parts.elements.dialog_head import draw_dialog_head
from kibitz_server.pages.parts.elements.regions import Region
from kibitz_server.pages.parts.judging.answers import draw_answers, take
from kibitz_server.pages.parts.judging.clip_player import ClipPlayer
from kibitz_server.pages.parts.judging.rule_keeping import RuleKeeping
from kibitz_server.pages.parts.tools import ActTools
from kibitz_server.texts import say
from kibitz_server.views.round.inbox import AnswerView, ItemView
from kibitz_server.views.round.play_view import PlayView
from kibitz_server.views.round.race_view import RaceView


@dataclass(frozen=True, slots=True)
class _Matter:
    """What is looked at: what it is about, and how it may be decided."""

    key: str
    title: str
    acts: tuple[ActId, ...]
    answers: tuple[AnswerView, ...]


class ReplayDialog:
    """One dialog of a page, filled anew each time it opens; it offers what the page's viewer may do."""

    def __init__(self, tools: ActTools) -> None:
        self._tools = tools
        self._may_rule = may_do(SnapRuled)
        self._may_be_kept = may_do(RuleKept)
        self._keeping = RuleKeeping(tools, self._close)
        self._key = ""
        self._head: Region[str]
        self._film: Region[bool]
        self._player: ClipPlayer
        self._answers: Region[Sequence[AnswerView]]
        with ui.dialog() as self._dialog, ui.card().classes("card-dialog replay"):
            self._box = ui.element("div").classes("card-dialog-body")

    def open_race(self, race: RaceView) -> None:
        """Show a race."""
        self._open(_of_race(race))

    def open_item(self, item: ItemView) -> None:
        """Show what an item of the inbox is about."""
        self._open(_of_item(item))

    def show(self, play: PlayView) -> None:
        """Draw what has changed since it was opened: somebody may have decided it on another page."""
        if self._dialog.value:
            for matter in _matters(play):
                if matter.key == self._key:
                    self._show(matter)

    def _open(self, matter: _Matter) -> None:
        self._key = matter.key
        self._box.clear()
        with self._box:
            self._head = Region(self._draw_head)
            self._film = Region(self._draw_film)
            if self._may_rule:
                self._reason = ui.input(say("Why (as you like)")).props("outlined dense maxlength=200")
                self._answers = Region(self._draw_answers, "button-row")
            if self._may_be_kept:
                self._keeping.link_note(self._why)
        self._show(matter)
        self._dialog.open()

    def _show(self, matter: _Matter) -> None:
        self._head.show(matter.title)
        clip = self._tools.desk.keeper.name_of(matter.acts)
        self._film.show(clip is not None)
        if clip is not None:
            self._player.show(clip)
        if self._may_rule:
            self._answers.show(matter.answers)

    def _draw_head(self, title: str) -> None:
        draw_dialog_head(title, say("Close"), self._dialog.close)

    def _draw_film(self, is_there: bool) -> None:
        if is_there:
            self._player = ClipPlayer(self._tools, waits=self._dialog.value)
        else:
            none = say("There is no clip of it (yet): the camera did not show it, or it was deleted.")
            ui.label(none).classes("hint")

    def _draw_answers(self, answers: Sequence[AnswerView]) -> None:
        draw_answers(answers, self._rule)

    def _rule(self, answer: AnswerView) -> None:
        play, why = self._tools.desk.live.play, self._why()
        switches = switches_of(play, answer.choice) if play else ()
        if not take(self._tools, answer.choice, why):
            return
        # What was ruled on is gone from here.
        self._key = ""
        if not (switches and self._may_be_kept):
            self._close()
            return
        self._box.clear()
        with self._box:
            draw_dialog_head(say("Ruled: {what}", what=answer.label), say("Close"), self._dialog.close)
            self._keeping.offer(why, switches)

    def _close(self) -> None:
        self._dialog.close()

    def _why(self) -> str:
        return (self._reason.value or "").strip()


def _matters(play: PlayView) -> Iterable[_Matter]:
    yield from map(_of_race, play.races)
    yield from map(_of_item, play.inbox)


def _of_race(race: RaceView) -> _Matter:
    return _Matter(f"race {race.number}", race.sentence, race.acts, race.answers)


def _of_item(item: ItemView) -> _Matter:
    return _Matter(f"item {item.key}", item.title, item.acts, item.answers)
