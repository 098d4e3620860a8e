"""A text as a QR code."""

from __future__ import annotations

from io import BytesIO

import segno

from kibitz_scoring.errors import InputError
from kibitz_server.texts import say

_DOT_PX = 5


def qr_code(text: str) -> bytes:
    """PNG of the code, black on white, with the quiet edge that readers need; `InputError` for too long a text."""
    try:
        code = segno.make_qr(text, error="l", boost_error=False)
    except segno.DataOverflowError as error:
        raise InputError(
            say("{number} characters are more than a QR code holds: open the link instead.", number=len(text))
        ) from error
    png = BytesIO()
    code.save(png, kind="png", scale=_DOT_PX)
    return png.getvalue()
