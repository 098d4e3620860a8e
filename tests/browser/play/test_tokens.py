"""Printed tokens on a photo that is uploaded at the reveal: counted on their cards, and asked for beside them."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page, expect

from kibitz_datasets.decks.gambit.cards import HEIGHT_MM, WIDTH_MM, face
from kibitz_datasets.decks.gambit.drawing import paint
from kibitz_vision.detections import Image
from kibitz_vision.tokens.design import DISC_MM

from ...printed_tokens import token_at
from .test_three_rounds import confirm, go, settle_doubts, start_game

pytestmark = pytest.mark.browser
PX_PER_MM = 2.5
READ_MS = 120_000
FAR, NEAR = (4, 8, 5, 10), (3, 9, 1, 12)
"""The hands of the players at the far and the near side of the picture."""
_PITCH = np.array([WIDTH_MM, HEIGHT_MM]) + 9.0
_TABLE_MM = (420.0, 470.0)


def middle(hand_mm: float, index: int) -> tuple[float, float]:
    """Where the card of a number in a 2x2 hand has its middle, in mm of the table."""
    across, down = (np.array([index % 2, index // 2]) - 0.5) * _PITCH
    return _TABLE_MM[0] / 2 + float(across), hand_mm + float(down)


def photo(path: Path, *tokens: tuple[int, float, float]) -> Path:
    """Two hands of the printed deck from straight above, with tokens: points and where in mm."""
    height, width = (round(side * PX_PER_MM) for side in reversed(_TABLE_MM))
    rng = np.random.default_rng(3)
    picture = np.asarray(np.clip(rng.normal((58, 84, 120), 3, (height, width, 3)), 0, 255), np.uint8)
    for hand_mm, numbers in ((120.0, FAR), (350.0, NEAR)):
        for index, number in enumerate(numbers):
            lay(picture, middle(hand_mm, index), number)
    for points, x, y in tokens:
        put(picture, points, (x, y))
    assert cv2.imwrite(str(path), picture)
    return path


def lay(picture: Image, at_mm: tuple[float, float], number: int) -> None:
    size = (round(WIDTH_MM * PX_PER_MM), round(HEIGHT_MM * PX_PER_MM))
    x, y = (round(value * PX_PER_MM - side / 2) for value, side in zip(at_mm, size, strict=True))
    picture[y : y + size[1], x : x + size[0]] = paint(face(number), (0, 0, WIDTH_MM, HEIGHT_MM), size)


def put(picture: Image, points: int, at_mm: tuple[float, float]) -> None:
    side = round(DISC_MM * PX_PER_MM)
    x, y = (round(value * PX_PER_MM - side / 2) for value in at_mm)
    half = DISC_MM / 2
    drawn = paint(token_at(points, 0, 0, 30), (-half, -half, half, half), (side, side))
    disc = np.zeros((side, side), np.uint8)
    cv2.circle(disc, (side // 2, side // 2), side // 2, 255, -1)
    picture[y : y + side, x : x + side][disc > 0] = drawn[disc > 0]


def upload(page: Page, path: Path) -> None:
    start_game(page, "The Dragon's Gambit", ["Ann", "Ben"])
    go(page, "Reveal")
    page.get_by_role("tab", name="Photo").click()
    page.locator("input[type=file]").first.set_input_files(path)
    expect(page.locator(".table-picture svg")).to_be_visible(timeout=READ_MS)


def cards_of(page: Page, player: str) -> list[str]:
    return sorted(page.get_by_role("region", name=player, exact=True).locator(".card-face").all_inner_texts())


def test_tokens_on_an_uploaded_photo_change_their_cards_and_the_score(page: Page, tmp_path: Path) -> None:
    nine, five = middle(350.0, 1), middle(120.0, 2)
    upload(page, photo(tmp_path / "tokens.png", (1, nine[0], nine[1]), (-1, five[0], five[1] + 8)))
    settle_doubts(page)
    assert cards_of(page, "Ann") == sorted(["3", "9+1", "1", "12"])
    assert cards_of(page, "Ben") == sorted(["4", "8", "5-1", "10"])

    confirm(page, 1, "Ann")

    expect(page.locator('[data-total="Ben"]')).to_contain_text(str(sum(FAR) - 1))
    expect(page.locator('[data-total="Ann"]')).to_contain_text(str(sum(NEAR) + 1))


def test_a_token_that_only_touches_a_card_is_asked_for(page: Page, tmp_path: Path) -> None:
    x, y = middle(350.0, 1)
    upload(page, photo(tmp_path / "beside.png", (1, x + WIDTH_MM / 2 + DISC_MM / 3, y)))
    doubt = page.locator(".doubt")
    expect(doubt).to_contain_text("Ann: a token lies beside a card and touches it. What counts?")
    assert "9?" in cards_of(page, "Ann")

    doubt.get_by_role("button", name="It counts: +1").click()

    expect(doubt).to_have_count(0)
    assert "9+1" in cards_of(page, "Ann")
    confirm(page, 1, "Ben")
    expect(page.locator('[data-total="Ann"]')).to_contain_text(str(sum(NEAR) + 1))
