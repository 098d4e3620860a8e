"""The round being watched: the table as everybody may see it, snaps and questions to decide, and what people say."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby

from nicegui import ui

from kibitz_scoring.cards import Card
from kibitz_server.journal.play_entries import ActSaid, QuestionAnswered, WatchDropped
from kibitz_server.pages.parts.card_faces import glyphs, words
from kibitz_server.pages.parts.recording import RecordingNote
from kibitz_server.pages.parts.regions import Region
from kibitz_server.pages.parts.spoken import spoken
from kibitz_server.pages.parts.tools import Tools
from kibitz_server.pages.play.replay_dialog import ReplayDialog
from kibitz_server.pages.play.rulings import draw_rulings
from kibitz_server.texts import say
from kibitz_server.views.clock import ClockView, ReminderView, reminder
from kibitz_server.views.evening_view import View
from kibitz_server.views.play_view import ActView, PlaceView, PlayView, RaceView, SeatView
from kibitz_vision.detections import Face

_STATUS_S = 0.25


class PlayStage:
    """Draws the round that is watched and turns taps into entries."""

    def __init__(self, tools: Tools) -> None:
        self._act = tools.act
        self._watch = tools.desk.watch
        self._replay = ReplayDialog(tools.act, tools.desk.watch)
        self._shown: PlayView | None = None
        with ui.element("div").classes("panel"):
            with ui.element("div").classes("panel-head"):
                self._title = ui.label().classes("panel-title")
                self._phase = ui.label().classes("play-phase")
                stop = ui.button(say("Stop watching"), icon="visibility_off")
                stop.on_click(lambda: self._act(WatchDropped())).props("no-caps flat")
            self._status = Region(self._draw_status)
            self._clock = Region(self._draw_clock)
            self._peek = Region(_draw_peek)
            self._question = Region(self._draw_question)
            self._race = Region(self._draw_race)
            self._table = Region(_draw_table)
            self._acts = Region(self._draw_acts)
            self._just_now = Region(_draw_just_now)
            self._lately = Region(_draw_lately)
            RecordingNote(tools.desk.recorder)
        ui.timer(_STATUS_S, self._show_status)

    def show(self, view: View) -> None:
        """Draw what has changed since the last time."""
        play = view.play
        if play is None:
            return
        self._shown = play
        number = len(view.game.score.rounds) + 1 if view.game else 1
        self._title.set_text(say("Round {number}, live", number=number))
        self._phase.set_text(play.phase)
        self._peek.show(play.peek_s)
        self._show_status()
        self._question.show((play.question, play.readings))
        # That its pictures are kept changes nothing here: a button must not go while somebody taps it.
        self._race.show(replace(play.races[-1], moments=()) if play.races else None)
        self._table.show((play.seats, play.draw_pile, play.pile, play.top))
        self._acts.show(play.acts)
        self._just_now.show((play.just_said, play.just_seen))
        self._lately.show(play.lately)

    def _look_again(self, race: int) -> None:
        if self._shown:
            self._replay.open(self._shown.races[race])

    def _show_status(self) -> None:
        self._status.show((self._watch.sentence, self._watch.is_running))
        clock = self._shown.clock if self._shown else None
        self._clock.show((reminder(clock, self._watch.now_ms()), clock) if clock else None)

    def _draw_clock(self, shown: tuple[ReminderView, ClockView] | None) -> None:
        if shown is None:
            return
        told, clock = shown
        with ui.element("div").classes("play-clock is-loud" if told.is_loud else "play-clock") as box:
            ui.icon("timer", size="1.4em")
            ui.label(told.text)
            if told.is_over:
                # The lot is drawn here: what it was is part of what is said.
                be_it_so = partial(self._say, clock.acts)
                label = say("So be it") if clock.then else say("Reminded")
                ui.button(label, on_click=be_it_so).props("no-caps unelevated")
        if told.is_loud:
            box.props('role="alert"')

    def _say(self, acts: Sequence[str]) -> None:
        self._act(ActSaid(self._watch.now_ms(), random.choice(acts)))

    def _draw_status(self, shown: tuple[str, bool]) -> None:
        sentence, is_running = shown
        if not sentence:
            return
        with ui.element("div").classes("play-status").props('role="status"'):
            ui.icon("visibility", size="1.4em")
            ui.label(sentence)
            if not is_running:
                ui.button(say("Go on watching"), on_click=self._watch.go_on).props("no-caps unelevated")

    def _draw_question(self, shown: tuple[str, Sequence[str]]) -> None:
        question, readings = shown
        if not question:
            return
        with ui.element("div").classes("doubts").props('role="alert"'):
            ui.label(question).classes("subtitle")
            with ui.element("div").classes("button-row"):
                for number, reading in enumerate(readings):
                    self._answer(reading, number)
                self._answer("None of these" if readings else "Nothing that counts", None)

    def _answer(self, label: str, reading: int | None) -> None:
        button = ui.button(label, on_click=lambda: self._act(QuestionAnswered(reading)))
        button.props("no-caps outline" if reading is None else "no-caps unelevated")

    def _draw_race(self, race: RaceView | None) -> None:
        if race is None:
            return
        with ui.element("div").classes("race is-open" if race.is_open else "race").props('role="status"'):
            ui.label(race.sentence).classes("race-verdict")
            with ui.element("div").classes("button-row"):
                again = ui.button(say("Look again"), icon="replay", on_click=lambda: self._look_again(race.number))
                again.props("no-caps flat")
                if race.is_open:
                    draw_rulings(race, self._watch, self._act)

    def _draw_acts(self, acts: Sequence[ActView]) -> None:
        if not acts:
            return
        with ui.element("div").classes("button-row play-acts"):
            for act in acts:
                button = ui.button(
                    act.label, on_click=lambda act=act: self._act(ActSaid(self._watch.now_ms(), act.event))
                )
                button.props("no-caps outline")


def _draw_table(shown: tuple[Sequence[SeatView], int, int, Card | None]) -> None:
    seats, draw_pile, pile, top = shown
    with ui.element("div").classes("play-piles"):
        spoken(_card("is-back", str(draw_pile)), say("Draw pile, {draw_pile} cards", draw_pile=draw_pile))
        look = "is-empty" if top is None else "is-red" if top.is_red else "is-black"
        on_top = words(top) if top else "nothing known"
        spoken(
            _card(look, glyphs(top) if top else ""),
            say("Discard pile, {pile} cards, {on_top} on top", pile=pile, on_top=on_top),
        )
    with ui.element("div").classes("hands"):
        for number, seat in enumerate(seats):
            _draw_seat(number, seat)


def _draw_peek(seconds: int | None) -> None:
    """A countdown for cards that are looked at: it begins with a tap as they are turned up."""
    if seconds is None:
        return

    async def count() -> None:
        start.disable()
        box.classes(add="is-loud")
        for second in range(seconds, 0, -1):
            left.set_text(f"{second} s")
            await asyncio.sleep(1)
        left.set_text(say("Turn them back."))
        start.enable()

    with ui.element("div").classes("play-clock") as box:
        start = ui.button(say("Looking: {seconds} s", seconds=seconds), icon="timer", on_click=count)
        start.props("no-caps outline")
        left = ui.label().classes("peek-left").props('role="timer"')


def _draw_seat(number: int, seat: SeatView) -> None:
    name = f"{seat.player}{' ☚ called' if seat.is_caller else ''}"
    box = ui.element("section").classes(f"hand play-hand seat-{number}{' is-on-turn' if seat.is_on_turn else ''}")
    with spoken(box, str(seat.player)):
        with ui.element("div").classes("hand-head"):
            ui.label(name).classes("hand-name")
            if seat.points is not None:
                ui.label(str(seat.points)).classes("points")
        for _, row in groupby(seat.places, key=lambda place: place.slot.partition(".")[2][0]):
            with ui.element("div").classes("hand-cards"):
                for place in row:
                    _draw_place(place)
        doing = "on turn" if seat.is_on_turn else ""
        ui.label(f"{doing}{', ' if doing and seat.holds else ''}{'a card in hand' if seat.holds else ''}").classes(
            "hint"
        )


def _draw_place(place: PlaceView) -> None:
    modifier = f"{place.modifier:+d}" if place.modifier else ""
    if place.face is None:
        spoken(_card("is-empty", ""), say("{slot}: no card", slot=place.slot))
    elif place.card is None or place.face is Face.DOWN:
        spoken(_card("is-back", modifier), say("{slot}: face down", slot=place.slot))
    else:
        look = "is-red" if place.card.is_red else "is-black"
        spoken(_card(look, glyphs(place.card) + modifier), f"{place.slot}: {words(place.card)}")


def _card(look: str, text: str) -> ui.element:
    with ui.element("div").classes(f"card-face play-card {look}").props('role="img"') as card:
        ui.label(text)
    return card


def _draw_just_now(shown: tuple[Sequence[str], Sequence[str]]) -> None:
    """What counts in a moment, when nothing can turn up any more that came before."""
    said, seen = shown
    with spoken(ui.element("div").classes("play-just-now"), say("Just now, not settled yet")):
        for kind, texts in (("Heard", said), ("Seen just now", seen)):
            if texts:
                ui.label(f"{kind}: {', '.join(texts)} …")


def _draw_lately(lately: Sequence[str]) -> None:
    with spoken(ui.element("ol").classes("play-lately"), say("What happened lately")):
        for text in reversed(lately):
            with ui.element("li"):
                ui.label(text)
