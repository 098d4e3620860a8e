"""Shared by the tests of the rules."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("kibitz", deadline=None)
settings.load_profile("kibitz")


@pytest.fixture(scope="session")
def shared() -> Path:
    """Folder with the rule papers and worked cases, which lies beside a checkout that has it."""
    folder = Path(os.environ.get("KIBITZ_SHARED", Path(__file__).parents[3] / "shared"))
    if not folder.is_dir():
        pytest.skip(f"no shared folder at {folder}")
    return folder
