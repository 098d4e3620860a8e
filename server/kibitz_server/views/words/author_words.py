"""Who put something in, in words for people."""

from __future__ import annotations

from collections.abc import Mapping

from kibitz_scoring.sentences import to_say
from kibitz_server.access.viewer import Role
from kibitz_server.journal.author import Author
from kibitz_server.texts import say

_NOBODYS: Mapping[str, str] = {
    Role.HOST: to_say("the host"),
    Role.REFEREE: to_say("the referee"),
    Role.PLAYER: to_say("a player"),
}


def author_words(author: Author | None) -> str:
    """`Ann`, or `the host` of a device that is nobody's; empty where it is not known."""
    if author is None:
        return ""
    return author.player or (say(_NOBODYS[author.role]) if author.role in _NOBODYS else "")
