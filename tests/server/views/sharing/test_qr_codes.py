from __future__ import annotations

import cv2
import numpy as np
import pytest

from kibitz_scoring.errors import InputError
from kibitz_scoring.players import PlayerId
from kibitz_server.evening.live import Live
from kibitz_server.views.sharing.bg_stats import bg_stats_link
from kibitz_server.views.sharing.qr_codes import edged, qr_code

from ...games import begin, play


def read(png: bytes) -> str:
    """The text of a code that lies where its dots begin: to find it in the picture is the reader's affair."""
    picture = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert picture is not None
    dark = np.argwhere(picture < 128)
    (top, left), (bottom, right) = dark.min(axis=0), dark.max(axis=0)
    corners = np.array([[[left, top], [right, top], [right, bottom], [left, bottom]]], np.float32)
    text, _ = cv2.QRCodeDetector().decode(picture, corners)
    return text


def test_a_reader_finds_the_link_of_a_game_in_the_code(live: Live) -> None:
    link = bg_stats_link(play(live, (("9H", "AC"), "Ben")))
    assert read(qr_code(link)) == link


def test_the_link_of_eight_players_with_long_names_fits(live: Live) -> None:
    begin(live, players=[PlayerId(f"Maximiliane-{name}") for name in "ABCDEFGH"])
    game = play(live, (("AH", "2C", "3C", "4C", "5C", "6C", "7C", "8C"), None))
    assert qr_code(bg_stats_link(game)).startswith(b"\x89PNG")


def test_a_text_that_no_code_holds_is_refused_in_words() -> None:
    with pytest.raises(InputError, match="5000 characters are more than a QR code holds"):
        qr_code("x" * 5000)


def test_the_picture_of_a_code_is_wider_than_its_dots_by_the_edge_that_readers_need() -> None:
    picture = cv2.imdecode(np.frombuffer(qr_code("http://192.168.1.5:8765/join"), np.uint8), cv2.IMREAD_GRAYSCALE)
    assert picture is not None
    dark = np.argwhere(picture < 128)[:, 1]
    assert edged("http://192.168.1.5:8765/join") == pytest.approx(picture.shape[1] / (dark.max() - dark.min() + 1))
