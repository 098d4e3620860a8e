"""A guest's own page on a phone: the own hand, what may be said, what is asked, and how the game stands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from nicegui import ui

from kibitz_server.access.route_rights import JOIN
from kibitz_server.access.viewer import Right, Viewer, viewer_of
from kibitz_server.desk import Desk
from kibitz_server.journal.entries import Entry
from kibitz_server.pages.parts.elements.banner import Banner
from kibitz_server.pages.parts.elements.following import follow
from kibitz_server.pages.parts.elements.page_language import draw_language_choice
from kibitz_server.pages.parts.elements.regions import Region
from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.pages.parts.elements.theme import HEAD, PLAYER_HEAD, Theme
from kibitz_server.pages.parts.judging.inbox_panel import InboxPanel
from kibitz_server.pages.parts.judging.live_notices import draw_just_now, draw_still
from kibitz_server.pages.parts.judging.moment_panel import MomentPanel
from kibitz_server.pages.parts.judging.replay_dialog import ReplayDialog
from kibitz_server.pages.parts.judging.verdict_banner import VerdictBanner
from kibitz_server.pages.parts.name_requests import NameRequests
from kibitz_server.pages.parts.seats.standings_list import draw_round, draw_standings
from kibitz_server.pages.parts.speaker import Speaker
from kibitz_server.pages.parts.standing_notice import StandingNotice
from kibitz_server.pages.parts.tools import record_told
from kibitz_server.pages.phone.hands_photo import HandsPhoto
from kibitz_server.pages.phone.own_acts import OwnActs
from kibitz_server.pages.phone.own_tile import draw_own_tile, own_seat
from kibitz_server.texts import say
from kibitz_server.views.evening_view import GameView, RoundView, View
from kibitz_server.views.headlines import headline
from kibitz_server.views.round.play_view import PlayView
from kibitz_server.views.standings import outcome_words

_HEAD = HEAD + PLAYER_HEAD + '<link rel="stylesheet" href="/assets/phone.css">'
_SHOWN_LATELY = 5


@dataclass(frozen=True, slots=True)
class _PhoneTools:
    desk: Desk
    act: Callable[[Entry], bool]
    tell: Callable[[str], None]


class Phone:
    """One open page of a guest; who only looks on sees the same, and has nothing to say."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._play: PlayView | None = None

    def build(self) -> None:
        """Lay out the page and follow the evening until the page is closed."""
        ui.add_head_html(_HEAD)
        self._viewer = viewer_of(ui.context.client.request)
        self._theme = Theme(lambda: None)
        self._speaker = Speaker()
        self._tools = _PhoneTools(self._desk, self._act, self._tell)
        with ui.element("main").classes("phone").props("data-stays-awake"):
            self._draw_head()
            self._draw_parts(self._viewer)
        follow(self._desk.live, self._show)

    def _draw_head(self) -> None:
        with ui.element("header").classes("phone-head"):
            ui.label(str(self._viewer.player or say(self._viewer.role))).props('role="heading" aria-level="1"')
            self._game = ui.label().classes("game-name")
            self._speaker.draw_switch()
            who = ui.button(icon="manage_accounts").props(f"flat round href={JOIN}")
            spoken(who, say("Who uses this device"))
            with spoken(ui.button(icon="translate").props("flat round data-key=language"), say("Language")):
                draw_language_choice()
            self._theme.draw_switch()
        with ui.element("div").classes("phone-away").props('role="status"'):
            ui.icon("wifi_off", size="1.4em")
            ui.label(say("Kibitz cannot be reached just now. This page comes back by itself."))

    def _draw_parts(self, viewer: Viewer) -> None:
        may_act = viewer.role.may(Right.PLAY)
        self._replay = ReplayDialog(self._tools)
        self._banner = Banner()
        self._standing = StandingNotice()
        NameRequests(self._desk, viewer, self._tell)
        self._headline = ui.label().classes("phone-headline").props('role="status"')
        self._still = Region(draw_still)
        self._race = VerdictBanner(self._tools, self._look_again)
        with ui.element("div").props("data-needs-server"):
            self._inbox = InboxPanel(self._tools, self._replay.open_item)
        self._tile = Region(draw_own_tile)
        self._acts = OwnActs(self._tools, viewer.player) if may_act and viewer.player else None
        self._photo = HandsPhoto(self._tools) if may_act else None
        self._moment = MomentPanel(self._tools, viewer.player) if viewer.player else None
        self._result = Region(_draw_result)
        self._standings = Region(_draw_standings)
        self._just_now = Region(draw_just_now)
        # Drawn once: on twenty phones new lines for every act would cost more than all else.
        with spoken(ui.element("ol").classes("play-lately"), say("What happened lately")):
            self._lately = [_draw_line() for _ in range(_SHOWN_LATELY)]

    def _show(self) -> None:
        view = self._desk.views.of(self._viewer.role)
        game, self._play = view.game, view.play
        play = self._play
        self._game.set_text(game.pack.name if game else "")
        self._headline.set_text(headline(view))
        # Why, with the names of folders, is told on the page of this computer alone.
        unsaved = self._desk.live.unsaved
        self._standing.show(_unsaved(unsaved) if unsaved else "", "", "")
        self._still.show(play.stands_still if play else "")
        self._race.show(play.races[-1] if play and play.races else None)
        self._tile.show(own_seat(view, self._viewer.player))
        if self._acts:
            self._acts.show(play, (game.pack.call_word if game else "") or say("Call"))
        self._inbox.show(play.inbox if play else ())
        if play:
            self._replay.show(play)
        if self._photo:
            self._photo.show(view)
        if self._moment:
            self._moment.show(play)
        self._result.show(_result(view))
        self._standings.show(game)
        self._just_now.show((play.just_said, play.just_seen) if play else ((), ()))
        lately = [done.text for done in reversed(play.lately)] if play else []
        for number, line in enumerate(self._lately):
            line.set_text(lately[number] if number < len(lately) else "")
        self._speaker.show(view)

    def _look_again(self) -> None:
        if self._play and self._play.races:
            self._replay.open_race(self._play.races[-1])

    def _act(self, entry: Entry) -> bool:
        return record_told(self._desk.live, self._viewer, entry, self._tell)

    def _tell(self, sentence: str) -> None:
        self._banner.tell(sentence)


def _unsaved(number: int) -> str:
    return say(
        "The disk of the host's computer refuses what is written. Acts that wait in memory: {number}; they are written "
        "as soon as it can be.",
        number=number,
    )


def _result(view: View) -> tuple[RoundView, str] | None:
    """The last round and what follows from it, as long as no other is played or counted."""
    game = view.game
    if game is None or game.last_round is None or view.play or game.is_counting:
        return None
    return game.last_round, outcome_words(game)


def _draw_result(shown: tuple[RoundView, str] | None) -> None:
    if shown is None:
        return
    played, outcome = shown
    with ui.element("div").classes("panel"):
        draw_round(played)
        ui.label(outcome).classes("verdict").props("role=status")


def _draw_standings(game: GameView | None) -> None:
    if game is not None:
        with ui.element("div").classes("panel"):
            draw_standings(game)


def _draw_line() -> ui.label:
    with ui.element("li"):
        return ui.label()
