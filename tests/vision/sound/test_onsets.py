"""Slaps are found in noise, hum and voices at the time at which they begin, block by block."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.random import Generator

from kibitz_vision.sound.onsets import FIT_MS, Onset, OnsetFinder

RATE = 48_000
SLAPS_MS = (900.0, 1450.3, 1600.7, 2300.0, 3111.1)


def slap(rng: Generator, loud: float, ringing_ms: float = 25.0) -> np.ndarray:
    """A broad burst that rises within half a ms and dies away."""
    since_ms = np.arange(round(0.15 * RATE)) / RATE * 1000
    return loud * np.minimum(1, since_ms / 0.5) * np.exp(-since_ms / ringing_ms) * rng.normal(0, 1, len(since_ms))


def room(rng: Generator, seconds: float = 4.0, noise: float = 0.003, hum: float = 0.02) -> np.ndarray:
    at_s = np.arange(round(seconds * RATE)) / RATE
    return rng.normal(0, noise, len(at_s)) + hum * np.sin(2 * np.pi * 100 * at_s)


def voice(seconds: float = 4.0, loud: float = 0.1) -> np.ndarray:
    """Syllables of many tones that rise within 40 ms."""
    at_s = np.arange(round(seconds * RATE)) / RATE
    tones = sum(np.sin(2 * np.pi * 140 * k * at_s) / k for k in range(1, 20))
    return loud * tones * np.clip(np.sin(2 * np.pi * 4 * at_s), 0, 1)


def with_slaps(sound: np.ndarray, rng: Generator, loud: float) -> np.ndarray:
    for at_ms in SLAPS_MS:
        burst, start = slap(rng, loud), round(at_ms / 1000 * RATE)
        sound[start : start + len(burst)] += burst
    return sound


def heard(sound: np.ndarray, block: int = 512, late_ms: tuple[float, float] = (0.0, 0.0)) -> list[Onset]:
    finder, found = OnsetFinder(RATE, late_ms), []
    for start in range(0, len(sound), block):
        found += finder.take(sound[start : start + block].astype(np.float32), start / RATE * 1000)
    return found


@pytest.mark.parametrize("loud", [0.5, 0.1, 0.05])
@pytest.mark.parametrize("seed", range(4))
def test_every_slap_is_found_within_what_is_stated_and_nothing_else(loud: float, seed: int) -> None:
    rng = np.random.default_rng(seed)
    found = heard(with_slaps(room(rng), rng, loud))
    assert len(found) == len(SLAPS_MS)
    for onset, at_ms in zip(found, SLAPS_MS, strict=True):
        assert onset.at_ms.start_ms <= at_ms <= onset.at_ms.end_ms
        assert onset.at_ms.end_ms - onset.at_ms.start_ms == pytest.approx(2 * FIT_MS)
        assert onset.louder_db > 12


@pytest.mark.parametrize("block", [64, 441, 1024, 4800])
def test_how_the_sound_is_cut_into_blocks_changes_nothing(block: int) -> None:
    sound = with_slaps(room(np.random.default_rng(1)), np.random.default_rng(2), 0.2)
    found, usual = heard(sound, block), heard(sound, 512)
    assert [one.louder_db for one in found] == [one.louder_db for one in usual]
    assert [one.at_ms.start_ms for one in found] == pytest.approx([one.at_ms.start_ms for one in usual])


def test_slaps_are_found_while_people_talk() -> None:
    rng = np.random.default_rng(3)
    found = heard(with_slaps(room(rng) + voice(), rng, 0.5))
    for at_ms in SLAPS_MS:
        assert any(one.at_ms.start_ms - 1 <= at_ms <= one.at_ms.end_ms + 1 for one in found), at_ms


def test_noise_hum_and_voices_are_no_slap() -> None:
    rng = np.random.default_rng(4)
    assert heard(room(rng, noise=0.05)) == []
    assert heard(room(rng, hum=0.3)) == []
    assert heard(room(rng) + voice()) == []


def test_the_delay_of_the_sound_makes_the_time_earlier_and_less_sure() -> None:
    sound = with_slaps(room(np.random.default_rng(5)), np.random.default_rng(6), 0.3)
    (plain, *_), (late, *_) = heard(sound), heard(sound, late_ms=(3.0, 23.0))
    assert late.at_ms.start_ms == pytest.approx(plain.at_ms.start_ms - 23)
    assert late.at_ms.end_ms == pytest.approx(plain.at_ms.end_ms - 3)
