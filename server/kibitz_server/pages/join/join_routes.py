"""Joining: the code is checked, a device says whose it is, and gets its place as a cookie that no script reads."""

from __future__ import annotations

import re
from typing import Annotated

from fastapi import APIRouter, Form, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from kibitz_scoring.errors import InputError
from kibitz_scoring.players import PlayerId
from kibitz_server.access.attempts import Attempts
from kibitz_server.access.device_kind import SCREENS, DeviceKind
from kibitz_server.access.route_rights import HOMES, JOIN, PHONE, PIN
from kibitz_server.access.viewer import Right, Role, Viewer, viewer_of
from kibitz_server.desk import Desk
from kibitz_server.gate.own_pages import hand_token
from kibitz_server.pages.join.join_page import POLICY, Seat, choice_page, code_page, known_page
from kibitz_server.texts import say
from kibitz_server.views.evening_view import project

_LONGEST = 80
_HEADERS = {"Content-Security-Policy": POLICY, "Cache-Control": "no-store", "Referrer-Policy": "same-origin"}
"""Without its referrer a form would not say whose page it is on, and be refused."""
_BROWSERS = ("iPhone", "iPad", "Android", "Windows", "Macintosh", "Linux")
Text = Annotated[str, Form(max_length=_LONGEST)]


def create_join_router(desk: Desk) -> APIRouter:
    """The routes of one desk."""
    router = APIRouter()
    routes = _Routes(desk)
    router.get(JOIN)(routes.look)
    router.post(JOIN)(routes.join)
    router.post(PIN)(routes.enter_pin)
    return router


class _Routes:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._codes = Attempts()

    async def look(self, request: Request, invite: str = "") -> Response:
        viewer = request.scope.get("viewer")
        if isinstance(viewer, Viewer):
            return self._look_again(viewer, comes_by_code=bool(invite))
        if not invite:
            return _answer(code_page())
        try:
            self._check_code(request, invite)
        except InputError as error:
            return _answer(code_page(str(error)), 403)
        return _answer(choice_page(self._seats(), invite))

    def _look_again(self, viewer: Viewer, *, comes_by_code: bool) -> Response:
        if viewer.guest is None:
            return RedirectResponse("/", status_code=303)
        kind = self._desk.guests.kind_of(viewer)
        # Who scans the code once more wants to go on, unless they have yet to say who they are.
        if comes_by_code and (viewer.player is not None or viewer.role.may(Right.JUDGE) or kind.is_screen):
            return RedirectResponse(HOMES[kind], status_code=303)
        return self._known(viewer)

    async def join(self, request: Request, player: Text = "", screen: Text = "", invite: Text = "") -> Response:
        viewer = request.scope.get("viewer")
        wanted = PlayerId(player) if player else None
        kind = DeviceKind(screen) if screen in SCREENS else DeviceKind.USED
        if isinstance(viewer, Viewer):
            return self._become(viewer, wanted, kind)
        try:
            self._check_code(request, invite)
        except InputError as error:
            return _answer(code_page(str(error)), 403)
        try:
            token = self._new_guest(wanted, kind, _browser(request))
        except InputError as error:
            return _answer(choice_page(self._seats(), invite, str(error)), 409)
        answer = RedirectResponse(HOMES[kind], status_code=303)
        hand_token(answer, request.scope, token)
        return answer

    def _new_guest(self, wanted: PlayerId | None, kind: DeviceKind, browser: str) -> str:
        """The token of a device that plays, or looks on, be it until the name is free that it asks for."""
        self._check_player(wanted)
        guests = self._desk.guests
        if wanted is not None and guests.holder(wanted) is None:
            return guests.join(Role.PLAYER, wanted, browser)
        token = guests.join(Role.SPECTATOR, None, browser, kind)
        joined = guests.viewer(token)
        if wanted is not None and joined is not None and joined.guest is not None:
            guests.ask(joined.guest, wanted)
        return token

    def _become(self, viewer: Viewer, wanted: PlayerId | None, kind: DeviceKind) -> Response:
        """Be another player, or nobody; what is judged or hosted stays so, but by a screen that nobody uses."""
        if viewer.guest is None:
            return RedirectResponse("/", status_code=303)
        guests = self._desk.guests
        try:
            self._check_player(wanted)
            if wanted is None:
                stays = viewer.role is not Role.PLAYER and not kind.is_screen
                guests.change(viewer.guest, viewer.role if stays else Role.SPECTATOR, None, kind)
            elif wanted != viewer.player:
                guests.ask(viewer.guest, wanted)
        except InputError as error:
            return self._known(viewer, str(error), 409)
        return RedirectResponse(HOMES[kind], status_code=303)

    async def enter_pin(self, request: Request, role: Text, pin: Text) -> Response:
        viewer = viewer_of(request)
        if viewer.guest is None:
            return RedirectResponse("/", status_code=303)
        wanted = Role(role) if role in set(Role) else Role.SPECTATOR
        try:
            await self._desk.pin_login.log_in(viewer.guest, wanted, pin)
        except InputError as error:
            return self._known(viewer, str(error), 403)
        return RedirectResponse(PHONE, status_code=303)

    def _known(self, viewer: Viewer, problem: str = "", status: int = 200) -> Response:
        asked = next((player for guest, player in self._desk.guests.asking() if guest.id == viewer.guest), "")
        seats = [seat for seat in self._seats() if seat.player != viewer.player]
        has_pin = self._desk.pin_login.is_set
        kind = self._desk.guests.kind_of(viewer)
        return _answer(known_page(viewer, kind, asked, seats, has_pin=has_pin, problem=problem), status)

    def _check_code(self, request: Request, invite: str) -> None:
        """Raise `InputError` for a wrong code, after too many of them for any, and while the house is closed."""
        if not self._desk.settings.house:
            raise InputError(say("Kibitz is open to its own computer only."))
        who = request.client.host if request.client else "unknown"
        self._codes.begin(who)
        if not self._desk.guests.invitation.is_good(invite[:_LONGEST]):
            raise InputError(say("This is not the code that Kibitz shows now: scan it once more."))
        self._codes.right(who)

    def _check_player(self, wanted: PlayerId | None) -> None:
        if wanted is not None and wanted not in [seat.player for seat in self._seats()]:
            raise InputError(say("{player} is not at the table.", player=wanted))

    def _seats(self) -> list[Seat]:
        game = project(self._desk.live.evening, Role.SPECTATOR).game
        players = game.players if game else ()
        return [Seat(player, self._desk.guests.holder(player) is not None) for player in players]


def _browser(request: Request) -> str:
    """What kind of device it is, no more exactly than people tell phones apart."""
    told = request.headers.get("user-agent", "")
    found = re.search("|".join(_BROWSERS), told)
    return found[0] if found else ""


def _answer(page: str, status: int = 200) -> HTMLResponse:
    return HTMLResponse(page, status_code=status, headers=_HEADERS)
