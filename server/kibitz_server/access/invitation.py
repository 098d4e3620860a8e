"""The code by which devices join: in a QR code, or typed."""

from __future__ import annotations

import hmac
import secrets

_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""None that looks like another."""
_GROUPS, _IN_A_GROUP = 3, 4
"""60 bits: at a hundred guesses a second for a year one in 300 million."""


class Invitation:
    """A secret of this start; who knows it may join, until it is renewed."""

    def __init__(self) -> None:
        self.renew()

    def renew(self) -> None:
        """Let nobody join with the old code any more; who joined stays."""
        groups = ("".join(secrets.choice(_LETTERS) for _ in range(_IN_A_GROUP)) for _ in range(_GROUPS))
        self.code = "-".join(groups)

    def is_good(self, given: str) -> bool:
        """Whether this is the code, however it was typed."""
        return hmac.compare_digest(_plain(given).encode(), _plain(self.code).encode())


def _plain(code: str) -> str:
    return "".join(letter for letter in code.upper() if letter.isalnum())
