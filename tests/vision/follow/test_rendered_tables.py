"""Rendered tables, read by the shipped models: what lies there and is no card of the game, and backs all alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import pytest

from kibitz_datasets.decks.deck import Deck
from kibitz_datasets.decks.sleeves import Sleeve, put_in_sleeve
from kibitz_datasets.films.camera.thing_sprites import thing_sprite
from kibitz_datasets.films.stage.things import ThingKind
from kibitz_datasets.scenes.foreign_cards import draw_trading_card
from kibitz_datasets.scenes.hands.hands import draw_hand, sample_skin
from kibitz_datasets.scenes.surfaces import draw_plain_table
from kibitz_scoring.cards import parse_card
from kibitz_vision.detections import Image
from kibitz_vision.follow.free_play import acts_in
from kibitz_vision.follow.handheld import looks_at
from kibitz_vision.frames import Frame
from kibitz_vision.reading.pipeline import Pipeline

SIZE = (540, 960)
PX_PER_MM = 1.3
CARD_PX = (round(63 * PX_PER_MM), round(88 * PX_PER_MM))
RED = Sleeve(rim=0.03, colour=(40, 30, 190), opacity=1.0, gloss=0.1)
REACH_MS, STEP_MS = 400, 100


@dataclass(frozen=True)
class Thing:
    """What lies on the table: its picture, BGR or BGRA as sprites are, and where its middle is in px."""

    picture: np.ndarray
    at_px: tuple[int, int]


@dataclass(frozen=True)
class Scene:
    """What lies there for so long; a hand reaches to a spot at its end."""

    things: Sequence[Thing]
    lasts_ms: int = 1500
    hand_px: tuple[int, int] | None = None


def painted(table: Image, things: Sequence[Thing]) -> Image:
    picture = table.copy()
    for thing in things:
        height, width = thing.picture.shape[:2]
        x, y = thing.at_px[0] - width // 2, thing.at_px[1] - height // 2
        x0, y0, x1, y1 = max(x, 0), max(y, 0), min(x + width, SIZE[1]), min(y + height, SIZE[0])
        shown = thing.picture[y0 - y : y1 - y, x0 - x : x1 - x].astype(np.float32)
        opacity = shown[..., 3:] / 255 if shown.shape[2] == 4 else np.ones_like(shown[..., :1])
        part = picture[y0:y1, x0:x1]
        part[:] = np.round(shown[..., :3] + part * (1 - opacity))
    return picture


def frames(scenes: Sequence[Scene]) -> Iterator[Frame]:
    rng = np.random.default_rng(4)
    table = draw_plain_table(np.random.default_rng(11), SIZE)
    skin, index = sample_skin(np.random.default_rng(2)), 0
    for scene in scenes:
        lying = painted(table, scene.things)
        for at_ms in range(0, scene.lasts_ms, STEP_MS):
            picture = lying.copy()
            left_ms = scene.lasts_ms - at_ms
            if scene.hand_px is not None and left_ms <= REACH_MS:
                x, y = scene.hand_px
                draw_hand(np.random.default_rng(6), picture, np.array([x, y + left_ms / 8]), 63 * PX_PER_MM, skin)
            noisy = picture + rng.normal(0, 2, picture.shape)
            yield Frame(np.clip(noisy, 0, 255).astype(np.uint8), index, index * STEP_MS * 1_000_000)
            index += 1


def told(pipeline: Pipeline, scenes: Sequence[Scene]) -> list[tuple[str, str | None]]:
    acts = acts_in(tuple(looks_at(pipeline, frames(scenes))))
    return [(act.deed.value, None if act.card is None else str(act.card)) for act in acts]


@pytest.fixture(scope="module")
def cards(unseen_deck: Deck) -> list[Thing]:
    """Two faces that lie there all along."""
    deck = [unseen_deck.faces[parse_card(name)][0] for name in ("QD", "5H")]
    shown = [cv2.resize(face, CARD_PX, interpolation=cv2.INTER_AREA) for face in deck]
    return [Thing(picture[..., :3], (200 + 110 * k, 150)) for k, picture in enumerate(shown)]


def sprite(kind: ThingKind, at_px: tuple[int, int]) -> Thing:
    return Thing(thing_sprite(np.random.default_rng(3), kind, PX_PER_MM).sprite, at_px)


def test_a_chip_that_is_put_down_and_taken_away_is_no_card(pipeline: Pipeline, cards: list[Thing]) -> None:
    at_px = (560, 300)
    chip = sprite(ThingKind.CHIP, at_px)
    scenes = [Scene(cards, hand_px=at_px), Scene([*cards, chip], 2000, at_px), Scene(cards)]
    assert told(pipeline, scenes) == []


def test_a_deck_box_over_which_a_hand_passes_is_no_card_that_comes_or_goes(
    pipeline: Pipeline, cards: list[Thing]
) -> None:
    box = sprite(ThingKind.BOX, (560, 300))
    assert told(pipeline, [Scene([*cards, box], hand_px=(580, 300)), Scene([*cards, box], 2000)]) == []


def test_a_row_of_chips_over_which_a_hand_passes_is_no_row_of_cards(pipeline: Pipeline, cards: list[Thing]) -> None:
    chips = [sprite(ThingKind.CHIP, (480 + 60 * k, 320)) for k in range(4)]
    assert told(pipeline, [Scene([*cards, *chips], hand_px=(570, 320)), Scene([*cards, *chips])]) == []


def test_half_a_trading_card_over_which_a_hand_passes_is_neither_lifted_nor_laid_down(
    pipeline: Pipeline, cards: list[Thing]
) -> None:
    drawn = cv2.resize(draw_trading_card(np.random.default_rng(5)), CARD_PX, interpolation=cv2.INTER_AREA)
    halves = [Thing(drawn[: CARD_PX[1] // 2, :, :3], (560, 330)), Thing(drawn[..., :3], (700, SIZE[0]))]
    assert told(pipeline, [Scene([*cards, *halves], hand_px=(600, 330)), Scene([*cards, *halves], 2000)]) == []


def sleeved(at_px: tuple[int, int]) -> Thing:
    """A card face down in a plain red sleeve."""
    back = np.full((CARD_PX[1], CARD_PX[0], 3), RED.colour, np.uint8)
    opaque = np.full(back.shape[:2], 255, np.uint8)
    framed, shown, _ = put_in_sleeve(np.random.default_rng(7), back, opaque, RED)
    return Thing(np.dstack([framed, shown]), at_px)


def test_plain_red_sleeved_backs_lie_where_they_lie_while_a_hand_passes(pipeline: Pipeline, cards: list[Thing]) -> None:
    row = [sleeved((420 + 110 * k, 330)) for k in range(3)]
    assert told(pipeline, [Scene([*cards, *row], hand_px=(530, 330)), Scene([*cards, *row], 2000)]) == []


def test_of_plain_red_sleeved_backs_the_one_that_is_taken_is_lifted(pipeline: Pipeline, cards: list[Thing]) -> None:
    row = [sleeved((420 + 110 * k, 330)) for k in range(3)]
    scenes = [Scene([*cards, *row], 2000, hand_px=(640, 330)), Scene([*cards, *row[:2]], 2500)]
    assert told(pipeline, scenes) == [("lift", None)]


def test_a_plain_red_sleeved_back_that_comes_is_laid_down(pipeline: Pipeline, cards: list[Thing]) -> None:
    row = [sleeved((420 + 110 * k, 330)) for k in range(3)]
    scenes = [Scene([*cards, *row[:2]], 2000, hand_px=(640, 330)), Scene([*cards, *row], 2500)]
    assert told(pipeline, scenes) == [("place", None)]
