"""What a camera does to a picture, step by step."""

import numpy as np
import pytest

from kibitz_datasets.scenes.optics.lens import add_noise, defocus, develop, photograph, saturate, sense, sharpen, smear

GREY = np.full((120, 160, 3), 128, np.float32)


@pytest.fixture
def edge() -> np.ndarray:
    picture = np.full((120, 160, 3), 60, np.float32)
    picture[:, 80:] = 200
    return picture


def _rng(seed: int = 1) -> np.random.Generator:
    return np.random.default_rng(seed)


def _steepness(picture: np.ndarray, axis: int) -> float:
    return float(np.abs(np.diff(picture, axis=axis)).max())


def test_defocus_softens_an_edge_and_keeps_the_light(edge: np.ndarray) -> None:
    soft = defocus(edge, 3.0)
    assert _steepness(soft, 1) < 0.2 * _steepness(edge, 1)
    assert soft.mean() == pytest.approx(edge.mean(), abs=0.5)


def test_motion_smears_only_along_its_way(edge: np.ndarray) -> None:
    assert _steepness(smear(edge, 12, 0.0), 1) < 0.2 * _steepness(edge, 1)
    assert _steepness(smear(edge, 12, np.pi / 2), 1) == pytest.approx(_steepness(edge, 1), rel=0.05)


def test_sharpening_overshoots_at_an_edge(edge: np.ndarray) -> None:
    sharp = sharpen(edge, 1.0)
    assert sharp.max() > edge.max() + 10
    assert sharp.min() < edge.min() - 10


def test_saturation_pales_to_grey_and_strengthens() -> None:
    red = np.zeros((4, 4, 3), np.float32) + np.array([40, 60, 200], np.float32)
    assert np.ptp(saturate(red, 0.0), axis=2).max() == pytest.approx(0, abs=1e-3)
    assert saturate(red, 1.0) == pytest.approx(red)
    assert np.ptp(saturate(red, 1.4), axis=2).min() > np.ptp(red, axis=2).max()


@pytest.mark.parametrize("sigma", [2.0, 8.0])
def test_noise_has_its_spread_and_no_bias(sigma: float) -> None:
    noise = np.concatenate([add_noise(_rng(seed), GREY, sigma) - GREY for seed in range(30)])
    assert noise.mean() == pytest.approx(0, abs=0.1 * sigma)
    assert 0.7 * sigma < noise.std() < 1.15 * sigma


def test_a_sensor_cuts_off_below_black_and_above_white() -> None:
    beyond = np.concatenate([np.full((20, 40, 3), -80, np.float32), np.full((20, 40, 3), 400, np.float32)])
    seen = sense(_rng(), beyond)
    assert seen.dtype == np.uint8
    assert (seen[:20] == 0).all()
    assert (seen[20:] == 255).all()


def test_development_keeps_the_order_of_dark_and_light(edge: np.ndarray) -> None:
    for seed in range(20):
        picture = develop(_rng(seed), edge)
        assert picture[:, :70].mean() < picture[:, 90:].mean()


def test_a_photograph_is_the_same_for_the_same_seed_and_another_for_another() -> None:
    picture = np.random.default_rng(0).integers(0, 256, (121, 163, 3), np.uint8)
    for seed in range(12):
        first, second = (photograph(_rng(seed), picture, 1.0) for _ in range(2))
        assert first.shape == picture.shape
        assert np.array_equal(first, second)
    assert not np.array_equal(photograph(_rng(1), picture, 1.0), photograph(_rng(2), picture, 1.0))
