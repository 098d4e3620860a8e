"""The host's list of devices: who they are, what they may do, and who has to go."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from nicegui import ui

from kibitz_scoring.errors import KibitzError
from kibitz_scoring.players import PlayerId
from kibitz_server.access.device_kind import DeviceKind
from kibitz_server.access.guest_file import Guest
from kibitz_server.access.viewer import Role
from kibitz_server.pages.devices.pin_form import PinForm
from kibitz_server.pages.devices.program_tokens import ProgramTokens
from kibitz_server.pages.devices.webhooks_panel import WebhooksPanel
from kibitz_server.pages.parts.confirmation import Confirmation
from kibitz_server.pages.parts.elements.dialog_head import draw_dialog_head
from kibitz_server.pages.parts.elements.following import follow
from kibitz_server.pages.parts.elements.regions import Rows
from kibitz_server.pages.parts.elements.spoken import spoken
from kibitz_server.pages.parts.invitation_code import InvitationDetails
from kibitz_server.pages.parts.tools import Tools
from kibitz_server.texts import say

_LOOK_S = 1.0
"""So often it is looked whether events arrive, while somebody looks on."""
_ROLES = (Role.REFEREE, Role.PLAYER, Role.SPECTATOR)
"""A host is made by handing over."""


@dataclass(frozen=True, slots=True)
class _Device:
    """A device as its row shows it: without when it was last here, or a row would be drawn anew under a finger."""

    id: str
    role: Role
    player: PlayerId | None
    device: str
    kind: DeviceKind
    is_here: bool

    @property
    def name(self) -> str:
        """Whose it is, or what it is."""
        if self.kind is DeviceKind.PROGRAM:
            return self.device
        return self.player or (say(self.kind) if self.kind.is_screen else self.device) or say("A device")

    @property
    def about(self) -> tuple[str, ...]:
        """What is told of it beside its name."""
        what = say(self.kind) if self.kind is DeviceKind.PROGRAM else self.device
        player = self.player if self.kind is DeviceKind.PROGRAM else None
        here = say("here now") if self.is_here else say("not here")
        return tuple(filter(None, (say(self.role), player, what, here)))

    @property
    def roles(self) -> tuple[Role, ...]:
        """What it may be made: a screen that nobody uses only shows, and who is no player speaks for nobody."""
        roles = () if self.kind.is_screen else _ROLES
        return tuple(one for one in roles if one is not self.role and (one is not Role.PLAYER or self.player))


class DevicesDialog:
    """One dialog of a host's page, kept up to date while it is there."""

    def __init__(self, tools: Tools) -> None:
        self._tools, self._guests = tools, tools.desk.guests
        self._confirmation = Confirmation(tools)
        with ui.dialog() as self._dialog, ui.card().classes("card-dialog"):
            body = ui.element("div").classes("card-dialog-body")
        with body:
            draw_dialog_head(say("Devices"), say("Close"), self._dialog.close)
            InvitationDetails(tools.desk)
            with ui.element("div").classes("button-row"):
                renew = ui.button(say("Another code"), icon="refresh", on_click=self._guests.renew_invitation)
                renew.props("no-caps outline")
            with ui.element("div"):
                self._none = ui.label(say("No device has joined yet.")).classes("hint")
                self._list = Rows(self._draw, ui.element("div"))
            PinForm(tools.desk.pin_login)
            self._tokens = ProgramTokens(tools, self._is_current)
            self._webhooks = WebhooksPanel(tools, self._confirmation, self._is_current)
        follow(self._guests, self._show)
        ui.timer(_LOOK_S, self._show_webhooks)

    def open(self) -> None:
        """Show it."""
        self._tokens.show()
        self._webhooks.show()
        self._dialog.open()

    def _show_webhooks(self) -> None:
        if self._dialog.value:
            self._webhooks.show()

    def _is_current(self) -> bool:
        return self._guests.is_current(self._tools.viewer)

    def _show(self) -> None:
        guests = self._guests.all
        self._none.set_visibility(not guests)
        self._list.show({one.id: self._shown(one) for one in guests})

    def _shown(self, one: Guest) -> _Device:
        return _Device(one.id, one.role, one.player, one.device, one.kind, self._guests.is_here(one.id))

    def _draw(self, guest: _Device) -> None:
        name = guest.name
        with spoken(ui.element("section").classes("device"), name):
            with ui.element("div").classes("device-who"):
                ui.label(name).classes("pack-name device-kind" if guest.kind.is_screen else "pack-name")
                ui.label(" · ".join(guest.about)).classes("hint")
            with ui.element("div").classes("button-row"):
                for role in guest.roles:
                    self._button(_BECOMES[role](), partial(self._guests.change, guest.id, role, guest.player))
                if guest.player is not None:
                    self._button(say("Let the name go"), partial(self._guests.let_go, guest.player))
                if guest.role is not Role.HOST and guest.kind is DeviceKind.USED:
                    ask = say("Make {name} the host? They decide about devices, people and files then.", name=name)
                    hand_over = partial(self._guests.hand_over, self._tools.viewer, guest.id)
                    self._asking(say("Hand the host over"), ask, say("Hand over"), hand_over)
                ask = say("Take the place of {name} away? The page there closes at once.", name=name)
                self._asking(say("Take away"), ask, say("Take away"), partial(self._guests.revoke, guest.id))

    def _button(self, label: str, do: Callable[[], Any]) -> None:
        ui.button(label, on_click=lambda: self._do(do)).props("no-caps flat dense")

    def _asking(self, label: str, question: str, yes: str, do: Callable[[], Any]) -> None:
        def ask() -> None:
            self._confirmation.ask(question, yes, say("Leave it"), lambda: self._do(do))

        ui.button(label, on_click=ask).props("no-caps flat dense color=negative")

    def _do(self, do: Callable[[], Any]) -> None:
        try:
            if self._is_current():
                do()
        except KibitzError as error:
            self._tools.tell(str(error))


_BECOMES: dict[Role, Callable[[], str]] = {
    Role.REFEREE: lambda: say("Make referee"),
    Role.PLAYER: lambda: say("Make player"),
    Role.SPECTATOR: lambda: say("Only look on"),
}
