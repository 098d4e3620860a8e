"""A text as a QR code."""

from __future__ import annotations

from io import BytesIO

import segno

from kibitz_scoring.errors import InputError
from kibitz_server.texts import say

_DOT_PX = 5


def qr_code(text: str) -> bytes:
    """PNG of the code, black on white, with the quiet edge that readers need; `InputError` for too long a text."""
    png = BytesIO()
    _code(text).save(png, kind="png", scale=_DOT_PX)
    return png.getvalue()


def edged(text: str) -> float:
    """How many times as wide as its dots the picture of a code is, with its quiet edge; `InputError` as above."""
    code = _code(text)
    return float(code.symbol_size()[0] / code.symbol_size(border=0)[0])


def _code(text: str) -> segno.QRCode:
    try:
        return segno.make_qr(text, error="l", boost_error=False)
    except segno.DataOverflowError as error:
        raise InputError(
            say("{number} characters are more than a QR code holds: open the link instead.", number=len(text))
        ) from error
