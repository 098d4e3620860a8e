"""Whoever looks on: a role, what it may do, and whose device it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from fastapi import HTTPException
from starlette.requests import HTTPConnection

from kibitz_scoring.players import PlayerId
from kibitz_scoring.sentences import to_say
from kibitz_server.texts import say


class Right(StrEnum):
    """What a device may do; each one that follows asks for more trust."""

    LOOK = "look"
    """See what everybody at the table may know: the round, the verdicts, the score."""
    PLAY = "play"
    """Speak for oneself: call, dispute, answer what the table is asked, photograph the reveal."""
    JUDGE = "judge"
    """Use the dashboard: see what rounds are scored from, correct, take back, look at old games."""
    MANAGE = "manage"
    """Devices, people, deletion and files."""


class Role(StrEnum):
    """What somebody is in this house."""

    HOST = to_say("host")
    REFEREE = to_say("referee")
    PLAYER = to_say("player")
    SPECTATOR = to_say("spectator")

    def may(self, right: Right) -> bool:
        """Whether this role has the right."""
        return right in _RIGHTS[self]


_RIGHTS: Mapping[Role, frozenset[Right]] = {
    Role.HOST: frozenset(Right),
    Role.REFEREE: frozenset({Right.LOOK, Right.PLAY, Right.JUDGE}),
    Role.PLAYER: frozenset({Right.LOOK, Right.PLAY}),
    Role.SPECTATOR: frozenset({Right.LOOK}),
}
"""The one table of what each role may do."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who asks: `player` is whose device at the table it is, if anybody's.

    `guest` is the id of its token; None for who has the key of this start.
    """

    role: Role
    player: PlayerId | None = None
    guest: str | None = None


OWNER = Viewer(Role.HOST)
"""Whoever has the key of this start."""


def viewer_of(connection: HTTPConnection) -> Viewer:
    """Who asks, as the gate found out; a refusal where it was never asked."""
    viewer = connection.scope.get("viewer")
    if not isinstance(viewer, Viewer):
        raise HTTPException(403, say("Nobody knows who asks here."))
    return viewer
