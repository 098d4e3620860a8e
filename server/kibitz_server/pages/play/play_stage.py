"""The round being watched: the table as everybody may see it, what is to be decided, and what people say."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from functools import partial

from nicegui import ui

from kibitz_scoring.errors import KibitzError
from kibitz_scoring.players import PlayerId
from kibitz_scoring.sentences import to_say
from kibitz_server.evening.round.telling import When
from kibitz_server.journal.entries import Undone
from kibitz_server.journal.play_entries import ActSaid, WatchDropped
from kibitz_server.pages.parts.elements.regions import Region, Rows, shown_while
from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.pages.parts.judging.inbox_panel import InboxPanel
from kibitz_server.pages.parts.judging.live_notices import draw_just_now, draw_still
from kibitz_server.pages.parts.judging.moment_panel import MomentPanel
from kibitz_server.pages.parts.judging.replay_dialog import ReplayDialog
from kibitz_server.pages.parts.judging.verdict_banner import VerdictBanner
from kibitz_server.pages.parts.recording import RecordingNote
from kibitz_server.pages.parts.seats.seat_acts import SeatActs
from kibitz_server.pages.parts.seats.seat_tiles import SeatTiles
from kibitz_server.pages.parts.stages import Stage
from kibitz_server.pages.parts.tools import Tools
from kibitz_server.pages.play.act_panel import ActPanel
from kibitz_server.pages.play.acts_list import ActsList
from kibitz_server.pages.play.keys import KeyActs, Keys
from kibitz_server.pages.play.table_view import draw_live_table, draw_piles
from kibitz_server.pages.play.tell_dialog import TellDialog, Telling
from kibitz_server.texts import say
from kibitz_server.views.evening_view import View
from kibitz_server.views.round.astray_view import AstrayView, astray_view
from kibitz_server.views.round.clock import ClockView, ReminderView, reminder
from kibitz_server.views.round.offers_view import OfferView
from kibitz_server.views.round.play_view import ActView, PlayView
from kibitz_server.views.words.change_words import Change

_STATUS_S = 0.25


class PlayStage:
    """Draws the round that is watched and turns taps into entries."""

    def __init__(self, tools: Tools) -> None:
        self._tools = tools
        self._act = tools.act
        self._watch = tools.desk.watch
        self._replay = ReplayDialog(tools)
        self._says = SeatActs(tools)
        self._telling = TellDialog(tools)
        self._shown: PlayView | None = None
        self._undo: Change | None = None
        self._word = ""
        self._inbox: InboxPanel
        self._draw_frame()
        acts = KeyActs(
            self._says.call,
            self._says.dispute,
            self._inbox.answer,
            {
                "l": (say("ask later about it"), self._inbox.put_off),
                "v": (say("look again at the last snap"), self._look_again),
                "u": (say("undo"), self._take_back),
            },
        )
        self._keys = Keys(self._players, acts)
        ui.timer(_STATUS_S, self._show_status)

    def show(self, view: View) -> None:
        """Draw what has changed since the last time."""
        play, game = view.play, view.game
        if play is None or game is None:
            return
        self._shown, self._undo, self._word = play, view.undo, game.pack.call_word or say("Call")
        title = to_say("Round {number}, by hand") if play.by_hand else to_say("Round {number}, live")
        self._title.set_text(say(title, number=len(game.score.rounds) + 1))
        self._stop.set_text(say("Give up the round") if play.by_hand else say("Stop watching"))
        self._phase.set_text(f"{play.phase} · {play.on_turn}" if play.on_turn else play.phase)
        self._still.show(play.stands_still)
        self._peek.show(play.peek_s)
        self._show_status()
        self._inbox.show(play.inbox)
        self._replay.show(play)
        race = play.races[-1] if play.races else None
        self._race.show(race)
        self._moment.show(play)
        self._piles.show((play.draw_pile, play.pile, play.top))
        self._tell_now.show(play.offers)
        self._count.show(play.by_hand and play.is_reveal)
        self._seats.show(play.seats, self._word)
        self._acts_row.set_visibility(bool(play.acts))
        self._acts.show({act.event: act for act in play.acts})
        self._just_now.show((play.just_said, play.just_seen))
        self._lately.show(play.lately)

    def _draw_frame(self) -> None:
        with ui.element("div").classes("panel"):
            with ui.element("div").classes("panel-head"):
                self._title = ui.label().classes("panel-title")
                self._phase = ui.label().classes("play-phase").props('role="status"')
                keys = ui.button("?", on_click=self._show_keys).props("no-caps flat round")
                spoken(keys, say("Keys"))
                self._tools.speaker.draw_switch()
                self._stop = ui.button(icon="visibility_off", on_click=lambda: self._act(WatchDropped()))
                self._stop.props("no-caps flat")
            self._status = Region(self._draw_status)
            self._astray = Region(self._draw_astray)
            self._still = Region(draw_still)
            self._clock = Region(self._draw_clock)
            self._peek = Region(self._draw_peek)
            self._tell_now = ActPanel(self._tell)
            self._count = shown_while(self._draw_count)
            with ui.element("div").classes("play-columns"):
                with ui.element("div"):
                    self._race = VerdictBanner(self._tools, self._look_again)
                    self._moment = MomentPanel(self._tools)
                    self._picture = shown_while(self._draw_picture)
                    self._piles = Region(draw_piles)
                    self._seats = SeatTiles(self._says)
                with ui.element("div"):
                    self._inbox = InboxPanel(self._tools, self._replay.open_item)
                    self._acts_row = ui.element("div").classes("button-row play-acts")
                    self._acts = Rows(self._draw_act, self._acts_row)
                    self._just_now = Region(draw_just_now)
                    self._lately = ActsList(self._tools, self._telling)
            RecordingNote(self._tools.desk)

    def _show_keys(self) -> None:
        self._keys.show()

    def _players(self) -> Sequence[PlayerId]:
        return [seat.player for seat in self._shown.seats] if self._shown else ()

    def _draw_picture(self) -> None:
        draw_live_table(self._tools.desk)

    def _take_back(self) -> None:
        if self._undo is not None:
            self._act(Undone(self._undo.seq))

    def _look_again(self) -> None:
        if self._shown and self._shown.races:
            self._replay.open_race(self._shown.races[-1])

    def _show_status(self) -> None:
        is_watched = self._shown is not None and not self._shown.by_hand
        self._status.show((self._watch.sentence, self._watch.is_running) if is_watched else ("", True))
        self._picture.show(self._tools.desk.live_table.is_there)
        play = self._tools.desk.live.play
        self._astray.show(astray_view(play.state, self._watch.astray) if play else None)
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

    def _draw_peek(self, seconds: int | None) -> None:
        """A countdown for cards that are looked at: it begins with a tap as they are turned up."""
        if seconds is None:
            return

        async def count() -> None:
            start.disable()
            box.classes(add="is-loud")
            second = seconds
            while second > 0:
                left.set_text(f"{second} s")
                await asyncio.sleep(1)
                second -= not (self._shown and self._shown.stands_still)
            left.set_text(say("Turn them back."))
            start.enable()

        with ui.element("div").classes("play-clock") as box:
            start = ui.button(say("Looking: {seconds} s", seconds=seconds), icon="timer", on_click=count)
            start.props("no-caps outline")
            left = ui.label().classes("peek-left").props('role="timer"')

    def _tell(self, offer: OfferView) -> None:
        """Tell what happens, as the round stands when all is known of it."""
        title = f"{offer.player}: {offer.label}" if offer.player else offer.label
        self._telling.tell(Telling(title, When()), offer)

    def _draw_count(self) -> None:
        count = ui.button(say("Count the hands"), icon="calculate", on_click=lambda: self._tools.go(Stage.REVEAL))
        count.props("no-caps unelevated size=lg")

    def _say(self, acts: Sequence[str]) -> None:
        self._act(ActSaid(self._watch.now_ms(), random.choice(acts)))

    def _draw_status(self, shown: tuple[str, bool]) -> None:
        sentence, is_running = shown
        if not sentence:
            return
        with ui.element("div").classes("play-status").props('role="status"'):
            ui.icon("visibility", size="1.4em")
            ui.label(say(sentence))
            if not is_running:
                ui.button(say("Go on watching"), on_click=self._go_on).props("no-caps unelevated")
                choose = ui.button(say("Choose a camera"), on_click=lambda: self._tools.go(Stage.TABLE))
                choose.props("no-caps outline")

    def _draw_astray(self, astray: AstrayView | None) -> None:
        """Where the table does not match: lit up on its picture as long as that is so."""
        if astray is None:
            return
        with ui.element("div").classes("play-status is-astray").props('role="status"') as box:
            box.props["data-astray"] = " ".join(astray.places)
            ui.icon("compare_arrows", size="1.4em")
            ui.label(f"{astray.sentence} {astray.advice}")
            for act in astray.acts:
                self._draw_act(act)

    async def _go_on(self) -> None:
        try:
            await self._tools.desk.resumer.go_on()
        except KibitzError as error:
            self._tools.tell(str(error))

    def _draw_act(self, act: ActView) -> None:
        ui.button(act.label, on_click=partial(self._say, (act.event,))).props("no-caps outline")
