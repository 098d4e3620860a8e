"""Table tops and the noise they are made of."""

import numpy as np
import pytest

from kibitz_datasets.noise import colour_noise, smooth_noise, white_noise
from kibitz_datasets.scenes.surfaces import draw_plain_table, draw_surface

SIZE = (180, 240)


def test_noise_has_mean_0_and_spread_1_and_neighbours_do_not_go_together() -> None:
    noise = white_noise(np.random.default_rng(1), (400, 400))
    assert noise.mean() == pytest.approx(0, abs=0.02)
    assert noise.std() == pytest.approx(1, abs=0.02)
    assert np.corrcoef(noise[:, :-1].ravel(), noise[:, 1:].ravel())[0, 1] == pytest.approx(0, abs=0.02)


def test_two_pictures_have_different_noise_and_one_seed_the_same() -> None:
    first, same, other = (white_noise(np.random.default_rng(seed), SIZE) for seed in (1, 1, 2))
    assert np.array_equal(first, same)
    assert abs(np.corrcoef(first.ravel(), other.ravel())[0, 1]) < 0.05


def test_noise_can_be_larger_than_what_is_kept_of_it() -> None:
    assert white_noise(np.random.default_rng(1), (1300, 2100)).shape == (1300, 2100)
    assert colour_noise(np.random.default_rng(1), (1300, 2100)).shape == (1300, 2100, 3)


def test_smooth_noise_changes_slowly() -> None:
    coarse, fine = (smooth_noise(np.random.default_rng(1), SIZE, cell) for cell in (40, 2))
    assert np.abs(np.diff(coarse)).mean() < 0.2 * np.abs(np.diff(fine)).mean()


def test_surfaces_are_of_many_kinds_and_the_same_for_the_same_seed() -> None:
    tables = [draw_surface(np.random.default_rng(seed), SIZE) for seed in range(40)]
    assert {table.shape for table in tables} == {(*SIZE, 3)}
    means = np.array([table.mean() for table in tables])
    roughness = np.array([np.abs(np.diff(table.astype(int), axis=1)).mean() for table in tables])
    assert means.min() < 60
    assert means.max() > 190
    assert roughness.min() < 1
    assert roughness.max() > 6
    assert np.array_equal(tables[7], draw_surface(np.random.default_rng(7), SIZE))


def test_plain_tables_are_calm() -> None:
    for seed in range(10):
        table = draw_plain_table(np.random.default_rng(seed), SIZE)
        assert table.std(axis=(0, 1)).max() < 40
