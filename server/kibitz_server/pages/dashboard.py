"""The dashboard page: one stage at a time, the totals beside it, and how acts and changes travel."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from fastapi import FastAPI
from nicegui import app as pages
from nicegui import ui
from starlette.routing import Mount

from kibitz_server.access.route_rights import INVITE, OVERLAY, PAGES, PHONE, TELEVISION
from kibitz_server.access.viewer import Right, viewer_of
from kibitz_server.desk import Desk
from kibitz_server.evening.kept_texts import shown_text
from kibitz_server.gate.dashboard_gate import DashboardGate
from kibitz_server.journal.entries import Entry
from kibitz_server.pages.devices.devices_dialog import DevicesDialog
from kibitz_server.pages.devices.invite import Invite
from kibitz_server.pages.history.history_dialog import HistoryDialog
from kibitz_server.pages.parts.backup_offer import BackupOffer
from kibitz_server.pages.parts.confirmation import Confirmation
from kibitz_server.pages.parts.elements.banner import Banner
from kibitz_server.pages.parts.elements.following import follow
from kibitz_server.pages.parts.elements.page_language import name_language, speak_on_pages
from kibitz_server.pages.parts.elements.regions import Region
from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.pages.parts.elements.theme import HEAD, PLAYER_HEAD, Theme
from kibitz_server.pages.parts.invitation_code import InvitationCorner
from kibitz_server.pages.parts.name_requests import NameRequests
from kibitz_server.pages.parts.speaker import Speaker
from kibitz_server.pages.parts.stages import Stage, StagePage, reachable, stage_of
from kibitz_server.pages.parts.standing_notice import StandingNotice
from kibitz_server.pages.parts.tools import Tools, record_told
from kibitz_server.pages.phone.phone import Phone
from kibitz_server.pages.play.play_stage import PlayStage
from kibitz_server.pages.result.result_stage import ResultStage
from kibitz_server.pages.result.totals_strip import TotalsStrip
from kibitz_server.pages.reveal.reveal_stage import RevealStage
from kibitz_server.pages.table.table_stage import TableStage
from kibitz_server.pages.television.overlay import Overlay
from kibitz_server.pages.television.television import Television
from kibitz_server.pages.top_bar import TopBar
from kibitz_server.texts import say

_MOST_FAULT = 300
"""Characters of what a browser says of its camera."""
_STAGES: Mapping[Stage, Callable[[Tools], StagePage]] = {
    Stage.TABLE: TableStage,
    Stage.PLAY: PlayStage,
    Stage.REVEAL: RevealStage,
    Stage.RESULT: ResultStage,
}


_SCREENS: Mapping[str, type[Television | Overlay | Phone | Invite]] = {
    TELEVISION: Television,
    OVERLAY: Overlay,
    PHONE: Phone,
    INVITE: Invite,
}


def mount_dashboard(app: FastAPI, desk: Desk) -> None:
    """Serve the screens on their paths, and the dashboard on `/`."""
    # Its bar at the page's top edge has no name, and says nothing that the page does not.
    speak_on_pages()
    pages.config.quasar_config["loadingBar"]["skipHijack"] = True
    ui.run_with(
        app,
        root=lambda: _build(desk),
        title="Kibitz",
        favicon="♠",
        dark=None,
        language="en-US",
        show_welcome_message=False,
        reconnect_timeout=10.0,
    )
    mount = app.routes[-1]
    assert isinstance(mount, Mount)
    others = tuple(app.routes[:-1])
    mount.app = DashboardGate(mount.app, PAGES, pages.routes, others)


def _build(desk: Desk) -> None:
    name_language()
    _SCREENS.get(ui.context.client.request.url.path, Dashboard)(desk).build()


class Dashboard:
    """One open page; all pages of a desk show the same evening."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._chosen: Stage | None = None
        self._reached: Stage | None = None
        self._stage: StagePage | None = None

    def build(self) -> None:
        """Lay out the page and follow the evening until the page is closed."""
        ui.add_head_html(HEAD + PLAYER_HEAD)
        theme = Theme(self._show)
        self._viewer = viewer_of(ui.context.client.request)
        self._tools = Tools(
            self._desk, self._act, self._count, self._tell, self._go, lambda: theme.is_dark, Speaker(), self._viewer
        )
        self._confirmation = Confirmation(self._tools)
        history = HistoryDialog(self._tools)
        devices = DevicesDialog(self._tools).open if self._viewer.role.may(Right.MANAGE) else None
        with ui.element("div").classes("page"):
            self._top = TopBar(self._tools, history.open, devices, theme)
            self._standing = StandingNotice()
            self._banner = Banner()
            NameRequests(self._desk, self._viewer, self._tell)
            self._backup = BackupOffer(self._desk.live, self._tell)
            with ui.element("div").classes("stage-and-strip"):
                self._main = Region(self._draw_stage)
                self._strip = TotalsStrip(self._tools)
            InvitationCorner(self._desk)
        self._noticed: str | None = None
        # Once for the page, as what is drawn again and again would listen again and again.
        ui.on("camera-fault", lambda event: self._tell(_camera_fault(event.args)))
        follow(self._desk.live, self._show)
        theme.learn()

    def _show(self) -> None:
        view = self._desk.views.of(self._viewer.role)
        if stage_of(view) != self._reached:
            self._reached, self._chosen = stage_of(view), None
        if self._chosen not in reachable(view):
            self._chosen = None
        stage = self._chosen or self._reached
        self._top.show(view, stage)
        self._show_storage()
        # By the game's number only: that a picture of it was kept must not draw anew what somebody is tapping.
        self._main.show((stage, view.game and view.game.seq))
        if self._stage:
            self._stage.show(view)
        self._strip.show(view)
        self._tools.speaker.show(view)

    def _show_storage(self) -> None:
        live = self._desk.live
        self._standing.show(live.trouble, self._desk.upkeep.sentence, self._desk.webhooks.sentence)
        self._backup.show()
        if live.notice != self._noticed:
            self._noticed = live.notice
            self._tell(live.notice or "")

    def _draw_stage(self, shown: tuple[Stage, object]) -> None:
        stage, _ = shown
        with spoken(ui.element("section"), say(stage)):
            self._stage = _STAGES[stage](self._tools)

    def _go(self, stage: Stage) -> None:
        self._chosen = stage
        self._show()

    def _act(self, entry: Entry) -> bool:
        """Record an act, after a question where it breaks off a live round; a refusal is a banner."""
        if self._desk.live.would_break_off(entry):
            question = say("A round is being watched. End it here? What was seen of it is not scored.")
            if self._desk.live.play is not None and self._desk.live.play.by_hand:
                question = say("A round is being played. End it here? What was told of it is not scored.")
            self._confirmation.ask(question, say("End the round"), say("Play on"), lambda: self._record(entry))
            return False
        return self._record(entry)

    def _count(self, count: Callable[[], Awaitable[object]]) -> Awaitable[object] | None:
        """Count the hands, after a question while the round is played."""
        if not self._desk.counter.breaks_off:
            return count()
        question = say("The round is still being played. End it here, and count the hands as they lie?")
        self._confirmation.ask(question, say("End the round"), say("Play on"), count)
        return None

    def _record(self, entry: Entry) -> bool:
        return record_told(self._desk.live, self._viewer, entry, self._tell)

    def _tell(self, sentence: str) -> None:
        self._banner.tell(sentence)


def _camera_fault(why: object) -> str:
    """What a browser says of its camera, empty where it only shows no picture yet."""
    if not why:
        return say("The camera shows no picture yet: start it first.")
    return say(
        "This device's camera cannot be used ({why}): allow it, or choose another way.",
        why=shown_text(str(why), _MOST_FAULT),
    )
