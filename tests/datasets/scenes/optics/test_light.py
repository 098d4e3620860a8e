"""Light does to a picture what its name says."""

import numpy as np
import pytest

from kibitz_datasets.scenes.optics.light import (
    candle,
    even_light,
    glare,
    sample_gain,
    sample_light,
    shadow_edge,
    shine,
    white_balance_error,
)

SEEDS = range(30)
PAPER = np.full((120, 160, 3), 180, np.uint8)


def _rng(seed: int) -> np.random.Generator:
    return np.random.default_rng(seed)


def test_the_same_seed_gives_the_same_light() -> None:
    assert np.array_equal(sample_light(_rng(4)), sample_light(_rng(4)))
    assert not np.array_equal(sample_light(_rng(4)), sample_light(_rng(5)))


def test_exposure_reaches_from_deep_shadow_to_white() -> None:
    gains = [sample_gain(_rng(seed)) for seed in range(400)]
    assert min(gains) < 0.3
    assert max(gains) > 1.8
    assert 0.4 < np.mean([0.85 <= gain <= 1.15 for gain in gains]) < 0.6


@pytest.mark.parametrize("seed", SEEDS)
def test_a_candle_is_warm_and_darker_away_from_it(seed: int) -> None:
    light = candle(_rng(seed))
    blue, green, red = light.mean((0, 1))
    assert blue < green < red
    assert light.max() > 1.05 * light.min()


def test_a_camera_that_is_wrong_about_white_tints_grey_either_way() -> None:
    factors = np.array([white_balance_error(_rng(seed)) for seed in range(200)])
    warmth = factors[:, 2] / factors[:, 0]
    assert warmth.min() < 0.6
    assert warmth.max() > 1.6
    assert factors[:, 1].min() < 0.92
    assert factors[:, 1].max() > 1.08


@pytest.mark.parametrize("seed", SEEDS)
def test_a_shadow_leaves_light_beside_it_and_darkens_what_it_falls_on(seed: int) -> None:
    factor = shadow_edge(_rng(seed), (200, 300))
    assert factor.shape == (200, 300)
    assert factor.max() <= 1
    assert 0.2 <= factor.min() <= 1


def test_shadows_have_edges_that_cross_the_picture() -> None:
    crossed = [factor for seed in SEEDS if np.ptp(factor := shadow_edge(_rng(seed), (200, 300))) > 0.14]
    assert len(crossed) > 20
    sharpest = max(float(np.abs(np.diff(factor)).max() / np.ptp(factor)) for factor in crossed)
    softest = min(float(np.abs(np.diff(factor)).max() / np.ptp(factor)) for factor in crossed)
    assert sharpest > 0.2
    assert softest < 0.06


@pytest.mark.parametrize("seed", SEEDS)
def test_glare_only_adds_light_and_only_in_a_spot(seed: int) -> None:
    spot = glare(_rng(seed))
    assert spot.min() >= 0
    assert spot.max() > 30
    assert np.median(spot) < spot.max() / 2


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_lit_keeps_its_size_and_is_no_darker_than_black(seed: int) -> None:
    rng = _rng(seed)
    lit = shine(rng, PAPER, sample_light(rng))
    assert lit.shape == PAPER.shape
    assert lit.dtype == np.float32
    assert lit.min() >= 0


def test_even_light_is_nearly_even() -> None:
    light = even_light(_rng(1))
    assert 0.75 < light.min() <= light.max() < 1.1
