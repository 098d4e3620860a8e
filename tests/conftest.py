"""What every test may ask for."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

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
