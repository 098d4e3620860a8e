from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import cv2
import numpy as np
import pytest

from kibitz_datasets.scenes.scene import Scene
from kibitz_scoring.players import PlayerId
from kibitz_vision.detections import Image
from kibitz_vision.table.card_looks import CardLook, card_looks
from kibitz_vision.table.setup_score import SetupFault, setup_score

ANN, BEN = PlayerId("Ann"), PlayerId("Ben")
GOOD = CardLook(1.3, 0.7, 220.0, 0.1)


def looks_of(scene: Scene, picture: Image) -> Mapping[PlayerId, list[CardLook]]:
    """The first eight cards of a reveal are the two hands."""
    looks = card_looks(picture, [card.quad for card in scene.cards[:8]])
    return {ANN: list(looks[:4]), BEN: list(looks[4:])}


def test_a_table_in_even_light_passes(reveal: Scene) -> None:
    score = setup_score(looks_of(reveal, reveal.picture), 30.0)

    assert score.fault is None
    assert score.seats[ANN].px_per_mm == pytest.approx(1.3, abs=0.5)


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        (lambda picture: cv2.GaussianBlur(picture, (0, 0), 4.0), SetupFault.BLURRED),
        (lambda picture: (picture * 0.08).astype(np.uint8), SetupFault.DARK),
        (lambda picture: np.clip(picture * 3.0, 0, 255).astype(np.uint8), SetupFault.BRIGHT),
    ],
)
def test_what_is_wrong_with_the_whole_picture_is_named(reveal: Scene, spoil: object, fault: SetupFault) -> None:
    assert callable(spoil)
    score = setup_score(looks_of(reveal, np.asarray(spoil(reveal.picture), np.uint8)), 30.0)

    assert (score.fault, score.at) == (fault, None)


@pytest.mark.parametrize(
    ("worse", "fault"),
    [
        ({"px_per_mm": 0.4}, SetupFault.SMALL),
        ({"white": 30.0}, SetupFault.SHADED),
        ({"clipped": 0.97}, SetupFault.GLARE),
        ({"blur_mm": 2.5}, SetupFault.BLURRED),
    ],
)
def test_what_is_wrong_at_one_seat_is_named_with_who_sits_there(worse: dict[str, float], fault: SetupFault) -> None:
    looks = {ANN: [GOOD] * 5, BEN: [replace(GOOD, **worse)] * 4}

    score = setup_score(looks, 30.0)

    assert (score.fault, score.at) == (fault, BEN)


def test_a_slow_camera_is_named_last_and_a_photo_has_no_rate() -> None:
    assert setup_score({ANN: [GOOD]}, 4.0).fault is SetupFault.SLOW
    assert setup_score({ANN: [GOOD]}, None).fault is None


def test_a_seat_without_a_card_is_named_and_a_bare_table_as_a_whole() -> None:
    assert (setup_score({ANN: [GOOD], BEN: []}, 30.0).fault, setup_score({ANN: [GOOD], BEN: []}, 30.0).at) == (
        SetupFault.NO_CARDS,
        BEN,
    )
    assert setup_score({ANN: [], BEN: []}, 30.0).at is None
