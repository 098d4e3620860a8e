"""The devices of the house in a file of the data folder, which is its owner's alone: tokens only as their hashes."""

from __future__ import annotations

import logging
from datetime import datetime
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from kibitz_scoring.errors import InputError
from kibitz_scoring.players import PlayerId
from kibitz_server.access.device_kind import DeviceKind
from kibitz_server.access.viewer import Role, Viewer
from kibitz_server.private_files import write_private
from kibitz_server.texts import say

log = logging.getLogger(__name__)

NAME = "devices.guests"
"""Not called a text file: whoever deletes a person takes out that person's devices only."""


class Guest(BaseModel):
    """One device: `token` is the SHA-256 of its token, `device` what its browser says it is, or a program's name."""

    model_config = ConfigDict(frozen=True)

    id: str
    token: str
    role: Role
    player: PlayerId | None = None
    device: str = ""
    kind: DeviceKind = DeviceKind.USED
    joined: datetime
    seen: datetime

    @property
    def viewer(self) -> Viewer:
        """What a request of this device is."""
        return Viewer(self.role, self.player, self.id)


class Kept(BaseModel):
    """All that the file holds; `pin` is the salted hash of the PIN, if the host set one."""

    guests: tuple[Guest, ...] = ()
    pin: str = ""


class GuestFile:
    """`devices.guests`, read once and written whole."""

    def __init__(self, data: Path) -> None:
        self.path = data / NAME

    def read(self) -> Kept:
        """What is kept; nothing, with a line in the log, where the file is damaged."""
        try:
            return Kept.model_validate_json(self.path.read_bytes())
        except FileNotFoundError:
            return Kept()
        except (OSError, ValidationError):
            log.warning("%s is damaged: all devices have to join once more.", self.path)
            return Kept()

    def write(self, kept: Kept) -> None:
        """Keep it; `InputError` where the disk refuses."""
        try:
            write_private(self.path, kept.model_dump_json(indent=1))
        except OSError as error:
            raise InputError(
                say("{path} cannot be written ({why}).", path=self.path, why=error.strerror or error)
            ) from error
