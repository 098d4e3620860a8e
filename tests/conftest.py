"""What every test may ask for."""

from __future__ import annotations

import os
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, settings

from kibitz_datasets.decks import Deck
from kibitz_datasets.drawn_deck import drawn_deck
from kibitz_datasets.reveal import RevealConfig, render_reveal
from kibitz_datasets.scenes import Scene
from kibitz_models.weights import load_pipeline
from kibitz_scoring.cards import FRENCH52
from kibitz_vision.detections import Image
from kibitz_vision.pipeline import Pipeline

REPOSITORY = Path(__file__).resolve().parent.parent
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

# A loaded machine is slow, not wrong.
settings.register_profile("kibitz", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("kibitz")


@pytest.fixture(scope="session")
def repository() -> Path:
    """The checkout's root."""
    return REPOSITORY


@pytest.fixture(scope="session")
def shared_folder() -> Path:
    """Labelled photos, clips and scored rounds kept beside a checkout; they are no part of the project."""
    folder = Path(os.environ.get("KIBITZ_SHARED") or REPOSITORY.parent / "shared")
    if not folder.is_dir():
        pytest.skip(f"needs the labelled material in {folder} (or where KIBITZ_SHARED says), which is not there")
    return folder


@pytest.fixture(scope="session")
def pipeline() -> Pipeline:
    """The shipped models, working together."""
    return load_pipeline()


@pytest.fixture(scope="session")
def unseen_deck() -> Deck:
    """A deck of our own drawing that never entered training, without jokers."""
    deck = drawn_deck(1000)
    return replace(deck, faces={card: deck.faces[card] for card in FRENCH52})


@pytest.fixture(scope="session")
def reveal(unseen_deck: Deck) -> Scene:
    """Two hands of four face up, a draw pile and a discard pile, 1280 x 800."""
    return render_reveal(np.random.default_rng(3), unseen_deck, RevealConfig(2, 1280, 800, tilt_deg=15))


@pytest.fixture(scope="session")
def two_decks() -> Image:
    """Two tables side by side, each with the same eight cards of its own deck."""
    tables = []
    for seed in (1000, 1001):
        deck = drawn_deck(seed)
        few = replace(deck, faces={card: deck.faces[card] for card in FRENCH52[:8]})
        tables.append(render_reveal(np.random.default_rng(seed), few, RevealConfig(2, 900, 800)).picture)
    return np.hstack(tables)


@pytest.fixture(scope="session")
def chromium() -> Path:
    """The browser: `make test` names it in KIBITZ_CHROMIUM, and installs one where there is none."""
    for name in (os.environ.get("KIBITZ_CHROMIUM"), *BROWSERS):
        if name and (found := shutil.which(name)):
            return Path(found)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        downloaded = Path(playwright.chromium.executable_path)
    if not downloaded.is_file():
        pytest.skip("needs a Chromium: `make test` finds or installs one, KIBITZ_CHROMIUM names it")
    return downloaded
