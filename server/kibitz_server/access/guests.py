"""The devices that joined: who they are, what they may do, and who asks for whose name."""

from __future__ import annotations

import hashlib
import secrets
from collections import Counter
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from kibitz_scoring.errors import InputError
from kibitz_scoring.players import PlayerId
from kibitz_server.access.device_kind import DeviceKind
from kibitz_server.access.guest_file import Guest, GuestFile, Kept
from kibitz_server.access.invitation import Invitation
from kibitz_server.access.viewer import Role, Viewer
from kibitz_server.texts import say
from kibitz_server.watchers import Watchable

_TOKEN_BYTES = 24
_MOST_GUESTS = 40
_KEPT_FOR = timedelta(days=30)
"""Whoever did not come for so long joins once more."""
_WRITTEN_AFTER = timedelta(minutes=10)
"""When a device was last seen is not worth a write for each request."""
_LONGEST_DEVICE = 40


class Guests(Watchable[[str]]):
    """All devices but those with the key of this start; used from the event loop's thread only.

    Watchers are told the id of each device that joined, came, went, was changed or taken away; an empty one where the
    invitation or the PIN is another.
    """

    def __init__(self, data: Path, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        super().__init__()
        self._file = GuestFile(data)
        self._clock = clock
        self._asked: dict[str, PlayerId] = {}
        self.invitation = Invitation()
        kept = self._file.read()
        self.pin = kept.pin
        self._sockets: Counter[str] = Counter()
        oldest = clock() - _KEPT_FOR
        self._guests = {guest.id: guest for guest in kept.guests if guest.seen >= oldest}

    # Who they are

    @property
    def all(self) -> tuple[Guest, ...]:
        """All devices, in the order in which they joined."""
        return tuple(self._guests.values())

    def guest(self, guest: str) -> Guest:
        """One device; `InputError` where it was taken away."""
        try:
            return self._guests[guest]
        except KeyError:
            raise InputError(say("This device has no place here any more.")) from None

    def viewer(self, token: str) -> Viewer | None:
        """Who has this token; None for nobody."""
        hashed = _hashed(token)
        found = next((guest for guest in self._guests.values() if secrets.compare_digest(guest.token, hashed)), None)
        return self._seen(found).viewer if found else None

    def is_current(self, viewer: Viewer) -> bool:
        """Whether somebody still is who they were when they were let in."""
        if viewer.guest is None:
            return True
        guest = self._guests.get(viewer.guest)
        return guest is not None and guest.viewer == viewer

    def kind_of(self, viewer: Viewer) -> DeviceKind:
        """What somebody's device is there for."""
        guest = self._guests.get(viewer.guest or "")
        return guest.kind if guest else DeviceKind.USED

    def holder(self, player: PlayerId) -> Guest | None:
        """Whose device speaks for a player."""
        return next((guest for guest in self._guests.values() if guest.player == player), None)

    # What is done with them

    def join(
        self,
        role: Role,
        player: PlayerId | None = None,
        device: str = "",
        kind: DeviceKind = DeviceKind.USED,
    ) -> str:
        """Let a device in and return its token; `InputError` where another holds the name, or there are too many."""
        if len(self._guests) >= _MOST_GUESTS:
            raise InputError(
                say("{number} devices have joined already: take some away first.", number=len(self._guests))
            )
        self._check_free(player)
        token, now = secrets.token_urlsafe(_TOKEN_BYTES), self._clock()
        while (name := secrets.token_hex(4)) in self._guests:
            pass
        self._put(
            Guest(
                id=name,
                token=_hashed(token),
                role=role,
                player=player,
                device=device[:_LONGEST_DEVICE],
                kind=kind,
                joined=now,
                seen=now,
            )
        )
        return token

    def change(self, guest: str, role: Role, player: PlayerId | None, kind: DeviceKind | None = None) -> None:
        """Give a device another role or name; `InputError` where another device holds the name.

        It is there for what it was, without another `kind`; but what does more than look on is no screen.
        """
        known = self.guest(guest)
        if player != known.player:
            self._check_free(player)
        self._asked.pop(guest, None)
        kind = known.kind if kind is None else kind
        if kind.is_screen and (player, role) != (None, Role.SPECTATOR):
            kind = DeviceKind.USED
        self._put(known.model_copy(update={"role": role, "player": player, "kind": kind}))

    def revoke(self, guest: str) -> None:
        """Take a device's place away, at once."""
        self.guest(guest)
        self._drop({guest})

    def revoke_all(self) -> None:
        """Take all places away, and let nobody join by the code that they have seen."""
        self.invitation.renew()
        self._drop(set(self._guests))

    def forget(self, player: str) -> None:
        """Take away the devices of a person who is deleted, and what they asked for."""
        self._asked = {guest: name for guest, name in self._asked.items() if name != player}
        self._drop({guest.id for guest in self._guests.values() if guest.player == player})

    def hand_over(self, giver: Viewer, guest: str) -> None:
        """Make a device host; a guest who was host before plays or looks on from now on."""
        self.change(guest, Role.HOST, self.guest(guest).player)
        if giver.guest is not None and giver.guest != guest:
            self.change(giver.guest, Role.SPECTATOR if giver.player is None else Role.PLAYER, giver.player)

    def renew_invitation(self) -> None:
        """Let nobody join by the code that was shown so far."""
        self.invitation.renew()
        self._tell("")

    def keep_pin(self, pin: str) -> None:
        """Keep the hash of a PIN, or none."""
        before, self.pin = self.pin, pin
        try:
            self._write(self._guests.values())
        except InputError:
            self.pin = before
            raise
        self._tell("")

    # Whether they are here

    def is_here(self, guest: str) -> bool:
        """Whether a page of this device is open."""
        return self._sockets[guest] > 0

    def came(self, guest: str) -> None:
        """A page or stream of a device is open."""
        self._sockets[guest] += 1
        if self._sockets[guest] == 1:
            self._tell(guest)

    def went(self, guest: str) -> None:
        """One of them is closed."""
        self._sockets[guest] -= 1
        if not self._sockets[guest]:
            del self._sockets[guest]
            self._tell(guest)

    # Names that another device holds

    def ask(self, guest: str, player: PlayerId) -> None:
        """Ask whoever holds a player's name to let it go; whoever nobody holds is taken at once."""
        known = self.guest(guest)
        if self.holder(player) is None:
            self.change(guest, _as_player(known.role), player)
            return
        self._asked[guest] = player
        self._tell(guest)

    def asking(self) -> tuple[tuple[Guest, PlayerId], ...]:
        """Who asks for which name that another device holds."""
        return tuple((self._guests[guest], player) for guest, player in self._asked.items() if guest in self._guests)

    def let_go(self, player: PlayerId) -> None:
        """A name is free again: the device that asked for it first has it, and whoever held it looks on."""
        if (holder := self.holder(player)) is not None:
            role = Role.SPECTATOR if holder.role is Role.PLAYER else holder.role
            self.change(holder.id, role, None)
        asking = next((guest for guest, wanted in self._asked.items() if wanted == player), None)
        if asking is not None:
            self.change(asking, _as_player(self.guest(asking).role), player)

    def keep(self, player: PlayerId) -> None:
        """Whoever holds the name keeps it: nobody asks for it any more."""
        asking = [guest for guest, wanted in self._asked.items() if wanted == player]
        for guest in asking:
            del self._asked[guest]
            self._tell(guest)

    def _check_free(self, player: PlayerId | None) -> None:
        if player is not None and self.holder(player) is not None:
            raise InputError(say("Another device speaks for {player}: ask for the name.", player=player))

    def _put(self, guest: Guest) -> None:
        guests = {**self._guests, guest.id: guest}
        self._write(guests.values())
        self._guests = guests
        self._tell(guest.id)

    def _drop(self, gone: set[str]) -> None:
        """Out of memory first: that the disk refuses must not leave a device in."""
        self._guests = {name: guest for name, guest in self._guests.items() if name not in gone}
        for name in gone:
            self._asked.pop(name, None)
        try:
            if gone:
                self._write(self._guests.values())
        finally:
            for name in gone:
                self._tell(name)

    def _write(self, guests: Iterable[Guest]) -> None:
        self._file.write(Kept(guests=tuple(guests), pin=self.pin))

    def _seen(self, guest: Guest) -> Guest:
        now = self._clock()
        if now - guest.seen < _WRITTEN_AFTER:
            return guest
        seen = guest.model_copy(update={"seen": now})
        self._guests[guest.id] = seen
        try:
            self._write(self._guests.values())
        except InputError:
            # The seat holds as long as Kibitz runs.
            return seen
        return seen


def _as_player(role: Role) -> Role:
    return Role.PLAYER if role is Role.SPECTATOR else role


def _hashed(token: str) -> str:
    """A token has 192 bits: nobody finds it from a plain hash."""
    return hashlib.sha256(token.encode()).hexdigest()
