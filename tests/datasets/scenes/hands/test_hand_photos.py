"""Cut-out hands: what a folder of them must hold, and sprites with arms made of it."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from kibitz_datasets.scenes.hands.hand_photos import arm_sprite, hands_folder, load_hands, recoloured, sample_arm_look
from kibitz_scoring.errors import InputError

PALE, DARK = np.array([160, 185, 225], np.float32), np.array([40, 55, 90], np.float32)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two hands that are mere blocks: a finger on a palm that goes down to the lower border."""
    for name in ("paper_03_001", "rock_07_002"):
        picture = np.zeros((200, 120, 4), np.uint8)
        picture[10:80, 50:65] = picture[80:, 30:100] = (*PALE, 255)
        cv2.imwrite(str(tmp_path / f"{name}.webp"), picture, [cv2.IMWRITE_WEBP_QUALITY, 101])
    return tmp_path


def test_hands_are_loaded_with_their_group_and_where_their_wrist_is(folder: Path) -> None:
    hands = load_hands(folder)

    assert [(hand.name, hand.group) for hand in hands] == [("paper_03_001", 3), ("rock_07_002", 7)]
    assert hands[0].wrist_px == pytest.approx((30, 100), abs=2)


def test_a_folder_without_hands_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no pictures of hands"):
        load_hands(tmp_path)


def test_a_picture_without_transparency_or_with_another_name_is_refused(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "paper_03_001.webp"), np.zeros((50, 50, 3), np.uint8))

    with pytest.raises(InputError, match="not a picture of a hand"):
        load_hands(tmp_path)


def test_a_hand_that_is_cut_off_before_its_wrist_is_refused(tmp_path: Path) -> None:
    floating = np.zeros((60, 40, 4), np.uint8)
    floating[10:40, 10:30] = 255
    cv2.imwrite(str(tmp_path / "paper_03_001.webp"), floating)

    with pytest.raises(InputError, match="no wrist"):
        load_hands(tmp_path)


def test_a_given_folder_goes_before_that_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_HANDS", "named")

    assert (hands_folder(Path("given")), hands_folder()) == (Path("given"), Path("named"))
    monkeypatch.delenv("KIBITZ_HANDS")
    assert hands_folder() is None


def test_a_recoloured_hand_has_the_skin_asked_for_and_its_outline(folder: Path) -> None:
    sprite = load_hands(folder)[0].sprite

    dark = recoloured(sprite, DARK)

    assert np.abs(dark[150, 60, :3] - DARK).max() < 4
    assert np.array_equal(dark[..., 3], sprite[..., 3])


@pytest.mark.parametrize("seed", range(6))
def test_an_arm_goes_on_from_the_wrist_to_the_lower_border(folder: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)

    arm = arm_sprite(rng, load_hands(folder), sample_arm_look(rng), arm_mm=200)

    x, y = arm.tip_px
    opaque = np.asarray(arm.sprite[..., 3] > 127, np.bool_)
    assert opaque[round(y) : round(y) + 3, round(x)].all()
    assert np.any(opaque[round(y) :], axis=1).all()
    assert len(opaque) * arm.mm_a_px > 200
    assert not opaque[:, 0].any()
    assert not opaque[:, -1].any()


def test_the_same_numbers_give_the_same_arm(folder: Path) -> None:
    first, second = (
        arm_sprite(rng, load_hands(folder), sample_arm_look(rng)).sprite for rng in map(np.random.default_rng, (5, 5))
    )

    assert np.array_equal(first, second)
