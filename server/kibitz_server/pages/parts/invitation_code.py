"""The code by which devices join, to be scanned: small and always in view, or large."""

from __future__ import annotations

import base64
from functools import lru_cache
from urllib.parse import quote

from nicegui import ui

from kibitz_server.access.route_rights import JOIN
from kibitz_server.desk import Desk
from kibitz_server.pages.parts.elements.dialog_head import draw_dialog_head
from kibitz_server.pages.parts.elements.following import follow
from kibitz_server.pages.parts.elements.regions import Region
from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.texts import say
from kibitz_server.views.sharing.qr_codes import edged, qr_code


class InvitationCode:
    """The code alone, as long as the house is open; drawn anew when it is another one.

    Its dots take a `share` of the window's width; without one it is as wide as its place.
    """

    def __init__(self, desk: Desk, classes: str = "", share: float | None = None) -> None:
        self._desk = desk
        self._share = share
        self._box = Region(self._draw, classes)
        follow(desk.guests, lambda: self._box.show(join_link(desk)))

    def _draw(self, link: str) -> None:
        if link:
            code = draw_code(link)
            if self._share is not None:
                code.style(f"width: {100 * self._share * edged(link):.2f}vw")


class InvitationDetails:
    """The code, and what it says, for whoever cannot scan it."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._box = Region(self._draw, "invitation-details")
        follow(desk.guests, lambda: self._box.show(join_link(desk)))

    def _draw(self, link: str) -> None:
        if not link:
            ui.label(say("Kibitz is open to this computer only. Start it with --host 0.0.0.0 to let phones join."))
            return
        draw_code(link)
        with ui.element("div"):
            ui.label(say("Point a phone's camera at the code. It must be in the same network as this computer."))
            ui.label(say("Or open {address} and type the code:", address=f"{self._desk.settings.house_address}{JOIN}"))
            ui.label(self._desk.guests.invitation.code).classes("invitation-text")


class InvitationCorner:
    """Small, in view on the dashboard; a tap enlarges it."""

    def __init__(self, desk: Desk) -> None:
        if not desk.settings.house:
            return
        with ui.dialog() as dialog, ui.card().classes("card-dialog"), ui.element("div").classes("card-dialog-body"):
            draw_dialog_head(say("Join by phone"), say("Close"), dialog.close)
            InvitationDetails(desk)
        button = ui.element("button").classes("invitation-corner").props("type=button")
        with spoken(button, say("The code to join by, larger")):
            InvitationCode(desk)
        button.on("click", dialog.open)


def join_link(desk: Desk) -> str:
    """What the code says; empty while the house is closed."""
    address, code = desk.settings.house_address, desk.guests.invitation.code
    return f"{address}{JOIN}?invite={quote(code)}" if address else ""


def draw_code(link: str) -> ui.element:
    """Draw a link to be scanned."""
    picture = ui.element("img").classes("invitation-code")
    picture.props["src"], picture.props["alt"] = _picture(link), say("QR code to join by")
    return picture


@lru_cache(maxsize=4)
def _picture(link: str) -> str:
    # Within the page: a picture of its own address would be one more thing to ask for the secret.
    return f"data:image/png;base64,{base64.b64encode(qr_code(link)).decode()}"
