"""What every test may ask for."""

from __future__ import annotations

import logging
import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, settings

from kibitz_datasets import pool
from kibitz_datasets.decks.deck import Deck
from kibitz_datasets.decks.drawn_deck import drawn_deck
from kibitz_datasets.films.simulate import simulate
from kibitz_datasets.scenes.reveal import RevealConfig, render_reveal
from kibitz_datasets.scenes.scene import Scene
from kibitz_models.watching.measuring.truth import FilmedRound, read_filmed
from kibitz_models.weights import load_pipeline
from kibitz_scoring.cards import FRENCH52
from kibitz_server import watchers
from kibitz_vision.detections import Image
from kibitz_vision.reading.pipeline import Pipeline

from .dealt_tables import DealtTable, dealt_table
from .made_once import made_once
from .short_round import CONFIG, WatchedRound, read_watched_round, watch_once

REPOSITORY = Path(__file__).resolve().parent.parent
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

LONG_FIRST = ("browser", "models", "system", "vision", "server", "datasets", "scoring")

# A loaded machine is slow, not wrong.
settings.register_profile("kibitz", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("kibitz")


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors: a test in a browser waits more than it computes."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the files that take longest, so that none is left over when all others are done."""
    items.sort(key=lambda item: _rank(item.path))


def _rank(path: Path) -> int:
    folder = path.relative_to(REPOSITORY / "tests").parts[0]
    return LONG_FIRST.index(folder) if folder in LONG_FIRST else len(LONG_FIRST)


@pytest.fixture(autouse=True, scope="session")
def _same_decks_everywhere() -> Iterator[None]:
    """Films and pictures show our own designs alone, whatever vector decks this machine has."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pool, "installed_vector_decks", list)
        yield


@pytest.fixture(autouse=True)
def stumbled() -> Iterator[list[logging.LogRecord]]:
    """What watchers stumbled over while all others went on: it fails the test, unless that wanted it and clears it."""
    records: list[logging.LogRecord] = []

    def note(record: logging.LogRecord) -> bool:
        records.append(record)
        return True

    watchers.log.addFilter(note)
    yield records
    watchers.log.removeFilter(note)
    assert [record.exc_info for record in records] == []


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
def short_round(tmp_path_factory: pytest.TempPathFactory) -> FilmedRound:
    """The film of the shortest round that is played, 640 x 360; nobody changes it."""
    return read_filmed(made_once(tmp_path_factory, "short-round", lambda folder: simulate(CONFIG, folder)))


@pytest.fixture(scope="session")
def watched_short_round(short_round: FilmedRound, tmp_path_factory: pytest.TempPathFactory) -> WatchedRound:
    """What `kibitz watch` says of the shortest round."""
    made = made_once(tmp_path_factory, "short-round-watched", lambda out: watch_once(short_round.folder, out))
    return read_watched_round(made)


@pytest.fixture(scope="session")
def deal_table(unseen_deck: Deck) -> Callable[..., DealtTable]:
    """Renders a deal of Kaboo for so many players, from a camera tilted by so many degrees, 1280 x 720."""
    return lambda players, tilt_deg, deck=unseen_deck: dealt_table(players, tilt_deg, deck)


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
