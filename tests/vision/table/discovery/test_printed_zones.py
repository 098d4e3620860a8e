"""What looks like a back and is printed on a mat, from pictures painted with cards and zones."""

from __future__ import annotations

import numpy as np
import pytest

from kibitz_vision.detections import CardReading, Face, Image
from kibitz_vision.table.discovery.printed_zones import is_like_any, looks, odd_ones, packs, unlike
from kibitz_vision.table.patches import CARD_AREA, HEIGHT_PX, WIDTH_PX, Atlas

BROWN, TEAL, RED = (40, 60, 90), (150, 160, 90), (40, 40, 200)
Colour = tuple[int, int, int]


def patch(colour: Colour, light: float = 1.0, *, stripes: bool = False) -> Atlas:
    """A place with a card, perhaps with fine stripes, on a dark table."""
    shown = np.full((HEIGHT_PX, WIDTH_PX, 3), 30, np.uint8)
    shown[CARD_AREA] = colour
    if stripes:
        shown[::3] //= 4
    return np.asarray(np.clip(shown * light, 0, 255), np.uint8)


def test_backs_of_one_pack_look_alike_in_any_light_and_printed_zones_otherwise() -> None:
    pack = [patch(BROWN, light, stripes=True) for light in (1.0, 0.5, 2.0)]
    assert looks([patch(TEAL), *pack, patch(TEAL)]) == [[1, 2, 3], [0, 4]]


@pytest.mark.parametrize("light", [0.6, 1.0, 1.6])
def test_a_plain_zone_is_not_like_a_striped_pack_in_any_light(light: float) -> None:
    assert not is_like_any(patch(TEAL, light), [patch(BROWN, stripes=True)])
    assert is_like_any(patch(BROWN, light, stripes=True), [patch(TEAL), patch(BROWN, stripes=True)])


def test_what_is_printed_twice_is_unlike_the_pack_and_what_only_one_back_shows_may_be_a_hand_over_it() -> None:
    pack, zone = patch(BROWN, stripes=True), patch(TEAL)
    assert unlike([zone, pack, pack, zone, patch(RED)], 1) == [0, 3]


def picture(colours: list[Colour]) -> tuple[Image, list[CardReading]]:
    """Backs side by side in a picture, each of a colour, and how they are read."""
    image = np.full((200, 100 * len(colours), 3), 30, np.uint8)
    readings = []
    for number, colour in enumerate(colours):
        x0, x1 = 100 * number + 20, 100 * number + 80
        image[50:140, x0:x1] = colour
        quad = np.array([[x0, 50], [x1, 50], [x1, 140], [x0, 140]], np.float32)
        readings.append(CardReading(quad, Face.DOWN, None, 1.0))
    return image, readings


def test_the_cards_of_each_look_are_tried_before_all_of_them_and_faces_with_each() -> None:
    image, readings = picture([BROWN, TEAL, BROWN, RED, TEAL, BROWN])
    face = CardReading(readings[3].quad, Face.UP, None, 1.0)
    cards = [*readings[:3], face, *readings[4:]]
    tried = [[cards.index(card) for card in pack] for pack in packs(image, cards, 2)]
    assert tried == [[0, 2, 3, 5], [1, 3, 4], [0, 1, 2, 3, 4, 5]]


def test_where_all_backs_look_alike_all_cards_are_tried_once() -> None:
    image, readings = picture([BROWN, BROWN, BROWN])
    assert [list(pack) for pack in packs(image, readings, 2)] == [readings]
    assert odd_ones(image, readings) == []


def test_a_back_that_looks_like_no_other_is_odd_but_one_that_lies_alone_is_not() -> None:
    image, readings = picture([BROWN, TEAL, TEAL])
    assert odd_ones(image, readings) == readings[:1]
    assert odd_ones(image, readings[:1]) == []
