"""What programs call acts: their own names tell faces that may lie face down again."""

from __future__ import annotations

import hashlib
import hmac
import secrets

from kibitz_scoring.errors import InputError
from kibitz_scoring.referee.questions import ActId
from kibitz_server.texts import say

_LETTERS = 16


class ActNames:
    """The same name for the same act as long as Kibitz runs."""

    def __init__(self) -> None:
        self._salt = secrets.token_bytes(16)
        self._acts: dict[str, ActId] = {}

    def name(self, act: ActId) -> str:
        """What an act, or what is asked about one, is called."""
        name = hmac.new(self._salt, act.encode(), hashlib.sha256).hexdigest()[:_LETTERS]
        self._acts[name] = act
        return name

    def act(self, name: str) -> ActId:
        """The act that was called so; `InputError` where none was."""
        try:
            return self._acts[name]
        except KeyError:
            raise InputError(say("There is no act of this name: ask anew what there is.")) from None
