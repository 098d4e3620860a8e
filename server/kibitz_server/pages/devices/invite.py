"""The page with the code alone, for a screen that nobody uses."""

from __future__ import annotations

from nicegui import ui

from kibitz_server.desk import Desk
from kibitz_server.pages.parts.elements.theme import HEAD, Theme
from kibitz_server.pages.parts.invitation_code import InvitationDetails
from kibitz_server.texts import say


class Invite:
    """One page with the code."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def build(self) -> None:
        """Lay out the page; it shows another code as soon as there is one."""
        ui.add_head_html(HEAD)
        Theme(lambda: None)
        with ui.element("main").classes("invite-page"):
            ui.label(say("Join the table")).classes("dialog-title").props('role="heading" aria-level="1"')
            InvitationDetails(self._desk)
