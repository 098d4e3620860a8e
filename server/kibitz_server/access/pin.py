"""A PIN as it is kept: only as a hash that takes a while to reckon, with a salt of its own."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets

from kibitz_scoring.errors import InputError
from kibitz_server.texts import say

_DIGITS = re.compile(r"[0-9]{4,12}")
_N, _R, _P = 2**15, 8, 3
"""32 MB and a few tenths of a second for each guess: what OWASP's notes on stored passwords ask of scrypt."""
_MOST_BYTES = 64 * 1024 * 1024


def hashed_pin(pin: str) -> str:
    """Salt and hash of a PIN; `InputError` unless it has 4 to 12 digits."""
    if not _DIGITS.fullmatch(pin):
        raise InputError(say("A PIN has 4 to 12 digits."))
    salt = secrets.token_bytes(16)
    return f"{salt.hex()}:{_hash(pin, salt).hex()}"


def is_pin(pin: str, kept: str) -> bool:
    """Whether this is the PIN that is kept."""
    salt, _, wanted = kept.partition(":")
    try:
        return hmac.compare_digest(_hash(pin, bytes.fromhex(salt)), bytes.fromhex(wanted))
    except ValueError:
        return False


def _hash(pin: str, salt: bytes) -> bytes:
    return hashlib.scrypt(pin.encode(), salt=salt, n=_N, r=_R, p=_P, maxmem=_MOST_BYTES, dklen=32)
