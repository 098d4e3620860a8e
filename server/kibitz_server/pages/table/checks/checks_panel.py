"""Looks before play: is the table set up well, is the deck whole, how well is it read, how exact are its times."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from nicegui import ui

from kibitz_scoring.cards import Card
from kibitz_scoring.score.deck_check import check_deck
from kibitz_scoring.score.hands import deck_cards
from kibitz_server.pages.parts.cards.drawn_card import draw_face
from kibitz_server.pages.parts.elements.busy_button import draw_busy_button
from kibitz_server.pages.parts.elements.regions import Region
from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.pages.parts.elements.told_sentence import draw_told
from kibitz_server.pages.parts.tools import Tools
from kibitz_server.pages.table.checks.check_words import (
    accuracy_words,
    deck_words,
    seat_words,
    setup_words,
    side_by_side,
)
from kibitz_server.pages.table.checks.compared_cards import draw_compared
from kibitz_server.texts import say
from kibitz_server.views.evening_view import GameView
from kibitz_server.views.words.shutter_words import check_words
from kibitz_server.watching.table_checks import LaidCards
from kibitz_vision.table.setup_score import SetupScore

_LAID = 10
"""Cards of one accuracy test: they fit beside each other on every table; more tests make the interval narrower."""


_BLINKS_S = 20.0
"""A light that blinks twice a second is switched forty times."""


@dataclass(frozen=True, slots=True)
class AccuracyTest:
    """Cards that are laid out to be read, and those that were; None before that."""

    laid: tuple[Card, ...] = ()
    read: tuple[Card, ...] | None = None


class ChecksPanel:
    """Buttons and what was found, each in a sentence; only while a camera is open at the table."""

    def __init__(self, tools: Tools, game: GameView, teach: Callable[[], object]) -> None:
        self._teach = teach
        self._tools = tools
        self._checks = tools.desk.checks
        self._game = game
        self._counted: list[Card] = []
        self._batch: LaidCards | None = None
        self._right = self._laid = 0
        self._test = AccuracyTest()
        with ui.expansion(say("Check the table before you play"), icon="fact_check").classes("checks"):
            self._draw_setup()
            self._draw_deck()
            self._draw_test()
            self._draw_shutter()

    def _draw_setup(self) -> None:
        with spoken(ui.element("section"), say("Set-up score")):
            ui.label(say("Camera and light")).classes("subtitle")
            self._button(say("Score the set-up"), "center_focus_strong", self._score, lambda: self._score_box.show(""))
            self._score_box: Region[SetupScore | str] = Region(_draw_score)

    async def _score(self) -> None:
        watch, game = self._tools.desk.watch, self._game
        places = watch.confirmed if watch.confirmed and watch.confirmed.players == game.players else None
        self._score_box.show(say("Looking …"))
        self._score_box.show(await self._checks.setup(game.players, game.pack.table.hand_size, places))

    def _draw_deck(self) -> None:
        with spoken(ui.element("section"), say("Deck check")):
            ui.label(say("The deck")).classes("subtitle")
            ui.label(say("Lay the cards out face up, all at once or some at a time.")).classes("hint")
            with ui.element("div").classes("button-row"):
                self._button(say("Read the cards"), "style", self._read, lambda: self._deck_box.show(""))
                more = ui.button(say("These are read, now the next"), icon="add", on_click=self._next)
                more.props("no-caps flat")
                anew = ui.button(say("Count anew"), icon="restart_alt", on_click=self._anew).props("no-caps flat")
                anew.tooltip(say("Forget the cards that were counted"))
            self._deck_box: Region[str] = Region(draw_told)
            self._offer: Region[bool] = Region(self._draw_offer)

    async def _read(self) -> None:
        self._deck_box.show(say("Reading the cards …"))
        self._batch = await self._checks.laid_cards()
        self._tell_deck()

    def _next(self) -> None:
        if self._batch:
            self._counted += self._batch.cards
            self._batch = None
        sentence = say("{count} cards counted. Take them away, and lay the next.", count=len(self._counted))
        self._deck_box.show(sentence)

    def _anew(self) -> None:
        self._counted, self._batch = [], None
        self._deck_box.show(say("Nothing counted yet."))

    def _tell_deck(self) -> None:
        batch = self._batch or LaidCards((), 0)
        check = check_deck(self._game.pack, [*self._counted, *batch.cards])
        self._deck_box.show(deck_words(self._game.pack, check, batch.unread))
        self._offer.show(bool(batch.unread or check.missing or check.extra or check.is_other_kind))

    def _draw_offer(self, is_failed: bool) -> None:
        if is_failed:
            ui.label(say("All cards lie there? Then this deck's faces are new to Kibitz: teach it.")).classes("hint")
            ui.button(say("Teach Kibitz this deck"), icon="school", on_click=self._teach).props("no-caps outline")

    def _draw_test(self) -> None:
        with spoken(ui.element("section"), say("Accuracy test")):
            ui.label(say("How well is this table read?")).classes("subtitle")
            with ui.element("div").classes("button-row"):
                draw = ui.button(say("Draw ten cards"), icon="casino", on_click=self._begin_test)
                draw.props("no-caps outline")
            self._cards_box: Region[AccuracyTest] = Region(self._draw_cards)
            self._test_box: Region[str] = Region(draw_told)

    def _begin_test(self) -> None:
        kinds = sorted(set(deck_cards(self._game.pack)), key=str)
        self._test = AccuracyTest(tuple(random.sample(kinds, min(_LAID, len(kinds)))))
        self._cards_box.show(self._test)

    def _draw_cards(self, test: AccuracyTest) -> None:
        if test.read is not None:
            draw_compared(side_by_side(test.laid, test.read))
        elif test.laid:
            ui.label(say("Lay these ten cards face up, side by side:")).classes("hint")
            with ui.element("div").classes("card-row"):
                for card in test.laid:
                    draw_face(card)
            self._button(say("They lie there"), "check", self._look, lambda: self._test_box.show(""))

    async def _look(self) -> None:
        """See once what is read: more cards make the interval narrower, the same ones again would not."""
        test = self._test
        self._test_box.show(say("Reading the cards …"))
        read = (await self._checks.laid_cards()).cards
        pairs = side_by_side(test.laid, read)
        self._right += sum(laid == seen for laid, seen in pairs)
        self._laid += len(test.laid)
        self._test_box.show(
            accuracy_words(self._right, self._laid, [seen for laid, seen in pairs if seen and not laid])
        )
        self._test = replace(test, read=read)
        self._cards_box.show(self._test)

    def _draw_shutter(self) -> None:
        with spoken(ui.element("section"), say("Shutter check")):
            ui.label(say("How exact are its times?")).classes("subtitle")
            hint = say(
                "Once for each camera: dim the room, let a phone or a bicycle light blink beside the table so that it "
                "lights all of it, and wait {seconds:.0f} s.",
                seconds=_BLINKS_S,
            )
            ui.label(hint).classes("hint")
            self._button(say("Measure the shutter"), "flare", self._shutter, lambda: self._shutter_box.show(""))
            self._shutter_box: Region[str] = Region(draw_told)

    async def _shutter(self) -> None:
        camera = self._tools.desk.camera
        self._shutter_box.show(say("Looking at the light …"))
        check = await camera.check_shutter(_BLINKS_S)
        self._shutter_box.show(" ".join(check_words(check, camera.shutter)))

    def _button(self, label: str, icon: str, act: Callable[[], Awaitable[None]], forget: Callable[[], None]) -> None:
        def refuse(why: str) -> None:
            forget()
            self._tools.tell(why)

        draw_busy_button(label, icon, act, refuse)


def _draw_score(score: SetupScore | str) -> None:
    if isinstance(score, str):
        draw_told(score)
        return
    with ui.element("div").classes("check-told is-good" if score.fault is None else "check-told").props("role=status"):
        ui.icon("check_circle" if score.fault is None else "build_circle", size="1.6em")
        ui.label(setup_words(score))
    with ui.element("ul").classes("rule-lines hint"):
        for player, look in score.seats.items():
            with ui.element("li"):
                ui.label(f"{player}: {seat_words(look)}")
        if score.fps is not None:
            with ui.element("li"):
                ui.label(say("{fps:.0f} pictures a second", fps=score.fps))
