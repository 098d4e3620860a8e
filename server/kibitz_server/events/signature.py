"""Signatures of the Standard Webhooks scheme: https://github.com/standard-webhooks/standard-webhooks, version 1."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import secrets
from collections.abc import Mapping

from kibitz_scoring.errors import InputError
from kibitz_scoring.sentences import Sentence

_PREFIX = "whsec_"
_BYTES = 32
"""The scheme asks for 24 to 64."""


def new_secret() -> str:
    """A secret that nobody guesses, as the scheme writes it."""
    return _PREFIX + base64.b64encode(secrets.token_bytes(_BYTES)).decode()


def new_message_id() -> str:
    """What a receiver tells a message by that comes twice."""
    return f"msg_{secrets.token_hex(12)}"


def signed_headers(secret: str, message_id: str, at_s: int, body: bytes) -> Mapping[str, str]:
    """The headers of a message that is sent at this time (seconds since 1970); `InputError` for what is no secret."""
    try:
        key = base64.b64decode(secret.removeprefix(_PREFIX), validate=True)
    except binascii.Error as error:
        raise InputError(Sentence("The secret of a webhook is damaged: remove the webhook and add it anew.")) from error
    signed = f"{message_id}.{at_s}.".encode() + body
    signature = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    return {"webhook-id": message_id, "webhook-timestamp": str(at_s), "webhook-signature": f"v1,{signature}"}
