from __future__ import annotations

import re
from pathlib import Path

from kibitz_server.views.sharing.seat_colours import SEAT_COLOURS, painted_colour, seat_colour


def test_charts_and_pictures_have_the_seat_colours_of_the_light_page(repository: Path) -> None:
    assets = repository / "server" / "kibitz_server" / "pages" / "assets"
    of_seats = re.findall(r"--s(\d): (#[0-9a-f]{6});", (assets / "kibitz.css").read_text(encoding="utf-8"))
    light = of_seats[: len(SEAT_COLOURS)]
    assert light == [(str(seat), colour) for seat, colour in enumerate(SEAT_COLOURS)]


def test_a_picture_is_painted_in_the_colours_of_the_page_and_a_ninth_seat_has_that_of_the_first() -> None:
    assert seat_colour(1) == "#b4632c"
    assert painted_colour(1) == (0x2C, 0x63, 0xB4)
    assert painted_colour(8) == painted_colour(0)
