"""The colours of the seats on paper and on light pages, those of `kibitz.css`: eight that are told apart."""

from __future__ import annotations

from kibitz_vision.lettering import Colour

SEAT_COLOURS = ("#2f7d64", "#b4632c", "#5b6fb5", "#a2466f", "#7d7a1f", "#2f7f99", "#8a5bb0", "#6d5a48")


def seat_colour(seat: int) -> str:
    """The colour of a seat as a page writes it."""
    return SEAT_COLOURS[seat % len(SEAT_COLOURS)]


def painted_colour(seat: int) -> Colour:
    """The colour of a seat as it is painted on a picture."""
    red, green, blue = bytes.fromhex(seat_colour(seat).removeprefix("#"))
    return blue, green, red
