"""A guest's device becomes referee or host by the PIN that the host set."""

from __future__ import annotations

import asyncio

from kibitz_scoring.errors import InputError
from kibitz_server.access.attempts import Attempts
from kibitz_server.access.guests import Guests
from kibitz_server.access.pin import hashed_pin, is_pin
from kibitz_server.access.viewer import Role
from kibitz_server.texts import say

_ROLES = (Role.REFEREE, Role.HOST)
_LONGEST = 12


class PinLogin:
    """One PIN of the house, and who may guess at it when."""

    def __init__(self, guests: Guests, attempts: Attempts | None = None) -> None:
        self._guests = guests
        self._attempts = attempts or Attempts()

    @property
    def is_set(self) -> bool:
        """Whether there is a PIN."""
        return bool(self._guests.pin)

    async def set(self, pin: str) -> None:
        """Take a new PIN; `InputError` unless it has 4 to 12 digits."""
        self._guests.keep_pin(await asyncio.to_thread(hashed_pin, pin))

    def clear(self) -> None:
        """Without a PIN only the host gives others more rights."""
        self._guests.keep_pin("")

    async def log_in(self, guest: str, role: Role, pin: str) -> None:
        """Make a device referee or host; `InputError` where the PIN is wrong, or was guessed at too often."""
        if role not in _ROLES:
            raise InputError(say("With the PIN a device becomes referee or host."))
        if not self.is_set:
            raise InputError(say("The host has set no PIN."))
        self._attempts.begin(guest)
        if not await asyncio.to_thread(is_pin, pin[: _LONGEST + 1], self._guests.pin):
            raise InputError(say("This is not the PIN."))
        self._attempts.right(guest)
        self._guests.change(guest, role, self._guests.guest(guest).player)
