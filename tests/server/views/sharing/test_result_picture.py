from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from kibitz_scoring.players import PlayerId
from kibitz_server.evening.live import Live
from kibitz_server.views.evening_view import GameView
from kibitz_server.views.sharing.result_picture import result_picture

from ...games import begin, play, shown

LONG = [PlayerId(f"Maximiliane Ottilie Łukaszewicz-中文 {number}te") for number in range(8)]


def drawn(game: GameView) -> NDArray[np.uint8]:
    picture = cv2.imdecode(np.frombuffer(result_picture(game), np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return np.asarray(picture, dtype=np.uint8)


def test_a_result_is_a_picture_of_one_width_that_grows_with_its_players(live: Live) -> None:
    two = drawn(play(live, (("9H", "AC"), "Ben")))
    begin(live, players=LONG)
    eight = drawn(play(live, (("AH", "2C", "3C", "4C", "5C", "6C", "7C", "8C"), None)))
    assert two.shape[1] == eight.shape[1] == 1080
    assert eight.shape[0] > two.shape[0]


def test_long_names_end_before_the_edge(live: Live) -> None:
    begin(live, players=LONG)
    picture = drawn(play(live, (("AH", "2C", "3C", "4C", "5C", "6C", "7C", "8C"), None)))
    edge = picture[20:, -40:]
    assert (edge == edge[0, 0]).all()


def test_a_chart_is_drawn_from_the_second_round_on(live: Live) -> None:
    one = drawn(play(live, (("9H", "AC"), "Ben")))
    two = drawn(play(live, (("AH", "9C"), "Ann")))
    assert two.shape[0] > one.shape[0] + 300


def test_a_game_that_has_just_begun_has_a_picture_too(live: Live) -> None:
    assert drawn(shown(live)).shape[1] == 1080
